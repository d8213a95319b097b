import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { PAYOUT_LIST } from '#contract/payouts/payout-list.ts'
import { payouts } from '#contract/payouts/payouts.ts'
import { toDecimal } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { releasePayouts } from './holds/release-payouts.ts'
import { listHeld } from './list-held.ts'
import { countPayouts, findPayout, listPayoutIds, listPayouts, sumListedPayouts } from './payout-list.ts'
import { preparePayouts } from './prepare-payouts.ts'
import { presentPayouts } from './present-payout.ts'
import { previewPayouts } from './propose-payouts.ts'
import { transitionPayout } from './transition-payout.ts'
import { writeBankFile } from './write-bank-file.ts'

/** Binds payouts to sellers: staff prepare them, export them for the bank and record their status. */
export function payoutRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, throttle } = deps
  const exists = async ({ params }: { params: { id: string } }) => (await findPayout(db, params.id)) !== null

  route(app, payouts.list, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...filter } }) => {
    const rows = await listPayouts(db, filter, { sort, limit, offset: (page - 1) * limit })
    return { items: await presentPayouts(db, rows, now()), total: await countPayouts(db, filter) }
  })
  route(app, payouts.totals, async ({ query }) =>
    (await sumListedPayouts(db, query)).map(({ amount, ...row }) => ({ ...row, amount: toDecimal(Number(amount)) })),
  )
  exportRoute(app, deps, payouts.export, {
    name: 'payouts',
    columns: fileColumns(PAYOUT_LIST),
    ids: ({ query: { page: _page, limit: _limit, format: _format, sort, ...filter } }) => listPayoutIds(db, filter, sort),
    rows: async (tx, { query: { sort } }, part) => presentPayouts(tx, await listPayouts(tx, {}, { sort, ...part }), now()),
  })
  route(app, payouts.preview, () => previewPayouts(deps))
  route(app, payouts.prepare, ({ actor, request }) => preparePayouts(deps, { actor, requestId: request.id }))
  route(app, payouts.file, async ({ actor, query, request, reply }) => {
    const { bytes, held } = await writeBankFile(deps, query, { actor, requestId: request.id })
    reply.header('x-held-count', String(held))
    return sendFile(reply, { name: `bank-payouts-${now().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', bytes })
  })
  route(app, payouts.held, () => listHeld(deps))
  route(
    app,
    payouts.release,
    async ({ actor, body: { note }, params: { id }, request }) => {
      await releasePayouts(deps, { actor, requestId: request.id }, { id, note })
      return { ok: true as const }
    },
    { exists: async ({ params: { id } }) => (await findBusiness(db, id)) !== null },
  )
  route(
    app,
    payouts.move,
    ({ actor, body, params, request }) =>
      transitionPayout(deps, { actor, address: request.ip, requestId: request.id, throttle }, params.id, body),
    { exists },
  )
}
