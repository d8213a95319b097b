import { orderMailFacts } from '#server/orders/mail-facts.ts'
import type { OrderRecord, SellerOrderRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Mail, queueMails } from '#server/platform/mail/queued-mails.ts'
import { insertNotifications, type NewNotification } from '#server/platform/notifications/notification-record.ts'
import { listRecipients } from '#server/platform/notifications/notified-sellers.ts'

/** Canceled seller orders with the notifications of them. */
interface Cancelled {
  parts: readonly SellerOrderRow[]
  notices: readonly NewNotification[]
  reason: string | undefined
  at: Date
}

/**
 * Notifies the sellers of canceled seller orders that these must not be shipped: all users of the seller by notification and email, or the
 * mailbox of the business when nobody can sign in.
 */
export async function notifyCanceled(tx: Db, record: OrderRecord, { parts, notices, reason, at }: Cancelled): Promise<void> {
  if (parts.length === 0) return
  const { readers, mailboxes } = await listRecipients(
    tx,
    parts.map(({ businessId }) => businessId),
  )
  const silent = mailboxes.filter(({ businessId }) => readers.every((reader) => reader.businessId !== businessId))
  const people = [
    ...readers.map((reader) => ({ ...reader, key: `${reader.id}:${reader.businessId}` })),
    ...silent.map((one) => ({ ...one, key: one.businessId })),
  ]
  const mails = people.flatMap(({ key, name, email, businessId }): Mail[] => {
    const part = parts.find((one) => one.businessId === businessId)
    if (!part) return []
    const facts = { ...ownFacts(record, part), name, reason }
    const dedupeKey = `seller-order-cancelled:${record.order.id}:${key}`
    return [{ dedupeKey, template: 'seller-order-cancelled', to: email, facts, businessId: part.businessId, at }]
  })
  await insertNotifications(tx, notices, readers)
  await queueMails(tx, mails)
}

/** Facts that a seller can see: its lines and amounts, nothing of the buyer's account or promo code. */
function ownFacts({ order, lines }: OrderRecord, part: SellerOrderRow): Record<string, unknown> {
  const own = lines.filter(({ businessId }) => businessId === part.businessId)
  const { userId: _buyer, promoCode: _code, seller: _business, ...facts } = orderMailFacts(order, own, part)
  return facts
}
