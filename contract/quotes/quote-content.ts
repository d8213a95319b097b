import * as z from 'zod/mini'
import { Units } from '#contract/cart/agreed-terms.ts'
import { SafetyContact } from '#contract/catalog/product-facts.ts'
import { CountryCode, Day, Id, identifier, requiredLine, requiredText, text } from '#contract/common.ts'
import { isPlace } from '#contract/identity/customer.ts'
import { LINE_KINDS, MAX_AGREED_CENTS, MAX_LINE_CENTS } from '#domain/agreed-terms.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import { hasFreightUnder, INCOTERMS } from '#domain/incoterm.ts'
import { MAX_MILESTONES, MILESTONE_TRIGGERS, type PaymentPlan, planProblem } from '#domain/payment-plan.ts'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import { LEAD_TIME_STARTS, MAX_QUOTE_FILES } from '#domain/quote.ts'

const Cents = z
  .int()
  .check(z.refine((cents: number) => cents >= 0 && cents <= MAX_AGREED_CENTS, { error: 'Please enter an amount up to 9,000,000' }))

const QuoteLine = z.object({
  kind: z.enum(LINE_KINDS),
  /** Null for what is not in the catalog. */
  productId: z.nullable(Id),
  name: requiredLine(200, 'Please name this line'),
  quantity: Units,
  /** Price of one unit without tax. */
  unitPriceCents: Cents,
  /** List price of one unit when it was offered; null where it has none. */
  listPriceCents: z.nullable(Cents),
  /** Class of its tax; that of the product counts for products. */
  taxClass: z.enum(TAX_CLASSES),
  /** Taken from stock when the offer is accepted; false: made to order. */
  isFromStock: z.boolean(),
  /** Lead time of its own, such as "8 weeks"; empty: that of the offer. */
  leadTime: text(80),
})
/** A line of an offer. */
export type QuoteLine = z.output<typeof QuoteLine>

const placeFields = {
  country: CountryCode,
  state: identifier(CUSTOMER_LIMITS.state),
  zipCode: identifier(CUSTOMER_LIMITS.zipCode),
  city: requiredLine(CUSTOMER_LIMITS.city, 'Please enter the city'),
}

/** Place of a delivery; the street comes with the order. */
const QuotePlace = z.object(placeFields).check(...isPlace)

/** Place that is asked for, where what its addresses do not have may be absent. */
export const AskedPlace = z
  .object({ ...placeFields, state: z._default(placeFields.state, ''), zipCode: z._default(placeFields.zipCode, '') })
  .check(...isPlace)

/** Buyer of an offer, as taxes need it. */
const QuoteBuyer = z.object({ kind: z.enum(BUYER_KINDS), vatId: identifier(CUSTOMER_LIMITS.vatId) })

const Milestone = z.object({ percent: z.int(), trigger: z.enum(MILESTONE_TRIGGERS), days: z.int() })

/**
 * Content of an offer: an order copies from it, and from nothing else. Amounts in cents of the quote's currency, without tax.
 */
export const QuoteContent = z
  .object({
    lines: z.array(QuoteLine).check(z.minLength(1, { error: 'Add at least one line' }), z.maxLength(50)),
    /** Off the whole. */
    discountCents: Cents,
    /** Agreed freight; null: none is charged. */
    freight: z.nullable(z.object({ cents: Cents, text: requiredText(120, 'Please describe the freight') })),
    incoterm: z.object({ rule: z.enum(INCOTERMS), place: requiredText(120, 'Please enter the place') }),
    delivery: QuotePlace,
    leadTime: z.object({ weeks: z.int().check(z.gte(0), z.lte(104)), from: z.enum(LEAD_TIME_STARTS) }),
    plan: z.array(Milestone).check(z.minLength(1), z.maxLength(MAX_MILESTONES)),
    /** The last day on which it can be accepted, by the shop's calendar. */
    validUntil: Day,
    notes: text(2000),
    /** Safety warnings of custom products; absent: none. */
    warnings: z.optional(text(2000)),
    fileIds: z.array(Id).check(z.maxLength(MAX_QUOTE_FILES)),
  })
  .check(
    z.refine(({ incoterm, freight }) => freight === null || hasFreightUnder(incoterm.rule), {
      path: ['freight'],
      error: 'With EXW and FCA the buyer pays the transport. Remove the freight or choose another rule.',
    }),
    z.refine(({ plan }) => planProblem(plan as PaymentPlan) === null, {
      // the parsed rows are milestones
      path: ['plan'],
      error: ({ input }) => planProblem((input as { plan: PaymentPlan }).plan) ?? 'Please check the payment plan',
    }),
    z.refine(({ lines }) => lines.every(({ kind, productId }) => (kind === 'product') === (productId !== null)), {
      path: ['lines'],
      error: 'Choose the product of each product line',
    }),
    z.refine(
      ({ lines }) => new Set(lines.flatMap(({ productId }) => productId ?? [])).size === lines.filter(({ productId }) => productId).length,
      {
        path: ['lines'],
        error: 'A product is listed twice',
      },
    ),
    z.refine(({ lines, freight }) => freight === null || lines.some(({ kind }) => kind !== 'service'), {
      path: ['freight'],
      error: 'There is nothing to ship. Please add a product, or remove the freight.',
    }),
    z.refine(({ lines }) => lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0) <= MAX_LINE_CENTS, {
      path: ['lines'],
      error: 'This offer is too large. Please split it.',
    }),
    z.refine(({ lines, discountCents }) => discountCents <= lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0), {
      path: ['discountCents'],
      error: "The discount can't be more than the lines",
    }),
  )
export type QuoteContent = z.output<typeof QuoteContent>

/** An offer as it is stored: with the buyer that its taxes were decided for. */
export const VersionContent = z.extend(QuoteContent, {
  buyer: QuoteBuyer,
  /** Country that its goods leave from; absent in versions from before it was stored, and where it is not known. */
  dispatchCountry: z.optional(z.string()),
  /** Maker of its custom products, for consumers of the European Union; absent for others. */
  maker: z.optional(SafetyContact),
})
export type VersionContent = z.output<typeof VersionContent>

/** Shares of a line of an offer in its totals, in cents. */
export const LineShares = z.object({
  unitPriceCents: z.int(),
  lineTotalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
  shippingTaxCents: z.int(),
  commissionCents: z.int(),
})

/** Totals of an offer in cents; tax is added to the other amounts, or included in them. */
export const QuoteTotals = z.object({
  mode: z.enum(['added', 'included']),
  subtotalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  taxes: z.array(z.object({ label: z.string(), percent: z.int(), text: z.string(), baseCents: z.int(), taxCents: z.int() })),
  /** Shares of each line, in the order of the content. */
  lines: z.array(LineShares),
  commissionCents: z.int(),
  /** Share of the seller: the total without tax and commission. */
  sellerCents: z.int(),
})
export type QuoteTotals = z.output<typeof QuoteTotals>
