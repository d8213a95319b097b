import { ReturnsGrid } from '#app/features/fulfillment/returns/returns-grid.tsx'

export default function ReturnsScreen() {
  return (
    <>
      <h1>Returns</h1>
      <p className="mt-2 max-w-text text-ink-2">Returns that customers requested from you. Please answer soon.</p>
      <ReturnsGrid side="seller" />
    </>
  )
}
