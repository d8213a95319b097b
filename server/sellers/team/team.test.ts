import { readdirSync, readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEAM_INVITATION_DAYS } from '#domain/team.ts'
import { DAY_MS } from '#domain/time.ts'
import { notifyImporter } from '#server/catalog/imports/notify-importer.ts'
import {
  auditEntries,
  businessInvitations,
  businessMembers,
  heldMails,
  notifications,
  outbox,
  sessions,
  users,
} from '#server/platform/db/schema.ts'
import { allCalls } from '#server/platform/http/openapi.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { sendDigests } from '#server/platform/mail/send-digests.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, orderOf } from '#server/testing/buyers.ts'
import { giveAccount } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: SignedInUser
let businessId: string

beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  owner = await shop.signIn('business_admin', { name: 'Olga Owner' })
  businessId = owner.user.businessId ?? ''
})
afterAll(() => shop.close())

async function lastToken(): Promise<string> {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const mail = rows
    .map(({ payload }) => payload as { template: string; facts: { link: string } })
    .findLast(({ template }) => template === 'team-invitation')
  return new URL(mail?.facts.link ?? 'http://none').searchParams.get('token') ?? ''
}
async function invite(by: SignedInUser, email: string, kind: 'owner' | 'member' = 'member'): Promise<string> {
  await by.team.invite({ body: { email, kind } })
  return lastToken()
}
/** Signs in a new user who has accepted an invitation. */
async function join(kind: 'owner' | 'member', by = owner): Promise<SignedInUser> {
  const person = await shop.signIn('customer')
  await person.team.accept({ body: { token: await invite(by, person.user.email, kind) } })
  return person
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { problem?: { code: string } }) => error.problem?.code,
  )
const me = async (user: SignedInUser) => (await user.auth.me()).user
const teamOf = async (by: SignedInUser) => (await by.team.list()).members.map(({ userId, kind }) => [userId, kind])

test('an owner invites by email, and a customer accepts, works as a member and keeps own orders', async () => {
  const product = await shop.make.product({ businessId: (await shop.make.business()).id, category: 'accessories' })
  const ann = await shop.signIn('customer', { name: 'Ann Packer', emailVerifiedAt: null })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(ann)
  const elsewhere = await shop.make.session('customer')
  await shop.deps.db.update(sessions).set({ userId: ann.user.id }).where(eq(sessions.userId, elsewhere.user.id))

  expect((await owner.team.invite({ body: { email: ann.user.email.toUpperCase(), kind: 'member' } })).invitations).toMatchObject([
    { email: ann.user.email, kind: 'member', invitedBy: 'Olga Owner' },
  ])
  const token = await lastToken()
  const business = await owner.business.profile()
  const opened = { businessName: business.name, kind: 'member', invitedBy: 'Olga Owner', email: ann.user.email }
  expect(await shop.visitor.team.invitation({ body: { token } })).toEqual(opened)
  expect(await ann.team.accept({ body: { token } })).toEqual([{ id: businessId, name: business.name, kind: 'member', isCurrent: true }])

  expect(await me(ann)).toMatchObject({ role: 'business_admin', businessId, memberKind: 'member', emailVerified: true })
  expect(await shop.deps.db.$count(sessions, eq(sessions.userId, ann.user.id)), 'other devices are signed out').toBe(1)
  expect((await ann.orders.byId({ params: { id: order.id } })).number).toBe(order.number)
  expect((await ann.sellerOrders.list()).total).toBe(0)
  expect((await owner.team.list()).invitations).toEqual([])
  expect(await teamOf(owner)).toEqual([
    [owner.user.id, 'owner'],
    [ann.user.id, 'member'],
  ])
  const [{ businessId: column } = { businessId: '' }] = await shop.deps.db.select().from(users).where(eq(users.id, ann.user.id))
  expect(column, 'a server of the version before lets no member in').toBeNull()
  expect((await owner.notifications.list()).items[0]?.title).toMatch(/^Ann Packer joined the team of /)
})

