import { useMarketFacts } from '#app/lib/market.ts'
import { Link } from '#app/ui/link.tsx'

const WITH_SHIPPING = ', plus shipping'

/** Words beside prices: whether tax is in them, as the visitor's market has it. Once for each list, and on each product. */
export function PriceWords() {
  const { taxLabel } = useMarketFacts()
  if (!taxLabel.endsWith(WITH_SHIPPING)) return taxLabel || 'before tax'
  return (
    <>
      {taxLabel.slice(0, -'shipping'.length)}
      <Link to="/shipping">shipping</Link>
    </>
  )
}

/** The words of a list of products. */
export function PriceNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-sm text-ink-2 ${className}`}>
      Prices <PriceWords />
    </p>
  )
}
