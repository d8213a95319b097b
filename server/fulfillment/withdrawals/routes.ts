import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { WITHDRAWAL_LIST } from '#contract/fulfillment/withdrawal-list.ts'
import { withdrawals } from '#contract/fulfillment/withdrawals.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { presentWithdrawal, readCase } from './present-withdrawal.ts'
import { startWithdrawal } from './start-withdrawal.ts'
import { countWithdrawals, findWithdrawal, listWithdrawalIds, listWithdrawals } from './withdrawal-list.ts'

/** Limit of statements from one network. */
const STATEMENTS_PER_ADDRESS = { limit: 5, windowMs: HOUR_MS }

/** Binds withdrawals from contracts: stated by anyone, decided by staff. */
export function withdrawalRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const limit = createAddressLimit(deps, 'withdrawal', STATEMENTS_PER_ADDRESS)

  route(app, withdrawals.start, async ({ actor, body, request }) => {
    await limit(request.ip)
    return startWithdrawal(deps, actor, body)
  })
  route(app, withdrawals.confirm, ({ actor, params, body, request }) =>
    confirmWithdrawal(deps, actor, { ...params, ...body, requestId: request.id }),
  )
  route(app, withdrawals.list, async ({ query }) => {
    const { page = 1, limit: size = PAGE_LIMIT } = query
    const rows = await listWithdrawals(db, query, { limit: size, offset: (page - 1) * size })
    return { items: rows.map(presentWithdrawal), total: await countWithdrawals(db, query) }
  })
  const exists = async ({ params }: { params: { id: string } }) => (await findWithdrawal(db, params.id)) !== null
  route(app, withdrawals.byId, ({ params }) => readCase(db, params.id))
  route(
    app,
    withdrawals.decide,
    ({ actor, params, body, request }) => decideWithdrawal(deps, { ...params, body, actor, requestId: request.id }),
    {
      exists,
    },
  )
  exportRoute(app, deps, withdrawals.export, {
    name: 'withdrawals',
    columns: fileColumns(WITHDRAWAL_LIST, ['number', 'order', 'name', 'email', 'status', 'receivedAt', 'due']),
    ids: ({ query }) => listWithdrawalIds(db, query),
    rows: async (tx, { query }, part) => (await listWithdrawals(tx, query, part)).map(presentWithdrawal),
  })
}
