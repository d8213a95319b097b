import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, businesses, ledgerEntries, notifications, outbox, payoutAccounts, payouts } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf, deliver, giveAccount, payOrder, refundPart } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'slit-cardboard-42'

let shop: TestShop
let ann: SignedInUser
let boss: SignedInUser
let seller: SignedInUser
let ownId: string
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin', { name: 'Bo Boss', passwordHash })
  seller = await shop.signIn('business_admin')
  ownId = seller.user.businessId ?? ''
})

/** A sale whose money may leave: delivered, its return window over. $90.00 for the seller. */
async function earn(businessId = ownId, priceUsdCents = 100_00) {
  const product = await shop.make.product({ businessId, category: 'accessories', priceUsdCents })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(ann)
  await payOrder(shop, order.id)
  await deliver(shop, order.id)
  await shop.deps.db.execute(sql`update seller_orders set delivered_at = delivered_at - interval '31 days'`)
  return order
}

const balance = () => balanceOf(shop.deps.db, ownId, 'USD')
const mailsTo = async (to: string) =>
  (await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string })
    .filter((mail) => mail.to === to)
    .map(({ template }) => template)
async function prepareOne() {
  const [payout] = await boss.payouts.prepare()
  if (!payout) throw new Error('nothing to pay')
  return payout
}
const move = (id: string, body: Omit<Parameters<typeof boss.payouts.move>[0]['body'], 'currentPassword'>, currentPassword = PASSWORD) =>
  boss.payouts.move({ params: { id }, body: { ...body, currentPassword } })

describe('preparing', () => {
  test('D290 staff see first who would be paid what, and why others would not', async () => {
    const staff = await shop.signIn('application_admin')
    const [small, poor, held, fresh] = [
      await shop.make.business({ name: 'Small' }),
      await shop.make.business({ name: 'No Account' }),
      await shop.make.business({ name: 'Held' }),
      await shop.make.business({ name: 'Fresh' }),
    ]
    for (const { id } of [{ id: ownId }, small, held, fresh]) await giveAccount(shop, id)
    await earn()
    await earn(small.id, 15_00)
    await earn(poor.id)
    await earn(held.id)
    const { id } = await earn(fresh.id)
    await deliver(shop, id)
    await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, held.id))
    const { proposals, totals, minimum } = await staff.payouts.preview()
    expect(minimum).toBe(25)
    expect(totals).toEqual([{ currency: 'USD', payouts: 1, amount: 90 }])
    expect(Object.fromEntries(proposals.map(({ businessName, obstacle, amount }) => [businessName, obstacle ?? amount]))).toMatchObject({
      Small: 'small',
      'No Account': 'no_account',
      Held: 'suspended',
      Fresh: 'pending',
    })
    expect(await balance()).toBe(90_00)
    expect(await staff.payouts.prepare()).toMatchObject([
      { businessId: ownId, amount: 90, status: 'draft', number: expect.stringMatching(/^PAY-\d{6}$/), method: 'manual' },
    ])
  })

  test('D290 a prepared payout leaves the balance at once; preparing again pays nothing twice', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const first = await prepareOne()
    expect(await balance()).toBe(0)
    expect(await boss.payouts.prepare()).toEqual([])
    await earn()
    shop.advance(1)
    const second = await prepareOne()
    expect(second.amount).toBe(90)
    expect((await seller.earnings.payouts()).items.map(({ number }) => number)).toEqual([second.number, first.number])
    expect((await (await shop.signIn('business_admin')).earnings.payouts()).total).toBe(0)
  })

  test('numbers of payouts tell a seller nothing of how many others there are', async () => {
    const sellers = await Promise.all(Array.from({ length: 24 }, (_, at) => shop.make.business({ name: `Seller ${at}` })))
    for (const { id } of sellers) {
      await giveAccount(shop, id)
      await earn(id)
    }
    const numbers = (await boss.payouts.prepare()).map(({ number }) => Number(/^PAY-(\d{6})$/.exec(number)?.[1]))
    expect(new Set(numbers).size).toBe(24)
    const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(0)
    expect(new Set(steps).size).toBeGreaterThan(12)
  })

  test('D290 staff who prepare at the same moment never pay twice', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const staff = await shop.signIn('application_admin')
    const answers = await Promise.all([boss, staff, boss, staff, boss, staff, boss, staff].map((who) => outcomeOf(who.payouts.prepare())))
    expect(answers.flatMap(({ answer }) => answer ?? [])).toHaveLength(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await shop.deps.db.$count(payouts)).toBe(1)
    expect(await balance()).toBe(0)
  })

  test('D290 an open return or refund holds the money back, a finished one does not', async () => {
    await giveAccount(shop, ownId)
    const { id } = await earn()
    await shop.deps.db.execute(sql`insert into refunds (id, order_id, amount_cents, currency, reason, cause, status)
      values (gen_random_uuid(), ${id}, 1000, 'USD', 'test', 'test', 'requested')`)
    await shop.deps.db.execute(sql`insert into refund_shares (refund_id, business_id, amount_cents) select id, ${ownId}, 1000 from refunds`)
    expect(await boss.payouts.prepare()).toEqual([])
    await shop.deps.db.execute(sql`update refunds set status = 'failed'`)
    await shop.deps.db.execute(sql`insert into returns (id, number, order_id, business_id, user_id, reason)
      values (gen_random_uuid(), 'RET-1', ${id}, ${ownId}, ${ann.user.id}, 'broken')`)
    expect(await boss.payouts.prepare()).toEqual([])
    await shop.deps.db.execute(sql`update returns set status = 'declined'`)
    expect(await boss.payouts.prepare()).toHaveLength(1)
  })

  test('a customer, a seller and a visitor may not', async () => {
    for (const role of ['customer', 'business_admin'] as const) {
      expect(await refusalOf((await shop.signIn(role)).payouts.prepare())).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.payouts.list())).toMatchObject({ status: 401 })
    const staff = await shop.signIn('application_admin', { passwordHash })
    await giveAccount(shop, ownId)
    await earn()
    const { id } = await prepareOne()
    const body = { status: 'sent' as const, currentPassword: PASSWORD }
    expect(await refusalOf(staff.payouts.move({ params: { id }, body }))).toMatchObject({ status: 403 })
    const headers = { authorization: `Bearer ${staff.token}` }
    expect((await shop.app.inject({ url: '/api/admin/payouts/file', headers })).statusCode).toBe(403)
  })
})

