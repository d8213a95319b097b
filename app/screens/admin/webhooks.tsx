import { WebhookList } from '#app/features/integrations/webhooks/webhook-list.tsx'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'

/** Webhooks of the platform, for staff. */
export default function StaffWebhooksScreen() {
  return (
    <>
      <h1>Webhooks</h1>
      <PlaceTabs label="Team and permissions" />
      <p className="mt-2 max-w-text text-ink-2">
        Notify other systems, such as an ERP, of orders, parcels, returns, products, stock and payouts of the whole shop. Messages are
        signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says.
      </p>
      <WebhookList calls="staffWebhooks" />
    </>
  )
}
