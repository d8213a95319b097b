import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { DISPUTE_LIST, OWN_DISPUTE_LIST } from '#contract/payments/dispute-list.ts'
import { disputes, type OwnDispute } from '#contract/payments/disputes.ts'
import { listOwnShares, presentOwnDispute } from '#server/orders/order-dispute.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireApproved } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { countDisputes, type DisputeFilter, type DisputePage, listDisputeIds, listDisputes } from './dispute-list.ts'
import { presentListed } from './present-dispute.ts'

const filterOf = ({ status, open, search }: DisputeFilter): DisputeFilter => ({ status, open, search })

async function listOwn(db: Db, businessId: string, filter: DisputeFilter, page: DisputePage): Promise<OwnDispute[]> {
  const rows = await listDisputes(db, { ...filterOf(filter), businessId }, page)
  const shares = await listOwnShares(
    db,
    businessId,
    rows.map(({ dispute }) => dispute),
  )
  return rows.map(({ dispute, order }) => ({
    ...presentOwnDispute(dispute, shares.get(dispute.id) ?? 0),
    orderId: dispute.orderId,
    orderNumber: order.number,
  }))
}

/** Binds disputed card payments: all for staff, those of their own orders for sellers. */
export function disputeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, disputes.list, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...query } }) => {
    const rows = await listDisputes(db, filterOf(query), { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map(presentListed), total: await countDisputes(db, filterOf(query)) }
  })
  exportRoute(app, deps, disputes.export, {
    name: 'disputes',
    columns: fileColumns(DISPUTE_LIST, ['order', 'status', 'reason', 'amount', 'currency', 'openedAt', 'evidenceDueAt', 'closedAt']),
    ids: ({ query }) => listDisputeIds(db, filterOf(query), query.sort),
    rows: async (tx, { query }, part) => (await listDisputes(tx, filterOf(query), { sort: query.sort, ...part })).map(presentListed),
  })
  route(
    app,
    disputes.listOwn,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, sort, ...query } }) => {
      const businessId = found(actor.businessId)
      const items = await listOwn(db, businessId, query, { sort, limit, offset: (page - 1) * limit })
      return { items, total: await countDisputes(db, { ...filterOf(query), businessId }) }
    },
    { requires: requireApproved },
  )
  exportRoute(app, deps, disputes.exportOwn, {
    name: 'disputes',
    columns: fileColumns(OWN_DISPUTE_LIST, ['order', 'status', 'reason', 'amount', 'currency', 'openedAt', 'evidenceDueAt']),
    ids: ({ actor, query }) => listDisputeIds(db, { ...filterOf(query), businessId: found(actor.businessId) }, query.sort),
    rows: (tx, { actor, query }, part) => listOwn(tx, found(actor.businessId), query, { sort: query.sort, ...part }),
    requires: requireApproved,
  })
}
