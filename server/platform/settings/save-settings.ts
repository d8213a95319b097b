import { isDeepStrictEqual } from 'node:util'
import type { Settings, SettingsBody } from '#contract/platform/settings.ts'
import { type Currency, toMinor } from '#domain/money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { requireOpenMarket } from './market-list.ts'
import { presentSettings } from './present-settings.ts'
import {
  lockSettings,
  readGroups,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingGroups,
  type StoredRate,
  storeGroup,
} from './setting-groups.ts'

/** Groups, or single members of a group, that redirect money or shorten records: changing them requires step-up. */
const NEEDS_STEP_UP: Partial<Record<SettingGroup, true | readonly string[]>> = {
  company: ['payTo', 'payToEur'],
  tax: true,
  trade: true,
  accounting: true,
  payLater: true,
  retention: true,
  security: true,
}

type RateBody = NonNullable<SettingsBody['shipping']>['standard']

const toCents = (amounts: Record<Currency, number>): Record<Currency, number> => ({
  USD: toMinor(amounts.USD) ?? 0,
  EUR: toMinor(amounts.EUR) ?? 0,
}) // validated by the schema

const toRate = ({ freeFrom, maxDays, minDays, price }: RateBody): StoredRate => ({
  minDays,
  maxDays,
  priceCents: toCents(price),
  freeFromCents: freeFrom && toCents(freeFrom),
})

/**
 * Stores 0 as no limit: the switch turns Pay Later off. New buyers have no switch, so their limit may be 0. Members that an older client
 * does not send stay unchanged.
 */
const toTerms = (
  { limit, offered, newBuyerLimit, unconfirmedDays }: NonNullable<SettingsBody['payLater']>,
  kept: SettingGroups['payLater'],
): SettingGroups['payLater'] => ({
  isOffered: offered,
  limitUsdCents: limit ? toMinor(limit) : null,
  newBuyerLimitUsdCents: newBuyerLimit === undefined ? kept.newBuyerLimitUsdCents : newBuyerLimit === null ? null : toMinor(newBuyerLimit),
  unconfirmedDays: unconfirmedDays ?? kept.unconfirmedDays,
})

/** Members that an older client does not send stay unchanged. */
const toCompany = (
  { payToEur, timeZone, hours, ...company }: Omit<NonNullable<SettingsBody['company']>, 'version'>,
  kept: SettingGroups['company'],
): SettingGroups['company'] => ({
  ...company,
  // a form that shows the one for both sends it for both
  payToEur: payToEur === undefined || (kept.payToEur === null && payToEur === company.payTo) ? kept.payToEur : payToEur,
  timeZone: timeZone ?? kept.timeZone,
  hours: hours.filter((line) => line !== ''),
})

/** Members that an older client does not send stay unchanged. */
const toTax = (
  { percent, usMode, whenViesIsDown, provider }: NonNullable<SettingsBody['tax']>,
  kept: SettingGroups['tax'],
): SettingGroups['tax'] => ({
  ...kept,
  percent,
  usMode: usMode ?? kept.usMode,
  whenViesIsDown: whenViesIsDown ?? kept.whenViesIsDown,
  provider: provider ?? kept.provider,
})

/** Members that an older client does not send stay unchanged. */
const toSwitches = (
  { version: _version, requireTraderChecks, ...switches }: NonNullable<SettingsBody['switches']>,
  kept: SettingGroups['switches'],
): SettingGroups['switches'] => ({ ...switches, requireTraderChecks: requireTraderChecks ?? kept.requireTraderChecks })

/** Members that an older client does not send stay unchanged. */
const toAccounting = (
  { version: _version, clearing, commission, purchases, inputTax, ...accounting }: NonNullable<SettingsBody['accounting']>,
  kept: SettingGroups['accounting'],
): SettingGroups['accounting'] => ({
  ...accounting,
  clearing: clearing ?? kept.clearing,
  commission: commission ?? kept.commission,
  purchases: purchases ?? kept.purchases,
  inputTax: inputTax ?? kept.inputTax,
})

/** Returns the groups of a form as stored; those left out are absent. */
function groupsOf(
  { accounting, company, currency, market, payLater, retention, review, security, shipping, stock, switches, tax, trade }: SettingsBody,
  kept: SettingGroups,
): Partial<SettingGroups> {
  const withoutVersion = <Value extends { version?: number | undefined }>({ version: _version, ...value }: Value) => value
  return {
    ...(company && { company: toCompany(withoutVersion(company), kept.company) }),
    ...(tax && { tax: toTax(tax, kept.tax) }),
    ...(trade && { trade: withoutVersion(trade) }),
    ...(accounting && { accounting: toAccounting(accounting, kept.accounting) }),
    ...(shipping && {
      shipping: { standard: toRate(shipping.standard), express: toRate(shipping.express), overnight: toRate(shipping.overnight) },
    }),
    ...(stock && { stock: withoutVersion(stock) }),
    ...(review && { review: withoutVersion(review) }),
    ...(currency && { currency: withoutVersion(currency) }),
    ...(market && { market: withoutVersion(market) }),
    ...(payLater && { payLater: toTerms(payLater, kept.payLater) }),
    ...(retention && { retention: withoutVersion(retention) }),
    ...(security && { security: withoutVersion(security) }),
    ...(switches && { switches: toSwitches(switches, kept.switches) }),
  }
}

/** Returns the changed members of a group, before and after. */
function difference(before: object, after: object): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(old.get(name), value))
  return { before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])), after: Object.fromEntries(changed) }
}

/**
 * Changes the groups of the form, all or none; an unchanged group keeps its version. Refuses `step_up_required`, `edit_conflict` with
 * the `current` settings if a group is newer than the form's, and `second_factor_required` of an actor who requires a second factor without having one.
 */
export async function saveSettings({ config, db, now }: Deps, actor: Actor, form: SettingsBody, requestId: string): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const { groups, versions } = await readGroups(tx)
    const isStale = (name: SettingGroup) => form[name]?.version !== undefined && form[name].version !== versions[name]
    const stale = SETTING_GROUPS.find(isStale)
    if (stale) refuseStale(['settings', stale], await presentSettings(tx, config))
    const wanted = groupsOf(form, groups)
    if (form.tax?.provider === 'stripe' && !config.stripe) refuseField('tax.provider', 'Set up Stripe for card payments first.')
    if (wanted.market) await requireOpenMarket(tx, wanted.market.country, 'market.country')
    for (const name of SETTING_GROUPS) {
      const value = wanted[name]
      if (!value) continue
      const { before, after } = difference(groups[name], value)
      if (Object.keys(after).length === 0) continue
      const needing = NEEDS_STEP_UP[name] ?? []
      if (needing === true || Object.keys(after).some((member) => needing.includes(member))) requireStepUp(actor)
      if (name === 'security' && (after.staffSecondFactor || after.sellerSecondFactor) && !actor.hasSecondFactor)
        refuse('second_factor_required')
      await storeGroup(tx, name, value, now())
      await recordAudit(tx, { actor, action: 'settings.change', targetType: 'settings', targetId: name, before, after, requestId })
    }
    return presentSettings(tx, config)
  })
}
