import type { Db } from '#server/db/client.ts'
import { type Mail, queueMails } from '#server/mail/repository.ts'
import type { Reader } from '#server/notifications/repository.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import type { OrderPartRow, OrderRecord } from '#server/orders/repository.ts'
import { listMailboxes } from '#server/orders/sellers/repository.ts'

/** Parts that were cancelled, and everybody who was told so by a notice. */
interface Cancelled {
  parts: readonly OrderPartRow[]
  readers: readonly Reader[]
  reason: string | undefined
  at: Date
}

/** Mails the sellers of cancelled parts that these are not to be sent: everybody who runs the seller, or the firm's own mailbox where nobody can sign in. */
export async function mailSellers(tx: Db, record: OrderRecord, { parts, readers, reason, at }: Cancelled): Promise<void> {
  const silent = parts.filter(({ businessId }) => !readers.some((reader) => reader.businessId === businessId))
  const mailboxes = await listMailboxes(
    tx,
    silent.map(({ businessId }) => businessId),
  )
  const people = [
    ...readers.map(({ id, name, email, businessId }) => ({ key: id, name, email, businessId })),
    ...[...mailboxes].map(([businessId, mailbox]) => ({ ...mailbox, key: businessId, businessId })),
  ]
  const mails = people.flatMap(({ key, name, email, businessId }): Mail[] => {
    const part = parts.find((one) => one.businessId === businessId)
    if (!part) return []
    const facts = { ...ownFacts(record, part), name, reason }
    return [{ dedupeKey: `seller-order-cancelled:${record.order.id}:${key}`, template: 'seller-order-cancelled', to: email, facts, at }]
  })
  await queueMails(tx, mails)
}

/** What a seller may know: the own lines and amounts, nothing of the buyer's account nor of the buyer's code. */
function ownFacts({ order, lines }: OrderRecord, part: OrderPartRow): Record<string, unknown> {
  const own = lines.filter(({ businessId }) => businessId === part.businessId)
  const { userId: _buyer, promoCode: _code, seller: _firm, ...facts } = orderMailFacts(order, own, part)
  return facts
}
