import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { mayEnter } from '#domain/access.ts'
import { STEP_UP_MINUTES } from '#domain/user.ts'
import {
  auditEntries,
  businesses,
  outbox,
  payouts,
  sessions,
  settings,
  taxExemptions,
  users,
  vatChecks,
} from '#server/platform/db/schema.ts'
import { allCalls } from '#server/platform/http/openapi.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { deliver, giveAccount, payOrder } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const MINUTE = 60_000
const PASSWORD = 'slit-cardboard-42'
const REFUSED = { status: 403, problem: { code: 'step_up_required', detail: "Confirm it's you to continue." } }

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop({ SECRETS_KEYS: Buffer.alloc(32, 5).toString('base64') })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** Somebody whose password was entered `minutesAgo`; null: never, as in sessions from before an update. */
async function signedIn(role: Parameters<TestShop['signIn']>[0], minutesAgo: number | null, name?: string): Promise<SignedInUser> {
  const user = await shop.signIn(role, { passwordHash, ...(name && { name }) })
  const stepUpAt = minutesAgo === null ? null : new Date(shop.deps.now().getTime() - minutesAgo * MINUTE)
  await shop.deps.db.update(sessions).set({ stepUpAt }).where(eq(sessions.userId, user.user.id))
  return user
}
const exported = (by: SignedInUser, path: string) =>
  shop.app.inject({ url: `/api/${path}/export?format=csv`, headers: { authorization: `Bearer ${by.token}` } })
const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]
const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)
const update = (by: SignedInUser, id: string, body: Record<string, unknown>) => by.users.update({ params: { id }, body })
const NEW = { name: 'Nora New', email: 'nora@people.test', password: 'abc123', status: 'Active' } as const

/** Answers the call that saves a list as a file; a refusal is thrown. */
const fileOf = (by: SignedInUser, path: string) => async () => {
  const answer = await exported(by, path)
  if (answer.statusCode !== 200) throw Object.assign(new Error(path), { status: answer.statusCode, problem: answer.json() })
}

/** A seller who can be paid out now, a return to it whose products have arrived, and a paid order. */
async function seller() {
  const business = await shop.make.business({ name: 'Pier Boxes' })
  await giveAccount(shop, business.id)
  const ann = await shop.signIn('customer')
  const product = await shop.make.product({ businessId: business.id, category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 2 } })
  const order = await checkOut(ann)
  await payOrder(shop, order.id)
  await deliver(shop, order.id)
  const lines = [{ productId: product.id, quantity: 1 }]
  const returned = await ann.returns.request({ params: { id: order.id }, body: { businessId: business.id, lines, reason: 'unsuitable' } })
  const clerk = await shop.signIn('application_admin')
  const arrived = { params: { id: returned.id } }
  await clerk.returns.move({ ...arrived, body: { status: 'approved' } })
  await clerk.returns.move({ ...arrived, body: { status: 'received' } })
  shop.advance(31 * 24 * 60 * MINUTE)
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const paid = await checkOut(ann)
  await payOrder(shop, paid.id)
  return { business, order, arrived, paid: paid.id }
}

/** Things that staff decide about money: an order that is not paid, a VAT id that nobody could check, and a certificate that waits. */
async function undecided() {
  const ben = await shop.signIn('customer')
  const { id: productId } = await shop.make.product({ priceUsdCents: 100_00 })
  await ben.cart.addItem({ body: { productId, quantity: 1 } })
  const { id: open } = await checkOut(ben)
  const checkedAt = shop.deps.now()
  const check = { vatId: 'DE111111117', country: 'DE', status: 'unavailable', source: 'vies', checkedAt } as const
  const [vat] = await shop.deps.db.insert(vatChecks).values(check).returning()
  const form = { userId: ben.user.id, states: ['IL'], kind: 'resale' as const, number: 'IL-1', file: 'certificates/x.pdf' }
  const [certificate] = await shop.deps.db.insert(taxExemptions).values(form).returning()
  return { open, vatId: vat?.id ?? '', certificate: certificate?.id ?? '' }
}

