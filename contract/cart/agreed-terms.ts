import * as z from 'zod/mini'
import { Id, requiredText } from '#contract/common.ts'
import { Amount, Money } from '#contract/money.ts'
import { LINE_KINDS, MAX_AGREED_CENTS } from '#domain/agreed-terms.ts'
import { CUSTOMER_SENTENCES } from '#domain/customer.ts'
import { isPrintable } from '#domain/letters.ts'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import { formatCount } from '#domain/text.ts'

const MAX_UNITS = 100_000

/** Units of a line. */
export const Units = z.int().check(
  z.refine((value: number) => value >= 1 && value <= MAX_UNITS, {
    error: `Please enter a whole number from 1 to ${formatCount(MAX_UNITS)}`,
  }),
)

/** An amount that was agreed, without tax, in the currency of the order: at most 9,000,000. */
export const AgreedAmount = Money.check(
  z.refine((value: number) => value * 100 <= MAX_AGREED_CENTS, { error: `Please enter at most ${formatCount(MAX_AGREED_CENTS / 100)}` }),
)

/** A text that documents print. */
const printedText = (max: number) => requiredText(max).check(z.refine(isPrintable, { error: CUSTOMER_SENTENCES.letters }))

/** A line without a product: a service such as installation or training, or something else that is sent (`custom`). */
export const CustomLine = z.object({
  text: printedText(200),
  kind: z._default(
    z.enum(LINE_KINDS).check(z.refine((kind) => kind !== 'product', { error: 'Please choose a product instead' })),
    'service',
  ),
  quantity: z._default(Units, 1),
  price: AgreedAmount,
  taxClass: z._default(z.enum(TAX_CLASSES), 'standard'),
  /** Its seller; left out: the one seller of the products. */
  businessId: z.optional(Id),
})
export type CustomLine = z.output<typeof CustomLine>

/** Freight of the whole order in place of the rates. */
export const AgreedFreight = z.object({ amount: AgreedAmount, text: printedText(120) })

/** Terms beside the list; left out where there are none. */
export const agreedFields = {
  customLines: z.optional(z.array(CustomLine).check(z.maxLength(50))),
  freight: z.optional(z.nullable(AgreedFreight)),
  /** Taken off the subtotal as the buyer sees it, after the code. */
  discount: z.optional(AgreedAmount),
}

/** A line without a product as it was priced: its price as the buyer sees it. */
export const PricedCustomLine = z.object({
  text: z.string(),
  kind: z.enum(LINE_KINDS),
  quantity: z.int(),
  price: Amount,
  lineTotal: Amount,
  businessId: z.string(),
  businessName: z.string(),
  /** Reason for which it cannot be ordered; null: it can. */
  notice: z.nullable(z.string()),
})
