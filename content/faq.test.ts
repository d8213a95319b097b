import { expect, test } from 'vitest'
import { deliveryTerms } from '#domain/delivery-terms.ts'
import { COUNTRIES } from '#domain/market-country.ts'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS } from '#domain/returns.ts'
import { SEEDED_ZONES } from '#domain/seeded-zones.ts'
import { DEFAULT_SHIPPING_RATES } from '#domain/shipping.ts'
import { FAQ_CATEGORIES, faqItems } from './faq.ts'
import type { ShopTerms } from './shop-terms.ts'

const ZONES = SEEDED_ZONES.map((zone) => ({ ...zone, businessId: null }))
const SHOP: ShopTerms = {
  name: 'Reflute',
  taxRate: 0.08,
  taxes: { basis: 'rules', usMode: 'flat', sellerOfRecord: 'platform', provider: 'own', euConsumers: 'gross' },
  countries: COUNTRIES,
  shippingMethods: [
    { method: 'standard', label: 'Standard', days: '5-7 business days', price: { USD: 9.99, EUR: 9.99 }, freeFrom: { USD: 100, EUR: 100 } },
    { method: 'express', label: 'Express', days: '2-3 business days', price: { USD: 19.99, EUR: 19.99 }, freeFrom: null },
  ],
  promoHints: [{ code: 'SAVE10', description: '10% off' }],
  contact: { email: '', phone: '', street: '', city: '', country: '', hours: [] },
  cardPayment: { configured: false },
  payLater: { offered: true, newBuyerLimit: 50_000, unconfirmedDays: 7, transferCurrencies: ['USD', 'EUR'] },
  retention: { orderYears: 10, auditYears: 3 },
  delivery: deliveryTerms(ZONES, COUNTRIES, DEFAULT_SHIPPING_RATES),
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

test.each([
  [['USD', 'EUR'], 'You transfer the amount within 14 days to the account shown on your order and invoice, in US dollars and euros.'],
  [['EUR'], 'invoice, in euros. For orders in other currencies, we email you how to pay.'],
  [['USD'], 'invoice, in US dollars. For orders in other currencies, we email you how to pay.'],
  [[], 'Nothing is charged when you order. We email you how to pay, and you pay within 14 days.'],
] as const)('questions say how orders are paid in a shop with accounts for %j', (transferCurrencies, sentence) => {
  expect(answer('payment', { payLater: { ...SHOP.payLater, transferCurrencies } })).toContain(sentence)
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
  const legacy = { ...SHOP.taxes, basis: 'legacy' } as const
  expect(answer('europe', { taxRate: 0.2, taxes: legacy })).toContain('the same 20% tax')
  expect(answer('europe')).toContain('Private buyers pay the VAT of their country')
  expect(answer('tax', { taxes: legacy })).toContain('Shipping is not taxed.')
  expect(answer('tax', { taxes: { ...legacy, basis: 'rules', usMode: 'states' } })).toContain(
    'sales tax in the US states where we are registered',
  )
  expect(answer('shipping')).toContain('Standard: 5-7 business days, $9.99 or €9.99, free when your products cost $100 or €100 or more.')
  const [standard] = SHOP.shippingMethods
  if (!standard) throw new Error('no method')
  const dearer = [{ ...standard, days: '3-4 business days', price: { USD: 12, EUR: 11.5 }, freeFrom: null }]
  expect(answer('shipping', { shippingMethods: dearer })).toContain('Standard: 3-4 business days, $12 or €11.50. You pay once')
  expect(answer('freight', { shippingMethods: dearer })).not.toContain('free')
  expect(answer('promo-codes')).toContain('SAVE10 (10% off)')
  expect(answer('promo-codes', { promoHints: [] })).not.toContain('Codes that everyone can use')
  expect(answer('payment')).toContain('Card payment is not set up')
  expect(answer('payment', { cardPayment: { configured: true } })).toContain('or with Pay Later')
  expect(answer('payment')).toContain('your unpaid Pay Later orders can total up to $50,000 or the equivalent in euros')
  expect(answer('payment', { payLater: { ...SHOP.payLater, newBuyerLimit: 1200 } })).toContain('up to $1,200 or the equivalent in euros')
  expect(answer('payment', { cardPayment: { configured: true }, payLater: { ...SHOP.payLater, offered: false } })).not.toContain(
    'Pay Later',
  )
  const promises = { ...SHOP.promises, warrantyMonths: 36, returnDays: { ...RETURN_DAYS, machines: 45 } }
  expect(answer('warranty', { promises })).toContain('3 years')
  expect(answer('returns', { promises })).toContain('45 days for machines')
})

const only = (countries: readonly string[], zones = ZONES): Partial<ShopTerms> => ({
  countries,
  delivery: deliveryTerms(zones, countries, DEFAULT_SHIPPING_RATES),
})

test('X6 a shop that sells in the United States only says so, and speaks of no VAT', () => {
  const us = { ...only(['US']), taxes: { ...SHOP.taxes, euConsumers: 'none' } as const }
  expect(answer('europe', us)).toBe('Not yet. We deliver to the United States. The cart shows the tax of an order before you place it.')
  expect(answer('tax', us)).toBe(
    'No. The cart adds 8% tax on products after discounts in the United States and shows it as a separate line before you order. Shipping is not taxed.',
  )
  expect(answer('freight', us)).toContain(
    'In the United States, freight is included in the price, except for Alaska, Hawaii and the territories.',
  )
  for (const { id, answer: text } of faqItems({ ...SHOP, ...us })) expect([id, text.includes('VAT')]).toEqual([id, false])
})

test('X7 the questions follow the zones: other rates in the European Union, and some of its countries', () => {
  expect(answer('shipping')).toContain('To other countries, and into the European Union from outside, shipping depends on the weight.')
  expect(answer('europe')).toMatch(/^Yes\. Choose euros/)
  const dearer = ZONES.map((zone) => ({
    ...zone,
    rates: zone.rates.map((rate) =>
      zone.name === 'European Union' && rate.class === 'parcel'
        ? { ...rate, priceCents: { USD: 15_00, EUR: 14_00 }, freeFromCents: null }
        : rate,
    ),
  }))
  const text = answer('shipping', only(['US', 'DE', 'FR'], dearer))
  expect(text).toContain('In the United States: Standard: 5-7 business days, $9.99 or €9.99, free')
  expect(text).toContain('Inside the European Union: Standard: 5-7 business days, $15 or €14.')
  expect(answer('europe', only(['US', 'DE', 'FR']))).toMatch(/^Yes, to Germany and France\./)
  expect(answer('europe', { taxes: { ...SHOP.taxes, euConsumers: 'mixed' } })).not.toContain('the prices they see include it')
  expect(answer('europe', { taxes: { ...SHOP.taxes, euConsumers: 'none' } })).toContain('We sell only to businesses there.')
})

test('X7 X3 without zones everything is by quote, said once', () => {
  const text = answer('freight', only(['US', 'DE'], []))
  expect(text).toContain('only. We quote freight before you order. A machine')
  expect(answer('shipping', only(['CA'], []))).toContain('To every country we deliver to, we also quote shipping for parcels.')
})

test('T12 with one row of rates freight costs nothing extra in any country', () => {
  const legacy = { delivery: [], taxes: { ...SHOP.taxes, basis: 'legacy' } as const }
  expect(answer('freight', legacy)).toContain('Freight costs nothing extra in any country: you pay standard shipping once per order')
  expect(answer('freight', legacy)).not.toContain('weight and')
  expect(answer('shipping', legacy)).not.toContain('depends on the weight')
})