/** Everything that leads from a session of staff to money, rights or many people's data. */
async function attacks(by: SignedInUser): Promise<[string, () => Promise<unknown>][]> {
  const [customer, clerk] = [await shop.make.user('customer'), await shop.make.user('application_admin')]
  const { arrived, business, paid } = await seller()
  const owner = await shop.make.user('business_admin', { businessId: business.id })
  const { open, vatId, certificate } = await undecided()
  const transfer = { method: 'bank_transfer', reference: 'TR-1', paidAt: shop.deps.now().toISOString() } as const
  return [
    ['make a staff account', () => by.users.create({ body: { ...NEW, role: 'application_admin' } })],
    [
      "make an account that runs somebody's business",
      () => by.users.create({ body: { ...NEW, role: 'business_admin', businessId: business.id } }),
    ],
    ['make a customer staff', () => update(by, customer.id, { role: 'application_admin' })],
    ['give a customer a business', () => update(by, customer.id, { role: 'business_admin', businessId: business.id })],
    ['take the email of a seller', () => update(by, owner.id, { email: 'thief@evil.test' })],
    ['take the email of a customer', () => update(by, customer.id, { email: 'thief@evil.test' })],
    ['suspend a user', () => update(by, customer.id, { status: 'Suspended' })],
    ['rename staff', () => update(by, clerk.id, { name: 'Somebody Else' })],
    ['sign a user out', () => by.users.endSessions({ params: { id: customer.id } })],
    ['email a password link', () => by.users.sendResetLink({ params: { id: owner.id } })],
    ['add an authenticator app', () => by.security.addTotp()],
    ['add a passkey', () => by.security.startPasskey()],
    ['delete a user', () => by.users.remove({ params: { id: customer.id } })],
    ['prepare payouts', () => by.payouts.prepare()],
    ['refund a return', () => by.returns.move({ ...arrived, body: { status: 'refunded' } })],
    ['cancel a paid order', () => by.orders.cancel({ params: { id: paid }, body: { reason: 'x' } })],
    ['move an order to paid', () => by.orderMoney.markPaid({ params: { id: open }, body: transfer, idempotencyKey: 'p' })],
    ['confirm a VAT id', () => by.vatIds.confirm({ params: { id: vatId }, body: { note: 'A letter' } })],
    ['accept a certificate', () => by.exemptions.review({ params: { id: certificate }, body: { status: 'accepted' } })],
    [
      'change the tax of a business',
      () => by.tax.saveOfBusinessForStaff({ params: { id: business.id }, body: { vatScheme: 'regular', vatId: '', registrations: [] } }),
    ],
    ['cancel several paid orders', () => by.orders.moveMany({ body: { ids: [paid], status: 'cancelled', reason: 'x' } })],
    ['delete a business', () => by.applications.remove({ params: { id: business.id } })],
    ['take the mailbox of a business', () => by.applications.update({ params: { id: business.id }, body: { email: 'thief@evil.test' } })],
    ...['users', 'orders', 'messages', 'newsletter', 'returns', 'disputes', 'businesses'].map((path): [string, () => Promise<unknown>] => [
      `export ${path}`,
      fileOf(by, `admin/${path}`),
    ]),
  ]
}