test('an invitation cannot be guessed, used twice, late, by another address or by staff, and a newer one replaces it', async () => {
  const ann = await shop.signIn('customer')
  const eve = await shop.signIn('customer')
  const accept = (user: SignedInUser, token: string) => codeOf(user.team.accept({ body: { token } }))
  const first = await invite(owner, ann.user.email)
  expect(await accept(eve, first)).toBe('invitation_of_another')
  const second = await invite(owner, ann.user.email, 'owner')
  expect(await shop.deps.db.$count(businessInvitations)).toBe(1)
  expect(await accept(ann, first)).toBe('invitation_invalid')
  for (const guess of ['', 'rf_', `rf_${'A'.repeat(43)}`, second.slice(0, -1), `${second}x`])
    expect(await accept(ann, guess)).toBe('invitation_invalid')
  const [{ tokenHash } = { tokenHash: '' }] = await shop.deps.db.select().from(businessInvitations)
  expect([await accept(ann, tokenHash), JSON.stringify(await owner.team.list()).includes(second)]).toEqual(['invitation_invalid', false])
  expect(await accept(ann, second)).toBe('ok')
  expect(await accept(ann, second), 'replayed').toBe('invitation_invalid')
  expect((await me(ann))?.memberKind).toBe('owner')

  const bob = await shop.signIn('customer')
  const late = await invite(owner, bob.user.email)
  shop.advance(TEAM_INVITATION_DAYS * DAY_MS)
  expect(await accept(bob, late)).toBe('invitation_invalid')
  const withdrawn = await invite(owner, bob.user.email)
  const [open] = (await owner.team.list()).invitations
  await owner.team.remove({ params: { userId: open?.id ?? '' } })
  expect(await accept(bob, withdrawn)).toBe('invitation_invalid')
  for (const role of ['application_admin', 'super_admin'] as const) {
    const staff = await shop.signIn(role)
    expect(await accept(staff, await invite(owner, staff.user.email))).toBe('staff_in_team')
  }
  expect(await codeOf(owner.team.invite({ body: { email: ann.user.email, kind: 'member' } }))).toBe('already_member')
})

test.each(['removed', 'made a member'])('what an owner who is %s has invited cannot be accepted any more', async (how) => {
  const [second, friend] = [await shop.signIn('customer'), await shop.signIn('customer')]
  await second.team.accept({ body: { token: await invite(owner, second.user.email, 'owner') } })
  const token = await invite(second, friend.user.email, 'owner')
  const params = { userId: second.user.id }
  await (how === 'removed' ? owner.team.remove({ params }) : owner.team.change({ params, body: { kind: 'member' } }))
  expect(await codeOf(friend.team.accept({ body: { token } }))).toBe('invitation_invalid')
})

test('one invitation accepted ten times at once is accepted once', async () => {
  const ann = await shop.signIn('customer')
  const token = await invite(owner, ann.user.email)
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(ann.team.accept({ body: { token } }))))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  expect(codes.filter((code) => code === 'invitation_invalid')).toHaveLength(9)
})

test('who is invited without an account registers and keeps the invitation', async () => {
  const token = await invite(owner, 'new@people.test')
  const { token: session } = await shop.visitor.auth.register({
    body: { name: 'New Person', email: 'New@People.test', password: 'slit-cardboard-42' },
  })
  await shop.withToken(session).team.accept({ body: { token } })
  expect((await shop.withToken(session).auth.me()).user).toMatchObject({ businessId, memberKind: 'member', emailVerified: true })
})