describe('what becomes of it', () => {
  test('D290 sent, then paid: the seller is mailed once and notified each time; every step is in the log', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const { id, version } = await prepareOne()
    expect(await refusalOf(move(id, { status: 'sent' }, 'wrong-password-1'))).toMatchObject({ code: 'wrong_password' })
    expect(await move(id, { status: 'sent', reference: 'SEPA 4711', version })).toMatchObject({ status: 'sent', reference: 'SEPA 4711' })
    expect(await refusalOf(move(id, { status: 'paid', version }))).toMatchObject({ code: 'edit_conflict', current: { status: 'sent' } })
    expect(await move(id, { status: 'paid' })).toMatchObject({ status: 'paid', reference: 'SEPA 4711' })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({
      status: 409,
      detail: "A payout that is paid can't become sent.",
    })
    const [business] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, ownId))
    expect(await mailsTo(business?.email ?? '')).toEqual(['payout-sent'])
    const notified = await shop.deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, seller.user.id))
      .orderBy(notifications.id)
    expect(notified.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['order-paid', 'payout-prepared', 'payout-sent', 'payout-paid']),
    )
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetType, 'payout')).orderBy(auditEntries.id)
    expect(log.map(({ action }) => action)).toEqual(['payout.prepare', 'payout.sent', 'payout.paid'])
    expect(await balance()).toBe(0)
    expect(await seller.earnings.read()).toMatchObject({ balances: [{ paidOut: 90, onTheWay: 0 }] })
  })

  test('D290 a failed payout goes back to the balance once, with its reason, and can be paid again', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const { id, number } = await prepareOne()
    await move(id, { status: 'sent' })
    expect((await refusalOf(move(id, { status: 'failed' }))).errors?.map(({ field }) => field)).toEqual(['problem'])
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(move(id, { status: 'failed', problem: 'Account closed' }))))
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await balance()).toBe(90_00)
    const [business] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, ownId))
    expect(await mailsTo(business?.email ?? '')).toEqual(['payout-sent', 'payout-failed'])
    expect((await seller.earnings.entries()).items.map(({ reason, net, number }) => [reason, net, number])).toMatchObject([
      ['payout_failed', 90, number],
      ['payout', -90, number],
      ['sale', 90, expect.stringMatching(/^ORD-/)],
    ])
    expect(await boss.payouts.prepare()).toMatchObject([{ amount: 90 }])
  })

  test('D290 a refund after the payout makes a balance below nothing, which is carried to the next sales', async () => {
    await giveAccount(shop, ownId)
    const { id } = await earn()
    await prepareOne()
    await refundPart(shop, id, { businessId: ownId, amountCents: 108_00 }, 'all')
    expect(await balance()).toBe(-90_00)
    expect((await boss.payouts.preview()).proposals).toMatchObject([{ balance: -90, amount: 0, obstacle: 'owes' }])
    await earn(ownId, 200_00)
    expect(await boss.payouts.prepare()).toMatchObject([{ amount: 90 }])
  })
})

