import { expect, test } from 'vitest'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS } from '#domain/returns.ts'
import { FAQ_CATEGORIES, faqItems } from './faq.ts'
import type { ShopTerms } from './shop-terms.ts'

const SHOP: ShopTerms = {
  name: 'Reflute',
  taxRate: 0.08,
  taxes: { basis: 'rules', usMode: 'flat', sellerOfRecord: 'platform' },
  shippingMethods: [
    { method: 'standard', label: 'Standard', days: '5-7 business days', price: { USD: 9.99, EUR: 9.99 }, freeFrom: { USD: 100, EUR: 100 } },
    { method: 'express', label: 'Express', days: '2-3 business days', price: { USD: 19.99, EUR: 19.99 }, freeFrom: null },
  ],
  promoHints: [{ code: 'SAVE10', description: '10% off' }],
  contact: { email: '', phone: '', street: '', city: '', country: '', hours: [] },
  cardPayment: { configured: false },
  payLater: { offered: true, newBuyerLimit: 50_000, unconfirmedDays: 7 },
  retention: { orderYears: 10, auditYears: 3 },
  promises: { warrantyMonths: MACHINE_WARRANTY_MONTHS, returnDays: RETURN_DAYS, ladder: DEFAULT_MACHINE_LADDER },
}
const answer = (id: string, shop: Partial<ShopTerms> = {}) => faqItems({ ...SHOP, ...shop }).find((item) => item.id === id)?.answer

test('S151 S201 there are 15 questions, each with an id of its own, an answer and a category', () => {
  const items = faqItems(SHOP)
  expect(items).toHaveLength(15)
  expect(new Set(items.map(({ id }) => id)).size).toBe(15)
  expect([...new Set(items.map(({ category }) => category))]).toEqual([...FAQ_CATEGORIES])
  for (const { id, question, answer: text, links } of items) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(question).toMatch(/\?$/)
    expect(text.length, id).toBeGreaterThan(80)
    expect(links.length, id).toBeGreaterThan(0)
  }
})

test('S330 the warranty is 2 years', () => {
  expect(answer('warranty')).toContain('a warranty of 2 years')
})

test('S331 machines come back within 30 days, accessories within 14', () => {
  expect(answer('returns')).toContain('30 days for machines, 14 days for accessories and 14 days for replacement parts')
  expect(answer('returns')).toContain('unopened within 14 days')
})

test('S332 volume discounts are 5, 10 and 15 percent at 3, 5 and 10 machines', () => {
  expect(answer('volume-discounts')).toContain('5%, 10% and 15% off from 3, 5 and 10 machines')
})

test('when a setting changes, the answers change with it (D152)', () => {
  expect(answer('tax')).toContain('adds 8% tax')
  expect(answer('tax', { taxRate: 0.0825 })).toContain('adds 8.25% tax')
  const legacy = { basis: 'legacy', usMode: 'flat', sellerOfRecord: 'platform' } as const
  expect(answer('europe', { taxRate: 0.2, taxes: legacy })).toContain('the same 20% tax')
  expect(answer('europe')).toContain('Private buyers pay the VAT of their country')
  expect(answer('tax', { taxes: legacy })).toContain('Shipping is not taxed.')
  expect(answer('tax', { taxes: { ...legacy, basis: 'rules', usMode: 'states' } })).toContain('the sales tax of your state')
  expect(answer('shipping')).toContain('Standard: 5-7 business days, $9.99 or €9.99, free when the goods cost $100 or €100 or more.')
  const [standard] = SHOP.shippingMethods
  if (!standard) throw new Error('no method')
  const dearer = [{ ...standard, days: '3-4 business days', price: { USD: 12, EUR: 11.5 }, freeFrom: null }]
  expect(answer('shipping', { shippingMethods: dearer })).toContain('Standard: 3-4 business days, $12 or €11.50. You pay once')
  expect(answer('freight', { shippingMethods: dearer })).not.toContain('free')
  expect(answer('promo-codes')).toContain('SAVE10 (10% off)')
  expect(answer('promo-codes', { promoHints: [] })).not.toContain('Codes that everybody may use')
  expect(answer('payment')).toContain('Card payment is not set up')
  expect(answer('payment', { cardPayment: { configured: true } })).toContain('or with Pay Later')
  expect(answer('payment')).toContain('you can have up to $50,000 open with it')
  expect(answer('payment', { payLater: { ...SHOP.payLater, newBuyerLimit: 1200 } })).toContain('up to $1,200 open with it')
  expect(answer('payment', { cardPayment: { configured: true }, payLater: { ...SHOP.payLater, offered: false } })).not.toContain(
    'Pay Later',
  )
  const promises = { ...SHOP.promises, warrantyMonths: 36, returnDays: { ...RETURN_DAYS, machines: 45 } }
  expect(answer('warranty', { promises })).toContain('3 years')
  expect(answer('returns', { promises })).toContain('45 days for machines')
})
