import { pluralize } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'
import { notify, notifyAll } from '#server/platform/notifications/notification-record.ts'
import { type Buyer, listBuyers, type RecalledRow } from './recall-list.ts'

/** Number of buyers whose emails are stored by one statement. */
const PART = 200

async function notifyPart(tx: Db, { id, slug, name }: RecalledRow, { text, at }: { text: string; at: Date }, buyers: readonly Buyer[]) {
  const key = `${id}:${at.getTime()}`
  await queueMails(
    tx,
    buyers.map(({ userId, email, orderNumbers, ...buyer }) => ({
      dedupeKey: `product-recalled:${key}:${userId}`,
      template: 'product-recalled' as const,
      to: email,
      facts: { name: buyer.name, userId, product: name, slug, text, orders: orderNumbers.join(', ') },
      at,
    })),
  )
  const entries = buyers.map(({ userId }) => ({
    audience: { userId },
    kind: 'recall',
    title: `${name} was recalled`,
    text: 'Stop using it and follow the instructions.',
    path: `/products/${slug}`,
    dedupeKey: `product-recalled:${key}`,
    at,
  }))
  await notifyAll(tx, entries)
}

/** Emails and notifies every buyer of a recalled product, and notifies its seller. */
export async function notifyRecall(tx: Db, product: RecalledRow, recall: { text: string; at: Date }): Promise<void> {
  const buyers = await listBuyers(tx, product.id)
  for (let first = 0; first < buyers.length; first += PART) await notifyPart(tx, product, recall, buyers.slice(first, first + PART))
  await notify(tx, {
    audience: { businessId: product.businessId },
    kind: 'recall',
    title: `${product.name} was recalled`,
    text: `It can't be sold anymore. Don't ship it in open orders. We emailed ${pluralize(buyers.length, 'buyer')}.`,
    path: `/business/products/${product.id}/view`,
    dedupeKey: `product-recalled:${product.id}:${recall.at.getTime()}`,
    at: recall.at,
  })
}
