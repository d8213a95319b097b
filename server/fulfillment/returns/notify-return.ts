import type { Return } from '#contract/fulfillment/returns.ts'
import { formatMoney } from '#domain/money.ts'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import { RETURN_REASON_LABELS, RETURN_STATUS_LABELS, type ReturnStatus } from '#domain/return-request.ts'
import { pluralize } from '#domain/text.ts'
import { dueFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { findBusinessEmail, type ReturnRecord } from './order-returns.ts'
import { worthOf } from './present-return.ts'
import type { PricedExchange } from './price-exchange.ts'

/** Email to the customer at each status; a refund sends its own. */
const TEMPLATES: Readonly<Record<ReturnStatus, MailTemplate>> = {
  requested: 'return-requested',
  approved: 'return-approved',
  received: 'return-received',
  refunded: 'return-credited',
  declined: 'return-declined',
}

function factsOf(returned: ReturnRecord): Record<string, unknown> {
  const { row, order, businessName, lines } = returned
  return {
    userId: row.userId,
    orderId: row.orderId,
    number: row.number,
    orderNumber: order.number,
    name: order.userName,
    businessName,
    currency: order.currency,
    lines: lines.map(({ name, quantity, amountCents }) => ({ name, quantity, totalCents: amountCents })),
    amountCents: worthOf(returned),
    reason: RETURN_REASON_LABELS[row.reason],
    note: row.note,
    answer: row.answer ?? undefined,
    withdrawal: returned.withdrawal?.number ?? undefined,
  }
}

/** Products that are sent in exchange for a return, and what becomes of its value; cents. */
export interface ExchangeFacts extends Pick<PricedExchange, 'priced' | 'creditCents' | 'refundCents' | 'dueCents' | 'offDueCents'> {
  order: OrderRow
}

/**
 * Notifies the customer of the status of a return, by email and notification.
 * @param answerBy author of its message where this step brought it
 */
export async function notifyCustomer(
  tx: Db,
  returned: ReturnRecord,
  at: Date,
  { exchange, answerBy }: { exchange?: ExchangeFacts | undefined; answerBy?: 'seller' | 'staff' } = {},
): Promise<void> {
  const { row } = returned
  const dedupeKey = `return-${row.status}:${row.id}`
  if (exchange || row.status !== 'refunded' || row.refundId === null) {
    const to = await findBuyerEmail(tx, row.userId)
    const facts = { ...factsOf(returned), ...(answerBy && { answerBy }), ...(exchange && exchangeFacts(exchange)) }
    await queueMail(tx, { dedupeKey, template: exchange ? 'return-exchanged' : TEMPLATES[row.status], to, facts, at })
  }
  if (row.status === 'requested') return
  await notify(tx, {
    audience: { userId: row.userId },
    kind: 'return',
    title: `Your return ${row.number} is ${exchange ? 'exchanged' : RETURN_STATUS_LABELS[row.status].toLowerCase()}`,
    text: exchange ? exchangeText(exchange) : (row.answer ?? ''),
    path: `/account/orders/${exchange?.order.id ?? row.orderId}`,
    dedupeKey,
    at,
  })
}

function exchangeFacts({ priced, order, creditCents, refundCents, dueCents, offDueCents }: ExchangeFacts) {
  return {
    sentOrderId: order.id,
    sentNumber: order.number,
    sent: priced.lines.map(({ product: { name }, quantity, unitPriceCents }) => ({
      name,
      quantity,
      totalCents: unitPriceCents * quantity,
    })),
    sentCents: order.totalCents,
    ...(creditCents > 0 && { creditCents }),
    ...(refundCents > 0 && { refundCents }),
    ...(dueCents > 0 && { dueCents, ...dueFacts(order) }),
    ...(offDueCents > 0 && { offDueCents }),
  }
}

function exchangeText({ priced, order, refundCents, dueCents }: ExchangeFacts): string {
  const sent = priced.lines.map(({ product: { name }, quantity }) => `${quantity} × ${name}`).join(', ')
  const show = (cents: number) => formatMoney(cents, order.currency)
  const rest = refundCents > 0 ? `, ${show(refundCents)} refunded` : dueCents > 0 ? `, ${show(dueCents)} due` : ''
  return `${sent} in order ${order.number}${rest}`
}

/** Notifies the seller of a requested return, by email and notification. */
export async function notifySeller(tx: Db, returned: ReturnRecord, at: Date): Promise<void> {
  const { row } = returned
  const dedupeKey = `return-asked:${row.id}`
  const to = await findBusinessEmail(tx, row.businessId)
  if (to) await queueMail(tx, { dedupeKey, template: 'return-asked', to, facts: { ...factsOf(returned), name: returned.businessName }, at })
  await notify(tx, {
    audience: { businessId: row.businessId },
    kind: 'return',
    title: returned.withdrawal ? `Return ${row.number} follows from a withdrawal` : `Return ${row.number} was requested`,
    text: RETURN_REASON_LABELS[row.reason],
    path: `/business/returns?search=${row.number}`,
    dedupeKey,
    at,
  })
}

/** Notifies the seller of withdrawn units that have not shipped, by email and notification: not to ship them. */
export async function notifyUnshipped(tx: Db, returned: ReturnRecord, at: Date): Promise<void> {
  const { row, order, lines } = returned
  const dedupeKey = `return-unshipped:${row.id}`
  const to = await findBusinessEmail(tx, row.businessId)
  const facts = { ...factsOf(returned), name: returned.businessName, isUnshipped: 'yes' }
  if (to) await queueMail(tx, { dedupeKey, template: 'return-asked', to, facts, at })
  await notify(tx, {
    audience: { businessId: row.businessId },
    kind: 'return',
    title: `Don't ship ${pluralize(
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
      'unit',
    )} from order ${order.number}`,
    text: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    path: `/business/orders/${row.orderId}`,
    dedupeKey,
    at,
  })
}

/** Facts of a return for the audit log. */
export function auditedReturn({ number, status, lines, answer }: Return) {
  return { number, status, pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0), ...(answer && { answer }) }
}
