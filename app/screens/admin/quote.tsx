import { useParams } from 'react-router'
import { OfficeQuote } from '#app/features/quotes/office/office-quote.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Quote | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function QuoteScreen() {
  const { id = '' } = useParams()
  return <OfficeQuote id={id} office="staffQuotes" />
}
