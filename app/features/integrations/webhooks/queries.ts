import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'

/** Calls of the webhooks of a business, or of the platform. */
export type WebhookCalls = 'webhooks' | 'staffWebhooks'

/** Deliveries on a page of the log. */
export const LOG_SIZE = 20

/** All webhooks of the caller's business, or of the platform. */
export const webhooksQuery = (token: string | null, calls: WebhookCalls): Read<Webhook[]> => ({
  queryKey: [...officeKey(token), calls],
  read: (api, signal) => api[calls].list({ signal }),
  staleTime: 0,
})

/** A page of the log of a webhook, the newest first. */
export const deliveriesQuery = (
  token: string | null,
  calls: WebhookCalls,
  { id, page }: { id: string; page: number },
): Read<Page<WebhookDelivery>> => ({
  queryKey: [...officeKey(token), calls, id, page],
  read: (api, signal) => api[calls].deliveries({ params: { id }, query: { page: String(page), limit: String(LOG_SIZE) }, signal }),
  staleTime: 0,
})
