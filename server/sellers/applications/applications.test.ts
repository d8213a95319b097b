import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { auditEntries, businesses, businessMembers, outbox, sessions, users, userTokens } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken } from '#server/platform/secrets/token.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let boss: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin')
})
afterAll(() => shop.close())

const FORM = {
  name: 'Lake Boxes',
  email: 'Hello@Lake.test',
  description: 'We cut mats from used boxes.',
  businessType: 'producer' as const,
  address: '1 Pier Road',
  city: 'Duluth',
  postalCode: '55802',
  country: 'United States',
}

const apply = (more: Record<string, unknown> = {}) => shop.visitor.applications.register({ body: { ...FORM, ...more } })
const stored = async (email = 'hello@lake.test') => {
  const [row] = await shop.deps.db.select().from(businesses).where(eq(businesses.email, email))
  if (!row) throw new Error('no such business')
  return row
}
const decide = (id: string, status: 'approved' | 'rejected' | 'suspended', reason?: string, by = boss) =>
  by.applications.setStatus({ params: { id }, body: { status, ...(reason && { reason }) } })
const tokenOf = (link: string | null | undefined) =>
  /\/reset-password\?token=([\w-]+)&from=\/business\/dashboard$/.exec(link ?? '')?.[1] ?? ''
const mails = async (template: string) => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string | null> })
    .filter((mail) => mail.template === template)
}

test('S28 B79 B191 B274 a visitor applies for a business: it waits for review, whatever else is sent, with a reference that the mail repeats', async () => {
  const answer = await apply({ businessStatus: 'approved', status: 'Inactive', website: 'lake.test', phone: '' })
  expect(answer).toMatchObject({ name: 'Lake Boxes', businessStatus: 'pending', reference: expect.stringMatching(/^BUS-[0-9A-F]{8}$/) })
  expect(await stored()).toMatchObject({
    slug: 'lake-boxes',
    status: 'Active',
    businessStatus: 'pending',
    website: 'https://lake.test',
    phone: null,
    contactPublic: false,
  })
  expect(await mails('business-registered')).toMatchObject([{ to: 'hello@lake.test', facts: { reference: answer.reference } }])
  expect((await shop.visitor.businesses.list()).items).toEqual([])
})

test('B223 every required field is asked for by name; phone and website are not', async () => {
  await expect(shop.visitor.applications.register({ body: {} as never })).rejects.toMatchObject({
    status: 422,
    message: 'Please fill in all required fields',
    errors: ['name', 'email', 'description', 'businessType', 'address', 'city', 'postalCode', 'country'].map((field) => ({
      field,
      message: expect.any(String),
    })),
  })
  for (const website of ['javascript:alert(1)', 'ftp://lake.test', 'https://', 'not a site']) {
    await expect(apply({ website })).rejects.toMatchObject({ status: 422, errors: [{ field: 'website' }] })
  }
})

test('the same email cannot apply twice, in any case, also when both press at once', async () => {
  const answers = await Promise.allSettled([apply(), apply(), apply({ email: 'HELLO@lake.TEST' })])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409, errors: [{ field: 'email' }] })
  }
})

test('two businesses with the same name get different slugs', async () => {
  await apply()
  await apply({ email: 'other@lake.test' })
  const [first, second] = [await stored(), await stored('other@lake.test')]
  expect(first.slug).toBe('lake-boxes')
  expect(second.slug).toMatch(/^lake-boxes-[0-9a-f]{8}$/)
})

test('a business admin cannot apply for a second business; a customer who applies signed in runs it once it is approved', async () => {
  const seller = await shop.signIn('business_admin')
  await expect(seller.applications.register({ body: FORM })).rejects.toMatchObject({ status: 409 })
  const customer = await shop.signIn('customer')
  await customer.applications.register({ body: FORM })
  const { id } = await stored()
  await decide(id, 'approved')
  const [user] = await shop.deps.db.select().from(users).where(eq(users.id, customer.user.id))
  expect(user).toMatchObject({ role: 'business_admin', businessId: id })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'business.owner'))
  expect(entry).toMatchObject({
    actorId: boss.user.id,
    targetId: customer.user.id,
    before: { role: 'customer' },
    after: { businessId: id },
  })
  expect(await mails('business-approved')).toMatchObject([{ to: 'hello@lake.test', facts: { link: null } }])
  await expect(customer.cart.list()).rejects.toMatchObject({ status: 401 })
})

