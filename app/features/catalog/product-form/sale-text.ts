import { money, shopInstant } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'

/** Describes a product's sale: its prices, beginning and end; empty for none. */
export function saleText({
  saleUSD,
  saleEUR,
  saleFrom,
  saleTo,
}: Pick<ProductSummary, 'saleUSD' | 'saleEUR' | 'saleFrom' | 'saleTo'>): string {
  if (saleUSD == null || saleEUR == null) return ''
  const window = [saleFrom && `from ${shopInstant(saleFrom)}`, saleTo && `until ${shopInstant(saleTo)}`].filter(Boolean).join(' ')
  return `${money(saleUSD, 'USD')}, ${money(saleEUR, 'EUR')} ${window}`.trim()
}
