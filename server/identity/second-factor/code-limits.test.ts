import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* How many codes of an authenticator app are judged, and of whom. */

const MINUTE = 60_000
const PASSWORD = 'slit-cardboard-42'
const EMAIL = 'tina@people.test'

let limited: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  limited = await openTestShop({ SECRETS_KEYS: key, RATE_LIMIT: 'on', TRUST_PROXY: '1' }) // counters of its own
})
afterEach(() => limited.close())

test('wrong codes from many networks are bounded over all sign-ins of an account; a recovery code still works', async () => {
  const user = await limited.signIn('application_admin', { email: EMAIL, passwordHash })
  const secret = (await user.security.addTotp()).address
  await user.security.confirmTotp({ body: { code: codeAt(secret, limited.deps.now()) } })
  const { codes } = await user.security.createRecoveryCodes()
  limited.advance(MINUTE)
  let network = 0
  const post = async (url: string, payload: object) => {
    const { statusCode, body } = await limited.app.inject({
      method: 'POST',
      url: `/api/auth/${url}`,
      payload,
      headers: { 'x-forwarded-for': `10.0.${network}.1` },
    })
    return { status: statusCode, json: JSON.parse(body) }
  }
  const start = async () => (await post('login', { email: EMAIL, password: PASSWORD })).json.secondFactor.challenge as string
  for (network = 1; network <= 10; network += 1) {
    const challenge = await start()
    for (let guess = 0; guess < 4; guess += 1) expect((await post('second-factor', { challenge, code: '000000' })).status).toBe(401)
  }
  const challenge = await start()
  expect(await post('second-factor', { challenge, code: codeAt(secret, limited.deps.now()) })).toMatchObject({ status: 429 })
  expect(await post('second-factor', { challenge, recoveryCode: codes[0] })).toMatchObject({ status: 200 })
  limited.advance(60 * MINUTE)
  network += 1
  expect(await post('second-factor', { challenge: await start(), code: codeAt(secret, limited.deps.now()) })).toMatchObject({
    status: 200,
  })
})

test('who knows the password blocks strange networks, and neither where the owner has signed in, nor the session of the owner', async () => {
  const user = await limited.signIn('application_admin', { email: EMAIL, passwordHash })
  const secret = (await user.security.addTotp()).address
  await user.security.confirmTotp({ body: { code: codeAt(secret, limited.deps.now()) } })
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const at = (address: string, agent: string) => async (url: string, payload: object, token?: string) => {
    const headers = { 'x-forwarded-for': address, 'user-agent': agent, ...(token && { authorization: `Bearer ${token}` }) }
    const { statusCode, body } = await limited.app.inject({ method: 'POST', url: `/api/auth/${url}`, payload, headers })
    return { status: statusCode, json: JSON.parse(body) }
  }
  const enter = async (post: ReturnType<typeof at>, ...codes: string[]) => {
    const { json } = await post('login', { email: EMAIL, password: PASSWORD })
    const answers = []
    for (const code of codes) answers.push(await post('second-factor', { challenge: json.secondFactor.challenge, code }))
    return answers
  }
  const statusOf = async (post: ReturnType<typeof at>) => (await enter(post, rightCode()))[0]?.status
  const rightCode = () => {
    limited.advance(MINUTE) // each code works once
    return codeAt(secret, limited.deps.now())
  }
  const owner = at('203.0.113.9', firefox)
  const [session] = await enter(owner, rightCode())
  expect(session?.status).toBe(200)

  // four guesses each from many networks, with the owner's browser too: one of them is in the provider's network of the owner
  let refused = 0
  for (let network = 1; network <= 12; network += 1) {
    const thief = at(network === 6 ? '203.0.200.1' : `198.51.${network}.1`, network % 2 === 0 ? 'curl/8' : firefox)
    const answers = await enter(thief, '000000', '000001', '000002', '000003')
    refused += answers.filter(({ status }) => status === 429).length
  }
  expect(refused).toBe(8)
  expect(await statusOf(at('192.0.2.1', firefox))).toBe(429)
  expect(await statusOf(owner)).toBe(200)
  expect(await statusOf(at('203.0.40.77', firefox))).toBe(200) // the address of a household changes
  expect(await statusOf(at('203.0.113.10', 'curl/8'))).toBe(429)
  const { token } = (session?.json ?? {}) as { token: string }
  expect((await owner('step-up', { code: rightCode() }, token)).status).toBe(200)
})

test('a session is asked no more after twenty wrong codes, from whatever networks; others of the same user go on', async () => {
  const user = await limited.signIn('application_admin', { email: EMAIL, passwordHash })
  const secret = (await user.security.addTotp()).address
  await user.security.confirmTotp({ body: { code: codeAt(secret, limited.deps.now()) } })
  limited.advance(MINUTE)
  const other = await limited.make.session('application_admin')
  await limited.deps.db.update(sessions).set({ userId: user.user.id }).where(eq(sessions.userId, other.user.id))
  const confirm = async (token: string, network: number, code: string) => {
    const headers = { 'x-forwarded-for': `10.0.${network}.1`, authorization: `Bearer ${token}` }
    return (await limited.app.inject({ method: 'POST', url: '/api/auth/step-up', payload: { code }, headers })).statusCode
  }
  for (let guess = 1; guess <= 20; guess += 1) expect(await confirm(user.token, guess, '000000')).toBe(401)
  expect(await confirm(user.token, 21, codeAt(secret, limited.deps.now()))).toBe(429)
  expect(await confirm(other.token, 21, codeAt(secret, limited.deps.now()))).toBe(200)
  limited.advance(60 * MINUTE)
  expect(await confirm(user.token, 22, codeAt(secret, limited.deps.now()))).toBe(200)
})

test('right codes use nothing up, however often one confirms who one is', async () => {
  const user = await limited.signIn('application_admin', { email: EMAIL, passwordHash })
  const secret = (await user.security.addTotp()).address
  await user.security.confirmTotp({ body: { code: codeAt(secret, limited.deps.now()) } })
  for (let minute = 1; minute <= 30; minute += 1) {
    limited.advance(MINUTE)
    expect(await user.auth.stepUp({ body: { code: codeAt(secret, limited.deps.now()) } })).toEqual({ ok: true })
  }
})
