import { DisputesGrid } from '#app/features/payments/disputes/disputes-grid.tsx'

export default function DisputesScreen() {
  return (
    <>
      <h1>Disputes</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Card payments that cardholders dispute with their bank. Respond to each in Stripe before it's due. The sellers' shares are held
        until the bank decides.
      </p>
      <DisputesGrid />
    </>
  )
}
