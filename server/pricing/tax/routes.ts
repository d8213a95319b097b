import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { tax } from '#contract/pricing/tax.ts'
import { EXCHANGE_RATE_LIST, REGISTRATION_LIST, TAX_RULE_LIST } from '#contract/pricing/tax-lists.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { countExchangeRates, listExchangeRates } from './exchange-rates.ts'
import { previewTax } from './preview-tax.ts'
import { countRegistrations, listRegistrations } from './registration-list.ts'
import { countRules, listRules } from './rule-list.ts'
import { readBusinessTax, saveBusinessTax } from './save-business-tax.ts'
import { addExchangeRates, changeExchangeRate, presentExchangeRate, removeExchangeRate } from './save-exchange-rate.ts'
import { addRegistration, changeRegistration, presentForStaff, removeRegistration } from './save-registration.ts'
import { addRule, changeRule, presentRule, removeRule } from './save-rule.ts'
import { listRefusals } from './tax-refusals.ts'

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
  exportRoute(app, deps, tax.exportRules, {
    name: 'tax-rules',
    columns: fileColumns(TAX_RULE_LIST),
    all: async (tx, { query }) => (await listRules(tx, query)).map((row) => presentRule(row, '')), // files don't say what is in force
  })
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
    columns: fileColumns(REGISTRATION_LIST),
    all: async (tx, { query }) => (await listRegistrations(tx, query)).map(presentForStaff),
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
    columns: fileColumns(EXCHANGE_RATE_LIST),
    all: async (tx, { query }) => (await listExchangeRates(tx, query)).map(presentExchangeRate),
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
