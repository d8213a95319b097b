import { formatMoney } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import { milestoneText, stoppingMilestones } from '#domain/payment-plan.ts'
import { isStaffRole } from '#domain/user.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { type OrderRecord, updateOrder } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Transition, TransitionContext } from './applied-transition.ts'

const stoppingOf = (record: OrderRecord, to: OrderStatus) => (record.order.paymentPlan ? stoppingMilestones(milestonesOf(record), to) : [])

/** Refuses to move an order on while a milestone is unpaid that was due before: `milestone_unpaid`. */
export function refuseUnpaid(record: OrderRecord, to: OrderStatus): void {
  const [first] = stoppingOf(record, to)
  if (first === undefined) return
  refuse('milestone_unpaid', { facts: { amount: formatMoney(first.openCents, record.order.currency), when: milestoneText(first) } })
}

/**
 * Stops a locked order from moving on while a milestone of its payment plan is unpaid that was due before, unless staff say why not: then
 * these milestones are released for good.
 * @throws the refusal `milestone_unpaid`
 */
export async function requireMilestones(
  tx: Db,
  record: OrderRecord,
  { to, unpaidReason }: Transition,
  { actor, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const plan = order.paymentPlan
  const stopping = stoppingOf(record, to)
  if (!plan || stopping.length === 0) return
  if (!unpaidReason || !actor || !isStaffRole(actor.role)) return refuseUnpaid(record, to)
  const ids = new Set(stopping.map(({ id }) => id))
  await updateOrder(tx, order.id, {
    paymentPlan: plan.map((milestone) => (ids.has(milestone.id) ? { ...milestone, released: unpaidReason } : milestone)),
  })
  await recordAudit(tx, {
    actor,
    action: 'order.release_milestone',
    targetType: 'order',
    targetId: order.id,
    after: { status: to, milestones: stopping.map(({ percent, openCents }) => ({ percent, openCents })), reason: unpaidReason },
    ...(requestId && { requestId }),
  })
}