test('D290 a shop without keys offers nothing of Stripe: sellers who had it are paid by bank, and what was prepared for Stripe is not sent', async () => {
  const own = await shop.signIn('business_admin', { passwordHash })
  const businessId = own.user.businessId ?? ''
  const body = { currentPassword: PASSWORD }
  expect(await own.earnings.readStripe()).toEqual({ stripe: null })
  expect(await refusalOf(own.earnings.connectStripe({ body }))).toMatchObject({ code: 'stripe_not_configured', status: 409 })
  expect(await refusalOf(own.earnings.disconnectStripe({ body }))).toMatchObject({ code: 'stripe_not_configured' })
  await shop.deps.db.insert(payoutAccounts).values({ businessId, stripeAccountId: 'acct_1', stripeReady: true })
  await earn(businessId)
  expect((await own.earnings.read()).account).toMatchObject({ offersStripe: false, isConnected: false, currencies: [] })
  expect((await boss.payouts.preview()).proposals).toMatchObject([{ method: 'manual', obstacle: 'no_account' }])
  await shop.deps.db.update(payoutAccounts).set({ iban: 'DE89370400440532013000' })
  const { id, method } = await prepareOne()
  expect(method).toBe('manual')
  await shop.deps.db.update(payouts).set({ method: 'stripe' })
  expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({ code: 'stripe_not_configured' })
  expect(await move(id, { status: 'failed', problem: 'No keys' })).toMatchObject({ status: 'failed' })
})

test('D290 the file for the bank names every account in full; who took it stands in the log, without the numbers', async () => {
  await giveAccount(shop, ownId)
  await earn()
  const { number } = await prepareOne()
  const headers = { authorization: `Bearer ${boss.token}` }
  const file = await shop.app.inject({ url: '/api/admin/payouts/file', headers })
  expect(file.headers['content-disposition']).toContain('bank-payouts-')
  const [titles, line] = file.body.split('\r\n')
  expect(titles).toContain('Reference,Seller,Account holder,IBAN,Routing number,Account number,Amount,Currency')
  expect(line).toMatch(/^PAY-\d{6},.*,Seller Ltd,,021000021,000123456789,90.00,USD$/)
  expect((await shop.app.inject({ url: '/api/admin/payouts/file?status=paid', headers })).body.trim().split('\r\n')).toHaveLength(1)
  const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'payouts.file')).orderBy(auditEntries.id)
  expect(log).toMatchObject([{ actorName: 'Bo Boss', after: { status: 'draft', numbers: [number] } }, { after: { numbers: [] } }])
  expect(JSON.stringify(log)).not.toContain('000123456789')
})

test('the list is narrowed by state and words, sorted, and taken as a file', async () => {
  const rich = await shop.make.business({ name: 'Éco Fold' })
  for (const id of [ownId, rich.id]) await giveAccount(shop, id)
  await earn()
  await earn(rich.id, 500_00)
  const prepared = await boss.payouts.prepare()
  const amounts = async (query: Parameters<typeof boss.payouts.list>[0]) =>
    (await boss.payouts.list(query)).items.map(({ amount }) => amount)
  expect(await amounts({ query: { sort: 'amount' } })).toEqual([90, 450])
  expect(await amounts({ query: { search: 'eco fold' } })).toEqual([450])
  expect(await amounts({ query: { search: prepared.find(({ amount }) => amount === 90)?.number.toLowerCase() } })).toEqual([90])
  expect(await amounts({ query: { status: 'sent' } })).toEqual([])
  expect(await amounts({ query: { businessId: ownId, sort: '-business' } })).toEqual([90])
  const headers = { authorization: `Bearer ${boss.token}` }
  const { body } = await shop.app.inject({ url: '/api/admin/payouts/export?sort=-amount', headers })
  expect(body.split('\r\n')[1]).toMatch(/^PAY-\d{6},Éco Fold,450.00,USD,Bank,Prepared/)
  expect(await shop.deps.db.$count(ledgerEntries, eq(ledgerEntries.account, 'seller'))).toBe(4)
})
