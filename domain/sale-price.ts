import { toMinor } from './money.ts'

/**
 * Sale of a product: prices in cents, both or none; ISO 8601 instants from which (null: none is set) and until which (null: no end) they
 * apply.
 */
export type Sale = {
  saleUsdCents: number | null
  saleEurCents: number | null
  saleFrom: string | null
  saleTo: string | null
}

/** A product without a sale. */
export const NO_SALE: Sale = { saleUsdCents: null, saleEurCents: null, saleFrom: null, saleTo: null }

/** Prices in cents. */
export type Prices = { priceUsdCents: number; priceEurCents: number }

const PRICE = 'Please enter a price such as 149.90, with at most two decimals.'

/** Returns the prices in force at an instant: those of the sale while it is on and below the regular ones, else the regular ones. */
export function pricesAt(regular: Prices & Sale, at: Date): Prices {
  const { priceUsdCents, priceEurCents, saleUsdCents, saleEurCents, saleFrom, saleTo } = regular
  const isOn = (saleFrom === null || new Date(saleFrom) <= at) && (saleTo === null || at < new Date(saleTo))
  const isLower = saleUsdCents !== null && saleEurCents !== null && saleUsdCents < priceUsdCents && saleEurCents < priceEurCents
  return isOn && isLower ? { priceUsdCents: saleUsdCents, priceEurCents: saleEurCents } : { priceUsdCents, priceEurCents }
}

/** Returns the whole percentage off `former`, rounded down. */
export function percentOff(former: number, price: number): number {
  return Math.floor(((former - price) * 100) / former)
}

type SaleError = { field: string; message: string }

/** Returns what is wrong with a product's sale, by the field as in the API. */
export function saleErrors({ priceUsdCents, priceEurCents, saleUsdCents, saleEurCents, saleFrom, saleTo }: Prices & Sale): SaleError[] {
  if (saleUsdCents === null && saleEurCents === null) return []
  const price = (field: string, sale: number | null, regular: number): SaleError[] => {
    if (sale === null) return [{ field, message: 'Please enter the sale price in both currencies.' }]
    return sale < regular ? [] : [{ field, message: 'The sale price must be lower than the price.' }]
  }
  const isReversed = saleFrom !== null && saleTo !== null && new Date(saleFrom) >= new Date(saleTo)
  return [
    ...price('saleUSD', saleUsdCents, priceUsdCents),
    ...price('saleEUR', saleEurCents, priceEurCents),
    ...(isReversed ? [{ field: 'saleTo', message: 'The sale must end after it begins.' }] : []),
  ]
}

/** Returns the sale as it is stored: without prices there is none, and one without a beginning begins at `now`. */
export function storedSale(sale: Sale, now: Date): Sale {
  if (sale.saleUsdCents === null || sale.saleEurCents === null) return NO_SALE
  return { ...sale, saleFrom: sale.saleFrom ?? now.toISOString() }
}

/** Reads a typed sale price in cents; a text is the reason why it is none. */
export function readSalePrice(text: string): number | string {
  const cents = /^\d{1,9}([.,]\d+)?$/.test(text) ? toMinor(text.replace(',', '.')) : null
  return cents !== null && cents > 0 ? cents : PRICE
}
