import { disputeDashboardUrl, disputeReasonLabel } from '#domain/dispute.ts'
import { formatMoney } from '#domain/money.ts'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import type { RefundShare } from '#domain/refund-amount.ts'
import { formatLongDate } from '#domain/text.ts'
import type { DisputeRow } from '#server/orders/order-dispute.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Mail, queueMails } from '#server/platform/mail/queued-mails.ts'
import { insertNotifications, type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'
import { listRecipients } from '#server/platform/notifications/notified-sellers.ts'
import { disputeShares } from './record-dispute.ts'

/** Notifies staff and the order's sellers that the bank asks about a payment; `isAgain`: after an inquiry that was closed. */
export async function notifyOpened(
  tx: Db,
  record: OrderRecord,
  { dispute, isAgain }: { dispute: DisputeRow; isAgain: boolean },
  at: Date,
): Promise<void> {
  const { number } = record.order
  const due = dueWords(dispute)
  const moment = isAgain ? 'again' : 'first'
  const words = [disputeReasonLabel(dispute.reason), due && `Respond by ${due}`].filter(Boolean).join('. ')
  await notifyStaff(tx, record, {
    dispute,
    template: 'dispute-opened',
    moment,
    title: `The payment of order ${number} is disputed`,
    text: words,
    at,
  })
  await notifySellers(tx, record, {
    dispute,
    shares: disputeShares(record, dispute.amountCents),
    template: 'seller-dispute-opened',
    moment,
    title: `The payment of order ${number} is disputed`,
    text: 'Your share is on hold until the bank decides.',
    at,
  })
}

/** Notifies staff and the order's sellers how the bank decided; `lost`: what it took from each seller's part. */
export async function notifyClosed(
  tx: Db,
  record: OrderRecord,
  { dispute, lost }: { dispute: DisputeRow; lost: readonly RefundShare[] },
  at: Date,
): Promise<void> {
  const { number } = record.order
  const isWon = dispute.status === 'won'
  const title = `The dispute about order ${number} was ${isWon ? 'won' : 'lost'}`
  const text = isWon
    ? 'You keep the payment.'
    : `The bank returned ${formatMoney(dispute.amountCents, dispute.currency)} to the cardholder.`
  await notifyStaff(tx, record, { dispute, template: 'dispute-closed', moment: dispute.status, title, text, at })
  await notifySellers(tx, record, {
    dispute,
    shares: isWon ? disputeShares(record, dispute.amountCents) : lost,
    template: isWon ? 'seller-dispute-won' : 'seller-dispute-lost',
    moment: dispute.status,
    title,
    text: isWon ? 'Your share is no longer on hold.' : 'The amount is deducted from your balance.',
    at,
  })
}

interface Message {
  dispute: DisputeRow
  template: MailTemplate
  /** Separates events of one dispute: each is notified once. */
  moment: string
  title: string
  text: string
  at: Date
}

const dueWords = ({ evidenceDueAt }: DisputeRow) => (evidenceDueAt ? formatLongDate(evidenceDueAt) : '')

const factsOf = ({ order }: OrderRecord, dispute: DisputeRow) => ({
  orderId: order.id,
  number: order.number,
  currency: dispute.currency,
  reason: disputeReasonLabel(dispute.reason),
  status: dispute.status,
})

async function notifyStaff(tx: Db, record: OrderRecord, { dispute, template, moment, title, text, at }: Message): Promise<void> {
  const key = `${template}:${dispute.id}:${moment}`
  const path = `/admin/orders/${record.order.id}`
  const readers = await notifyAll(tx, [{ audience: { staff: 'orders.read' }, kind: template, title, text, path, dedupeKey: key, at }])
  const facts = {
    ...factsOf(record, dispute),
    due: dueWords(dispute),
    amountCents: dispute.amountCents,
    feeCents: dispute.feeCents,
    link: disputeDashboardUrl(dispute.stripeId, dispute.isLive),
  }
  const mails = readers.map(({ id, name, email }): Mail => {
    return { dedupeKey: `${key}:${id}`, template, to: email, facts: { ...facts, userId: id, name }, at }
  })
  await queueMails(tx, mails)
}

/** Notifies all users of a seller, or by email the mailbox of the business when nobody can sign in; nothing of the buyer is named. */
async function notifySellers(
  tx: Db,
  record: OrderRecord,
  { dispute, shares, template, moment, title, text, at }: Message & { shares: readonly RefundShare[] },
): Promise<void> {
  if (shares.length === 0) return
  const path = `/business/orders/${record.order.id}`
  const key = `${template}:${dispute.id}:${moment}`
  const notices = shares.map(
    ({ businessId }): NewNotification => ({ audience: { businessId }, kind: template, title, text, path, dedupeKey: key, at }),
  )
  const { readers, mailboxes } = await listRecipients(
    tx,
    shares.map(({ businessId }) => businessId),
  )
  const silent = mailboxes.filter(({ businessId }) => readers.every((reader) => reader.businessId !== businessId))
  const people = [
    ...readers.map((reader) => ({ ...reader, key: `${reader.id}:${reader.businessId}` })),
    ...silent.map((one) => ({ ...one, key: one.businessId })),
  ]
  const mails = people.flatMap(({ key: recipient, name, email, businessId }): Mail[] => {
    const share = shares.find((one) => one.businessId === businessId)
    if (!share) return []
    const facts = { ...factsOf(record, dispute), name, amountCents: share.amountCents }
    return [{ dedupeKey: `${key}:${recipient}`, template, to: email, facts, at }]
  })
  await insertNotifications(tx, notices, readers)
  await queueMails(tx, mails)
}
