import { ReturnsGrid } from '#app/features/fulfillment/returns/returns-grid.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Returns | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function ReturnsScreen() {
  return (
    <>
      <h1>Returns</h1>
      <p className="mt-2 max-w-lead text-ink-2">
        Products that customers send back. Sellers answer for themselves; here you can answer for them.
      </p>
      <ReturnsGrid side="staff" />
    </>
  )
}
