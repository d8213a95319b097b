import type { CustomLine } from '#contract/cart/agreed-terms.ts'
import { type LineKind, MAX_AGREED_CENTS } from '#domain/agreed-terms.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import { normalizeIdentifier, trimText } from '#domain/text.ts'

/** Most units of one line. */
export const MAX_UNITS = 100_000

/** Returns the quantity of a line; null where the text is not one. */
export function quantityOf({ quantity }: { quantity: string }): number | null {
  const typed = normalizeIdentifier(quantity)
  const units = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return units >= 1 && units <= MAX_UNITS ? units : null
}

/** A line without a product, as it is typed. */
export interface FreeLineDraft {
  key: string
  text: string
  kind: Exclude<LineKind, 'product'>
  quantity: string
  price: string
  taxClass: TaxClass
  /** Empty until it is chosen. */
  businessId: string
  businessName: string
}

/** Terms beside the list, as they are typed. */
export interface AgreedDraft {
  freeLines: FreeLineDraft[]
  freight: { amount: string; text: string } | null
  discount: string
  reason: string
}

export const LIST_DRAFT: AgreedDraft = { freeLines: [], freight: null, discount: '', reason: '' }

/** Help of an amount that cannot be read. */
export const AMOUNT_ERROR = 'Please enter an amount up to 9,000,000'

/** Returns a typed amount as a decimal; null where it is none, or too large. */
export function agreedAmount(typed: string): number | null {
  const cents = toMinor(typed)
  return cents === null || cents < 0 || cents > MAX_AGREED_CENTS ? null : toDecimal(cents)
}

/** Terms as the server is asked about them. */
interface AgreedBody {
  customLines?: CustomLine[]
  freight?: { amount: number; text: string }
  discount?: number
}

/** Returns the terms that are complete. */
export function agreedBody({ freeLines, freight, discount }: AgreedDraft): AgreedBody {
  const customLines = freeLines.flatMap(({ text, kind, price, taxClass, businessId, ...line }) => {
    const [amount, quantity] = [agreedAmount(price), quantityOf(line)]
    return amount === null || quantity === null || trimText(text) === '' || businessId === ''
      ? []
      : [{ text: trimText(text), kind, quantity, price: amount, taxClass, businessId }]
  })
  const amount = freight && agreedAmount(freight.amount)
  const off = agreedAmount(discount)
  return {
    ...(customLines.length > 0 && { customLines }),
    ...(freight && amount !== null && trimText(freight.text) !== '' && { freight: { amount, text: trimText(freight.text) } }),
    ...(off !== null && off > 0 && { discount: off }),
  }
}

/** Returns what is wrong with the terms, by the names of their inputs. */
export function agreedErrors({ freeLines, freight, discount, reason }: AgreedDraft, differs: boolean): Record<string, string> {
  const errors = freeLines.flatMap(({ key, text, price, businessId, ...line }): [string, string][] => [
    ...(businessId === '' ? ([[`seller.${key}`, 'Please choose the seller']] as [string, string][]) : []),
    ...(trimText(text) === '' ? ([[`text.${key}`, 'Please describe this line']] as [string, string][]) : []),
    ...(agreedAmount(price) === null ? ([[`price.${key}`, AMOUNT_ERROR]] as [string, string][]) : []),
    ...(quantityOf(line) === null ? ([[`quantity.${key}`, 'From 1 to 100,000']] as [string, string][]) : []),
  ])
  const more: [string, string][] = []
  if (freight && agreedAmount(freight.amount) === null) more.push(['freightAmount', AMOUNT_ERROR])
  if (freight && trimText(freight.text) === '') more.push(['freightText', 'Please describe the delivery'])
  if (discount.trim() !== '' && agreedAmount(discount) === null) more.push(['discount', AMOUNT_ERROR])
  if (differs && trimText(reason) === '') more.push(['reason', 'Please say why this order differs from the list'])
  return Object.fromEntries([...errors, ...more])
}
