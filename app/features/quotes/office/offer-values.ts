import type { QuoteContent, QuoteLine } from '#contract/quotes/quote-content.ts'
import type { Quote, QuoteFile } from '#contract/quotes/quotes.ts'
import { INCOTERMS, type Incoterm } from '#domain/incoterm.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { MILESTONE_TRIGGERS, type MilestoneTrigger, PLAN_PRESETS } from '#domain/payment-plan.ts'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import { LEAD_TIME_STARTS } from '#domain/quote.ts'

/** A line of the form: what is typed, as text. */
export interface LineValues extends Omit<QuoteLine, 'quantity' | 'unitPriceCents'> {
  /** Names the row while the form is open. */
  key: string
  quantity: string
  price: string
}

/** A milestone of a plan of its own: what is typed, as text. */
export interface PlanRow {
  /** Names the row while the form is open. */
  key: string
  percent: string
  trigger: MilestoneTrigger
  days: string
}

/** Values of the form of an offer. */
export interface OfferValues {
  lines: LineValues[]
  discount: string
  freight: string
  freightText: string
  rule: Incoterm
  place: string
  country: string
  state: string
  zipCode: string
  city: string
  weeks: string
  from: QuoteContent['leadTime']['from']
  plan: PlanName | typeof OWN_PLAN
  planDays: string
  /** Milestones of a plan of its own. */
  planRows: PlanRow[]
  validUntil: string
  notes: string
  warnings: string
  files: QuoteFile[]
}

/** One of the usual plans. */
type PlanName = keyof typeof PLAN_PRESETS

/** Name of a plan that is none of the usual ones. */
export const OWN_PLAN = 'own'

export const PLAN_NAMES = Object.keys(PLAN_PRESETS) as PlanName[]

const textOf = (cents: number) => (cents === 0 ? '' : String(toDecimal(cents)))
/** Returns an amount that was typed in cents; null where it is none. */
const centsOf = (text: string): number | null => (text.trim() === '' ? 0 : toMinor(Number(text.replace(',', '.'))))

let keys = 0
/** Returns a new line of the form. */
export function newLine(line: Partial<QuoteLine>): LineValues {
  keys += 1
  const { quantity = 1, unitPriceCents = 0, ...rest } = line
  const empty = {
    kind: 'custom' as const,
    productId: null,
    name: '',
    listPriceCents: null,
    taxClass: 'standard' as const,
    isFromStock: false,
    leadTime: '',
  }
  return { ...empty, ...rest, key: `line-${keys}`, quantity: String(quantity), price: textOf(unitPriceCents) }
}

/** Returns a new milestone of the form. */
export function newPlanRow({ percent, trigger = 'delivery', days = 30 }: Partial<QuoteContent['plan'][number]> = {}): PlanRow {
  keys += 1
  return { key: `milestone-${keys}`, percent: percent === undefined ? '' : String(percent), trigger, days: String(days) }
}

/** Returns the plan and its days as the form names them. */
function planOf(plan: QuoteContent['plan']): Pick<OfferValues, 'plan' | 'planDays' | 'planRows'> {
  const days = plan.find(({ trigger }) => trigger === 'delivery')?.days ?? 30
  const isSame = (name: PlanName) => PLAN_PRESETS[name].of(days).map(milestoneKey).join() === plan.map(milestoneKey).join()
  return { plan: PLAN_NAMES.find(isSame) ?? OWN_PLAN, planDays: String(days), planRows: plan.map(newPlanRow) }
}

const milestoneKey = ({ percent, trigger, days }: QuoteContent['plan'][number]) => `${percent} ${trigger} ${days}`

/** Returns true for a plan that is none of the usual ones. */
export const isOwnPlan = ({ plan }: Pick<OfferValues, 'plan'>): boolean => plan === OWN_PLAN

/** Returns the milestones of the form; numbers that were typed wrong are refused by the server. */
export function milestonesOf({ plan, planDays, planRows }: Pick<OfferValues, 'plan' | 'planDays' | 'planRows'>): QuoteContent['plan'] {
  if (plan !== OWN_PLAN) return [...PLAN_PRESETS[plan].of(Number(planDays))]
  return planRows.map(({ percent, trigger, days }) => ({
    percent: Number(percent),
    trigger,
    days: trigger === 'delivery' ? Number(days) : 0,
  }))
}

/** Returns the change to another plan; one of its own begins with the milestones of the plan before. */
export function withPlan(values: OfferValues, plan: OfferValues['plan']): Partial<OfferValues> {
  return plan === OWN_PLAN && !isOwnPlan(values) ? { plan, planRows: milestonesOf(values).map(newPlanRow) } : { plan }
}

/** Returns what the form of a quote begins with. */
export function valuesOf({ draft, request, files }: Quote): OfferValues {
  const to = draft?.delivery ?? request.deliverTo ?? { country: 'US', state: '', zipCode: '', city: '' }
  return {
    lines: (draft?.lines ?? []).map(newLine),
    discount: textOf(draft?.discountCents ?? 0),
    freight: textOf(draft?.freight?.cents ?? 0),
    freightText: draft?.freight?.text ?? `Freight to ${to.city}`,
    rule: draft?.incoterm.rule ?? 'DAP',
    place: draft?.incoterm.place ?? to.city,
    ...to,
    weeks: String(draft?.leadTime.weeks ?? 4),
    from: draft?.leadTime.from ?? 'order',
    ...planOf(draft?.plan ?? [...PLAN_PRESETS.deposit.of()]),
    validUntil: draft?.validUntil ?? '',
    notes: draft?.notes ?? '',
    warnings: draft?.warnings ?? '',
    files: files.filter(({ id }) => draft?.fileIds.includes(id)).map(({ id, name }) => ({ id, name })),
  }
}

/** Returns the offer that the form says; what is typed wrong is refused by the server, at its field. */
export function contentOf(values: OfferValues): QuoteContent {
  const {
    lines,
    discount,
    freight,
    freightText,
    rule,
    place,
    country,
    state,
    zipCode,
    city,
    weeks,
    from,
    validUntil,
    notes,
    warnings,
    files,
  } = values
  const freightCents = centsOf(freight) ?? -1
  return {
    lines: lines.map(({ key: _key, quantity, price, ...line }) => ({
      ...line,
      quantity: Number(quantity),
      unitPriceCents: centsOf(price) ?? -1,
    })),
    discountCents: centsOf(discount) ?? -1,
    freight: freightCents === 0 ? null : { cents: freightCents, text: freightText },
    incoterm: { rule, place },
    delivery: { country, state, zipCode, city },
    leadTime: { weeks: Number(weeks), from },
    plan: milestonesOf(values),
    validUntil,
    notes,
    ...(warnings && hasCustomLines(values) && { warnings }),
    fileIds: files.map(({ id }) => id),
  }
}

/** Returns true with a line of goods that are no product: their warnings are the offer's. */
export const hasCustomLines = ({ lines }: Pick<OfferValues, 'lines'>): boolean => lines.some(({ kind }) => kind === 'custom')

export const readRule = (text: string): Incoterm => INCOTERMS.find((rule) => rule === text) ?? 'DAP'
export const readStart = (text: string) => LEAD_TIME_STARTS.find((start) => start === text) ?? 'order'
export const readPlan = (text: string): OfferValues['plan'] => PLAN_NAMES.find((name) => name === text) ?? OWN_PLAN
export const readTrigger = (text: string): MilestoneTrigger => MILESTONE_TRIGGERS.find((one) => one === text) ?? 'order'
export const readTaxClass = (text: string) => TAX_CLASSES.find((one) => one === text) ?? 'standard'