test('a member of a team who applies, signed in or with their address, owns the business once it is approved, and stays on the team', async () => {
  const owner = await shop.signIn('business_admin')
  const teamId = owner.user.businessId ?? ''
  for (const [at, isSignedIn] of [true, false].entries()) {
    const member = await shop.signIn('business_admin', { businessId: null })
    await shop.deps.db.insert(businessMembers).values({ userId: member.user.id, businessId: teamId, kind: 'member' })
    const email = isSignedIn ? `own${at}@lake.test` : member.user.email
    await (isSignedIn ? member : shop.visitor).applications.register({ body: { ...FORM, name: `Lake ${at}`, email } })
    const { id } = await stored(email)
    await decide(id, 'approved')
    const places = await shop.deps.db.select().from(businessMembers).where(eq(businessMembers.userId, member.user.id))
    expect(new Map(places.map(({ businessId, kind }) => [businessId, kind]))).toEqual(
      new Map([
        [teamId, 'member'],
        [id, 'owner'],
      ]),
    )
    const { token } = await shop.make.session('customer')
    await shop.deps.db
      .update(sessions)
      .set({ userId: member.user.id })
      .where(eq(sessions.tokenHash, hashToken(token)))
    const again = shop.withToken(token)
    expect((await again.auth.me()).user).toMatchObject({ businessId: id, memberKind: 'owner' })
    await expect(again.applications.register({ body: { ...FORM, email: `third${at}@lake.test` } })).rejects.toMatchObject({ status: 409 })
  }
})

test('B89 approving a business without an owner invites its email: the link sets a password for 7 days, once', async () => {
  await apply()
  const { id } = await stored()
  expect(await decide(id, 'approved')).toMatchObject({
    businessStatus: 'approved',
    review: { from: 'pending', to: 'approved', by: boss.user.name },
  })
  const [mail] = await mails('business-approved')
  const token = tokenOf(mail?.facts.link)
  expect(await shop.deps.db.select().from(userTokens)).toMatchObject([{ purpose: 'invite' }])
  await shop.visitor.auth.resetPassword({ body: { token, password: 'slit-cardboard-42' } })
  const session = await shop.visitor.auth.login({ body: { email: FORM.email, password: 'slit-cardboard-42' } }).then(sessionOf)
  expect(session).toMatchObject({ role: 'business_admin', businessId: id, businessName: 'Lake Boxes', businessStatus: 'approved' })
  await expect(shop.visitor.auth.resetPassword({ body: { token, password: 'slit-cardboard-43' } })).rejects.toMatchObject({ status: 422 })
})

test('an approval never changes the role of staff or of another business who happen to have its email', async () => {
  const other = await shop.signIn('business_admin', { email: 'hello@lake.test' })
  await apply()
  await decide((await stored()).id, 'approved')
  const [user] = await shop.deps.db.select().from(users).where(eq(users.id, other.user.id))
  expect(user).toMatchObject({ role: 'business_admin', businessId: other.user.businessId })
})

test('an unconfirmed account with the business’s email gains no access to it: the invitation hands the account to the owner of the mailbox', async () => {
  const squatter = await shop.signIn('customer', { email: 'hello@lake.test', emailVerifiedAt: null })
  await shop.deps.db.update(users).set({ passwordHash: await hashPassword('squatters-phrase-1') })
  await apply()
  const { id } = await stored()
  await decide(id, 'approved')
  await expect(squatter.account.read()).rejects.toMatchObject({ status: 401 })
  const login = (password: string) => shop.visitor.auth.login({ body: { email: 'hello@lake.test', password } }).then(sessionOf)
  await expect(login('squatters-phrase-1')).rejects.toMatchObject({ status: 401 })
  const [mail] = await mails('business-approved')
  await shop.visitor.auth.resetPassword({ body: { token: tokenOf(mail?.facts.link), password: 'slit-cardboard-42' } })
  expect(await login('slit-cardboard-42')).toMatchObject({ role: 'business_admin', businessId: id, emailVerified: true })
})

test('a rejected applicant gains no access when the business itself applies with its email', async () => {
  const stranger = await shop.signIn('customer')
  await stranger.applications.register({ body: FORM })
  const { id } = await stored()
  await decide(id, 'rejected', 'Not your business.')
  await apply()
  await decide(id, 'approved')
  expect(await stranger.account.read()).toMatchObject({ role: 'customer', businessId: null })
  expect(await mails('business-approved')).toMatchObject([{ facts: { link: expect.stringContaining('token=') } }])
})

test('an applicant who runs another business by then is skipped: the business’s email is invited', async () => {
  const customer = await shop.signIn('customer')
  await customer.applications.register({ body: FORM })
  await customer.applications.register({ body: { ...FORM, name: 'Hill Boxes', email: 'hello@hill.test' } })
  await decide((await stored()).id, 'approved')
  const hill = await stored('hello@hill.test')
  await decide(hill.id, 'approved')
  const people = await shop.deps.db.select().from(users).where(eq(users.businessId, hill.id))
  expect(people).toMatchObject([{ email: 'hello@hill.test', role: 'business_admin', passwordHash: null }])
})

test('from one address five applications in ten minutes are taken', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' })
  const send = (n: number) => limited.visitor.applications.register({ body: { ...FORM, email: `business${n}@lake.test` } })
  for (let n = 0; n < 5; n += 1) await send(n)
  await expect(send(5)).rejects.toMatchObject({ status: 429 })
  await limited.close()
})

