import { keyFacts } from '#app/features/catalog/products/facts.ts'
import { useUnits } from '#app/features/catalog/products/use-units.ts'
import type { Product } from '#contract/catalog/products.ts'

const SHOWN = 4

/** The four key specifications. */
export function KeyFacts({ product }: { product: Product }) {
  const { shown } = useUnits()
  const facts = keyFacts(product, SHOWN)
  if (facts.length === 0) return null
  return (
    <dl className="border-t-2 border-ink pt-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4 py-1">
          <dt className="flex-none max-w-1/2 text-ink-2">
            <bdi>{label}</bdi>
          </dt>
          <dd className="min-w-0 font-semibold text-right">
            <bdi>{shown(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
