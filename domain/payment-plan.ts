import { allocate } from './money.ts'
import type { OrderStatus } from './order.ts'
import { DAY_MS } from './time.ts'

/** Events that milestones are due at, in the order in which they come. */
export const MILESTONE_TRIGGERS = ['order', 'dispatch', 'delivery'] as const

/** One of `MILESTONE_TRIGGERS`. */
export type MilestoneTrigger = (typeof MILESTONE_TRIGGERS)[number]

/** A part of the price of an order: whole percent, and when it is due. */
interface Milestone {
  percent: number
  trigger: MilestoneTrigger
  /** Days after the delivery; 0 for other triggers. */
  days: number
}

/** Milestones of an order in the order in which they are due; together 100 percent. */
export type PaymentPlan = readonly Milestone[]

/** A milestone of a stored order. */
export interface StoredMilestone extends Milestone {
  id: string
  /** Reason for which staff let the next step go on while it is unpaid; absent: it stops the step. */
  released?: string
}

/** Most milestones of a plan. */
export const MAX_MILESTONES = 3

/** Most days after the delivery. */
export const MAX_PLAN_DAYS = 120

const atOrder = (percent: number): Milestone => ({ percent, trigger: 'order', days: 0 })
const beforeDispatch = (percent: number): Milestone => ({ percent, trigger: 'dispatch', days: 0 })
const afterDelivery = (percent: number, days: number): Milestone => ({ percent, trigger: 'delivery', days })

/** The usual plans; `days` counts where a milestone is due after the delivery. */
export const PLAN_PRESETS = {
  before_dispatch: { label: '100% before dispatch', of: (): PaymentPlan => [beforeDispatch(100)] },
  deposit: { label: '30% with the order, 70% before dispatch', of: (): PaymentPlan => [atOrder(30), beforeDispatch(70)] },
  retention: {
    label: '30% with the order, 60% before dispatch, 10% after delivery',
    of: (days: number): PaymentPlan => [atOrder(30), beforeDispatch(60), afterDelivery(10, days)],
  },
  after_delivery: { label: '100% after delivery', of: (days: number): PaymentPlan => [afterDelivery(100, days)] },
} as const

const isWhole = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most

/** Returns what is wrong with a plan as a sentence; null: nothing. */
export function planProblem(plan: PaymentPlan): string | null {
  if (plan.length === 0 || plan.length > MAX_MILESTONES) return `A payment plan has 1 to ${MAX_MILESTONES} milestones.`
  if (plan.some(({ percent }) => !isWhole(percent, 1, 100))) return 'Each milestone needs a whole percentage from 1 to 100.'
  if (plan.reduce((sum, { percent }) => sum + percent, 0) !== 100) return 'The milestones must add up to 100%.'
  if (plan.some(({ trigger, days }) => !isWhole(days, 0, trigger === 'delivery' ? MAX_PLAN_DAYS : 0))) {
    return `Only milestones after delivery have days, up to ${MAX_PLAN_DAYS}.`
  }
  const places = plan.map(({ trigger, days }) => MILESTONE_TRIGGERS.indexOf(trigger) * 1000 + days)
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
    ? null
    : 'Milestones must follow each other: with the order, before dispatch, after delivery.'
}

/** Returns the amount of each milestone in cents; they add up to the total. */
export function milestoneAmounts(totalCents: number, plan: PaymentPlan): number[] {
  return allocate(
    totalCents,
    plan.map(({ percent }) => percent),
  )
}

/** Returns when a milestone is due, as text: 'with the order', '30 days after delivery'. */
export function milestoneText({ trigger, days }: Pick<Milestone, 'trigger' | 'days'>): string {
  if (trigger === 'order') return 'with the order'
  if (trigger === 'dispatch') return 'before dispatch'
  if (days === 0) return 'on delivery'
  return days === 1 ? '1 day after delivery' : `${days} days after delivery`
}

/** Returns a plan as text: '30% with the order, 70% before dispatch'. */
export const planText = (plan: PaymentPlan): string =>
  plan.map((milestone) => `${milestone.percent}% ${milestoneText(milestone)}`).join(', ')

/** Facts of an order that its milestones follow from; cents. */
interface PlannedOrder {
  /** Seller orders that are not canceled. */
  totalCents: number
  paidCents: number
  placedAt: Date
  /** When the first parcel left; null while nothing has. */
  dispatchedAt: Date | null
  /** Null while something is still to be delivered. */
  deliveredAt: Date | null
}

/** A milestone with its amount and what is open of it, in cents. */
type MilestoneState<One extends Milestone = Milestone> = One & {
  amountCents: number
  openCents: number
  /** Null while its day is not known: until the dispatch, and until the delivery. */
  dueAt: Date | null
}

function dueAt({ trigger, days }: Milestone, { placedAt, dispatchedAt, deliveredAt }: PlannedOrder): Date | null {
  if (trigger === 'order') return placedAt
  if (trigger === 'dispatch') return dispatchedAt
  if (deliveredAt === null) return null
  return new Date(deliveredAt.getTime() + days * DAY_MS)
}

/** Returns the milestones of an order with what is open of each: payments count for the first ones first. */
export function milestoneStates<One extends Milestone>(plan: readonly One[], order: PlannedOrder): MilestoneState<One>[] {
  if (plan.length === 0) return []
  let left = order.paidCents
  const amounts = milestoneAmounts(order.totalCents, plan)
  return plan.map((milestone, index) => {
    const amountCents = amounts[index] ?? 0
    const paid = Math.min(left, amountCents)
    left -= paid
    return { ...milestone, amountCents, openCents: amountCents - paid, dueAt: dueAt(milestone, order) }
  })
}

/** Returns the milestone that is to be paid now: the first with something open, unless its delivery is still to come; null: none is. */
export function payableMilestone<One extends MilestoneState>(states: readonly One[]): One | null {
  const next = states.find(({ openCents }) => openCents > 0)
  return next && (next.trigger !== 'delivery' || next.dueAt !== null) ? next : null
}

/** Milestones that must be paid before a step. */
const BEFORE: Partial<Record<OrderStatus, readonly MilestoneTrigger[]>> = { processing: ['order'], shipped: ['order', 'dispatch'] }

/** Returns the milestones that stop an order from moving to a status: unpaid at their trigger, and not released by staff. */
export function stoppingMilestones<One extends MilestoneState<StoredMilestone>>(states: readonly One[], to: OrderStatus): One[] {
  const triggers = BEFORE[to] ?? []
  return states.filter(({ trigger, openCents, released }) => openCents > 0 && released === undefined && triggers.includes(trigger))
}
