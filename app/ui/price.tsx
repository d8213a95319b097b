import { money } from '#app/lib/format.ts'

/** A price in both currencies; the page's chosen one is seen and read out. Hidden while the prices of another market are on their way. */
export function Price({ usd, eur, className = '' }: { usd: number; eur: number; className?: string }) {
  return (
    <span className={`price in-data-market:invisible ${className}`}>
      <span data-price="USD">{money(usd, 'USD')}</span>
      <span data-price="EUR">{money(eur, 'EUR')}</span>
    </span>
  )
}
