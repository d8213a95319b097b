import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImpactRequest } from '#contract/impact/impact.ts'
import { CALCULATOR_MACHINES, DEFAULT_INPUTS, specifiedModel, wholeImpact } from '#domain/impact.ts'
import { businesses, contactMessages, impactResults, products } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.test' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const DAY_MS = 86_400_000
const get = (url: string) => shop.app.inject({ method: 'GET', url })
const save = (payload: object) => shop.app.inject({ method: 'POST', url: '/api/impact/results', payload })

/** A machine of the specification in the shop, with its price there. */
async function machine(slug: string, more: Parameters<TestShop['make']['product']>[0] = {}) {
  const specified = CALCULATOR_MACHINES.find(({ id }) => id === slug)
  const { price = 100, name = slug } = specified ?? {}
  return shop.make.product({
    slug,
    name,
    priceUsdCents: price * 100,
    priceEurCents: price * 90,
    impactModel: specifiedModel(slug),
    ...more,
  })
}

const { machineType: _none, ...INPUTS } = DEFAULT_INPUTS
const request = (more: Partial<ImpactRequest> = {}): ImpactRequest => ({ inputs: INPUTS, currency: 'USD', machine: 'ecomat-1000', ...more })

describe('the machines', () => {
  test('S207 every public machine with values is listed, those of the specification first, with its price in the shop', async () => {
    await machine('another-machine', {
      name: 'Another Machine',
      impactModel: { efficiency: 0.5, materialReduction: 0.4, energyUsage: 1, processingRate: 10 },
    })
    for (const { id } of [...CALCULATOR_MACHINES].reverse()) await machine(id)
    const { items, total } = await shop.visitor.impact.machines()
    expect(total).toBe(6)
    expect(items.slice(0, 5)).toEqual(
      CALCULATOR_MACHINES.map(({ price, ...rest }) => ({ ...rest, priceUSD: price, priceEUR: Math.round(price * 90) / 100 })),
    )
    expect(items[5]).toMatchObject({ id: 'another-machine', name: 'Another Machine' })
  })

  /** Price, efficiency, material reduction, energy usage and processing rate of a machine, as the calculator reads them. */
  const valuesOf = async (slug: string) => {
    await machine(slug)
    const { items } = await shop.visitor.impact.machines()
    return items.map(({ id, name, priceUSD, efficiency, materialReduction, energyUsage, processingRate }) => [
      id,
      name,
      priceUSD,
      efficiency,
      materialReduction,
      energyUsage,
      processingRate,
    ])
  }
  test('S208 the values of EcoMat 1000', async () => {
    expect(await valuesOf('ecomat-1000')).toEqual([['ecomat-1000', 'EcoMat 1000', 12_500, 0.75, 0.65, 0.75, 30]])
  })
  test('S209 the values of EcoMat 2500 Commercial', async () => {
    expect(await valuesOf('ecomat-2500')).toEqual([['ecomat-2500', 'EcoMat 2500 Commercial', 24_500, 0.85, 0.72, 2.2, 50]])
  })
  test('S210 the values of EcoMat Pro 2000', async () => {
    expect(await valuesOf('ecomat-pro-2000')).toEqual([['ecomat-pro-2000', 'EcoMat Pro 2000', 18_900, 0.8, 0.68, 5, 500]])
  })
  test('S211 the values of ChipMaster Pro', async () => {
    expect(await valuesOf('chipmaster-pro')).toEqual([['chipmaster-pro', 'ChipMaster Pro', 15_800, 0.82, 0.7, 1.5, 300]])
  })
  test('S212 the values of ChipMaster Compact', async () => {
    expect(await valuesOf('chipmaster-compact')).toEqual([['chipmaster-compact', 'ChipMaster Compact', 8900, 0.7, 0.6, 3, 200]])
  })

  test('what the public may not see, what has no values and what is no machine is not listed', async () => {
    const model = specifiedModel('ecomat-1000')
    await machine('ecomat-1000', { status: 'Inactive' })
    await machine('ecomat-2500', { status: 'Deleted' })
    const pending = await shop.make.business({ businessStatus: 'pending' })
    await machine('chipmaster-pro', { businessId: pending.id })
    await machine('chipmaster-compact', { impactModel: null })
    await shop.make.product({ slug: 'mat', category: 'mat', impactModel: model })
    expect(await shop.visitor.impact.machines()).toEqual({ items: [], total: 0 })
    await shop.deps.db.update(businesses).set({ businessStatus: 'approved' }).where(eq(businesses.id, pending.id))
    expect((await shop.visitor.impact.machines()).items.map(({ id }) => id)).toEqual(['chipmaster-pro'])
  })
})

