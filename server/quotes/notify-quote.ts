import { formatMoney } from '#domain/money.ts'
import { QUOTE_STATE_LABELS, type QuoteSide } from '#domain/quote-state.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { findBuyerEmail } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import { addMails, type Mail, queueMails } from '#server/platform/mail/queued-mails.ts'
import {
  addNotifications,
  type NewNotification,
  notify,
  notifyAll,
  type Recipient,
} from '#server/platform/notifications/notification-record.ts'
import { listRecipients } from '#server/platform/notifications/notified-sellers.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { titleOf } from './present-quote.ts'
import { isUnseen, type QuoteRow } from './quote-record.ts'

/** An event of a quote. `key` makes it happen once; facts are those of the email. */
interface QuoteEvent {
  template: Extract<Mail['template'], `quote-${string}`>
  /** Sentence of the notification, after the number. */
  title: string
  text?: string
  key: string
  facts?: Record<string, unknown>
  at: Date
}

const factsOf = (row: QuoteRow) => ({
  reference: row.number,
  quoteId: row.id,
  title: titleOf(row),
  currency: row.currency,
  ...(row.totalCents !== null && { totalCents: row.totalCents }),
  ...(row.validUntil && { validUntil: row.validUntil.toISOString() }),
})

const noticeOf = (row: QuoteRow, { template, title, text, key, at }: QuoteEvent, path: string): Omit<NewNotification, 'audience'> => ({
  kind: template,
  title: `Quote ${row.number} ${title}`,
  ...(text && { text }),
  path,
  dedupeKey: `${template}:${key}`,
  at,
})

/** Notifies the buyer, by email and in the shop, of what the buyer sees. A request from before quotes has no account, only an address. */
async function notifyBuyer(tx: Db, row: QuoteRow, event: QuoteEvent): Promise<void> {
  if (isUnseen(row)) return
  const { buyerId, buyerEmail, buyerName } = row
  const to = buyerId === null ? buyerEmail : await findBuyerEmail(tx, buyerId)
  const { template, key, at } = event
  if (buyerId !== null) await notify(tx, { ...noticeOf(row, event, `/quotes/${row.id}`), audience: { userId: buyerId } })
  if (to === '') return // erased
  const facts = { ...factsOf(row), name: buyerName, ...(buyerId !== null && { userId: buyerId, hasAccount: 'yes' }), ...event.facts }
  await queueMails(tx, [{ dedupeKey: `${template}:${key}:buyer`, template, to, facts, at }])
}

/**
 * Notifies everybody of the seller, by email and in the shop; staff where a quote has no seller. The buyer's address is not among the
 * facts.
 */
async function notifySeller(tx: Db, row: QuoteRow, event: QuoteEvent): Promise<void> {
  const { template, key, at } = event
  const facts = sellerFacts(row, event)
  if (row.businessId === null) {
    const { company } = await readSettings(tx)
    await notify(tx, { ...noticeOf(row, event, `/admin/quotes/${row.id}`), audience: { staff: 'orders.read' } })
    await queueMails(tx, [{ dedupeKey: `${template}:${key}:staff`, template, to: company.email, facts: { ...facts, isStaff: 'yes' }, at }])
    return
  }
  const notice = { ...noticeOf(row, event, `/business/quotes/${row.id}`), audience: { businessId: row.businessId } }
  await queueMails(tx, mailsTo(await notifyAll(tx, [notice]), event, facts))
}

const mailsTo = (readers: readonly Recipient[], { template, key, at }: QuoteEvent, facts: Record<string, unknown>): Mail[] =>
  readers.map(({ id, name, email, businessId }) => {
    const dedupeKey = `${template}:${key}:${id}`
    return { dedupeKey, template, to: email, facts: { ...facts, name, userId: id }, ...(businessId && { businessId }), at }
  })

const sellerFacts = (row: QuoteRow, event: QuoteEvent) => ({
  ...factsOf(row),
  buyer: row.buyerCompany || row.buyerName,
  side: 'seller',
  ...event.facts,
})

const notifySide = { buyer: notifyBuyer, seller: notifySeller }

/** Announces a request to its seller, or to staff, and confirms it to the buyer. */
export async function announceRequest(tx: Db, row: QuoteRow, at: Date): Promise<void> {
  const { deliverTo, neededBy, message } = row.request
  const place = deliverTo && [deliverTo.zipCode, deliverTo.city, deliverTo.country].filter(Boolean).join(' ')
  const facts = { message, place, neededBy }
  await notifySeller(tx, row, { template: 'quote-request', title: 'was requested', text: titleOf(row), key: row.id, facts, at })
  if (row.buyerId) await notifyBuyer(tx, row, { template: 'quote-received', title: 'was received', key: row.id, facts, at })
}

