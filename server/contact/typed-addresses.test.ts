import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outbox } from '#server/platform/db/schema.ts'
import { allCalls } from '#server/platform/http/openapi.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Anyone who types an address into a form can have the shop send an email there: it may not carry their words to a stranger. */

const PASSWORD = 'slit-cardboard-42'
const WORDS = 'Zyxwv pays now'
const VICTIM = 'victim@people.test'

let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

type Caller = Pick<SignedInUser, 'messages' | 'notices' | 'withdrawals' | 'newsletter' | 'applications' | 'auth'>

const BUSINESS = {
  name: WORDS,
  description: WORDS,
  businessType: 'producer',
  address: WORDS,
  city: WORDS,
  postalCode: '94107',
  country: 'United States',
} as const

/** Sends each form that takes an address, with these words in every field. */
const FORMS: Readonly<Record<string, (by: Caller, email: string) => Promise<unknown>>> = {
  'messages.contact': (by, email) =>
    by.messages.contact({ body: { name: WORDS, email, company: WORDS, message: WORDS, preferredTimes: WORDS, topic: 'consultation' } }),
  'notices.send': (by, email) =>
    by.notices.send({ body: { address: `/products/${WORDS.replaceAll(' ', '-')}`, reason: WORDS, name: WORDS, email, goodFaith: true } }),
  'withdrawals.start': async (by, email) => {
    const draft = await by.withdrawals.start({ body: { name: WORDS, orderNumber: 'ZYXWV', email, items: WORDS } })
    await by.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  },
  'newsletter.subscribe': (by, email) => by.newsletter.subscribe({ body: { email } }),
  'applications.register': (by, email) => by.applications.register({ body: { ...BUSINESS, email } }),
  'auth.register': (by, email) => by.auth.register({ body: { name: WORDS, email, password: PASSWORD } }),
  'auth.forgotPassword': async (by, email) => {
    await by.auth.register({ body: { name: WORDS, email, password: PASSWORD } }).catch(() => {}) // whose name the email could greet
    await by.auth.forgotPassword({ body: { email } })
    await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(1)
  },
}
/** Calls that take an address and send nothing to it, or only with the token of a link that went there. */
const SILENT = ['auth.login', 'auth.resetPassword']

const mailsTo = async (email: string) =>
  (await shop.deps.db.select().from(outbox))
    .map(({ payload }) => payload as { to: string; template: string })
    .filter(({ to }) => to === email)

test('each form that anybody may send with an address is among those tried here', () => {
  const open = allCalls().filter(({ endpoint: { access, method, body } }) => {
    const shape = (body as { shape?: Record<string, unknown> } | undefined)?.shape
    return access === 'anyone' && method !== 'GET' && shape !== undefined && 'email' in shape
  })
  expect(open.map(({ noun, name }) => `${noun}.${name}`).sort()).toEqual([...Object.keys(FORMS), ...SILENT].sort())
})

test.each(Object.keys(FORMS))('%s: an email goes to the address of a stranger, without a word of who typed it', async (name) => {
  const liar = await shop.signIn('customer', { email: 'liar@people.test', name: WORDS })
  for (const [at, by] of [shop.visitor, liar].entries()) {
    const email = `${at}${VICTIM}`
    await FORMS[name]?.(by, email)
    const mails = await mailsTo(email)
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(mails)).not.toMatch(/zyxwv/i)
  }
})

test.each(['messages.contact', 'notices.send', 'withdrawals.start'])(
  '%s: who has confirmed the address gets a copy, and who has not does not',
  async (name) => {
    const email = 'ann@people.test'
    await FORMS[name]?.(await shop.signIn('customer', { email }), email.toUpperCase())
    expect(JSON.stringify(await mailsTo(email)) + JSON.stringify(await mailsTo(email.toUpperCase()))).toMatch(/Zyxwv pays now/)
    const unsure = await shop.signIn('customer', { email: 'ben@people.test', emailVerifiedAt: null })
    await FORMS[name]?.(unsure, 'ben@people.test')
    const mails = await mailsTo('ben@people.test')
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(mails)).not.toMatch(/zyxwv/i)
  },
)

test('an account with the address of a stranger, not confirmed, does not greet by a name of many words', async () => {
  const liar = await shop.signIn('customer', { email: VICTIM, name: WORDS, emailVerifiedAt: null, passwordHash })
  await liar.account.sendVerification()
  await liar.account.change({ body: { email: `other-${VICTIM}`, currentPassword: PASSWORD } })
  const mails = [...(await mailsTo(VICTIM)), ...(await mailsTo(`other-${VICTIM}`))]
  expect(mails.map(({ template }) => template).sort()).toEqual(['confirm-new-email', 'verify-email'])
  expect(JSON.stringify(mails)).not.toMatch(/zyxwv/i)
})