describe('issue 5, from a stolen session to money', () => {
  test('F12 nothing of it succeeds with a session whose password is older than 5 minutes, and nothing changes', async () => {
    const thief = await signedIn('application_admin', STEP_UP_MINUTES, 'Stella Staff')
    const all = await attacks(thief)
    // the clock was moved meanwhile: the password is as old as is just too old
    const stepUpAt = new Date(shop.deps.now().getTime() - STEP_UP_MINUTES * MINUTE)
    await shop.deps.db.update(sessions).set({ stepUpAt }).where(eq(sessions.userId, thief.user.id))
    const before = await shop.deps.db.select().from(users).orderBy(users.id)
    const [mails, entries] = [await shop.deps.db.$count(outbox), await shop.deps.db.$count(auditEntries)]
    for (const [name, attack] of all) await expect(attack(), name).rejects.toMatchObject(REFUSED)
    expect(await shop.deps.db.select().from(users).orderBy(users.id)).toEqual(before)
    expect(await shop.deps.db.$count(payouts)).toBe(0)
    expect(await shop.deps.db.$count(outbox)).toBe(mails)
    expect(await shop.deps.db.$count(auditEntries)).toBe(entries)
    expect(
      (await shop.deps.db.select().from(businesses)).every(({ status, email }) => status === 'Active' && email !== 'thief@evil.test'),
    ).toBe(true)
  })

  test('F12 nor with the stolen password, where a second factor is set', async () => {
    const thief = await signedIn('application_admin', null, 'Stella Staff')
    await thief.auth.stepUp({ body: { password: PASSWORD } })
    const { address } = await thief.security.addTotp()
    await thief.security.confirmTotp({ body: { code: codeAt(address, shop.deps.now()) } })
    const all = await attacks(thief) // the clock moves by a month meanwhile
    const order = (await thief.orders.listAll()).items[0]?.id ?? ''
    const withPassword: [string, () => Promise<unknown>][] = [
      [
        'refund an order',
        () => thief.orderMoney.refund({ params: { id: order }, body: { reason: 'x', password: PASSWORD }, idempotencyKey: 'k' }),
      ],
      [
        'change the password',
        () => thief.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'thief-cardboard-1' } }),
      ],
      ['change the email', () => thief.account.change({ body: { email: 'thief@evil.test', currentPassword: PASSWORD } })],
      ['export their data', () => thief.account.exportAll({ body: { currentPassword: PASSWORD } })],
      ['delete the account', () => thief.account.remove({ body: { currentPassword: PASSWORD } })],
      ['remove the authenticator app', () => thief.security.removeTotp()],
      ['create recovery codes', () => thief.security.createRecoveryCodes()],
    ]
    const mails = await shop.deps.db.$count(outbox)
    await expect(thief.auth.stepUp({ body: { password: PASSWORD } })).rejects.toMatchObject({ problem: { code: 'invalid_second_factor' } })
    expect(await shop.visitor.auth.login({ body: { email: thief.user.email, password: PASSWORD } })).toEqual({
      secondFactor: { challenge: expect.any(String), methods: ['code'] },
    })
    for (const [name, attack] of [...all, ...withPassword]) await expect(attack(), name).rejects.toMatchObject(REFUSED)
    expect(await shop.deps.db.$count(outbox)).toBe(mails)
    await thief.auth.stepUp({ body: { code: codeAt(address, shop.deps.now()) } })
    await thief.security.removeTotp() // the owner can
  })

  test('F12 nor what takes the password in its body, without it, of staff, super admins and sellers', async () => {
    const { business, order } = await seller()
    const old = { stepUpAt: new Date(shop.deps.now().getTime() - 60 * MINUTE) }
    const [staff, boss] = [await signedIn('application_admin', 60), await signedIn('super_admin', 60)]
    const own = await shop.signIn('business_admin', { passwordHash, businessId: business.id })
    const prepared = { number: 'PAY-000001', businessId: business.id, currency: 'USD', amountCents: 90_00 } as const
    const [payout] = await shop.deps.db.insert(payouts).values(prepared).returning()
    await shop.deps.db.update(sessions).set(old)
    const refund = { params: { id: order.id }, body: { reason: 'x', amount: 1, password: '' }, idempotencyKey: 'k' }
    const bank = { holder: 'Thief', iban: 'DE89370400440532013000', routingNumber: '', accountNumber: '', currentPassword: '' }
    const paid = { status: 'sent', currentPassword: '' } as const
    const calls: [string, () => Promise<unknown>][] = [
      ['refund an order', () => staff.orderMoney.refund(refund)],
      ['refund a seller order', () => own.sellerOrders.refund({ ...refund, idempotencyKey: 'o' })],
      ['send a payout', () => boss.payouts.move({ params: { id: payout?.id ?? '' }, body: paid })],
      ['take the payout account', () => own.earnings.saveAccount({ body: bank })],
      ['change the password', () => staff.account.changePassword({ body: { currentPassword: '', newPassword: 'thief-cardboard-1' } })],
      ['change the email', () => staff.account.change({ body: { email: 'thief@evil.test', currentPassword: '' } })],
      ['export their data', () => staff.account.exportAll({ body: { currentPassword: '' } })],
      ['delete the account', () => staff.account.remove({ body: { currentPassword: '' } })],
    ]
    for (const [name, call] of calls) await expect(call(), name).rejects.toMatchObject({ status: 422 })
    await expect(boss.payouts.release({ params: { id: business.id }, body: { note: 'Called them' } })).rejects.toMatchObject(REFUSED)
    const arrived = { params: { id: (await own.returns.listOfSeller()).items[0]?.id ?? '' }, body: { status: 'refunded' } as const }
    await expect(own.returns.moveAsSeller(arrived)).rejects.toMatchObject(REFUSED)
    expect(await staff.orders.byId({ params: { id: order.id } })).toMatchObject({ refundedAmount: 0 })
    expect((await shop.deps.db.select().from(payouts)).map(({ status }) => status)).toEqual(['draft'])
  })

  test('a super admin’s stolen session opens neither bank file, audit log nor the settings by which money goes elsewhere', async () => {
    const thief = await signedIn('super_admin', 60)
    const { company, tax, payLater, security } = await thief.settings.read()
    await expect(exported(thief, 'admin/audit-log')).resolves.toMatchObject({ statusCode: 403 })
    await expect(thief.payouts.file()).rejects.toMatchObject(REFUSED)
    await expect(thief.settings.update({ body: { company: { ...company, payTo: 'IBAN of a thief' } } })).rejects.toMatchObject(REFUSED)
    await expect(thief.settings.update({ body: { company: { ...company, payToEur: 'IBAN of a thief' } } })).rejects.toMatchObject(REFUSED)
    await expect(
      thief.settings.update({ body: { payLater: { ...payLater, limit: null, offered: !payLater.offered } } }),
    ).rejects.toMatchObject(REFUSED)
    await expect(thief.settings.update({ body: { tax: { percent: 0 } } })).rejects.toMatchObject(REFUSED)
    await expect(thief.settings.update({ body: { security: { ...security, stepUpMinutes: 60 } } })).rejects.toMatchObject(REFUSED)
    const params = { id: (await shop.make.user('application_admin')).id }
    await expect(thief.users.removeSecondFactor({ params })).rejects.toMatchObject(REFUSED)
    expect(await shop.deps.db.$count(settings)).toBe(0)
    // what leads nowhere stays free, also in a form that sends the rest of its group as it is
    await thief.settings.update({ body: { company: { ...company, phone: '+1 555 0199' }, tax, payLater } })
    expect((await thief.settings.read()).company).toMatchObject({ phone: '+1 555 0199', payTo: company.payTo })
  })

  test('every call that the contract lets move money by step-up alone asks a super admin and a seller whose proof is old', async () => {
    const asked: string[] = []
    for (const role of ['super_admin', 'business_admin'] as const) {
      const { token } = await signedIn(role, STEP_UP_MINUTES)
      for (const { noun, name, endpoint } of allCalls()) {
        if (endpoint.money !== 'always' || !mayEnter(endpoint.access, role)) continue
        const url = endpoint.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
        const request = { method: endpoint.method, url, headers: { authorization: `Bearer ${token}` }, payload: {} }
        const answer = await shop.app.inject(request)
        if (answer.statusCode === 404) continue // it is asked of what is there: the test above
        expect(answer.json(), `${noun}.${name}`).toMatchObject(REFUSED.problem)
        asked.push(`${noun}.${name}`)
      }
    }
    expect(asked).toEqual(expect.arrayContaining(['commission.saveRates', 'tax.addRule', 'tax.addExchangeRates', 'tax.saveOfBusiness']))
  })

  test('a seller’s stolen session takes no file with the people who bought, until the password is entered', async () => {
    const thief = await signedIn('business_admin', STEP_UP_MINUTES)
    for (const path of ['business/orders', 'business/returns']) await expect(fileOf(thief, path)(), path).rejects.toMatchObject(REFUSED)
    await thief.auth.stepUp({ body: { password: PASSWORD } })
    for (const path of ['business/orders', 'business/returns']) await expect(fileOf(thief, path)(), path).resolves.toBeUndefined()
  })

  test('each of it succeeds once the password is entered', async () => {
    const staff = await signedIn('application_admin', null)
    const all = await attacks(staff)
    await staff.auth.stepUp({ body: { password: PASSWORD } })
    const outcomes: Record<string, unknown> = {}
    for (const [name, act] of all)
      await act().then(
        () => (outcomes[name] = 'done'),
        (error: { problem?: { code?: string } }) => (outcomes[name] = error.problem?.code ?? 'failed'),
      )
    // the second new account has the address of the first
    expect(outcomes).toEqual({
      ...Object.fromEntries(all.map(([name]) => [name, 'done'])),
      "make an account that runs somebody's business": 'email_taken',
    })
  })
})

