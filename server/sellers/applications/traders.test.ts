import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { EU_CHECKS, openTraderItems } from '#domain/trader.ts'
import { auditEntries, businesses, markets, notifications, orders, outbox, sellerOrders, settings } from '#server/platform/db/schema.ts'
import { isCheckedTrader } from '#server/sellers/businesses/public-businesses.ts'
import type { BusinessInput } from '#server/testing/builders.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { askTraders } from './ask-traders.ts'

let shop: TestShop
let boss: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { email: 'boss@traders.test' })
  staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
})
afterAll(() => shop.close())

const NOTHING = { legalName: '', address: '', city: '', phone: null, selfCertifiedAt: null, checks: {} } satisfies BusinessInput
const rowOf = async (id: string) => (await shop.deps.db.select().from(businesses).where(eq(businesses.id, id)))[0]
const mails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string> })
    .filter(({ template }) => template === 'trader-data-missing')

describe('L4 checks of staff', () => {
  test('L4 staff record a check with how they made it, take it back, and both are in the audit log', async () => {
    const { id } = await shop.make.business({ ...NOTHING, businessStatus: 'pending' })
    const params = { id, check: 'register' as const }
    const checked = await staff.applications.check({ params, body: { how: 'Extract of 1 May', version: 1 } })
    expect(checked.checks).toEqual({ register: { by: 'Stella Staff', at: expect.any(String), how: 'Extract of 1 May' } })
    expect(checked.openItems).not.toContain('register check')
    expect(await refusalOf(staff.applications.check({ params, body: { how: 'x', version: 1 } }))).toMatchObject({
      status: 409,
      code: 'edit_conflict',
      current: { checks: checked.checks },
    })
    expect((await boss.applications.check({ params, body: { how: '' } })).checks).toEqual({})
    const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, id)).orderBy(auditEntries.id)
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['business.check', { register: 'Extract of 1 May' }],
      ['business.uncheck', { register: null }],
    ])
  })

  test('L4 customers and sellers may not check, and a seller never sees who checked', async () => {
    const { id } = await shop.make.business()
    const seller = await shop.signIn('business_admin', { businessId: id })
    const customer = await shop.signIn('customer')
    for (const by of [seller, customer]) {
      const problem = await refusalOf(by.applications.check({ params: { id, check: 'address' }, body: { how: 'x' } }))
      expect(problem).toMatchObject({ status: 403 })
    }
    const conflict = await refusalOf(seller.business.updateProfile({ body: { name: 'Other', version: 99 } }))
    expect(JSON.stringify([await seller.business.profile(), conflict])).not.toContain('Cleo Checker')
    expect(conflict).toMatchObject({ code: 'edit_conflict' })
  })

  test('L4 with the switch on, approving is refused in both ways until nothing is open', async () => {
    const { id } = await shop.make.business({ businessStatus: 'pending', phone: null, checks: {} })
    await shop.deps.db.insert(settings).values({ name: 'switches', value: { requireTraderChecks: true } })
    const detail = 'Complete these checks first: phone, address check, register check, VAT ID check, bank account check, identity check.'
    const refused = { status: 409, code: 'trader_checks_open', detail }
    expect(await refusalOf(boss.applications.setStatus({ params: { id }, body: { status: 'approved' } }))).toMatchObject(refused)
    expect(await refusalOf(boss.applications.update({ params: { id }, body: { businessStatus: 'approved' } }))).toMatchObject(refused)
    await boss.applications.update({ params: { id }, body: { phone: '+1 312 555 0100' } })
    for (const check of EU_CHECKS) await boss.applications.check({ params: { id, check }, body: { how: 'Seen' } })
    expect((await boss.applications.setStatus({ params: { id }, body: { status: 'approved' } })).businessStatus).toBe('approved')
  })

  test('L4 with the switch off, an open item does not keep a business from being approved', async () => {
    const { id } = await shop.make.business({ ...NOTHING, businessStatus: 'pending' })
    const approved = await boss.applications.setStatus({ params: { id }, body: { status: 'approved' } })
    expect(approved).toMatchObject({ businessStatus: 'approved', openItems: expect.arrayContaining(['legal name', 'identity check']) })
  })
})

