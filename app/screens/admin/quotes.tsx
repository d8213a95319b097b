import { QuotesGrid } from '#app/features/quotes/office/quotes-grid.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Quotes | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function QuotesScreen() {
  return (
    <>
      <h1>Quotes</h1>
      <QuotesGrid office="staffQuotes" />
    </>
  )
}
