import type { ProductSummary } from '#contract/catalog/products.ts'

const TONES = { Suspended: 'bad', Deleted: 'bad', Featured: 'ok', Active: 'ok', Inactive: 'idle' } as const

/** The one word that tells most about a product in the shop (D222). */
function wordOf({ status, featured }: Pick<ProductSummary, 'status' | 'featured'>): keyof typeof TONES {
  if (status === 'Suspended' || status === 'Deleted') return status
  return featured ? 'Featured' : status
}

/** How a product stands, as a word with its mark; a featured one that customers do not see says so. */
export function ProductBadge({ product }: { product: Pick<ProductSummary, 'status' | 'featured'> }) {
  const word = wordOf(product)
  const isHidden = word === 'Featured' && product.status !== 'Active'
  return <span className={`status ${isHidden ? 'idle' : TONES[word]}`}>{isHidden ? `${word}, inactive` : word}</span>
}