describe('a saved result', () => {
  test('S174 S214 the server calculates with its own machine and price and keeps all of it under a short key', async () => {
    await machine('ecomat-1000')
    const saved = await shop.visitor.impact.save({ body: request() })
    expect(saved.key).toMatch(/^[0-9a-hjkmnp-tv-z]{14}$/)
    expect(saved).toMatchObject({
      model: 'spec-1',
      currency: 'USD',
      inputs: { ...INPUTS, machineType: 'ecomat-1000', energyTariff: null },
      machine: { id: 'ecomat-1000', name: 'EcoMat 1000', price: 12500, efficiency: 0.75, materialReduction: 0.65 },
    })
    const specified = CALCULATOR_MACHINES[0]
    if (!specified) throw new Error('no machine')
    expect(saved.result).toEqual(wholeImpact({ ...DEFAULT_INPUTS, machineType: 'ecomat-1000' }, specified, null))
    expect(saved.result.annualSavings).toBeCloseTo(56040, 6)
    expect((await shop.visitor.impact.save({ body: request() })).key).not.toBe(saved.key)
  })

  test('it opens again bit for bit the same after the price, the name, the values and the status of the machine have changed', async () => {
    const { id } = await machine('ecomat-1000')
    const first = await save(request({ inputs: { ...INPUTS, laborCost: 1999.99, wastePercentage: 0.1 }, energyTariff: 0.23 }))
    expect(first.statusCode).toBe(201)
    const { key } = first.json<{ key: string }>()
    expect((await get(`/api/impact/results/${key}`)).body).toBe(first.body)
    await shop.deps.db
      .update(products)
      .set({
        priceUsdCents: 1,
        name: 'Other',
        status: 'Deleted',
        impactModel: { efficiency: 1, materialReduction: 1, energyUsage: 1, processingRate: 1 },
      })
      .where(eq(products.id, id))
    shop.advance(400 * 86_400_000)
    expect((await get(`/api/impact/results/${key}`)).body).toBe(first.body)
  })

  test('in euros it counts with the price in euros', async () => {
    await machine('ecomat-1000')
    const saved = await shop.visitor.impact.save({ body: request({ currency: 'EUR' }) })
    expect(saved.machine.price).toBe(11250)
    expect(saved.result.roiPercentage).toBeCloseTo(((56040 - 11250) / 11250) * 100, 6)
  })

  test('S252 inputs beyond their limits count as the limits, and nothing about the visitor is kept', async () => {
    await machine('ecomat-1000')
    const inputs = { currentMaterialCost: -5, monthlyVolume: 1e300, wastePercentage: 250, shippingCost: 0, laborCost: 0, operatingDays: 99 }
    const { key } = await shop.visitor.impact.save({ body: request({ inputs, energyTariff: -1 }) })
    const [row] = await shop.deps.db.select().from(impactResults).where(eq(impactResults.key, key))
    expect(row?.inputs).toEqual({
      currentMaterialCost: 0,
      monthlyVolume: 1e12,
      wastePercentage: 100,
      shippingCost: 0,
      laborCost: 0,
      operatingDays: 31,
      machineType: 'ecomat-1000',
      energyTariff: 0,
    })
    expect(Object.keys(row ?? {}).sort()).toEqual(['createdAt', 'currency', 'inputs', 'isAnonymous', 'key', 'machine', 'model', 'result'])
    expect((await shop.visitor.impact.byKey({ params: { key } })).result).toMatchObject({
      annualSavings: 0,
      paybackPeriod: null,
      roiPercentage: -100,
    })
  })

  test('a machine that is not offered, a missing number and a text for a number are refused at their field', async () => {
    await machine('ecomat-1000')
    const refused = [
      [request({ machine: 'nothing' }), 'machine'],
      [{ ...request(), inputs: { ...INPUTS, laborCost: '12' } }, 'inputs.laborCost'],
      [{ ...request(), inputs: { monthlyVolume: 1 } }, 'inputs.currentMaterialCost'],
      [{ ...request(), currency: 'GBP' }, 'currency'],
    ] as const
    for (const [body, field] of refused) {
      const answer = await save(body)
      expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([422, field])
    }
    for (const key of ['aaaaaaaaaaaaaa', 'x', 'AAAAAAAAAAAAAA', '%00']) {
      expect((await get(`/api/impact/results/${key}`)).statusCode).toBe(404)
      expect((await get(`/api/impact/results/${key}/report.pdf`)).statusCode).toBe(404)
    }
  })
})

