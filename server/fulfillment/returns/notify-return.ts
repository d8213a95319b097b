import type { Return } from '#contract/fulfillment/returns.ts'
import { RETURN_REASON_LABELS, RETURN_STATUS_LABELS, type ReturnStatus } from '#domain/return-request.ts'
import { findBuyerEmail } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type MailTemplate, queueMail } from '#server/platform/mail/outbox.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { findBusinessEmail, type ReturnRecord } from './order-returns.ts'
import { worthOf } from './present-return.ts'

/** What a customer is written at each step; the mail about a refund is that of the refund itself. */
const TEMPLATES: Readonly<Record<ReturnStatus, MailTemplate>> = {
  requested: 'return-requested',
  approved: 'return-approved',
  received: 'return-received',
  refunded: 'return-credited',
  declined: 'return-declined',
}

function factsOf(goods: ReturnRecord): Record<string, unknown> {
  const { row, order, businessName, lines } = goods
  return {
    userId: row.userId,
    orderId: row.orderId,
    number: row.number,
    orderNumber: order.number,
    name: order.userName,
    businessName,
    currency: order.currency,
    lines: lines.map(({ name, quantity, amountCents }) => ({ name, quantity, totalCents: amountCents })),
    amountCents: worthOf(goods),
    reason: RETURN_REASON_LABELS[row.reason],
    note: row.note,
    answer: row.answer ?? undefined,
  }
}

/** Writes to the customer, and tells the bell, that a return has come to its present state. */
export async function notifyCustomer(tx: Db, goods: ReturnRecord, at: Date): Promise<void> {
  const { row } = goods
  const dedupeKey = `return-${row.status}:${row.id}`
  if (row.status !== 'refunded' || row.refundId === null) {
    const to = await findBuyerEmail(tx, row.userId)
    await queueMail(tx, { dedupeKey, template: TEMPLATES[row.status], to, facts: factsOf(goods), at })
  }
  if (row.status === 'requested') return
  await notify(tx, {
    audience: { userId: row.userId },
    kind: 'return',
    title: `Your return ${row.number} is ${RETURN_STATUS_LABELS[row.status].toLowerCase()}`,
    text: row.answer ?? '',
    path: `/account/orders/${row.orderId}`,
    dedupeKey,
    at,
  })
}

/** Writes to the seller, and tells the bell, that somebody wants to send goods back. */
export async function notifySeller(tx: Db, goods: ReturnRecord, at: Date): Promise<void> {
  const { row } = goods
  const dedupeKey = `return-asked:${row.id}`
  const to = await findBusinessEmail(tx, row.businessId)
  if (to) await queueMail(tx, { dedupeKey, template: 'return-asked', to, facts: { ...factsOf(goods), name: goods.businessName }, at })
  await notify(tx, {
    audience: { businessId: row.businessId },
    kind: 'return',
    title: `Return ${row.number} was requested`,
    text: RETURN_REASON_LABELS[row.reason],
    path: `/business/returns?search=${row.number}`,
    dedupeKey,
    at,
  })
}

/** What the audit log keeps of a return. */
export function auditedReturn({ number, status, lines, answer }: Return) {
  return { number, status, pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0), ...(answer && { answer }) }
}
