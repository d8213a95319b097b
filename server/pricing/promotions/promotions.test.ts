import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PromoCode, PromoCodeInput } from '#contract/pricing/promotions.ts'
import { replayTotals } from '#server/orders/store-pricing.ts'
import { auditEntries, orders, promotions, promotionUses } from '#server/platform/db/schema.ts'
import { checkOut, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let staff: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
  ann = await shop.signIn('customer')
})

const TEN: PromoCodeInput = { code: 'Spring-10', type: 'percentage', value: 10 }
const create = (form: Partial<PromoCodeInput> = {}) => staff.promotions.create({ body: { ...TEN, ...form } })
const change = ({ id }: PromoCode, form: Partial<PromoCodeInput>) => staff.promotions.update({ params: { id }, body: { ...TEN, ...form } })
const remove = ({ id }: PromoCode) => staff.promotions.remove({ params: { id } })
const fill = async (priceUsdCents = 100_00) => {
  const { id } = await shop.make.product({ category: 'accessories', priceUsdCents, priceEurCents: priceUsdCents })
  await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
}
const apply = (code: string) => ann.cart.applyPromo({ body: { code } })
const discount = async () => (await ann.cart.list()).totals.discount

describe('what a code gives', () => {
  test('S195 a new code acts at once, without regard to case; a change of it acts in carts at their next request', async () => {
    const code = await create()
    expect(code).toMatchObject({ code: 'SPRING-10', type: 'percentage', value: 10, state: 'active', timesUsed: 0, version: 1 })
    await fill()
    expect((await apply('spring-10')).totals.discount).toBe(10)
    await change(code, { value: 12.5 })
    expect(await discount()).toBe(12.5)
    await change(code, { type: 'fixed', value: 30, valueEUR: 25 })
    expect(await discount()).toBe(30)
    expect((await ann.cart.list({ query: { currency: 'EUR' } })).totals.discount).toBe(25)
    await change(code, { type: 'shipping', value: null })
    expect(await ann.cart.list({ query: {} })).toMatchObject({ totals: { discount: 0, shipping: 0 } })
  })

  test('a code to January 13 works until that day is over where the shop is, and is described so', async () => {
    await setTimeZone(shop, 'America/Chicago')
    const code = await create({ startsAt: '2037-01-13', endsAt: '2037-01-13' })
    expect(code).toMatchObject({ startsAt: '2037-01-13T06:00:00.000Z', endsAt: '2037-01-14T06:00:00.000Z' })
    const goTo = async (at: string) => {
      shop.advance(Date.parse(at) - shop.deps.now().getTime())
      ann = await shop.signIn('customer')
      await fill()
      const applied = await apply('SPRING-10').catch((error: unknown) => error)
      return applied instanceof Error ? applied.message : (await ann.cart.list()).totals.discount
    }
    expect(await goTo('2037-01-13T05:59:59Z')).toContain('Invalid promo code')
    expect(await goTo('2037-01-13T06:00:00Z')).toBe(10)
    expect(await goTo('2037-01-14T05:59:59Z')).toBe(10)
    expect(await goTo('2037-01-14T06:00:00Z')).toContain('Invalid promo code')
  })

  test('moments of a code without an offset are of the clock of the shop, and the end is after the start there', async () => {
    await setTimeZone(shop, 'Asia/Kolkata')
    const code = await create({ startsAt: '2026-05-01T08:30', endsAt: '2026-05-01T08:00Z' })
    expect(code).toMatchObject({ startsAt: '2026-05-01T03:00:00.000Z', endsAt: '2026-05-01T08:00:00.000Z' })
    await setTimeZone(shop, 'Pacific/Honolulu')
    const reversed = create({ code: 'LATER', startsAt: '2026-05-01T07:00', endsAt: '2026-05-01T08:00Z' })
    expect(await refusalOf(reversed)).toMatchObject({ status: 422, errors: [{ field: 'endsAt' }] })
  })

  test('a code that is switched off, ends, or gets a higher minimum gives nothing at the next request, and says so', async () => {
    const code = await create()
    await fill()
    await apply('SPRING-10')
    const notices: [Partial<PromoCodeInput>, string][] = [
      [{ isActive: false }, 'SPRING-10 is not active'],
      [{ endsAt: new Date(shop.deps.now().getTime() - 1000).toISOString() }, 'SPRING-10 has expired'],
      [{ startsAt: new Date(shop.deps.now().getTime() + DAY_MS).toISOString() }, 'SPRING-10 cannot be used yet'],
      [{ minimumOrder: 150 }, 'Add $50.00 more to use SPRING-10'],
    ]
    for (const [form, notice] of notices) {
      await change(code, form)
      expect(await ann.cart.list()).toMatchObject({ appliedPromoCode: { active: false, notice }, totals: { discount: 0 } })
    }
    await change(code, {})
    expect(await discount()).toBe(10)
  })

  test('a buyer who saw ten percent is not charged five: the order is refused until the new total was seen', async () => {
    const code = await create()
    await fill()
    await apply('SPRING-10')
    const seen = orderOf(await ann.cart.list())
    await change(code, { value: 5 })
    expect(await refusalOf(ann.checkout.placeOrder({ body: seen }))).toMatchObject({
      status: 409,
      errors: [{ field: 'amount', message: 'The total is now $102.60' }],
    })
    expect(await checkOut(ann)).toMatchObject({ discount: 5, tax: 7.6, totalAmount: 102.6 })
  })

  test('a deleted code counts no more and may be made anew; the order that had it keeps code and cents', async () => {
    const code = await create()
    await fill()
    await apply('SPRING-10')
    const order = await checkOut(ann)
    await remove(code)
    expect(await ann.orders.byId({ params: { id: order.id } })).toMatchObject({ promoCode: 'SPRING-10', discount: 10 })
    const [stored] = await shop.deps.db.select().from(orders).where(eq(orders.id, order.id))
    expect(replayTotals(stored?.pricing).discountCents).toBe(10_00)
    expect(await shop.deps.db.select().from(promotionUses)).toMatchObject([{ promotionId: code.id, orderId: order.id }])
    await fill()
    expect(await refusalOf(apply('SPRING-10'))).toMatchObject({ status: 422, errors: [{ message: 'This code does not exist' }] })
    expect(await refusalOf(staff.promotions.byId({ params: { id: code.id } }))).toMatchObject({ status: 404 })
    const again = await create({ value: 20 })
    expect(again).toMatchObject({ code: 'SPRING-10', timesUsed: 0 })
    expect(again.id).not.toBe(code.id)
    expect((await apply('spring-10')).totals.discount).toBe(20)
  })

  test('a code deleted while it lies in a cart is named there as gone, and the order is not placed at the price without it', async () => {
    const code = await create()
    await fill()
    await apply('SPRING-10')
    const seen = orderOf(await ann.cart.list())
    await remove(code)
    expect(await ann.cart.list()).toMatchObject({ notices: ['The code SPRING-10 no longer exists.'], totals: { discount: 0 } })
    expect(await refusalOf(ann.checkout.placeOrder({ body: seen }))).toMatchObject({ status: 409, code: 'price_changed' })
  })

  test('limits: the last use ends a code, and a limit below what is used is refused at its field', async () => {
    const code = await create({ usageLimit: 2, perCustomerLimit: 1 })
    await fill()
    await apply('SPRING-10')
    await checkOut(ann)
    await fill()
    expect(await refusalOf(apply('SPRING-10'))).toMatchObject({ errors: [{ message: 'SPRING-10 has been used up' }] })
    await change(code, { usageLimit: 2 })
    await apply('SPRING-10')
    await checkOut(ann)
    expect(await staff.promotions.byId({ params: { id: code.id } })).toMatchObject({ timesUsed: 2, state: 'used_up' })
    const refusal = await refusalOf(change(code, { usageLimit: 1 }))
    expect(refusal).toMatchObject({ status: 422, errors: [{ field: 'usageLimit' }] })
    expect(refusal.detail).toContain('used 2 times')
    expect(await change(code, { usageLimit: 3 })).toMatchObject({ state: 'active' })
  })

  test('a code is named on the cart page while it counts and staff want it to be', async () => {
    const code = await create({ hinted: true, description: '10% off in spring' })
    const hints = async () => (await shop.visitor.shop.facts()).promoHints
    expect(await hints()).toContainEqual({ code: 'SPRING-10', description: '10% off in spring' })
    await remove(code)
    expect(await hints()).not.toContainEqual({ code: 'SPRING-10', description: '10% off in spring' })
  })
})

