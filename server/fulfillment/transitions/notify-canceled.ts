import { pluralize } from '#domain/text.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import type { OrderLineRow, OrderRecord, SellerOrderRow } from '#server/orders/order-record.ts'
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
  const { readers, addressees } = await listAddressees(
    tx,
    parts.map(({ businessId }) => businessId),
  )
  const mails = addressees.flatMap(({ key, name, email, businessId }): Mail[] => {
    const part = parts.find((one) => one.businessId === businessId)
    if (!part) return []
    const facts = { ...ownFacts(record, part), name, reason }
    const dedupeKey = `seller-order-cancelled:${record.order.id}:${key}`
    return [{ dedupeKey, template: 'seller-order-cancelled', to: email, facts, businessId: part.businessId, at }]
  })
  await insertNotifications(tx, notices, readers)
  await queueMails(tx, mails)
}

/** Units of a locked order that were refunded and must not be shipped, of one seller. */
interface Stopped {
  refundId: string
  businessId: string
  lines: readonly OrderLineRow[]
  hasMore: boolean
  at: Date
}

/** Notifies a seller not to ship refunded units, as of a canceled seller order. */
export async function notifyStopped(tx: Db, { order }: OrderRecord, { refundId, businessId, lines, hasMore, at }: Stopped): Promise<void> {
  const { readers, addressees } = await listAddressees(tx, [businessId])
  const dedupeKey = `refund-unshipped:${refundId}`
  const units = pluralize(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'unit',
  )
  const notice = {
    audience: { businessId },
    kind: 'refund',
    title: `Don't ship ${units} from order ${order.number}`,
    text: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    path: `/business/orders/${order.id}`,
    dedupeKey,
    at,
  }
  const named = lines.map(({ name, sku, quantity }) => ({ name, sku: sku ?? undefined, quantity }))
  const facts = { orderId: order.id, number: order.number, units, lines: named, ...(hasMore && { hasMore: 'yes' }) }
  await insertNotifications(tx, [notice], readers)
  await queueMails(
    tx,
    addressees.map(({ key, name, email }) => ({
      dedupeKey: `${dedupeKey}:${key}`,
      template: 'seller-units-refunded',
      to: email,
      facts: { ...facts, name },
      businessId,
      at,
    })),
  )
}

/** Returns the users of sellers, and who gets their emails: these, or the mailbox of a business where nobody can sign in. */
async function listAddressees(tx: Db, businessIds: readonly string[]) {
  const { readers, mailboxes } = await listRecipients(tx, businessIds)
  const silent = mailboxes.filter(({ businessId }) => readers.every((reader) => reader.businessId !== businessId))
  const addressees = [
    ...readers.map((reader) => ({ ...reader, key: `${reader.id}:${reader.businessId}` })),
    ...silent.map((one) => ({ ...one, key: one.businessId })),
  ]
  return { readers, addressees }
}

/** Facts that a seller can see: its lines and amounts, nothing of the buyer's account or promo code. */
function ownFacts({ order, lines }: OrderRecord, part: SellerOrderRow): Record<string, unknown> {
  const own = lines.filter(({ businessId }) => businessId === part.businessId)
  const { userId: _buyer, promoCode: _code, seller: _business, ...facts } = orderMailFacts(order, own, part)
  return facts
}
