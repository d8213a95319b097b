import type { Order } from '#contract/orders/orders.ts'
import { dueDate, PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import { toDecimal } from '#domain/money.ts'
import { dueCents, paidForLive } from '#domain/order.ts'
import { isChargeable } from '#domain/part-payment.ts'
import { milestoneStates, milestoneText, payableMilestone } from '#domain/payment-plan.ts'
import { dayOf } from '#domain/time.ts'
import { isStaffRole, type Role } from '#domain/user.ts'
import type { OrderRecord } from './order-record.ts'
import { returnedTaxCents } from './refunded-lines.ts'

/** Returns the days after which an order is due; null where it is paid by a plan. */
export const termDaysOf = ({ paymentPlan, termDays }: Pick<OrderRecord['order'], 'paymentPlan' | 'termDays'>) =>
  paymentPlan ? null : (termDays ?? PAYMENT_TERM_DAYS)

/** Returns the milestones of an order with what is open of each; VAT that is not owed any more is in none of them. */
export function milestonesOf({ order, parts, lines }: Pick<OrderRecord, 'order' | 'parts' | 'lines'>) {
  const live = parts.filter(({ status }) => status !== 'cancelled')
  const arrivals = live.map(({ deliveredAt }) => deliveredAt)
  const departures = live.flatMap(({ shippedAt }) => shippedAt?.getTime() ?? [])
  const isDelivered = live.length > 0 && arrivals.every((at) => at !== null)
  return milestoneStates(order.paymentPlan ?? [], {
    totalCents: dueCents(
      parts,
      live.reduce((sum, { businessId }) => sum + returnedTaxCents({ lines }, businessId), 0),
    ),
    paidCents: paidForLive(order, parts),
    placedAt: order.createdAt,
    dispatchedAt: departures.length > 0 ? new Date(Math.min(...departures)) : null,
    deliveredAt: isDelivered ? new Date(Math.max(...arrivals.map((at) => at?.getTime() ?? 0))) : null,
  })
}

/** An amount of an order that is to be paid by a day; each part of an order has a `key` of its own. */
export interface DueAmount {
  key: string
  cents: number
  dueAt: Date
}

/**
 * Returns what is to be paid for an order, and when: of a plan each part whose day is known.
 * @param due cents that are left to pay for the order
 */
export function amountsDue(record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>, due: number): DueAmount[] {
  if (due === 0) return []
  const dueAt = dueDate(record.order)
  if (dueAt) return [{ key: record.order.id, cents: due, dueAt }]
  return milestonesOf(record).flatMap(({ id, openCents, dueAt: partDueAt }) =>
    openCents > 0 && partDueAt ? [{ key: `${record.order.id}:${id}`, cents: Math.min(openCents, due), dueAt: partDueAt }] : [],
  )
}

/**
 * Returns the milestone that the buyer can pay by card now, with its amount; null: none, or the amount is none for a card.
 * @param due cents that are left to pay for the order, less what came back
 */
export function cardMilestone(
  record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>,
  due: number,
): { id: string; amountCents: number } | null {
  const { paymentMethod, status } = record.order
  if (paymentMethod === 'card' || status === 'cancelled' || due === 0) return null
  const next = payableMilestone(milestonesOf(record))
  const amountCents = Math.min(next?.openCents ?? 0, due)
  return next && isChargeable(amountCents) ? { id: next.id, amountCents } : null
}

/** Presents the milestones of an order that is paid in parts; nothing of others. */
export function presentPlan(
  record: OrderRecord,
  { timeZone, due }: { timeZone: string; due: number },
  { role }: { role: Role },
): Pick<Order, 'plan' | 'cardAmount'> {
  if (!record.order.paymentPlan) return {}
  const plan = milestonesOf(record).map(({ id, percent, amountCents, openCents, dueAt, released, ...milestone }) => ({
    id,
    percent,
    text: milestoneText(milestone),
    amount: toDecimal(amountCents),
    open: toDecimal(openCents),
    dueOn: dueAt && dayOf(dueAt, timeZone),
    released: isStaffRole(role) ? (released ?? null) : null,
  }))
  const byCard = cardMilestone(record, due)
  return { plan, ...(byCard && { cardAmount: toDecimal(byCard.amountCents) }) }
}
