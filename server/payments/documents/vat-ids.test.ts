import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TaxDecision } from '#domain/tax-decision.ts'
import { businesses, taxRegistrations } from '#server/platform/db/schema.ts'
import { pay } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { allowIncludedTax, decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { composeInvoices } from './describe-invoice.ts'
import { readOrderSources, readShopSource } from './document-orders.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await allowIncludedTax(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  const registration = { businessId: null, state: null, isBelowThreshold: false, note: '', validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRegistrations).values({ ...registration, country: 'DE', scheme: 'domestic', number: 'DE123456788' })
})

/** Numbers of an issuer: in each country, and of the one-stop shops. */
const NUMBERS = {
  IE: 'IE1234567T',
  DE: 'DE123456788',
  FR: 'FR83404833048',
  PL: 'PL1234563218',
  GB: 'GB980780684',
  CA: 'BN123456789',
} as const
const SCHEMES = { oss: 'EU372000001', ioss: 'IM3720000001' } as const
type Country = keyof typeof NUMBERS
const COUNTRIES = Object.keys(NUMBERS) as Country[]

test('I3 the VAT ID of an invoice is that of the country which the goods leave, of their destination, or of the scheme: each reason, from each country', async () => {
  const business = await shop.make.business({ name: 'Wellen', country: 'Germany', vatId: 'DE136695976' })
  const { id: product } = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [], businessId: business.id })
  const ann = await shop.signIn('customer')
  const id = await placeTaxed(shop, ann, { lines: [{ id: product, quantity: 1, decision: decisionFor('domestic', 19) }] })
  await pay(shop, id)
  const { db } = shop.deps
  const day = '2026-11-27'
  const [source] = await readOrderSources(db, [id])
  if (!source) throw new Error('no order')
  const stored = await readShopSource(db, [source], new Date(day))
  const pricing = source.record.order.pricing as { decisions: TaxDecision[]; lines: unknown[] }
  const [registration] = stored.registrations
  if (!registration) throw new Error('no registration')
  const numbersOf = (businessId: string | null) => [
    ...COUNTRIES.map((country) => ({ ...registration, businessId, country, scheme: 'domestic' as const, number: NUMBERS[country] })),
    ...(['oss', 'ioss'] as const).map((scheme) => ({ ...registration, businessId, country: 'IE', scheme, number: SCHEMES[scheme] })),
  ]
  const seller = stored.businesses.get(business.id)
  if (!seller) throw new Error('no seller')
  const vatIdOf = (
    reason: TaxDecision['reason'],
    from: string,
    { issuer = null as string | null, isRegistered = true, postalCode = '' } = {},
  ) => {
    const decision = decisionFor(reason, 0, {
      country: reason === 'origin_threshold' ? from : reason.startsWith('export') ? 'AU' : 'DE',
      issuer,
    })
    const order = { ...source.record.order, pricing: { ...pricing, decisions: [decision] } }
    const dispatch = { address: '1 Rue', city: 'Lieu', state: '', country: from, postalCode }
    const registrations = isRegistered ? numbersOf(issuer) : []
    const facts = { ...stored, registrations, businesses: new Map([[business.id, { ...seller, dispatch }]]) }
    const [invoice] = composeInvoices(
      { ...source, record: { ...source.record, order } },
      facts,
      new Set([business.id]),
      new Date(`${day}T12:00:00Z`),
    )
    return invoice?.content.issuer.vatId
  }
  for (const issuer of [null, business.id]) {
    for (const from of COUNTRIES) {
      for (const reason of ['export', 'export_to_eu', 'intra_community', 'small_business', 'origin_threshold'] as const)
        expect([reason, from, vatIdOf(reason, from, { issuer })]).toEqual([reason, from, NUMBERS[from]])
      expect(['domestic', from, vatIdOf('domestic', from, { issuer })]).toEqual(['domestic', from, NUMBERS.DE])
      for (const scheme of ['oss', 'ioss'] as const) expect([from, vatIdOf(scheme, from, { issuer })]).toEqual([from, SCHEMES[scheme]])
    }
    expect(vatIdOf('export', 'MC', { issuer })).toBe(NUMBERS.FR)
    // without a registration there: never that of another country
    for (const from of ['ES', 'AT', 'CH', 'US']) expect([from, vatIdOf('export', from, { issuer })]).toEqual([from, ''])
    expect(vatIdOf('export', 'FR', { issuer, postalCode: '97100' })).toBe('') // Guadeloupe is outside of the territory
  }
  for (const reason of ['us_flat', 'no_nexus', 'exempt_certificate', 'sales_tax'] as const)
    for (const from of COUNTRIES) expect([reason, from, vatIdOf(reason, from)]).toEqual([reason, from, ''])
  // a seller's own VAT ID is that of its country alone
  expect(vatIdOf('export', 'DE', { issuer: business.id, isRegistered: false })).toBe('DE136695976')
  expect(vatIdOf('export', 'FR', { issuer: business.id, isRegistered: false })).toBe('')
})

test('I3 an invoice of products that leave several countries names the VAT ID of each, and by which one each tax is reported', async () => {
  const countries = ['FR', 'DE', 'US', 'FR'] as const
  const registration = { businessId: null, state: null, isBelowThreshold: false, note: '', validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRegistrations).values({ ...registration, country: 'FR', scheme: 'domestic', number: NUMBERS.FR })
  const lines = []
  for (const [at, country] of countries.entries()) {
    const business = await shop.make.business({ name: `Works ${at}`, country: 'Germany' })
    const dispatch = { address: '1 Rue', city: 'Lieu', state: '', country, postalCode: '' }
    await shop.deps.db.update(businesses).set({ dispatch }).where(eq(businesses.id, business.id))
    const product = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [], businessId: business.id })
    lines.push({ id: product.id, quantity: 1, decision: decisionFor('export', 0, { country: 'CA' }) })
  }
  const ann = await shop.signIn('customer')
  const id = await placeTaxed(shop, ann, { lines })
  await pay(shop, id)
  const answer = await shop.app.inject({ url: `/api/orders/${id}/invoice.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
  const text = readPdf(answer.rawPayload).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`VAT ID: ${NUMBERS.FR}, ${NUMBERS.DE}`)
  expect(text).toContain(`Tax (export) (${NUMBERS.FR})`)
  expect(text).toContain(`Tax (export) (${NUMBERS.DE})`)
  expect(text.match(/Tax \(export\) \(/g)).toHaveLength(2)
  expect(text).toContain('Amount without tax')
  expect(text).not.toContain('VAT 0%')
})