describe('L4 details that a seller gives', () => {
  test('L4 the registration takes them, and only a possible VAT ID', async () => {
    const body = {
      name: 'Karton Kontor',
      email: 'hello@kontor.test',
      description: 'Mats.',
      businessType: 'producer' as const,
      address: 'Speicherstr. 1',
      city: 'Hamburg',
      postalCode: '20457',
      country: 'Germany',
    }
    const details = { legalName: 'Karton Kontor GmbH', legalForm: 'GmbH', registerName: 'Hamburg', registerNumber: 'HRB 1', taxId: '22/1' }
    const wrong = { ...body, ...details, vatId: 'DE1' }
    expect(await refusalOf(shop.visitor.applications.register({ body: wrong }))).toMatchObject({
      status: 422,
      errors: [{ field: 'vatId' }],
    })
    await shop.visitor.applications.register({ body: { ...wrong, vatId: 'de 123456788', selfCertified: true } })
    const [row] = await shop.deps.db.select().from(businesses).where(eq(businesses.name, 'Karton Kontor'))
    expect(row).toMatchObject({ ...details, vatId: 'DE123456788', selfCertifiedAt: expect.any(Date), checks: {} })
  })

  test('L4 a seller completes them; a change of what was checked makes the check void', async () => {
    const { id } = await shop.make.business({ address: '1 Test Street' })
    const seller = await shop.signIn('business_admin', { businessId: id })
    expect((await seller.business.profile()).openItems).toEqual([])
    const moved = await seller.business.updateProfile({ body: { address: '2 Other Street', representative: 'Rita Reed' } })
    expect(moved.openItems).toEqual(['address check', 'identity check'])
    const withdrawn = await seller.business.updateProfile({ body: { selfCertified: false } })
    expect(withdrawn).toMatchObject({ selfCertifiedAt: null, missingFacts: ['self-certification'] })
    const taxed = await seller.tax.saveOfBusiness({ body: { vatScheme: 'regular', vatId: 'DE123456788', registrations: [] } })
    expect(taxed.vatId).toBe('DE123456788')
    expect((await seller.business.profile()).openItems).toContain('VAT ID check')
  })

  test('L4 the condition in SQL is the rule of the domain', async () => {
    const cases: BusinessInput[] = [
      {},
      NOTHING,
      { legalName: '' },
      { address: '' },
      { city: '' },
      { country: '' },
      { phone: null },
      { phone: '' },
      { selfCertifiedAt: null },
      { checks: {} },
    ]
    for (const input of cases) {
      const row = await shop.make.business(input)
      const [found] = await shop.deps.db.select({ isChecked: isCheckedTrader }).from(businesses).where(eq(businesses.id, row.id))
      expect(found?.isChecked, JSON.stringify(input)).toBe(openTraderItems(row).length === 0)
    }
  })

  test('L4 the public sees the details of a checked seller where the shop sells to consumers of the EU, never its tax number', async () => {
    const { id, slug } = await shop.make.business({ name: 'Kontor', taxId: '22-SECRET', vatId: 'DE123456788', registerNumber: 'HRB 1' })
    const trader = { legalName: 'Example Packaging Inc.', vatId: 'DE123456788', registerNumber: 'HRB 1', isSelfCertified: true }
    expect((await shop.visitor.businesses.bySlug({ params: { slug } })).trader).toMatchObject(trader)
    const shown = await shop.visitor.businesses.byId({ params: { id } })
    expect(shown).toMatchObject({ email: null, trader: { ...trader, email: expect.stringContaining('@') } })
    expect(JSON.stringify(shown)).not.toContain('22-SECRET')
    expect(JSON.stringify(await shop.visitor.businesses.list())).not.toContain('HRB 1')
    await shop.deps.db.update(markets).set({ isOpen: false }).where(eq(markets.legal, 'eu'))
    expect((await shop.visitor.businesses.byId({ params: { id } })).trader).toBeNull()
    await shop.deps.db.update(businesses).set({ informPublic: true }).where(eq(businesses.id, id))
    expect((await shop.visitor.businesses.byId({ params: { id } })).trader).toMatchObject(trader)
  })
})