/* That the server refuses a member these calls, and no other of the business: `duties.test.ts`, "each call answers a member". */
test('what only owners may do is this, as OWNERS_ONLY of domain/team.ts names it', () => {
  const ownersOnly = allCalls().flatMap(({ noun, name, endpoint }) => (endpoint.members === 'owner' ? [`${noun}.${name}`] : []))
  expect(ownersOnly.sort()).toEqual([
    'business.confirmProfile',
    'business.updateProfile',
    'businessTokens.create',
    'businessTokens.list',
    'businessTokens.revoke',
    'documents.saveTerms',
    'earnings.connectStripe',
    'earnings.disconnectStripe',
    'earnings.readStripe',
    'earnings.saveAccount',
    'tax.ofBusiness',
    'tax.saveOfBusiness',
    'team.change',
    'team.invite',
    'team.list',
    'webhooks.byId',
    'webhooks.create',
    'webhooks.deliveries',
    'webhooks.list',
    'webhooks.remove',
    'webhooks.resend',
    'webhooks.rotate',
    'webhooks.test',
    'webhooks.update',
  ])
})

test('members read neither the tax number nor the numbers of the payout account', async () => {
  const member = await join('member')
  await owner.business.updateProfile({ body: { taxId: '22-SECRET' } })
  await giveAccount(shop, businessId)
  const seen = async (user: SignedInUser) => {
    const { holder, iban, routingNumber, accountNumber, currencies } = (await user.earnings.read()).account
    return { taxId: (await user.business.profile()).taxId, holder, hasNumbers: Boolean(iban || routingNumber || accountNumber), currencies }
  }
  const currencies = ['USD', 'EUR']
  expect(await seen(owner)).toEqual({ taxId: '22-SECRET', holder: 'Seller Ltd', hasNumbers: true, currencies })
  expect(await seen(member)).toEqual({ taxId: '', holder: '', hasNumbers: false, currencies })
})

