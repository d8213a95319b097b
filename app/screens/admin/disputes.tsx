import { DisputesGrid } from '#app/features/payments/disputes/disputes-grid.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Disputes | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function DisputesScreen() {
  return (
    <>
      <h1>Disputes</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Card payments that cardholders dispute at their bank. Answer each in Stripe before it is due; the sellers' shares are held until the
        bank decides.
      </p>
      <DisputesGrid />
    </>
  )
}
