import { WebhookList } from '#app/features/integrations/webhooks/webhook-list.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'

/** Webhooks of the seller's business, for its owners. */
export default function BusinessWebhooksScreen() {
  const user = usePageUser()
  if (!user) return null
  return (
    <>
      <h1>Webhooks</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Notify your own systems, such as an ERP, of your orders, parcels, returns, products, stock and payouts. Messages are signed as{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says.
      </p>
      {user.businessStatus === 'suspended' && (
        <p className="notice bad mt-4">
          <b>Suspended.</b> No messages are sent while your business is suspended. What happens meanwhile isn't sent later.
        </p>
      )}
      {user.memberKind === 'owner' ? (
        <WebhookList calls="webhooks" />
      ) : (
        <p className="panel mt-6 p-5 text-ink-2">Only owners of the business manage its webhooks. Ask one of them.</p>
      )}
    </>
  )
}
