import { Writers } from '#app/features/kit/frame/writers.tsx'
import { QuotesGrid } from '#app/features/quotes/office/quotes-grid.tsx'
import { StartQuoteButton } from '#app/features/quotes/office/start-quote.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Quotes | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function QuotesScreen() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Quotes</h1>
        <Writers>
          <StartQuoteButton office="staffQuotes" />
        </Writers>
      </div>
      <QuotesGrid office="staffQuotes" />
    </>
  )
}
