import { describe, expect, test } from 'vitest'
import type { QuoteContent } from '#contract/quotes/quote-content.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { contentOf, isOwnPlan, readPlan, valuesOf, withPlan } from './offer-values.ts'

type Plan = QuoteContent['plan']

/** A quote whose offer, which is being written, has this plan. */
function quoteWith(plan: Plan): Quote {
  const draft = {
    lines: [],
    discountCents: 0,
    freight: null,
    incoterm: { rule: 'DAP', place: 'Oslo' },
    delivery: { country: 'NO', state: '', zipCode: '0150', city: 'Oslo' },
    leadTime: { weeks: 8, from: 'first_payment' },
    plan,
    validUntil: '2027-01-31',
    notes: '',
    fileIds: [],
  }
  return { draft, files: [], request: {} } as unknown as Quote // the form reads nothing else
}

const OWN: Plan[] = [
  [{ percent: 100, trigger: 'order', days: 0 }],
  [
    { percent: 50, trigger: 'order', days: 0 },
    { percent: 50, trigger: 'dispatch', days: 0 },
  ],
  [
    { percent: 20, trigger: 'dispatch', days: 0 },
    { percent: 30, trigger: 'delivery', days: 30 },
    { percent: 50, trigger: 'delivery', days: 90 },
  ],
  [
    { percent: 40, trigger: 'order', days: 0 },
    { percent: 60, trigger: 'delivery', days: 0 },
  ],
]

describe('the payment plan of an offer', () => {
  test.each(OWN.map((plan): [Plan] => [plan]))('that is no usual one stays as it was stored: %j', (plan) => {
    const values = valuesOf(quoteWith(plan))
    expect(isOwnPlan(values)).toBe(true)
    expect(contentOf(values).plan).toEqual(plan)
  })

  test.each(Object.entries(PLAN_PRESETS))('%s opens by its name', (name, { of }) => {
    const values = valuesOf(quoteWith([...of(45)]))
    expect(values.plan).toBe(name)
    expect(contentOf(values).plan).toEqual(of(45))
  })

  test('begins, where it is one of its own, with what was chosen before', () => {
    const values = valuesOf(quoteWith([...PLAN_PRESETS.retention.of(20)]))
    const own = { ...values, ...withPlan(values, readPlan('own')) }
    expect(isOwnPlan(own)).toBe(true)
    expect(contentOf(own).plan).toEqual(PLAN_PRESETS.retention.of(20))
  })

  test('has days after the delivery only', () => {
    const values = valuesOf(quoteWith(OWN[3] ?? []))
    const planRows = values.planRows.map((row) => ({ ...row, trigger: 'dispatch' as const, days: '14' }))
    expect(contentOf({ ...values, planRows }).plan.map(({ days }) => days)).toEqual([0, 0])
  })
})
