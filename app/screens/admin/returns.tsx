import { ReturnsGrid } from '#app/features/fulfillment/returns/returns-grid.tsx'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'

export default function ReturnsScreen() {
  return (
    <>
      <h1>Returns</h1>
      <PlaceTabs label="Returns and withdrawals" />
      <p className="mt-2 max-w-text text-ink-2">Returns that customers requested. Sellers answer them; you can answer for a seller here.</p>
      <ReturnsGrid side="staff" />
    </>
  )
}