describe('L4 L11 requests to sellers', () => {
  test('L4 a seller from before gets two emails and a notification each, and none once the details are there', async () => {
    const { id, email } = await shop.make.business(NOTHING)
    const seller = await shop.signIn('business_admin', { businessId: id })
    await shop.make.business()
    await shop.make.business({ ...NOTHING, businessStatus: 'pending' })
    for (const days of [0, 1, 13, 1, 30]) {
      shop.advance(days * DAY_MS)
      await askTraders(shop.deps)
    }
    const items = 'legal name, street address, phone, self-certification'
    expect(await mails()).toMatchObject([
      { to: email, facts: { items, cause: 'eu' } },
      { to: email, facts: { items, cause: 'eu' } },
    ])
    const isOwn = and(eq(notifications.userId, seller.user.id), eq(notifications.kind, 'trader-data-missing'))
    expect(await shop.deps.db.$count(notifications, isOwn)).toBe(2)
  })

  test('L11 many sales in the United States ask for details within 10 days; a year later the seller confirms them', () =>
    shop.withStillClock(async () => {
      const { id } = await shop.make.business({ checks: {}, taxId: '' })
      const seller = await shop.signIn('business_admin', { businessId: id })
      const buyer = await shop.signIn('customer')
      const { id: productId } = await shop.make.product({ businessId: id, category: 'mat', priceUsdCents: 100_00, stock: 10 })
      await buyer.cart.addItem({ body: { productId, quantity: 1 } })
      await checkOut(buyer)
      await askTraders(shop.deps)
      expect(await rowOf(id)).toMatchObject({ informSince: null, informPublic: false })
      const { db } = shop.deps
      const [order] = await db.select().from(orders)
      const [part] = await db.select().from(sellerOrders)
      if (!order || !part) throw new Error('no order')
      const copies = Array.from({ length: 199 }, (_, at) => ({ ...order, id: randomUUID(), number: `${order.number}-${at}` }))
      await db.insert(orders).values(copies)
      await db.insert(sellerOrders).values(copies.map((copy) => ({ ...part, orderId: copy.id })))
      await askTraders(shop.deps)
      expect(await rowOf(id)).toMatchObject({ informSince: shop.deps.now(), informPublic: true })
      const items = 'tax number, bank account check, tax number check, email check, phone check'
      expect(await mails()).toMatchObject([{ facts: { items, cause: 'us', dueBy: expect.any(String) } }])
      expect((await seller.business.profile()).inform).toMatchObject({ isPublic: true, openItems: items.split(', '), confirmBy: null })
      await seller.business.updateProfile({ body: { taxId: '12-3456789' } })
      for (const check of ['bankAccount', 'taxId', 'email', 'phone'] as const) {
        await staff.applications.check({ params: { id, check }, body: { how: 'Letter' } })
      }
      const first = (await seller.business.profile()).inform
      expect(first).toMatchObject({ openItems: [], confirmBy: new Date(shop.deps.now().getTime() + 365 * DAY_MS).toISOString() })
      const confirms = () => shop.deps.db.$count(notifications, eq(notifications.kind, 'trader-data-confirm'))
      shop.advance(300 * DAY_MS)
      await askTraders(shop.deps)
      expect(await confirms()).toBe(0)
      shop.advance(36 * DAY_MS)
      await askTraders(shop.deps)
      await askTraders(shop.deps)
      expect(await confirms()).toBe(1)
      const confirmed = await seller.business.confirmProfile()
      expect(confirmed.inform?.confirmBy).toBe(new Date(shop.deps.now().getTime() + 365 * DAY_MS).toISOString())
      expect(await refusalOf(buyer.business.confirmProfile())).toMatchObject({ status: 403 })
      shop.advance(440 * DAY_MS)
      await askTraders(shop.deps)
      expect(await rowOf(id)).toMatchObject({ informSince: null, informPublic: false })
    }))
})
