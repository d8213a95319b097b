import { ReturnsGrid } from '#app/features/fulfillment/returns/returns-grid.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Returns | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function ReturnsScreen() {
  return (
    <>
      <h1>Returns</h1>
      <p className="mt-2 max-w-text text-ink-2">Returns that customers requested. Sellers answer them; you can answer for a seller here.</p>
      <ReturnsGrid side="staff" />
    </>
  )
}
