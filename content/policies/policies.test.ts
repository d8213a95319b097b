import { expect, test } from 'vitest'
import type { ShopTerms } from '#content/shop-terms.ts'
import { productEdits } from '#contract/catalog/product-edits.ts'
import { deliveryTerms } from '#domain/delivery-terms.ts'
import { COUNTRIES } from '#domain/market-country.ts'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { ADVISED_DAYS, formatDays, RETENTION_DAYS } from '#domain/retention.ts'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS } from '#domain/returns.ts'
import { SEEDED_ZONES } from '#domain/seeded-zones.ts'
import { DEFAULT_SHIPPING_RATES } from '#domain/shipping.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { LEGAL_PAGES, POLICIES } from './policies.ts'

const ZONES = SEEDED_ZONES.map((zone) => ({ ...zone, businessId: null }))
const SHOP: ShopTerms = {
  name: 'Reflute',
  taxRate: 0.08,
  taxes: { basis: 'rules', usMode: 'flat', sellerOfRecord: 'platform', provider: 'own', euConsumers: 'gross' },
  countries: COUNTRIES,
  shippingMethods: [
    { method: 'standard', label: 'Standard', days: '5-7 business days', price: { USD: 9.99, EUR: 9.99 }, freeFrom: { USD: 100, EUR: 100 } },
    { method: 'express', label: 'Express', days: '2-3 business days', price: { USD: 19.99, EUR: 19.99 }, freeFrom: null },
    { method: 'overnight', label: 'Overnight', days: 'next business day', price: { USD: 39.99, EUR: 39.99 }, freeFrom: null },
  ],
  promoHints: [{ code: 'FREESHIP', description: 'Free shipping from 50' }],
  contact: { email: 'hello@shop.test', phone: '+1 1', street: '1 Street', city: 'Chicago', country: 'United States', hours: [] },
  cardPayment: { configured: false },
  payLater: { offered: true, newBuyerLimit: 50_000, unconfirmedDays: 7, transferCurrencies: ['USD', 'EUR'] },
  retention: { orderYears: 10, auditYears: 3 },
  delivery: deliveryTerms(ZONES, COUNTRIES, DEFAULT_SHIPPING_RATES),
  promises: { warrantyMonths: MACHINE_WARRANTY_MONTHS, returnDays: RETURN_DAYS, ladder: DEFAULT_MACHINE_LADDER },
}
const textOf = (path: string, shop: Partial<ShopTerms> = {}) => JSON.stringify(POLICIES[path]?.({ ...SHOP, ...shop }))

test('the refund policy names the button that asks for a return', () => {
  expect(textOf('/refund-policy')).toContain('choose Return products;')
})

test('each of the four policies has its own path, a version, a date and anchors', () => {
  expect(Object.keys(POLICIES)).toEqual(['/privacy-policy', '/terms', '/shipping', '/refund-policy'])
  for (const [path, make] of Object.entries(POLICIES)) {
    const policy = make(SHOP)
    expect(policy.path).toBe(path)
    expect(policy.version).toMatch(/^\d+\.\d+$/)
    expect(Number.isNaN(Date.parse(policy.date))).toBe(false)
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(3)
  }
})

test('S314-S316 the shipping page has the rates that the cart uses, and changes with them (D85)', () => {
  const rows = (shop: Partial<ShopTerms> = {}) => {
    const [rates] = POLICIES['/shipping']?.({ ...SHOP, ...shop }).sections ?? []
    const [table] = rates?.blocks ?? []
    return typeof table === 'object' && 'table' in table ? table.table.rows : []
  }
  expect(rows()).toEqual([
    ['Standard', '5-7 business days', '$9.99', '€9.99', '$100 or €100'],
    ['Express', '2-3 business days', '$19.99', '€19.99', 'Never'],
    ['Overnight', 'next business day', '$39.99', '€39.99', 'Never'],
  ])
  const dearer = SHOP.shippingMethods.map((method) => ({ ...method, price: { USD: 12, EUR: 11 } }))
  expect(rows({ shippingMethods: dearer })[0]).toEqual(['Standard', '5-7 business days', '$12.00', '€11.00', '$100 or €100'])
  expect(textOf('/shipping')).toContain('express and overnight shipping are not offered')
  expect(textOf('/shipping', { promoHints: [] })).not.toContain('FREESHIP')
})