describe('the password again', () => {
  test('opens the current session for 5 minutes, no other one, and is audited', async () => {
    const staff = await signedIn('application_admin', 6)
    const other = await shop.make.session('application_admin')
    await shop.deps.db.update(sessions).set({ userId: staff.user.id, stepUpAt: null }).where(eq(sessions.userId, other.user.id))
    expect(await staff.auth.stepUp({ body: { password: PASSWORD } })).toEqual({ ok: true })
    expect(await actions()).toEqual(['step_up'])
    shop.advance(STEP_UP_MINUTES * MINUTE - 2000)
    expect((await exported(staff, 'admin/users')).statusCode).toBe(200)
    expect((await shop.withToken(other.token).users.list()).total).toBeGreaterThan(0)
    await expect(shop.withToken(other.token).payouts.prepare()).rejects.toMatchObject(REFUSED)
    shop.advance(2000)
    expect((await exported(staff, 'admin/users')).json()).toMatchObject(REFUSED.problem)
  })

  test('is set by signing in and registering, and not by using the session', async () => {
    await shop.make.user('application_admin', { email: 'stella@people.test', passwordHash })
    const session = await shop.visitor.auth.login({ body: { email: 'stella@people.test', password: PASSWORD } }).then(sessionOf)
    expect(session).not.toHaveProperty('hasStepUp')
    const stella = shop.withToken(session.token)
    expect(await stella.payouts.prepare()).toEqual([])
    for (let minute = 0; minute < STEP_UP_MINUTES; minute += 1) {
      shop.advance(MINUTE)
      await stella.users.list()
    }
    await expect(stella.payouts.prepare()).rejects.toMatchObject(REFUSED)
  })

  test('a wrong or empty one is refused at its field, opens nothing, and is noted; a visitor is asked to sign in', async () => {
    const staff = await signedIn('application_admin', 6)
    await expect(staff.auth.stepUp({ body: { password: 'not it' } })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'password', message: 'This is not your current password' }],
    })
    await expect(staff.auth.stepUp({ body: {} })).rejects.toMatchObject({ status: 422, errors: [{ field: 'password' }] })
    await expect(staff.payouts.prepare()).rejects.toMatchObject(REFUSED)
    expect(await actions()).toEqual(['password_check_failed'])
    await expect(shop.visitor.auth.stepUp({ body: { password: PASSWORD } })).rejects.toMatchObject({ status: 401 })
  })

  test('guessing is slowed down as at sign-in, also for the right one then', async () => {
    const limited = await openTestShop({ RATE_LIMIT: 'on' })
    const staff = await limited.signIn('application_admin', { passwordHash })
    await limited.withStillClock(async () => {
      for (let guess = 0; guess < 5; guess += 1)
        await expect(staff.auth.stepUp({ body: { password: `guess ${guess}` } })).rejects.toMatchObject({ status: 422 })
      await expect(staff.auth.stepUp({ body: { password: PASSWORD } })).rejects.toMatchObject({ status: 429 })
      limited.advance(2000)
      expect(await staff.auth.stepUp({ body: { password: PASSWORD } })).toEqual({ ok: true })
    })
    await limited.close()
  })

  test('comes after role and object: who may not, or asks for nothing that is there, is not asked for a password', async () => {
    const customer = await signedIn('customer', 60)
    await expect(customer.payouts.prepare()).rejects.toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    const staff = await signedIn('application_admin', 60)
    const params = { id: '00000000-0000-4000-8000-000000000000' }
    await expect(staff.users.remove({ params })).rejects.toMatchObject({ status: 404 })
    await expect(staff.users.create({ body: { ...NEW, role: 'application_admin', password: 'short' } })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('a customer is made and renamed without it', async () => {
    const staff = await signedIn('application_admin', 60)
    const { id } = await staff.users.create({ body: { ...NEW, role: 'customer' } })
    expect(await update(staff, id, { ...NEW, password: undefined, name: 'Nora Newer', role: 'customer' })).toMatchObject({
      name: 'Nora Newer',
    })
  })
})

describe('super admins are notified of staff accounts', () => {
  const notified = async () =>
    (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
      .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string> })
      .filter(({ template }) => template === 'staff-account-changed')

  test('who was added, changed or deleted, what, and by whom, each of them, at once', async () => {
    const [boss, second] = [await shop.signIn('super_admin', { email: 'boss@people.test' }), await shop.make.user('super_admin')]
    await shop.make.user('super_admin', { status: 'Suspended' })
    const staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
    const { id } = await staff.users.create({ body: { ...NEW, role: 'application_admin' } })
    const added = await notified()
    expect(added.map(({ to }) => to).sort()).toEqual([boss.user.email, second.email].sort())
    expect(added[0]?.facts).toMatchObject({
      name: 'Nora New',
      email: 'nora@people.test',
      did: 'added',
      what: 'Role: Application Admin; Status: Active',
      by: 'Stella Staff',
      link: `http://localhost:3000/admin/users?search=${id}&edit=${id}&to=Suspended`,
    })
    await update(boss, id, { role: 'customer', email: 'other@people.test' })
    expect((await notified()).slice(2).map(({ facts }) => facts.what)).toEqual(
      Array(2).fill('Email: nora@people.test → other@people.test (not confirmed yet); Role: Application Admin → Customer'),
    )
    await update(staff, id, { name: 'No Staff Any More' })
    expect(await notified()).toHaveLength(4)
    await update(boss, staff.user.id, { status: 'Suspended' })
    expect((await notified())[4]?.facts).toMatchObject({ name: 'Stella Staff', did: 'changed', what: 'Status: Active → Suspended' })
    await boss.users.remove({ params: { id: staff.user.id } })
    expect((await notified()).filter(({ facts }) => facts.did === 'deleted')).toHaveLength(2)
  })

  test('not of customers and sellers, and not of what was refused', async () => {
    const boss = await shop.signIn('super_admin')
    const { id } = await boss.users.create({ body: { ...NEW, role: 'customer' } })
    await update(boss, id, { status: 'Inactive', role: 'business_admin' })
    await boss.users.remove({ params: { id } })
    const clerk = await shop.make.user('application_admin')
    await expect(update(boss, clerk.id, { role: 'super_admin' })).rejects.toMatchObject({ status: 403 })
    expect(await notified()).toEqual([])
    expect((await rowOf(clerk.id))?.role).toBe('application_admin')
  })
})
