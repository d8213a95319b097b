import type { Compared } from './comparison.ts'
import { useComparison } from './use-comparison.ts'

/** Check box that takes a product into the comparison, or out of it. */
export function CompareChoice({ product, className = '' }: { product: Compared; className?: string }) {
  const { chosen, add, remove } = useComparison()
  const isChosen = chosen.some(({ slug }) => slug === product.slug)
  return (
    <label className={`needs-script no-print relative z-1 inline-flex items-center gap-2 text-sm cursor-pointer ${className}`}>
      <input
        type="checkbox"
        autoComplete="off" // a browser that restores the page must not choose once more
        checked={isChosen}
        onChange={() => (isChosen ? remove(product.slug) : add(product))}
      />
      <span>
        Compare
        <span className="visually-hidden">
          {' '}
          <bdi>{product.name}</bdi>
        </span>
      </span>
    </label>
  )
}
