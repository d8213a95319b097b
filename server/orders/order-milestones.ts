import type { Order } from '#contract/orders/orders.ts'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import { toDecimal } from '#domain/money.ts'
import { dueCents, paidForLive } from '#domain/order.ts'
import { milestoneStates, milestoneText } from '#domain/payment-plan.ts'
import { dayOf } from '#domain/time.ts'
import { isStaffRole, type Role } from '#domain/user.ts'
import type { OrderRecord } from './order-record.ts'

/** Returns the days after which an order is due; null where it is paid by a plan. */
export const termDaysOf = ({ paymentPlan, termDays }: Pick<OrderRecord['order'], 'paymentPlan' | 'termDays'>) =>
  paymentPlan ? null : (termDays ?? PAYMENT_TERM_DAYS)

/** Returns the milestones of an order with what is open of each. */
export function milestonesOf({ order, parts }: Pick<OrderRecord, 'order' | 'parts'>) {
  const live = parts.filter(({ status }) => status !== 'cancelled')
  const arrivals = live.map(({ deliveredAt }) => deliveredAt)
  const isDelivered = live.length > 0 && arrivals.every((at) => at !== null)
  return milestoneStates(order.paymentPlan ?? [], {
    totalCents: dueCents(parts, 0),
    paidCents: paidForLive(order, parts),
    placedAt: order.createdAt,
    deliveredAt: isDelivered ? new Date(Math.max(...arrivals.map((at) => at?.getTime() ?? 0))) : null,
  })
}

/** Presents the milestones of an order that is paid in parts; nothing of others. */
export function presentPlan(record: OrderRecord, timeZone: string, { role }: { role: Role }): Pick<Order, 'plan'> {
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
  return { plan }
}
