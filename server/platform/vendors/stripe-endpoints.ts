import type Stripe from 'stripe'

/** Events that the webhook of the shop needs; docs/settings.md names the same. */
export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'transfer.reversed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** An address to which the provider sends events. */
interface WebhookEndpoint {
  url: string
  isEnabled: boolean
  /** Types of events; `*` for all. */
  events: readonly string[]
}

/** Calls about the webhook at the provider. */
export interface EndpointProvider {
  /** Lists the endpoints of the account, with the time on the provider's clock in whole seconds. */
  listEndpoints: () => Promise<{ endpoints: WebhookEndpoint[]; answeredAt: Date | null }>
  /** Signs an event as the provider does. @returns the value of the header `Stripe-Signature` */
  signEvent: (payload: string, now: Date) => Promise<string>
}

/** The part of the provider that is about the webhook; `open` gives its client, `asked` makes its failures the shop's own. */
export function openEndpoints(
  open: () => Promise<Stripe>,
  asked: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
  secret: string,
): EndpointProvider {
  return {
    listEndpoints: () =>
      asked(async () => {
        const { data, lastResponse } = await (await open()).webhookEndpoints.list({ limit: 100 })
        const date = lastResponse.headers.date
        const endpoints = data.map(({ url, status, enabled_events: events }) => ({ url, isEnabled: status === 'enabled', events }))
        return { endpoints, answeredAt: date ? new Date(date) : null }
      }),
    signEvent: async (payload, now) =>
      (await open()).webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(now.getTime() / 1000) }),
  }
}
