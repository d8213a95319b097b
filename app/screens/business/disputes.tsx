import { OwnDisputesGrid } from '#app/features/payments/disputes/disputes-grid.tsx'

export default function DisputesScreen() {
  return (
    <>
      <h1>Disputes</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Card payments for your orders that cardholders dispute with their bank. Our team responds; your share is held until the bank
        decides.
      </p>
      <OwnDisputesGrid />
    </>
  )
}
