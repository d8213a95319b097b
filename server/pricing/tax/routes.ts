import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { tax } from '#contract/pricing/tax.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { countExchangeRates, type ExchangeRateRow, listExchangeRates } from './exchange-rates.ts'
import { previewTax } from './preview-tax.ts'
import { countRegistrations, type ListedRegistration, listRegistrations } from './registration-list.ts'
import { countRules, listRules, type RuleRow } from './rule-list.ts'
import { readBusinessTax, saveBusinessTax } from './save-business-tax.ts'
import { addExchangeRates, changeExchangeRate, presentExchangeRate, removeExchangeRate } from './save-exchange-rate.ts'
import { addRegistration, changeRegistration, presentForStaff, removeRegistration } from './save-registration.ts'
import { addRule, changeRule, presentRule, removeRule } from './save-rule.ts'
import { listRefusals } from './tax-refusals.ts'

const RULE_COLUMNS: readonly ExportColumn<RuleRow>[] = [
  { title: 'country', value: ({ country }) => country },
  { title: 'state', value: ({ state }) => state ?? '' },
  { title: 'postcodeFrom', value: ({ postcodeFrom }) => postcodeFrom ?? '' },
  { title: 'postcodeTo', value: ({ postcodeTo }) => postcodeTo ?? '' },
  { title: 'class', value: ({ taxClass }) => taxClass },
  { title: 'percent', value: ({ rate }) => rate / 10_000 },
  { title: 'shippingTaxed', value: ({ shipsTaxed }) => shipsTaxed },
  { title: 'name', value: ({ name }) => name },
  { title: 'from', value: ({ validFrom }) => validFrom },
  { title: 'to', value: ({ validTo }) => validTo ?? '' },
  { title: 'source', value: ({ source }) => source, width: 40 },
]
const REGISTRATION_COLUMNS: readonly ExportColumn<ListedRegistration>[] = [
  { title: 'owner', value: ({ businessName }) => businessName ?? 'Platform', width: 30 },
  { title: 'country', value: ({ country }) => country },
  { title: 'state', value: ({ state }) => state ?? '' },
  { title: 'scheme', value: ({ scheme }) => scheme },
  { title: 'number', value: ({ number }) => number, width: 24 },
  { title: 'belowThreshold', value: ({ isBelowThreshold }) => isBelowThreshold },
  { title: 'from', value: ({ validFrom }) => validFrom },
  { title: 'to', value: ({ validTo }) => validTo ?? '' },
  { title: 'note', value: ({ note }) => note, width: 40 },
]
const EXCHANGE_COLUMNS: readonly ExportColumn<ExchangeRateRow>[] = [
  { title: 'day', value: ({ day }) => day },
  { title: 'currency', value: ({ currency }) => currency },
  { title: 'perEur', value: ({ perEur }) => perEur },
  { title: 'source', value: ({ source }) => source, width: 30 },
]

const writeOf = ({ actor, request }: { actor: Actor; request: { id: string } }) => ({ actor, requestId: request.id })
const rangeOf = ({ page = 1, limit = PAGE_LIMIT }: { page?: number | undefined; limit?: number | undefined }) => ({
  limit,
  offset: (page - 1) * limit,
})
const OK = { ok: true as const }

/** Routes of what taxes are decided by: rates, registrations, exchange rates, and the tax facts of sellers. */
export function taxRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, tax.rules, async ({ query }) => {
    const [rules, today] = [await listRules(db, query, rangeOf(query)), await readToday(db, now())]
    return { items: rules.map((row) => presentRule(row, today)), total: await countRules(db, query) }
  })
  exportRoute(app, deps, tax.exportRules, { name: 'tax-rules', columns: RULE_COLUMNS, all: async (tx, { query }) => listRules(tx, query) })
  route(app, tax.addRule, (context) => addRule(deps, writeOf(context), context.body))
  route(app, tax.changeRule, (context) => changeRule(deps, writeOf(context), context.params.id, context.body))
  route(app, tax.removeRule, async (context) => {
    await removeRule(deps, writeOf(context), context.params.id)
    return OK
  })

  route(app, tax.registrations, async ({ query }) => ({
    items: (await listRegistrations(db, query, rangeOf(query))).map(presentForStaff),
    total: await countRegistrations(db, query),
  }))
  exportRoute(app, deps, tax.exportRegistrations, {
    name: 'tax-registrations',
    columns: REGISTRATION_COLUMNS,
    all: (tx, { query }) => listRegistrations(tx, query),
  })
  route(app, tax.addRegistration, (context) => addRegistration(deps, writeOf(context), context.body))
  route(app, tax.changeRegistration, (context) => changeRegistration(deps, writeOf(context), context.params.id, context.body))
  route(app, tax.removeRegistration, async (context) => {
    await removeRegistration(deps, writeOf(context), context.params.id)
    return OK
  })

  route(app, tax.exchangeRates, async ({ query }) => ({
    items: (await listExchangeRates(db, query, rangeOf(query))).map(presentExchangeRate),
    total: await countExchangeRates(db, query),
  }))
  exportRoute(app, deps, tax.exportExchangeRates, {
    name: 'exchange-rates',
    columns: EXCHANGE_COLUMNS,
    all: async (tx, { query }) => listExchangeRates(tx, query),
  })
  route(app, tax.addExchangeRates, (context) => addExchangeRates(deps, writeOf(context), context.body), { bodyLimit: 2_000_000 })
  route(app, tax.changeExchangeRate, (context) => changeExchangeRate(deps, writeOf(context), context.params.id, context.body))
  route(app, tax.removeExchangeRate, async (context) => {
    await removeExchangeRate(deps, writeOf(context), context.params.id)
    return OK
  })

  route(app, tax.refusals, () => listRefusals(db, now()))
  route(app, tax.tryOut, ({ body }) => previewTax(deps, body))
  route(app, tax.ofBusiness, ({ actor }) => readBusinessTax(db, found(actor.businessId)))
  route(app, tax.saveOfBusiness, (context) => saveBusinessTax(deps, writeOf(context), found(context.actor.businessId), context.body))
  route(app, tax.ofBusinessForStaff, ({ params }) => readBusinessTax(db, params.id))
  route(app, tax.saveOfBusinessForStaff, (context) => saveBusinessTax(deps, writeOf(context), context.params.id, context.body))
}