describe('results of nobody’s account', () => {
  test('go after 30 days, unless a message names them; those of people who are signed in stay', async () => {
    await machine('ecomat-1000')
    const [passing, named] = [await shop.visitor.impact.save({ body: request() }), await shop.visitor.impact.save({ body: request() })]
    const own = await (await shop.signIn('customer')).impact.save({ body: request() })
    const message = {
      reference: 'MSG-1',
      topic: 'contact' as const,
      name: 'Ann',
      email: 'ann@test.test',
      message: 'About this',
      impactKey: named.key,
    }
    await shop.deps.db.insert(contactMessages).values(message)
    const purge = () => purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
    shop.advance(29 * DAY_MS)
    await purge()
    expect((await shop.visitor.impact.byKey({ params: { key: passing.key } })).key).toBe(passing.key)
    shop.advance(2 * DAY_MS)
    expect(await purge()).toContain('1 calculation')
    await expect(shop.visitor.impact.byKey({ params: { key: passing.key } })).rejects.toMatchObject({ status: 404 })
    for (const { key } of [named, own]) expect((await shop.visitor.impact.byKey({ params: { key } })).key).toBe(key)
  })

  test('are at most 100 a day for a network; the next is 429, and people who are signed in go on', async () => {
    // writes are bounded to 60 a minute as well: the window of those is the machine's clock
    vi.useFakeTimers({ toFake: ['Date'] })
    const limited = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    try {
      await limited.make.product({ slug: 'ecomat-1000', impactModel: specifiedModel('ecomat-1000') })
      const { token } = await limited.signIn('customer')
      const store = (address: string, more: Record<string, string> = {}) => {
        const headers = { 'x-forwarded-for': address, ...more }
        return limited.app.inject({ method: 'POST', url: '/api/impact/results', headers, payload: request() })
      }
      for (let at = 0; at < 100; at += 1) {
        if (at === 50) vi.setSystemTime(Date.now() + 61_000)
        expect((await store(`2001:db8:1:2::${at + 1}`)).statusCode).toBe(201)
      }
      vi.setSystemTime(Date.now() + 61_000)
      const refused = await store('2001:db8:1:2:aaaa::1')
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
      expect((await store('2001:db8:1:3::1')).statusCode).toBe(201)
      expect((await store('2001:db8:1:2::1', { authorization: `Bearer ${token}` })).statusCode).toBe(201)
    } finally {
      vi.useRealTimers()
      await limited.close()
    }
  })
})

describe('the report', () => {
  test('S173 it is a tagged PDF with inputs, machine, every formula with its numbers, the band, model, date and link', async () => {
    await machine('ecomat-1000')
    const { key, createdAt } = await shop.visitor.impact.save({ body: request({ energyTariff: 0.25 }) })
    const answer = await get(`/api/impact/results/${key}/report.pdf`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="impact-ecomat-1000-${key}.pdf"`)
    const pdf = readPdf(answer.rawPayload)
    expect([pdf.isTagged, pdf.language]).toEqual([true, 'en-US'])
    expect(pdf.pages).toBeLessThanOrEqual(4)
    expect(pdf.tags.filter((tag) => tag === 'H1')).toHaveLength(1)
    for (const tag of ['Document', 'H2', 'P', 'Table', 'Caption', 'TR', 'TH', 'TD', 'L', 'LI', 'Link']) expect(pdf.tags).toContain(tag)
    const text = pdf.text.replaceAll('\n', ' ')
    const year = new Date(createdAt).getUTCFullYear()
    for (const part of [
      'Impact report: EcoMat 1000',
      'Model estimate from your inputs. Model spec-1,',
      `, ${year}, amounts in USD`,
      '$5,000 × 0.65 × 12',
      '$2,000 × (0.75 − 0.3) × 12',
      '$12,500 ÷ ($56,040 ÷ 12)',
      '7,800 × 0.45 kg',
      '$39,228',
      '$56,040',
      '$64,446',
      '2.7 months',
      '348.3%',
      '3,510.0 kg CO2e a year',
      'It is not an offer or a guarantee',
      'which costs $6.25',
      `https://shop.test/impact-calculator/r/${key}`,
      `Page 1 of ${pdf.pages}`,
    ]) {
      expect(text).toContain(part)
    }
  })

  test('a result without savings says that nothing is paid back', async () => {
    await machine('ecomat-1000', { name: 'Łódź <b> 機' })
    const nothing = { ...INPUTS, currentMaterialCost: 0, shippingCost: 0, laborCost: 0, monthlyVolume: 0, operatingDays: 0 }
    const { key } = await shop.visitor.impact.save({ body: request({ inputs: nothing }) })
    const { text } = readPdf((await get(`/api/impact/results/${key}/report.pdf`)).rawPayload)
    expect(text).toContain('Not reached')
    expect(text).toContain('Enter operating days to see this')
    expect(text).not.toMatch(/NaN|Infinity|undefined/)
  })
})
