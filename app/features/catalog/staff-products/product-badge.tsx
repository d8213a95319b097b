import type { ProductSummary } from '#contract/catalog/products.ts'

const TONES = { Recalled: 'bad', Suspended: 'bad', Deleted: 'bad', Featured: 'ok', Active: 'ok', Inactive: 'idle' } as const

/** A product of a list, or of a form. */
type Shown = Pick<ProductSummary, 'status' | 'featured' | 'isRecalled'> & { recall?: object | null }

/** Returns the most important status of a product. */
function wordOf({ status, featured, isRecalled, recall }: Shown): keyof typeof TONES {
  if (status !== 'Deleted' && (isRecalled || recall)) return 'Recalled'
  if (status === 'Suspended' || status === 'Deleted') return status
  return featured ? 'Featured' : status
}

/** Status badge of a product; for a featured product that is not public, it says so. */
export function ProductBadge({ product }: { product: Shown }) {
  const word = wordOf(product)
  const isHidden = word === 'Featured' && product.status !== 'Active'
  return <span className={`status ${isHidden ? 'idle' : TONES[word]}`}>{isHidden ? `${word}, inactive` : word}</span>
}
