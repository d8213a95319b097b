import type { ProductSummary } from '#contract/catalog/products.ts'

const TONES = { Suspended: 'bad', Deleted: 'bad', Featured: 'ok', Active: 'ok', Inactive: 'idle' } as const

/** Returns the most important status of a product. */
function wordOf({ status, featured }: Pick<ProductSummary, 'status' | 'featured'>): keyof typeof TONES {
  if (status === 'Suspended' || status === 'Deleted') return status
  return featured ? 'Featured' : status
}

/** Status badge of a product; for a featured product that is not public, it says so. */
export function ProductBadge({ product }: { product: Pick<ProductSummary, 'status' | 'featured'> }) {
  const word = wordOf(product)
  const isHidden = word === 'Featured' && product.status !== 'Active'
  return <span className={`status ${isHidden ? 'idle' : TONES[word]}`}>{isHidden ? `${word}, inactive` : word}</span>
}
