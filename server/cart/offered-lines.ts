import { notForConsumersText } from '#domain/consumer-law.ts'
import type { IsOffered } from '#domain/offered-products.ts'
import type { QuantityRefusal } from '#domain/order-quantity.ts'
import { isPaused, pauseText } from '#domain/pause.ts'
import { notOfferedText } from '#domain/producer-streams.ts'
import type { Destination } from '#domain/shipping-zones.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'

/** Reason for which a line cannot be bought; `code` where there is enough of the product, but not in this quantity. */
export interface LineProblem {
  notice: string
  refusal: string
  code?: QuantityRefusal['code'] | 'not_sold_there' | 'tax_unavailable'
  /** A register number or a paper is missing there: no quote helps. */
  isWithheld?: true
}

type Line = { product: CartProduct; problem: LineProblem | null }

/** Returns the problem of a line that its place is not sold to, with one sentence for all. */
export const notSoldThere = (text: string): LineProblem => ({ notice: text, refusal: text, code: 'not_sold_there' })

/** Keeps products from a country where a register number of their seller or a required paper is missing. */
export const asOffered =
  (isOffered: IsOffered, { country }: Pick<Destination, 'country'>) =>
  <Of extends Line>(line: Of): Of => {
    if (line.problem || isOffered(line.product)) return line
    const notice = notOfferedText(country)
    return { ...line, problem: { notice, refusal: `${line.product.name}: ${notice}`, code: 'not_sold_there', isWithheld: true } }
  }

/** Keeps products from buyers on a day on which their seller takes no orders. */
export const unlessPaused =
  (day: string) =>
  <Of extends Line>(line: Of): Of => {
    const { pause, businessName } = line.product
    if (line.problem || !pause || !isPaused(pause, day)) return line
    const notice = pauseText(businessName, pause)
    return { ...line, problem: { notice, refusal: `${line.product.name}: ${notice}` } }
  }

/** Keeps products without their safety facts, and of sellers whose details are not checked, from consumers of the European Union. */
export const forConsumers =
  ({ country }: Pick<Destination, 'country'>) =>
  <Of extends Line>(line: Of): Of =>
    line.problem || (line.product.isCheckedTrader && line.product.hasSafety)
      ? line
      : { ...line, problem: notSoldThere(notForConsumersText(line.product.name, country)) }