test('the shipping page says where VAT is added to its rates, and nothing of it where one tax rate counts', () => {
  expect(textOf('/shipping')).toContain('For private buyers in the European Union, the VAT of their country is added')
  expect(textOf('/shipping', { taxes: { ...SHOP.taxes, basis: 'legacy' } })).not.toContain('VAT')
})

const FRESH = [
  'Shipping rates in the United States and inside the European Union. The cart shows the cost to your address.',
  'before a promo code, as shown to you: with VAT for private buyers in the European Union, without tax for everyone else. Shipping is taxed like the products, except in the United States, where it is not taxed.',
  'In the United States, freight is included in the price, except for Alaska, Hawaii and the territories. Inside the European Union it is priced by weight; elsewhere we quote it before you order.',
  'We deliver to the countries listed at checkout. To other countries, and into the European Union from outside, shipping depends on the weight; freight to some places is by quote, and the cart says so before you order.',
]

test('X7 the shipping page says of a new shop what its zones say', () => {
  for (const part of FRESH) expect(textOf('/shipping')).toContain(part)
})

test('T12 with one row of rates the shipping page has no other rule', () => {
  const text = textOf('/shipping', { delivery: [], taxes: { ...SHOP.taxes, basis: 'legacy' } })
  for (const part of [
    'Shipping rates in every country we deliver to.',
    'Freight costs nothing extra in any country: you pay standard shipping once per order, or nothing for $100 or €100 or more.',
    'all at the same rates',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/European Union|by weight|by quote/)
})

test('X6 a shop that sells in the United States only speaks of no other place', () => {
  const us = {
    countries: ['US'],
    delivery: deliveryTerms(ZONES, ['US'], DEFAULT_SHIPPING_RATES),
    taxes: { ...SHOP.taxes, euConsumers: 'none' } as const,
  }
  const text = textOf('/shipping', us)
  for (const part of [
    'Shipping rates in the United States.',
    'We deliver to the United States only.',
    'For those places, the cart shows the price',
    'Shipping is not taxed.',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/European Union|VAT/)
  expect(textOf('/terms', us)).not.toMatch(/see prices with the VAT|Elsewhere/)
  expect(textOf('/terms')).toContain('Elsewhere, tax depends on the rules of your country')
})

test('X7 the shipping page lists other rates of the European Union apart', () => {
  const changed = ZONES.map((zone) => ({
    ...zone,
    rates: zone.rates
      .filter(({ method }) => zone.name !== 'European Union' || method === 'standard')
      .map((rate) => {
        if (zone.name !== 'European Union') return rate
        return rate.class === 'parcel' ? { ...rate, priceCents: { USD: 15_00, EUR: 14_00 } } : { ...rate, minGrams: 0, maxGrams: null }
      })
      .slice(0, zone.name === 'European Union' ? 2 : undefined),
  }))
  const text = textOf('/shipping', { delivery: deliveryTerms(changed, COUNTRIES, DEFAULT_SHIPPING_RATES) })
  for (const part of [
    '"Rates inside the European Union:"',
    '["Standard","5-7 business days","$15.00","€14.00","$100 or €100"]',
    '"Rates in the United States:"',
    'Inside the European Union it costs $149 or €149; elsewhere we quote it',
  ])
    expect(text).toContain(part)
})

test('the terms name the seller: the shop, or each producer', () => {
  const termsOf = (taxes: Partial<ShopTerms['taxes']>) => textOf('/terms', { taxes: { ...SHOP.taxes, ...taxes } })
  expect(termsOf({ sellerOfRecord: 'platform' })).toContain('your contract is with Reflute')
  expect(termsOf({ sellerOfRecord: 'seller' })).toContain('your contract is with that producer')
  expect(termsOf({ basis: 'legacy', sellerOfRecord: 'seller' })).toContain('your contract is with Reflute')
})

test('S330 S331 the refund policy states 30 and 14 days and two years, from the rules', () => {
  expect(textOf('/refund-policy')).toContain('"Machines","30 days"')
  expect(textOf('/refund-policy')).toContain('"Accessories","14 days"')
  expect(textOf('/refund-policy')).toContain('a warranty of 2 years (24 months)')
  const promises = { ...SHOP.promises, returnDays: { ...RETURN_DAYS, materials: 21 } }
  expect(textOf('/refund-policy', { promises })).toContain('"Packing material","21 days"')
})

test('cards are named only where the shop can charge them', () => {
  expect(textOf('/privacy-policy')).not.toContain('Stripe')
  expect(textOf('/privacy-policy', { cardPayment: { configured: true } })).toContain('handled by Stripe')
  expect(textOf('/terms')).toContain('Card payment is not set up')
  expect(textOf('/terms', { cardPayment: { configured: true } })).toContain('choose Pay Later')
  expect(textOf('/terms', { cardPayment: { configured: true }, payLater: { ...SHOP.payLater, offered: false } })).not.toContain('Pay Later')
})

test('T9 the privacy policy names Stripe Tax where it calculates the taxes, with or without a card', () => {
  const stripe = { ...SHOP.taxes, provider: 'stripe' } as const
  const text = textOf('/privacy-policy', { cardPayment: { configured: true }, taxes: stripe })
  expect(text).toContain('Stripe, which calculates the taxes of carts and orders')
  expect(text).toContain('your VAT ID')
  expect(text).toContain('for the payment, only from checkout onward')
  expect(textOf('/privacy-policy', { cardPayment: { configured: true } })).toContain(
    'Stripe, when you pay by card, and only from checkout onward.',
  )
  expect(textOf('/privacy-policy', { cardPayment: { configured: true } })).not.toContain('calculates the taxes')
  expect(textOf('/privacy-policy', { taxes: stripe })).not.toContain('Stripe') // without keys nobody asks it
})

test('X6 the privacy policy lists what the browser keeps: also the chosen market', () => {
  for (const part of ['the kind of buyer that you chose under Ship to', 'compare', 'VIES'])
    expect(textOf('/privacy-policy')).toContain(part)
})

test('F10 the terms name the bound of new buyers and the days to confirm an address, from the settings; the privacy policy names the network', () => {
  expect(textOf('/terms')).toContain('your unpaid Pay Later orders can total up to $50,000 or the equivalent in euros')
  expect(textOf('/terms')).toContain('canceled after 7 days if your email address is not confirmed')
  const payLater = { offered: true, newBuyerLimit: null, unconfirmedDays: 10, transferCurrencies: ['USD', 'EUR'] as const }
  expect(textOf('/terms', { payLater })).not.toContain('can total up to $')
  expect(textOf('/terms', { payLater, cardPayment: { configured: true } })).toContain('canceled after 10 days')
  expect(textOf('/privacy-policy')).toContain('for at most two days')
})

test('F7.1.13 the privacy policy says that sellers see the phone number only for freight', () => {
  expect(textOf('/privacy-policy')).toContain('It sees your phone number only if that part ships as freight')
})

test('the privacy policy says what becomes of the address of a connection, and what a second factor stores', () => {
  const text = textOf('/privacy-policy')
  expect(text).not.toContain('is not written to the database')
  expect(text).toContain('as a hash from which nobody can read it, for at most a day')
  expect(text).toContain('the first half of the network')
  expect(text).toContain('the secret of the app, encrypted')
  expect(text).toContain('"Log of requests, with only part of the network","30 days"')
  expect(text).toContain('"Backups","35 days')
})

test('the privacy policy prints the times that the purge works by, and the years of the settings', () => {
  const rowsOf = (shop: Partial<ShopTerms> = {}) =>
    POLICIES['/privacy-policy']?.({ ...SHOP, ...shop })
      .sections.flatMap(({ blocks }) => blocks)
      .flatMap((block) => (typeof block === 'object' && 'table' in block ? block.table.rows : []))
      .map(([what = '', time = '']) => `${what}: ${time}`) ?? []
  const {
    bulkChange: _b,
    challenge: _c,
    deleted: _d,
    draft: _r,
    emailFile: _f,
    idempotencyKey: _k,
    import: _i,
    link: _l,
    network: _n,
    unusedPicture: _p,
    ...days
  } = RETENTION_DAYS // not data of visitors or buyers, or sooner gone than the page says
  const text = rowsOf().join('\n')
  for (const [kind, time] of Object.entries({ ...days, ...ADVISED_DAYS })) expect(text, kind).toContain(formatDays(time))
  const years = rowsOf({ retention: { orderYears: 7, auditYears: 2 } })
  expect(years.find((row) => row.startsWith('Orders'))).toContain('7 years')
  expect(years.find((row) => row.startsWith('Log of what people did'))).toContain('2 years; for money and roles 10 years')
})

const legalText = (path: string, shop: Partial<ShopTerms> = {}) => JSON.stringify(LEGAL_PAGES[path]?.({ ...SHOP, ...shop }))

test('L2 the refund policy begins with the right of private buyers: 14 days, the model form and the link; voluntary returns keep their conditions', () => {
  const [first] = POLICIES['/refund-policy']?.(SHOP).sections ?? []
  expect(first?.title).toBe('Private buyers in the European Union')
  const text = JSON.stringify(first)
  for (const part of ['within 14 days', 'Model withdrawal form', '"/withdraw"', 'standard delivery', '1 Street, Chicago'])
    expect(text).toContain(part)
  for (const part of ['Unopened', 'Not fitted', 'the price of the returned products and the tax on it'])
    expect(textOf('/refund-policy')).toContain(part)
})

test('L7 the page about sorting explains each sort of a list, featured products and search', () => {
  for (const part of ['Featured', 'Price', 'Name', 'Newest', 'Relevance', 'Sellers cannot pay'])
    expect(legalText('/ranking')).toContain(part)
})

test('L7 D33 the page about sorting says that sellers mark featured products as long as they may', () => {
  for (const { access } of [productEdits.setFeatured, productEdits.bulkFeatured]) {
    expect(access).toEqual(['business_admin', ...STAFF_ROLES])
  }
  expect(legalText('/ranking')).toContain('Sellers can feature their own products, and the team of Reflute can feature any product.')
  expect(legalText('/ranking')).toContain('nobody pays for it')
})

test('L9 the imprint has what the settings say, and leaves out what is empty; the accessibility statement names the ways to report a barrier', () => {
  const contact = {
    ...SHOP.contact,
    legalForm: 'GmbH',
    representative: 'Ada Flute',
    register: 'Amtsgericht Berlin',
    registerNumber: 'HRB 1',
  }
  const rows = ['"Reflute, GmbH"', '["Represented by","Ada Flute"]', '["Register","Amtsgericht Berlin"]', '["Register number","HRB 1"]']
  for (const row of rows) expect(legalText('/imprint', { contact })).toContain(row)
  expect(legalText('/imprint')).not.toContain('Register')
  expect(legalText('/imprint')).not.toContain('ec.europa.eu')
  expect(legalText('/accessibility')).toContain('hello@shop.test')
  for (const [path, make] of Object.entries(LEGAL_PAGES)) expect(make(SHOP).path).toBe(path)
})
