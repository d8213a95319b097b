import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import { EARNING_LIST } from '#contract/payouts/earning-list.ts'
import { earnings } from '#contract/payouts/earnings.ts'
import { toDecimal } from '#domain/money.ts'
import { connectStripe, disconnectStripe } from '#server/payouts/accounts/connect-stripe.ts'
import { readStripe } from '#server/payouts/accounts/read-stripe-account.ts'
import { saveAccount } from '#server/payouts/accounts/save-account.ts'
import { countPayouts, listPayouts } from '#server/payouts/payout-list.ts'
import { presentPayouts } from '#server/payouts/present-payout.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved, requireUnsuspended } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { spanOf } from '#server/platform/http/read-days.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { readSettings, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { countEntries, type EntryFilter, listEntries, listEntryIds, sumEntries } from './earning-entries.ts'
import { listStatements, monthOf, presentStatements } from './list-statements.ts'
import { listMonthlyDocuments } from './monthly-document-list.ts'
import { presentEntry } from './present-entry.ts'
import { readEarnings } from './read-earnings.ts'
import { readStatement, writeStatementCsv, writeStatementPdf } from './write-statement.ts'

type EntriesQuery = z.output<NonNullable<typeof earnings.entries.query>>

/** `from` and `to` are days of the shop, both included. */
async function filterOf(db: Db, { reason, currency, search, from, to }: EntriesQuery): Promise<EntryFilter> {
  return { reason, currency, search, ...spanOf({ from, to }, await readTimeZone(db)) }
}

/** A seller's own money; nobody reads another's, because no call takes the id of a seller. */
export function earningRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, throttle } = deps
  const provider = deps.config.stripe && openStripe(deps.config.stripe)
  const exists = async ({ actor }: { actor: Actor }) => actor.businessId !== null && (await findBusiness(db, actor.businessId)) !== null
  const statementOf = async (actor: Actor, month: string) => found(await readStatement(db, found(actor.businessId), month, now()))

  route(
    app,
    earnings.read,
    async ({ actor }) => {
      const own = await readEarnings(deps, found(actor.businessId))
      if (actor.memberKind === 'owner') return own
      return { ...own, account: { ...own.account, holder: '', iban: null, routingNumber: null, accountNumber: null } }
    },
    { exists },
  )
  route(
    app,
    earnings.entries,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, sort, ...query } }) => {
      const businessId = found(actor.businessId)
      const filter = await filterOf(db, query)
      const rows = await listEntries(db, businessId, filter, { sort, limit, offset: (page - 1) * limit })
      return { items: rows.map(presentEntry), total: await countEntries(db, businessId, filter) }
    },
    { exists },
  )
  route(
    app,
    earnings.entryTotals,
    async ({ actor, query }) => {
      const rows = await sumEntries(db, found(actor.businessId), await filterOf(db, query))
      const amount = (cents: string) => toDecimal(Number(cents))
      return rows.map(({ currency, count, gross, commission, tax, net }) => ({
        currency,
        count,
        gross: amount(gross),
        commission: amount(commission),
        tax: amount(tax),
        net: amount(net),
      }))
    },
    { exists },
  )
  exportRoute(app, deps, earnings.exportEntries, {
    name: 'earnings',
    columns: fileColumns(EARNING_LIST),
    ids: async ({ actor, query }) => listEntryIds(db, found(actor.businessId), await filterOf(db, query), query.sort),
    rows: async (tx, { actor, query }, part) =>
      (await listEntries(tx, found(actor.businessId), await filterOf(tx, query), { sort: query.sort, ...part })).map(presentEntry),
  })
  route(
    app,
    earnings.statements,
    async ({ actor }) => {
      const businessId = found(actor.businessId)
      const timeZone = await readTimeZone(db)
      const statements = await listStatements(db, businessId, timeZone)
      return presentStatements(statements, await listMonthlyDocuments(db, businessId), monthOf(now(), timeZone))
    },
    { exists },
  )
  route(
    app,
    earnings.statementPdf,
    async ({ actor, params, reply }) => {
      const statement = await statementOf(actor, params.month)
      const { company } = await readSettings(db)
      const bytes = await writeStatementPdf(statement, { businessName: actor.businessName ?? '', shopName: company.name, now: now() })
      return sendFile(reply, { name: `statement-${params.month}.pdf`, type: 'application/pdf', bytes })
    },
    { exists },
  )
  route(
    app,
    earnings.statementCsv,
    async ({ actor, params, reply }) => {
      const bytes = writeStatementCsv(await statementOf(actor, params.month))
      return sendFile(reply, { name: `statement-${params.month}.csv`, type: 'text/csv; charset=utf-8', bytes })
    },
    { exists },
  )
  route(
    app,
    earnings.payouts,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, search } }) => {
      const filter = { businessId: found(actor.businessId), search }
      const rows = await listPayouts(db, filter, { limit, offset: (page - 1) * limit })
      return { items: await presentPayouts(db, rows, now()), total: await countPayouts(db, filter) }
    },
    { exists },
  )
  route(
    app,
    earnings.saveAccount,
    ({ actor, body, request }) => saveAccount(deps, { actor, address: request.ip, requestId: request.id, throttle }, body),
    { exists, requires: requireUnsuspended },
  )
  route(app, earnings.readStripe, ({ actor }) => readStripe(deps, provider, found(actor.businessId)), { exists })
  route(
    app,
    earnings.connectStripe,
    ({ actor, body, request }) =>
      connectStripe(deps, provider, { actor, address: request.ip, requestId: request.id, throttle }, body.currentPassword),
    {
      exists,
      requires: (actor) => {
        requireUnsuspended(actor)
        requireApproved(actor)
      },
    },
  )
  route(
    app,
    earnings.disconnectStripe,
    ({ actor, body, request }) =>
      disconnectStripe(deps, provider, { actor, address: request.ip, requestId: request.id, throttle }, body.currentPassword),
    { exists, requires: requireUnsuspended },
  )
}
