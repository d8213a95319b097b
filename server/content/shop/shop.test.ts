import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markets, promotions, settings } from '#server/platform/db/schema.ts'
import { readSettings, storeGroup } from '#server/platform/settings/setting-groups.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const get = (url: string) => shop.app.inject({ method: 'GET', url })

test('S314 S316 S311 the facts name tax, shipping, hints and whether cards can be charged', async () => {
  const facts = await shop.visitor.shop.facts()
  expect(facts).toMatchObject({
    name: 'Reflute',
    currencies: ['USD', 'EUR'],
    defaultCurrency: 'USD',
    taxRate: 0.08,
    cardPayment: { configured: false, publishableKey: null },
    promises: {
      warrantyMonths: 24,
      returnDays: { machines: 30, accessories: 14, parts: 14, materials: 14 },
      ladder: [
        { minQuantity: 3, discountPercent: 5 },
        { minQuantity: 5, discountPercent: 10 },
        { minQuantity: 10, discountPercent: 15 },
      ],
    },
  })
  expect(facts.shippingMethods).toEqual([
    {
      method: 'standard',
      label: 'Standard',
      days: '5-7 business days',
      minDays: 5,
      maxDays: 7,
      price: { USD: 9.99, EUR: 9.99 },
      freeFrom: { USD: 100, EUR: 100 },
    },
    {
      method: 'express',
      label: 'Express',
      days: '2-3 business days',
      minDays: 2,
      maxDays: 3,
      price: { USD: 19.99, EUR: 19.99 },
      freeFrom: null,
    },
    {
      method: 'overnight',
      label: 'Overnight',
      days: 'next business day',
      minDays: 1,
      maxDays: 1,
      price: { USD: 39.99, EUR: 39.99 },
      freeFrom: null,
    },
  ])
  expect(facts.promoHints.map(({ code }) => code).sort()).toEqual(['BULK20', 'FREESHIP', 'SAVE10', 'WELCOME25'])
})

describe('what texts say about delivery', () => {
  const placesOf = async () => {
    const { delivery } = await shop.visitor.shop.facts()
    return delivery.map(({ place, parcels, freight }) => `${place}: ${parcels}, ${freight}`)
  }
  const ALL = ['us: settings, included', 'eu: settings, weight', 'into: weight, quote', 'other: weight, quote']

  test('X7 is what the zones of a new shop say', async () => {
    expect(await placesOf()).toEqual(ALL)
    const [us] = (await shop.visitor.shop.facts()).delivery
    expect(us?.exceptions).toEqual(['Alaska', 'Hawaii', 'the territories'])
  })

  test('X7 changes with the rates of the settings, of a zone, and with the open markets', async () => {
    const { db, now } = shop.deps
    const { standard, ...others } = (await readSettings(db)).shipping
    await storeGroup(db, 'shipping', { standard: { ...standard, priceCents: { USD: 12_00, EUR: 11_00 } }, ...others }, now())
    expect(await placesOf()).toEqual(['us: settings, included', 'eu: own, weight', ...ALL.slice(2)])
    await db.execute(sql`update shipping_rates set price_usd_cents = 1200, price_eur_cents = 1100 where class = 'parcel' and method = 'standard'
      and zone_id = (select id from shipping_zones where name = 'European Union')`)
    expect(await placesOf()).toEqual(ALL)
    await db.update(markets).set({ isOpen: false }).where(ne(markets.country, 'US'))
    expect(await placesOf()).toEqual(ALL.slice(0, 1))
    expect((await shop.visitor.shop.facts()).taxes).toMatchObject({ euConsumers: 'none', provider: 'own' })
    await db.update(markets).set({ isOpen: true })
    expect((await shop.visitor.shop.facts()).taxes).toMatchObject({ euConsumers: 'gross' })
  })

  test('T12 is nothing while one row of rates counts', async () => {
    const { db } = shop.deps
    await db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
    expect(await placesOf()).toEqual([])
    await db.delete(settings).where(eq(settings.name, 'basis'))
    expect(await placesOf()).toEqual(ALL)
  })
})

test('a code that has ended, is switched off or used up is not hinted', async () => {
  const { db, now } = shop.deps
  const yesterday = new Date(now().getTime() - 86_400_000)
  await db.update(promotions).set({ endsAt: yesterday }).where(eq(promotions.code, 'BULK20'))
  await db.update(promotions).set({ isActive: false }).where(eq(promotions.code, 'SAVE10'))
  await db.update(promotions).set({ usageLimit: 1, timesUsed: 1 }).where(eq(promotions.code, 'FREESHIP'))
  expect((await shop.visitor.shop.facts()).promoHints.map(({ code }) => code)).toEqual(['WELCOME25'])
})

