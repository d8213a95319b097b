import { formatMoney } from '#domain/money.ts'
import { milestoneText, stoppingMilestones } from '#domain/payment-plan.ts'
import { isStaffRole } from '#domain/user.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { type OrderRecord, updateOrder } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Transition, TransitionContext } from './applied-transition.ts'

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
  const [first, ...others] = plan ? stoppingMilestones(milestonesOf(record), to) : []
  if (!plan || !first) return
  if (!unpaidReason || !actor || !isStaffRole(actor.role)) {
    refuse('milestone_unpaid', { facts: { amount: formatMoney(first.openCents, order.currency), when: milestoneText(first) } })
  }
  const ids = new Set([first, ...others].map(({ id }) => id))
  await updateOrder(tx, order.id, {
    paymentPlan: plan.map((milestone) => (ids.has(milestone.id) ? { ...milestone, released: unpaidReason } : milestone)),
  })
  await recordAudit(tx, {
    actor,
    action: 'order.release_milestone',
    targetType: 'order',
    targetId: order.id,
    after: { status: to, milestones: [first, ...others].map(({ percent, openCents }) => ({ percent, openCents })), reason: unpaidReason },
    ...(requestId && { requestId }),
  })
}
