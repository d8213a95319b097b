import { instant, money } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'

/** Describes a product's sale: its prices, beginning and end; empty for none. */
export function saleText({
  saleUSD,
  saleEUR,
  saleFrom,
  saleTo,
}: Pick<ProductSummary, 'saleUSD' | 'saleEUR' | 'saleFrom' | 'saleTo'>): string {
  if (saleUSD == null || saleEUR == null) return ''
  const window = [saleFrom && `from ${instant(saleFrom)}`, saleTo && `until ${instant(saleTo)}`].filter(Boolean).join(' ')
  return `${money(saleUSD, 'USD')}, ${money(saleEUR, 'EUR')} ${window}`.trim()
}