describe('pictures', () => {
  test('S278 the placeholder has the size that was asked for, 1 to 2000, else 400', async () => {
    const answer = await get('/api/placeholder/40/2000')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(answer.body).toContain('width="40" height="2000"')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    for (const size of ['0/40', '40/2001', '-1/40', '1.5/40', 'a/40', '40/1e3', '40/%00', '99999999999/1']) {
      const refused = await get(`/api/placeholder/${size}`)
      expect([size, refused.statusCode, refused.headers['content-type']]).toEqual([size, 400, 'application/problem+json; charset=utf-8'])
    }
  })

  test('a product is drawn from its specifications; its drawing may be kept for good only at the version it was asked for', async () => {
    await shop.make.product({
      name: 'Draft',
      slug: 'draft',
      status: 'Inactive',
      specifications: [{ name: 'Dimensions', value: '620 × 520 × 480 mm' }],
    })
    const answer = await get('/drawings/draft/mat-maker.svg?v=1')
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect(answer.body).toMatch(/^<svg[\s\S]*620/)
    expect((await get('/drawings/draft/mat-maker.svg?v=2')).headers['cache-control']).toBe('public, max-age=300')
    expect((await get('/drawings/draft/mat-maker.svg')).body).toBe(answer.body)
    expect((await get('/drawings/scenes/empty-box.svg')).statusCode).toBe(200)
    const card = await get('/drawings/draft/mat-maker.png?v=1')
    expect([card.statusCode, card.headers['content-type'], card.headers['cross-origin-resource-policy']]).toEqual([
      200,
      'image/png',
      'cross-origin',
    ])
    expect((await get('/drawings/scenes/hero.png')).headers['content-type']).toBe('image/png')
    for (const path of [
      'draft/nothing.svg',
      'draft/mat-maker.webp',
      'draft/nothing.png',
      'nobody/mat-maker.svg',
      'scenes/nothing.svg',
      'draft/..%2f..%2fx.svg',
      'draft/constructor.svg',
    ]) {
      expect([path, (await get(`/drawings/${path}`)).statusCode]).toEqual([path, 404])
    }
  })

  test('F7.2.1 old addresses of drawings lead for good to what is drawn now; a card is another picture', async () => {
    const specifications = [
      { name: 'Dimensions', value: '980 × 760 × 1350 mm' },
      { name: 'Chip size', value: '8 × 30–60 mm, curled' },
    ]
    await shop.make.product({ name: 'Chipper', slug: 'chipper', category: 'chip-maker', specifications })
    await shop.make.product({ name: 'Hood switch', slug: 'hood-switch', category: 'replacement-parts' })
    const led = async (path: string) => {
      const { statusCode, headers } = await get(`/drawings/${path}`)
      return [statusCode, headers.location]
    }
    expect(await led('chipper/chip-box.svg?v=1')).toEqual([301, '/drawings/chipper/product-of.svg?v=1'])
    expect(await led('chipper/chip-box.svg?size=card')).toEqual([301, '/drawings/chipper/product-of.svg?v=1&size=card'])
    expect(await led('chipper/chip-box.png')).toEqual([301, '/drawings/chipper/product-of.png?v=1'])
    expect(await led('hood-switch/sensor.svg')).toEqual([301, '/drawings/hood-switch/safety-switch.svg?v=1'])
    expect(await led('chipper/main.svg?size=card')).toEqual([302, '/drawings/chipper/chip-maker.svg?v=1&size=card'])
    for (const view of ['chip-maker', 'product-of', 'footprint']) expect((await get(`/drawings/chipper/${view}.svg`)).statusCode).toBe(200)
    const [whole, card] = [await get('/drawings/chipper/chip-maker.svg?v=1'), await get('/drawings/chipper/chip-maker.svg?v=1&size=card')]
    expect(whole.body).toContain('>980</text>')
    expect(card.body).toContain('viewBox="0 0 600 600"')
    expect(card.body).not.toContain('<text')
    expect(card.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const small = await get('/drawings/chipper/chip-maker.png?v=1&size=card')
    expect(small.headers['content-type']).toBe('image/png')
    // of emails, where a social card is too much
    expect([small.rawPayload.readUInt32BE(16), small.rawPayload.readUInt32BE(20)]).toEqual([144, 144])
    expect(await led('chipper/chip-box.png?size=card')).toEqual([301, '/drawings/chipper/product-of.png?v=1&size=card'])
    expect((await get('/drawings/scenes/footprint.svg')).statusCode).toBe(404)
  })
})
