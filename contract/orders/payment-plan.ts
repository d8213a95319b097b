import * as z from 'zod/mini'
import { Amount } from '#contract/money.ts'
import { MAX_MILESTONES, MAX_PLAN_DAYS, MILESTONE_TRIGGERS, planProblem } from '#domain/payment-plan.ts'

const Milestone = z.object({
  percent: z.int().check(z.gte(1), z.lte(100)),
  trigger: z.enum(MILESTONE_TRIGGERS),
  /** Days after the delivery; 0 for other triggers. */
  days: z.int().check(z.gte(0), z.lte(MAX_PLAN_DAYS)),
})

/** Milestones in which an order is paid. */
export const PaymentPlan = z.array(Milestone).check(z.maxLength(MAX_MILESTONES), ({ value, issues }) => {
  const message = planProblem(value)
  if (message !== null) issues.push({ code: 'custom', message, input: value })
})

/** A payment. `reference` and `by` are for staff, null for others. */
export const OrderPayment = z.object({
  id: z.string(),
  method: z.string(),
  label: z.string(),
  amount: Amount,
  at: z.string(),
  reference: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
