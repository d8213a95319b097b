import { expect, test } from 'vitest'
import {
  milestoneAmounts,
  milestoneStates,
  type PaymentPlan,
  PLAN_PRESETS,
  planProblem,
  planText,
  type StoredMilestone,
  stoppingMilestones,
} from './payment-plan.ts'

const { before_dispatch, deposit, retention, after_delivery } = PLAN_PRESETS

test.each([
  [[100], 12_345_67, [12_345_67]],
  [[30, 70], 100_01, [30_00, 70_01]],
  [[30, 60, 10], 100_00, [30_00, 60_00, 10_00]],
  [[30, 60, 10], 100_01, [30_00, 60_01, 10_00]],
  [[30, 60, 10], 100_02, [30_01, 60_01, 10_00]],
  [[30, 60, 10], 100_05, [30_02, 60_03, 10_00]],
  [[30, 60, 10], 39_000_99, [11_700_30, 23_400_59, 3_900_10]],
  [[33, 33, 34], 1, [0, 0, 1]],
  [[50, 50], 3, [2, 1]],
  [[30, 60, 10], 0, [0, 0, 0]],
])('%j percent of %i cents are %j', (percents, totalCents, expected) => {
  const plan = percents.map((percent) => ({ percent, trigger: 'order' as const, days: 0 }))
  expect(milestoneAmounts(totalCents, plan)).toEqual(expected)
})

test('the usual plans are valid and say when each part is due', () => {
  const plans = [before_dispatch.of(), deposit.of(), retention.of(30), after_delivery.of(14), after_delivery.of(0)]
  expect(plans.map(planProblem)).toEqual([null, null, null, null, null])
  expect(plans.map(planText)).toEqual([
    '100% before dispatch',
    '30% with the order, 70% before dispatch',
    '30% with the order, 60% before dispatch, 10% 30 days after delivery',
    '100% 14 days after delivery',
    '100% on delivery',
  ])
})

const of = (...rows: [number, PaymentPlan[number]['trigger'], number?][]): PaymentPlan =>
  rows.map(([percent, trigger, days = 0]) => ({ percent, trigger, days }))

test.each([
  ['no milestone', of(), '1 to 3'],
  ['four', of([25, 'order'], [25, 'dispatch'], [25, 'delivery', 1], [25, 'delivery', 2]), '1 to 3'],
  ['half a percent', of([0.5, 'order'], [99.5, 'dispatch']), 'whole percentage'],
  ['nothing to pay', of([0, 'order'], [100, 'dispatch']), 'whole percentage'],
  ['less than all', of([30, 'order'], [60, 'dispatch']), '100%'],
  ['days before dispatch', of([100, 'dispatch', 3]), 'Only milestones after delivery'],
  ['too many days', of([100, 'delivery', 121]), 'up to 120'],
  ['the wrong order', of([70, 'dispatch'], [30, 'order']), 'follow each other'],
  ['one trigger twice', of([70, 'order'], [30, 'order']), 'follow each other'],
  ['the same day twice', of([70, 'delivery', 30], [30, 'delivery', 30]), 'follow each other'],
])('a plan with %s is refused', (_name, plan, problem) => {
  expect(planProblem(plan)).toContain(problem)
})

const stored = (plan: PaymentPlan, released: string[] = []): StoredMilestone[] =>
  plan.map((milestone) => ({ ...milestone, id: milestone.trigger, ...(released.includes(milestone.trigger) && { released: 'Agreed' }) }))
const placedAt = new Date('2026-03-01T09:00:00Z')
const deliveredAt = new Date('2026-04-01T09:00:00Z')
const states = (paidCents: number, more: { deliveredAt?: Date; released?: string[] } = {}) =>
  milestoneStates(stored(retention.of(30), more.released), {
    totalCents: 1000_00,
    paidCents,
    placedAt,
    dispatchedAt: null,
    deliveredAt: null,
    ...more,
  })

test.each([
  [0, [300_00, 600_00, 100_00], ['order'], ['order', 'dispatch']],
  [299_99, [1, 600_00, 100_00], ['order'], ['order', 'dispatch']],
  [300_00, [0, 600_00, 100_00], [], ['dispatch']],
  [900_00, [0, 0, 100_00], [], []],
  [1000_00, [0, 0, 0], [], []],
])('after %i cents %j are open: work waits for %j, the shipment for %j', (paid, open, work, shipment) => {
  const now = states(paid)
  expect(now.map(({ openCents }) => openCents)).toEqual(open)
  expect(stoppingMilestones(now, 'processing').map(({ id }) => id)).toEqual(work)
  expect(stoppingMilestones(now, 'shipped').map(({ id }) => id)).toEqual(shipment)
  expect(stoppingMilestones(now, 'delivered')).toEqual([])
  expect(stoppingMilestones(now, 'cancelled')).toEqual([])
})

test('what staff released stops nothing, and stays open', () => {
  const now = states(0, { released: ['order'] })
  expect(stoppingMilestones(now, 'processing')).toEqual([])
  expect(stoppingMilestones(now, 'shipped').map(({ id }) => id)).toEqual(['dispatch'])
  expect(now[0]?.openCents).toBe(300_00)
})

test('a part is due at the order, before dispatch on no day, and some days after the delivery', () => {
  expect(states(0).map(({ dueAt }) => dueAt)).toEqual([placedAt, null, null])
  expect(states(0, { deliveredAt }).map(({ dueAt }) => dueAt)).toEqual([placedAt, null, new Date('2026-05-01T09:00:00Z')])
})
