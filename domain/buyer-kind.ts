import { trimText } from './text.ts'

/** Kinds of buyers: the law and the prices of consumers are others than those of businesses. */
export const BUYER_KINDS = ['business', 'consumer'] as const

/** One of `BUYER_KINDS`. */
export type BuyerKind = (typeof BUYER_KINDS)[number]

/** Kind of a buyer in a form in which nobody has chosen one. */
export const DEFAULT_BUYER_KIND: BuyerKind = 'business'

/** Labels of the kinds of buyers, after "I am buying as". */
export const BUYER_KIND_LABELS: Readonly<Record<BuyerKind, string>> = { business: 'A business', consumer: 'A private person' }

/** Returns the kind of a buyer; one who did not say it buys as a business where a company was given. */
export function buyerKindOf({ buyerKind, company }: { buyerKind?: BuyerKind | null | undefined; company?: string | undefined }): BuyerKind {
  return buyerKind ?? (trimText(company ?? '') === '' ? 'consumer' : 'business')
}