test('R-A10 of fifty approvals and rejections at once one counts: the rest are 409, with one entry of the log and one mail', async () => {
  await apply()
  const { id, version } = await stored()
  const review = (status: 'approved' | 'rejected') =>
    boss.applications.setStatus({ params: { id }, body: { status, reason: 'Looked at', version } })
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => review(at % 2 ? 'approved' : 'rejected')))
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals).toHaveLength(49)
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409 })
  expect([...(await mails('business-approved')), ...(await mails('business-rejected'))]).toHaveLength(1)
  expect(
    await shop.deps.db.$count(
      auditEntries,
      and(eq(auditEntries.targetId, id), inArray(auditEntries.action, ['business.approved', 'business.rejected'])),
    ),
  ).toBe(1)
  const { businessStatus } = await stored()
  expect(await shop.deps.db.$count(users, eq(users.businessId, id))).toBe(businessStatus === 'approved' ? 1 : 0)
})

test('B179 B277 F7.2.13 only the listed transitions are made; a rejected business may apply again with its email and keeps its record', async () => {
  await apply()
  const { id } = await stored()
  await expect(decide(id, 'suspended')).rejects.toMatchObject({
    status: 409,
    message: "A business that is pending approval can't become suspended.",
  })
  await decide(id, 'rejected', 'We need your papers.')
  expect(await mails('business-rejected')).toMatchObject([{ facts: { reason: 'We need your papers.' } }])
  await expect(decide(id, 'rejected')).rejects.toMatchObject({ status: 409 })
  await apply({ description: 'With papers now.' })
  expect(await stored()).toMatchObject({ id, businessStatus: 'pending', description: 'With papers now.' })
  await decide(id, 'approved')
  await decide(id, 'suspended', 'Late twice.')
  await decide(id, 'approved')
  const { reviews } = await boss.applications.details({ params: { id } })
  expect(reviews.map(({ from, to, by }) => [from, to, by !== null])).toEqual([
    ['suspended', 'approved', true],
    ['approved', 'suspended', true],
    ['pending', 'approved', true],
    ['rejected', 'pending', false],
    ['pending', 'rejected', true],
  ])
})

test('B181 the only follow-up of a suspended or rejected business is its approval, which shows its products again', async () => {
  for (const businessStatus of ['suspended', 'rejected'] as const) {
    const { id } = await shop.make.business({ businessStatus })
    const { slug } = await shop.make.product({ businessId: id })
    const shown = () => shop.visitor.products.bySlug({ params: { slug } })
    for (const decision of ['suspended', 'rejected'] as const) {
      await expect(decide(id, decision, 'Once more.')).rejects.toMatchObject({ status: 409, code: 'invalid_review' })
    }
    await expect(shown()).rejects.toMatchObject({ status: 404 })
    expect(await decide(id, 'approved')).toMatchObject({ businessStatus: 'approved', review: { from: businessStatus, to: 'approved' } })
    expect(await shown()).toMatchObject({ slug })
  }
})

test('B232 only a super admin decides; an application admin reads; nobody else sees applications', async () => {
  await apply()
  const { id } = await stored()
  const staff = await shop.signIn('application_admin')
  await expect(decide(id, 'approved', undefined, staff)).rejects.toMatchObject({ status: 403 })
  expect((await staff.applications.listAll({ query: { businessStatus: 'pending' } })).items).toMatchObject([{ id, review: null }])
  const customer = await shop.signIn('customer')
  await expect(customer.applications.listAll()).rejects.toMatchObject({ status: 403 })
  await expect(shop.visitor.applications.details({ params: { id } })).rejects.toMatchObject({ status: 401 })
})

test('a decision on an older version is refused with the business as it is now', async () => {
  await apply()
  const { id } = await stored()
  await decide(id, 'approved')
  await expect(boss.applications.setStatus({ params: { id }, body: { status: 'suspended', version: 1 } })).rejects.toMatchObject({
    status: 409,
    problem: { current: { businessStatus: 'approved' } },
  })
})

test('B175 B276 the details of a business have its numbers, users, products and decisions, without secrets and without what is deleted', async () => {
  const business = await shop.make.business({ name: 'Pier Boxes' })
  await shop.make.user('business_admin', { businessId: business.id, name: 'Olga Owner' })
  await shop.make.user('business_admin', { businessId: business.id, status: 'Deleted' })
  await shop.make.product({ businessId: business.id, name: 'Mats', featured: true })
  await shop.make.product({ businessId: business.id, name: 'Rolls', status: 'Inactive' })
  await shop.make.product({ businessId: business.id, name: 'Gone', status: 'Deleted' })
  const details = await boss.applications.details({ params: { id: business.id } })
  expect(details).toMatchObject({
    business: { id: business.id, name: 'Pier Boxes', similar: [] },
    stats: { totalUsers: 1, totalProducts: 2, activeProducts: 1, featuredProducts: 1 },
    users: [{ name: 'Olga Owner', role: 'business_admin' }],
    products: [{ name: 'Mats' }, { name: 'Rolls' }],
    reviews: [],
  })
  expect(JSON.stringify(details)).not.toMatch(/passwordHash|mustChange/)
})