test('who is removed, or becomes an owner or a member, by somebody else is emailed; who does it is not', async () => {
  const ann = await join('owner')
  const mails = async () =>
    (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
      .map(({ payload }) => payload as { template: string; to: string; facts: { what: string; by: string } })
      .filter(({ template }) => template === 'team-changed')
      .map(({ to, facts: { what, by } }) => [to, what, by])
  const business = (await owner.business.profile()).name
  await ann.team.change({ params: { userId: owner.user.id }, body: { kind: 'member' } })
  await ann.team.remove({ params: { userId: owner.user.id } })
  const by = (await me(ann))?.name
  const expected = [
    [owner.user.email, `You're now a member of ${business}`, by],
    [owner.user.email, `You're no longer on the team of ${business}`, by],
  ]
  expect(await mails()).toEqual(expected)
  const bob = await join('owner', ann)
  await ann.team.change({ params: { userId: ann.user.id }, body: { kind: 'member' } })
  await ann.team.remove({ params: { userId: ann.user.id } })
  expect(await mails(), 'nothing about own changes').toEqual(expected)
  expect(await teamOf(bob)).toHaveLength(1)
})

test('a person of two businesses sees and changes the chosen one only, in each session its own', async () => {
  const other = await shop.signIn('business_admin')
  const pia = await join('member')
  await pia.team.accept({ body: { token: await invite(other, pia.user.email, 'owner') } })
  const otherId = other.user.businessId ?? ''
  const [mine, theirs] = [
    await shop.make.product({ businessId, name: 'Mine', category: 'accessories' }),
    await shop.make.product({ businessId: otherId, name: 'Theirs', category: 'accessories' }),
  ]
  const buyer = await shop.signIn('customer')
  for (const { id } of [mine, theirs]) await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
  const order = await checkOut(buyer)
  const seen = async (user: SignedInUser) => ({
    products: (await user.business.products()).items.map(({ name }) => name),
    lines: (await user.sellerOrders.byId({ params: { id: order.id } })).items.map(({ name }) => name),
    notices: (await user.notifications.list()).items.filter(({ kind }) => kind === 'order-placed').length,
    kind: (await me(user))?.memberKind,
  })
  expect(await seen(pia)).toEqual({ products: ['Theirs'], lines: ['Theirs'], notices: 1, kind: 'owner' })
  expect(await codeOf(pia.productEdits.form({ params: { id: mine.id } }))).toBe('not_found')
  expect((await pia.team.businesses()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect(await pia.team.businesses()).toHaveLength(2)

  await pia.team.choose({ body: { businessId } })
  expect(await seen(pia)).toEqual({ products: ['Mine'], lines: ['Mine'], notices: 1, kind: 'member' })
  expect(await codeOf(pia.productEdits.form({ params: { id: theirs.id } }))).toBe('not_found')
  expect(await codeOf(pia.tax.ofBusiness())).toBe('owners_only')
  expect(await codeOf(pia.team.choose({ body: { businessId: (await shop.make.business()).id } }))).toBe('not_found')
  expect((await me(pia))?.businessId).toBe(businessId)

  const second = await shop.make.session('customer')
  await shop.deps.db.update(sessions).set({ userId: pia.user.id }).where(eq(sessions.userId, second.user.id))
  expect((await shop.withToken(second.token).auth.me()).user?.businessId, 'another device begins with the business that is owned').toBe(
    otherId,
  )
  const mails = await shop.deps.db.select().from(outbox)
  const toPia = mails
    .map(({ payload }) => payload as { template: string; to: string })
    .filter(({ to, template }) => to === pia.user.email && template === 'seller-new-order')
  expect(toPia, 'both businesses write').toHaveLength(2)
})

test('who is removed loses access at once, is a customer again and may be invited again', async () => {
  const ann = await join('member')
  await owner.team.remove({ params: { userId: ann.user.id } })
  expect(await codeOf(ann.business.products())).toBe('session_ended')
  const [row] = await shop.deps.db.select().from(users).where(eq(users.id, ann.user.id))
  expect(row).toMatchObject({ role: 'customer', status: 'Active', businessId: null })
  const [audit] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'team.remove'))
  expect(audit).toMatchObject({ actorId: owner.user.id, actorName: 'Olga Owner', before: { userId: ann.user.id, kind: 'member' } })
  expect((await owner.team.list()).members).toHaveLength(1)
  expect((await owner.team.invite({ body: { email: ann.user.email, kind: 'owner' } })).invitations).toHaveLength(1)
})

test.each(['leaves', 'is removed by an owner', 'is moved by staff', 'becomes a customer by staff'] as const)(
  'the daily email of who %s has nothing of that business, and everything of the other',
  async (how) => {
    const other = await shop.signIn('business_admin')
    const pia = await join('member')
    if (!how.includes('customer')) await pia.team.accept({ body: { token: await invite(other, pia.user.email) } })
    const buyer = await shop.signIn('customer')
    for (const id of [businessId, other.user.businessId ?? '']) {
      const product = await shop.make.product({ businessId: id, category: 'accessories' })
      await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    }
    await checkOut(buyer)
    await pia.notificationChoices.save({ body: { timeZone: null, choices: [{ kind: 'new_orders', choice: 'daily' }] } })
    const mailer = { send: async () => undefined, close: () => undefined }
    await deliverDueMails(shop.deps, mailer)
    await pia.team.choose({ body: { businessId } })
    const boss = await shop.signIn('super_admin')
    const params = { id: pia.user.id }
    if (how === 'leaves') await pia.team.remove({ params: { userId: pia.user.id } })
    else if (how === 'is removed by an owner') await owner.team.remove({ params: { userId: pia.user.id } })
    else if (how === 'is moved by staff') await boss.users.update({ params, body: { businessId: (await shop.make.business()).id } })
    else await boss.users.update({ params, body: { role: 'customer', businessId: null } })
    shop.advance(DAY_MS)
    await sendDigests(shop.deps, new AbortController().signal)
    const digests = (await shop.deps.db.select().from(outbox))
      .map(({ payload }) => payload as { template: string; facts: { total: number } })
      .filter(({ template }) => template === 'daily-digest')
    expect(digests.map(({ facts }) => facts.total)).toEqual(how.includes('customer') ? [] : [1])
    expect(await shop.deps.db.$count(heldMails)).toBe(0)
  },
)

test('notifications from before there were teams are of the business that their reader had then, those of an import of its own', async () => {
  const other = await shop.signIn('business_admin')
  const { db, now } = shop.deps
  const facts = { kind: 'payout', title: 'Sent', text: '', at: now() }
  await notify(db, { ...facts, audience: { userId: owner.user.id }, path: '/business/earnings', dedupeKey: 'before' })
  await notify(db, { ...facts, audience: { userId: owner.user.id }, path: '/account', dedupeKey: 'own' })
  const folder = 'server/platform/db/migrations'
  const file = readdirSync(folder).find((name) => name.endsWith('_business_of_notifications.sql')) ?? ''
  await db.execute(sql.raw(readFileSync(`${folder}/${file}`, 'utf8')))
  await owner.team.accept({ body: { token: await invite(other, owner.user.email) } })
  const result = { importId: 'x', actorId: owner.user.id, fileName: 'new.csv', businessId: other.user.businessId, at: now() }
  await notifyImporter(db, 'failed', '', result)
  const seen = async (chosen: string | null) => {
    await owner.team.choose({ body: { businessId: chosen ?? '' } })
    return (await owner.notifications.list()).items.map(({ path }) => path)
  }
  expect(await seen(businessId)).toEqual(['/account', '/business/earnings'])
  expect(await seen(other.user.businessId)).toEqual(['/business/import?import=x', '/business/team', '/account'])
})

test('the same key in two businesses of a person are two requests; what the person buys is one in any', async () => {
  const other = await shop.signIn('business_admin')
  const pia = await join('owner')
  await pia.team.accept({ body: { token: await invite(other, pia.user.email, 'owner') } })
  const buyer = await shop.signIn('customer')
  const mine = [businessId, other.user.businessId ?? '']
  const things = [await shop.make.product({ businessId, category: 'accessories' })]
  things.push(await shop.make.product({ businessId: mine[1] ?? '', category: 'accessories' }))
  for (const { id } of things) await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
  const { id } = await checkOut(buyer)
  await (await shop.signIn('super_admin')).orders.setStatus({ params: { id }, body: { status: 'processing' } })
  for (const chosen of mine) {
    await pia.team.choose({ body: { businessId: chosen } })
    for (const _try of [1, 2]) {
      const shipped = await pia.shipments.ship({ params: { id }, body: {}, idempotencyKey: 'parcel-1' })
      expect(shipped).toMatchObject({ items: [{ productId: chosen === businessId ? things[0]?.id : things[1]?.id }] })
    }
  }
  await pia.cart.addItem({ body: { productId: things[0]?.id ?? '', quantity: 1 } })
  const body = orderOf(await pia.cart.list())
  const numbers = []
  for (const chosen of mine) {
    await pia.team.choose({ body: { businessId: chosen } })
    numbers.push((await pia.checkout.placeOrder({ body, idempotencyKey: 'order-1' })).number)
  }
  expect(new Set(numbers).size).toBe(1)
})

test('who leaves keeps this session as a customer or for another business, and sees no notifications of the one left', async () => {
  const other = await shop.signIn('business_admin')
  const pia = await join('member')
  await pia.team.accept({ body: { token: await invite(other, pia.user.email) } })
  const product = await shop.make.product({ businessId, category: 'accessories' })
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  await checkOut(buyer)
  await pia.team.choose({ body: { businessId } })
  expect((await pia.notifications.unread()).count).toBeGreaterThan(0)
  await pia.team.remove({ params: { userId: pia.user.id } })
  expect(await me(pia)).toMatchObject({ role: 'business_admin', businessId: other.user.businessId })
  expect((await pia.notifications.list()).items.map(({ kind }) => kind)).not.toContain('order-placed')
  await pia.team.remove({ params: { userId: pia.user.id } })
  expect(await me(pia)).toMatchObject({ role: 'customer', businessId: null, memberKind: null })
  expect(await codeOf(pia.business.products())).toBe('forbidden')
})

test('members remove nobody but themselves, and nobody of another business', async () => {
  const [ann, bob] = [await join('member'), await join('member')]
  expect(await codeOf(ann.team.remove({ params: { userId: bob.user.id } }))).toBe('owners_only')
  const stranger = await shop.signIn('business_admin')
  expect(await codeOf(stranger.team.remove({ params: { userId: ann.user.id } }))).toBe('not_found')
  expect(await codeOf(stranger.team.change({ params: { userId: ann.user.id }, body: { kind: 'owner' } }))).toBe('not_found')
  expect(await teamOf(owner)).toHaveLength(3)
})

test('an owner becomes a member and the other way round; the last owner stays, also as an account', async () => {
  const change = (by: SignedInUser, userId: string, kind: 'owner' | 'member') =>
    codeOf(by.team.change({ params: { userId }, body: { kind } }))
  const ann = await join('member')
  expect(await change(owner, owner.user.id, 'member')).toBe('last_owner')
  expect(await codeOf(owner.team.remove({ params: { userId: owner.user.id } }))).toBe('last_owner')
  const password = 'slit-cardboard-42'
  await shop.deps.db.update(users).set({ passwordHash: await hashPassword(password) })
  expect(await codeOf(owner.account.remove({ body: { currentPassword: password } }))).toBe('last_owner')
  expect(await change(owner, ann.user.id, 'owner')).toBe('ok')
  expect(await change(ann, owner.user.id, 'member')).toBe('ok')
  expect(await codeOf(owner.team.list())).toBe('owners_only')
  expect((await me(owner))?.businessId).toBe(businessId)
  await shop.deps.db.update(users).set({ status: 'Suspended' }).where(eq(users.id, owner.user.id))
  expect(await codeOf(ann.team.remove({ params: { userId: ann.user.id } }))).toBe('last_owner')
  await shop.deps.db.update(users).set({ status: 'Active' }).where(eq(users.id, owner.user.id))
  expect(await codeOf(owner.account.remove({ body: { currentPassword: password } }))).toBe('ok')
  expect(await teamOf(ann)).toEqual([[ann.user.id, 'owner']])
})

test('two owners leave at once: one stays', { timeout: raceTimeout(50) }, async () => {
  for (let round = 0; round < raceRounds(50); round += 1) {
    const first = await shop.signIn('business_admin')
    const second = await join('owner', first)
    const leave = [
      () => second.team.change({ params: { userId: second.user.id }, body: { kind: 'member' } }),
      () => second.team.remove({ params: { userId: second.user.id } }),
    ][round % 2]
    const codes = await Promise.all([
      codeOf(first.team.remove({ params: { userId: first.user.id } })),
      codeOf(leave?.() ?? Promise.resolve()),
    ])
    expect(codes.sort()).toEqual(['last_owner', 'ok'])
    const isOwner = and(eq(businessMembers.businessId, first.user.businessId ?? ''), eq(businessMembers.kind, 'owner'))
    expect(await shop.deps.db.$count(businessMembers, isOwner)).toBe(1)
  }
})

test('who signs in while they are removed has a session of a customer or none, never one between', {
  timeout: raceTimeout(50),
}, async () => {
  for (let round = 0; round < raceRounds(50); round += 1) {
    const person = await join('member')
    const password = 'slit-cardboard-42'
    await shop.deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, person.user.id))
    const signIn = () => shop.visitor.auth.login({ body: { email: person.user.email, password } })
    const remove = () => owner.team.remove({ params: { userId: person.user.id } })
    const [signedIn] = await Promise.all(round % 2 === 0 ? [signIn(), remove()] : [remove().then(signIn)])
    if (!('token' in signedIn)) throw new Error('signed in without a session')
    const seen = await shop.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${signedIn.token}` } })
    const { user } = seen.json() as { user: { role: string; businessId: string | null } | null } // as the contract has it
    if (user !== null) expect(user).toMatchObject({ role: 'customer', businessId: null })
  }
})

test('a suspended business keeps its whole team from selling, and a deleted one gives it back when it is restored', async () => {
  const boss = await shop.signIn('super_admin')
  const ann = await join('member')
  await boss.applications.setStatus({ params: { id: businessId }, body: { status: 'suspended', reason: 'Checks' } })
  expect(await codeOf(owner.team.invite({ body: { email: 'x@people.test', kind: 'member' } }))).toBe('business_suspended')
  for (const user of [owner, ann]) expect((await me(user))?.businessStatus).toBe('suspended')
  await boss.applications.setStatus({ params: { id: businessId }, body: { status: 'approved' } })
  for (const sellers of ['deactivate', 'customers'] as const) {
    await boss.applications.remove({ params: { id: businessId }, query: { sellers } })
    for (const user of [owner, ann])
      expect(await codeOf(user.auth.me().then(({ user: present }) => present ?? Promise.reject({ problem: { code: 'out' } })))).toBe('out')
    expect(await boss.applications.restore({ params: { id: businessId } })).toMatchObject({ restoredSellers: 2 })
    const kinds = await shop.deps.db.select().from(businessMembers).where(eq(businessMembers.businessId, businessId))
    expect(new Map(kinds.map(({ userId, kind }) => [userId, kind]))).toEqual(
      new Map([
        [owner.user.id, 'owner'],
        [ann.user.id, 'member'],
      ]),
    )
  }
})

test('staff see the business of a member, save it unchanged, and take it away', async () => {
  const boss = await shop.signIn('super_admin')
  const ann = await join('member')
  const params = { id: ann.user.id }
  const listed = (await boss.users.list({ query: { search: ann.user.email } })).items[0]
  expect(listed).toMatchObject({ businessId })
  await boss.users.update({ params, body: { name: 'Ann Renamed', businessId } })
  expect((await me(ann))?.memberKind, 'no owner by saving a form').toBe('member')
  await boss.users.update({ params, body: { businessId: null } })
  expect(await me(ann)).toMatchObject({ role: 'business_admin', businessId: null, memberKind: null })
  const details = await boss.applications.details({ params: { id: businessId } })
  expect(details.users).toMatchObject([{ id: owner.user.id, kind: 'owner' }])
})

test('what a server of the version before writes makes owners and takes them away', async () => {
  const { id } = await shop.make.user('customer')
  const kindsOf = async () =>
    (await shop.deps.db.select().from(businessMembers).where(eq(businessMembers.userId, id))).map((row) => [row.businessId, row.kind])
  const write = (change: Partial<typeof users.$inferInsert>) => shop.deps.db.update(users).set(change).where(eq(users.id, id))
  await write({ role: 'business_admin', businessId })
  expect(await kindsOf()).toEqual([[businessId, 'owner']])
  const other = await shop.make.business()
  await write({ businessId: other.id })
  expect(await kindsOf()).toEqual([[other.id, 'owner']])
  await write({ role: 'customer', businessId: null })
  expect(await kindsOf()).toEqual([])
})

test('an erased account is on no team, and notifications say which business they are of', async () => {
  const ann = await join('member')
  const boss = await shop.signIn('super_admin')
  await boss.users.remove({ params: { id: ann.user.id } })
  expect(await shop.deps.db.$count(businessMembers, eq(businessMembers.userId, ann.user.id))).toBe(0)
  expect(await shop.deps.db.$count(notifications, eq(notifications.businessId, businessId))).toBeGreaterThan(0)
})
