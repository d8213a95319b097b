import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { WebhookEvent } from '#domain/webhook.ts'
import { createSender } from '#server/integrations/webhooks/send-deliveries.ts'
import { webhookEvents } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openTestShop, type SignedInUser, type TestShop } from './test-shop.ts'
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts'

export const WEBHOOK_SETTINGS = {
  SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
}

export let shop: TestShop
export let receiver: WebhookReceiver

/** Opens a shop with a receiver of webhooks for the tests of a file. */
export function openWebhookShop(open: () => Promise<TestShop> = () => openTestShop(WEBHOOK_SETTINGS)): void {
  beforeAll(async () => {
    shop = await open()
    receiver = await openReceiver()
  })
  beforeEach(async () => {
    await shop.reset()
    receiver.received.length = 0
    receiver.answer((response) => void response.writeHead(204).end())
  })
  afterAll(async () => {
    receiver.close()
    await shop.close()
  })
}

/** Sends everything that is due, as a server does. */
export async function sendDue(deps: Deps = shop.deps): Promise<void> {
  const errors: unknown[] = []
  const { pass, settle } = createSender(deps, new AbortController().signal, (error) => errors.push(error))
  while ((await pass()) > 0) await settle()
  if (errors.length > 0) throw errors[0]
}

/** Makes changes of the stock old enough to be sent. */
export const ageStockEvents = () => shop.deps.db.update(webhookEvents).set({ at: sql`at - interval '11 seconds'` })

/** Messages in the order of their arrival. */
export const messages = () =>
  receiver.received.map(({ path, body }) => ({
    path,
    ...(JSON.parse(body) as { type: string; businessId: string | null; data: Record<string, unknown> }),
  }))

/** A webhook of a seller; `path` names its messages. */
export const addWebhook = (seller: SignedInUser, events: WebhookEvent[], path = '/hook') =>
  seller.webhooks.create({ body: { url: new URL(path, receiver.url).href, events } })

/** A webhook of the platform. */
export const addStaffWebhook = (staff: SignedInUser, events: WebhookEvent[], path = '/staff') =>
  staff.staffWebhooks.create({ body: { url: new URL(path, receiver.url).href, events } })