/** Announces to the seller a request that staff have named it for. */
export const announceAssigned = (tx: Db, row: QuoteRow, note: string, at: Date): Promise<void> =>
  notifySeller(tx, row, {
    template: 'quote-request',
    title: 'was requested',
    text: titleOf(row),
    key: `${row.id}:${row.businessId}`,
    facts: { message: row.request.message, note },
    at,
  })

/** Announces a version to the buyer: the first one, or a changed one. */
export async function announceVersion(tx: Db, row: QuoteRow, { seller, at }: { seller: string; at: Date }): Promise<void> {
  const total = row.totalCents === null ? '' : formatMoney(row.totalCents, row.currency)
  const isFirst = row.versionNumber === 1
  const key = `${row.id}:${row.versionNumber}`
  const facts = { seller, number: row.versionNumber }
  if (isFirst) await notifyBuyer(tx, row, { template: 'quote-offered', title: 'has an offer', text: total, key, facts, at })
  else await notifyBuyer(tx, row, { template: 'quote-changed', title: 'has a new version', text: total, key, facts, at })
}

/** Announces to the seller that its offer became an order, as a part of what `work` writes. */
export async function announceAccepted(work: UnitOfWork, row: QuoteRow, order: { id: string; number: string }, at: Date): Promise<void> {
  const facts = { orderId: order.id, orderNumber: order.number }
  const event: QuoteEvent = { template: 'quote-accepted', title: `became order ${order.number}`, key: row.id, facts, at }
  const businessId = row.businessId ?? ''
  const { readers } = await listRecipients(work.tx, [businessId])
  const notice = { ...noticeOf(row, event, `/business/quotes/${row.id}`), audience: { businessId } }
  addNotifications(work, [notice], readers)
  addMails(work, mailsTo(readers, event, sellerFacts(row, event)))
}

/** Announces to the other side that a quote was declined or withdrawn. */
export const announceClosed = (tx: Db, row: QuoteRow, by: QuoteSide, at: Date): Promise<void> =>
  notifySide[by === 'buyer' ? 'seller' : 'buyer'](tx, row, {
    template: 'quote-closed',
    title: `was ${QUOTE_STATE_LABELS[row.status].toLowerCase()}`,
    text: row.closedReason,
    key: `${row.id}:${row.versionNumber}`,
    facts: { status: row.status, reason: row.closedReason, by },
    at,
  })

/** Announces a message to the other side. */
export const announceMessage = (
  tx: Db,
  row: QuoteRow,
  { by, id, text, at }: { by: QuoteSide; id: string; text: string; at: Date },
): Promise<void> =>
  notifySide[by === 'buyer' ? 'seller' : 'buyer'](tx, row, {
    template: 'quote-message',
    title: 'has a new message',
    key: id,
    facts: { message: text },
    at,
  })

/** Asks the seller for a new version, since the taxes of its offer have changed. */
export const askForVersion = (tx: Db, row: QuoteRow, at: Date): Promise<void> =>
  notifySeller(tx, row, {
    template: 'quote-outdated',
    title: 'needs a new version',
    text: 'The buyer wanted to accept it, but its taxes have changed.',
    key: `${row.id}:${row.versionNumber}`,
    at,
  })

/** Reminds the buyer of an offer that ends soon, says that one has ended, or reminds the seller of a request. */
export async function remind(tx: Db, row: QuoteRow, what: 'ends' | 'ended' | 'waits', at: Date): Promise<void> {
  const key = `${row.id}:${row.versionNumber}`
  if (what === 'waits')
    await notifySeller(tx, row, { template: 'quote-waits', title: 'waits for your answer', text: titleOf(row), key, at })
  else if (what === 'ends') {
    const days = Math.ceil(((row.validUntil ?? at).getTime() - at.getTime()) / DAY_MS)
    await notifyBuyer(tx, row, { template: 'quote-ends', title: 'ends soon', key, facts: { days: pluralize(days, 'day') }, at })
  } else {
    await notifyBuyer(tx, row, { template: 'quote-ended', title: 'has expired', key, at })
    if (row.versionNumber > 0) await notifySeller(tx, row, { template: 'quote-ended', title: 'has expired', key, at })
  }
}