describe('keeping codes', () => {
  test('one code, whatever its case: a second is 409 at its field, also by a change', async () => {
    const first = await create()
    expect(await refusalOf(create({ code: 'spring-10' }))).toMatchObject({
      status: 409,
      code: 'promo_code_taken',
      detail: 'The promo code SPRING-10 already exists.',
      errors: [{ field: 'code' }],
    })
    expect(await refusalOf(change(first, { code: 'welcome10' }))).toMatchObject({ status: 409, code: 'promo_code_taken' })
    const both = await Promise.allSettled([create({ code: 'TWIN' }), create({ code: 'twin' })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('what makes no sense is refused at its field', async () => {
    const wrong: [Partial<PromoCodeInput>, string][] = [
      [{ code: '' }, 'code'],
      [{ code: 'a b' }, 'code'],
      [{ value: 0 }, 'value'],
      [{ value: 100.5 }, 'value'],
      [{ value: null }, 'value'],
      [{ type: 'fixed', value: 0 }, 'value'],
      [{ type: 'fixed', value: 5, valueEUR: 0 }, 'valueEUR'],
      [{ minimumOrder: -1 }, 'minimumOrder'],
      [{ minimumOrder: 1.005 }, 'minimumOrder'],
      [{ startsAt: '2026-05-02T00:00:00Z', endsAt: '2026-05-02T00:00:00Z' }, 'endsAt'],
      [{ startsAt: 'soon' }, 'startsAt'],
      [{ startsAt: '2026-02-30' }, 'startsAt'],
      [{ startsAt: '2026-05-03', endsAt: '2026-05-02' }, 'endsAt'],
      [{ usageLimit: 0 }, 'usageLimit'],
      [{ perCustomerLimit: 1.5 }, 'perCustomerLimit'],
    ]
    for (const [form, field] of wrong) {
      const { status, errors } = await refusalOf(create(form))
      expect([field, status, errors?.map((error) => error.field)]).toEqual([field, 422, [field]])
    }
  })

  test('two editors: the older version is refused with the code as it is now; every change is written down', async () => {
    const code = await create()
    await change(code, { value: 15, version: 1 })
    const refusal = await refusalOf(change(code, { value: 20, version: 1 }))
    expect(refusal).toMatchObject({ status: 409, code: 'edit_conflict', current: { value: 15, version: 2 } })
    await remove(code)
    const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, code.id)).orderBy(auditEntries.id)
    expect(entries).toMatchObject([
      { action: 'promotion.create', actorName: 'Sam Staff', after: { code: 'SPRING-10', percentHundredths: 1000 } },
      { action: 'promotion.edit', before: { percentHundredths: 1000 }, after: { percentHundredths: 1500 } },
      { action: 'promotion.delete', before: { code: 'SPRING-10' } },
    ])
  })

  test('the list: filters, states, search, order and the number of uses; its export has the same rows', async () => {
    await shop.deps.db.delete(promotions)
    const now = shop.deps.now().getTime()
    const at = (days: number) => new Date(now + days * DAY_MS).toISOString()
    await create({ code: 'AAA', description: 'Frühling für alle' })
    await create({ code: 'BBB', isActive: false })
    await create({ code: 'CCC', startsAt: at(1) })
    await create({ code: 'DDD', startsAt: at(-2), endsAt: at(-1) })
    await create({ code: 'EEE', type: 'fixed', value: 5 })
    await shop.deps.db.update(promotions).set({ usageLimit: 1, timesUsed: 1 }).where(eq(promotions.code, 'EEE'))
    const codes = async (query: NonNullable<NonNullable<Parameters<typeof staff.promotions.list>[0]>['query']>) =>
      (await staff.promotions.list({ query })).items.map(({ code }) => code)
    const states = { active: ['AAA'], off: ['BBB'], scheduled: ['CCC'], ended: ['DDD'], used_up: ['EEE'] }
    for (const [state, expected] of Object.entries(states) as [PromoCode['state'], string[]][]) {
      expect([state, await codes({ state })]).toEqual([state, expected])
      expect((await staff.promotions.list({ query: { state } })).items[0]?.state).toBe(state)
    }
    expect(await codes({ type: 'fixed' })).toEqual(['EEE'])
    expect(await codes({ search: 'FRUHLING' })).toEqual(['AAA'])
    expect(await codes({ sort: '-code', limit: '2' })).toEqual(['EEE', 'DDD'])
    expect(await codes({ sort: '-timesUsed', limit: '1' })).toEqual(['EEE'])
    const headers = { authorization: `Bearer ${staff.token}` }
    const file = await shop.app.inject({ url: '/api/admin/promo-codes/export?type=fixed', headers })
    expect(file.body.split('\r\n')[1]).toMatch(/^EEE,fixed,5,5,/)
  })

  test('F7.3.2 a deleted code is listed as such and restored with its uses by who deleted it, or a super admin; a code taken meanwhile is refused', async () => {
    const code = await create({ usageLimit: 5 })
    await fill()
    await apply('SPRING-10')
    await checkOut(ann)
    const restore = (who = staff) => who.promotions.restore({ params: { id: code.id } })
    const other = await shop.signIn('application_admin')
    const boss = await shop.signIn('super_admin')
    await remove(code)
    expect((await staff.promotions.list({ query: { state: 'deleted' } })).items).toMatchObject([{ code: 'SPRING-10', state: 'deleted' }])
    expect((await staff.promotions.list({ query: { search: 'SPRING-10' } })).total).toBe(0)
    expect(await refusalOf(restore(other))).toMatchObject({
      status: 403,
      code: 'restore_reserved',
      detail: 'Someone else deleted this. Ask a super admin to restore it.',
    })
    const anew = await create()
    expect(await refusalOf(restore())).toMatchObject({
      status: 409,
      code: 'promo_code_taken',
      detail: 'Another promo code SPRING-10 was added in the meantime. Rename or delete it, then restore this one.',
    })
    await remove(anew)
    expect(await restore()).toMatchObject({ code: 'SPRING-10', state: 'active', timesUsed: 1, usageLimit: 5 })
    expect(await restore(other)).toMatchObject({ state: 'active' }) // it is there: nothing to restore
    await fill()
    expect((await apply('SPRING-10')).totals.discount).toBe(10)
    await remove(code)
    expect(await restore(boss)).toMatchObject({ state: 'active' })
    const restored = eq(auditEntries.action, 'promotion.restore')
    const entries = await shop.deps.db.select().from(auditEntries).where(restored).orderBy(auditEntries.id)
    expect(entries.map(({ actorId, targetId, after }) => [actorId, targetId, after])).toEqual([
      [staff.user.id, code.id, { code: 'SPRING-10' }],
      [boss.user.id, code.id, { code: 'SPRING-10' }],
    ])
    for (const role of ['customer', 'business_admin'] as const) {
      expect(await refusalOf(restore(await shop.signIn(role)))).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.promotions.restore({ params: { id: code.id } }))).toMatchObject({ status: 401 })
    expect(await refusalOf(staff.promotions.restore({ params: { id: crypto.randomUUID() } }))).toMatchObject({ status: 404 })
  })

  test('sellers and customers keep no codes', async () => {
    for (const role of ['customer', 'business_admin'] as const) {
      const other = await shop.signIn(role)
      expect(await refusalOf(other.promotions.list())).toMatchObject({ status: 403 })
      expect(await refusalOf(other.promotions.create({ body: TEN }))).toMatchObject({ status: 403 })
    }
  })
})
