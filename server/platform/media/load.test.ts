import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { mediaFiles, users } from '#server/platform/db/schema.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { DAILY_PICTURES } from './keep-pictures.ts'

let shop: TestShop
let folder: string
let seller: SignedInUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-load-'))
  shop = await openTestShop({ DATA_DIR: folder })
  seller = await shop.signIn('business_admin')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends a form of pictures; the answer's status and headers. */
async function send(user: SignedInUser, url: string, pictures: Buffer[], { field = 'images', purpose = '' } = {}) {
  const form = new FormData()
  if (purpose) form.append('purpose', purpose)
  for (const bytes of pictures) form.append(field, new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  const encoded = new Response(form)
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': encoded.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await encoded.arrayBuffer())
  return shop.app.inject({ method: 'POST', url, headers, payload })
}
const among = (answers: { statusCode: number }[], status: number) => answers.filter(({ statusCode }) => statusCode === status).length
const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#2334a8' } })
    .jpeg()
    .toBuffer()

test('sixty return photos at once, where thirty a day are allowed: exactly 30 are kept, 30 are 409', { timeout: 120_000 }, async () => {
  const buyer = await shop.signIn('customer')
  const photo = await small()
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(buyer, '/api/returns/photos', [photo])))
  expect([among(answers, 201), among(answers, 409)]).toEqual([30, 30])
  expect(await shop.deps.db.$count(mediaFiles)).toBe(30)
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'picture_quota' })
})

test('a buyer who has not confirmed the address sends six return photos a day, also of twelve at once; then the next day, or confirmed', {
  timeout: 120_000,
}, async () => {
  const [ben, bob] = [await shop.signIn('customer', { emailVerifiedAt: null }), await shop.signIn('customer', { emailVerifiedAt: null })]
  const photo = await small()
  const sendOne = async (user: SignedInUser) => (await send(user, '/api/returns/photos', [photo])).statusCode
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(ben, '/api/returns/photos', [photo])))
  expect([among(answers, 201), among(answers, 409)]).toEqual([6, 6])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'picture_quota',
    detail: expect.stringContaining('6'),
  })
  expect(await shop.deps.db.$count(mediaFiles, eq(mediaFiles.userId, ben.user.id))).toBe(6)
  const bobs = await send(bob, '/api/returns/photos', [photo, photo, photo])
  expect(bobs.statusCode).toBe(201) // counted apart
  expect((await send(bob, '/api/returns/photos', [photo, photo, photo])).statusCode).toBe(201)
  expect(await sendOne(bob)).toBe(409)
  await shop.deps.db.update(users).set({ emailVerifiedAt: shop.deps.now() }).where(eq(users.id, bob.user.id))
  expect(await sendOne(bob)).toBe(201)
  shop.advance(DAY_MS)
  expect(await sendOne(ben)).toBe(201)
})

test('the last pictures of a day are counted once, also for colleagues and several pictures in a form', { timeout: 120_000 }, async () => {
  const businessId = seller.user.businessId ?? ''
  const colleague = await shop.signIn('business_admin', { businessId })
  const row = { businessId, userId: seller.user.id, purpose: 'product' as const, width: 1, height: 1, bytes: 1, createdAt: shop.deps.now() }
  const rows = Array.from({ length: DAILY_PICTURES - 7 }, (_, at) => ({ ...row, url: `/media/quota-${at}.webp` }))
  await shop.deps.db.insert(mediaFiles).values(rows)
  const photo = await small()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => send(at % 2 ? seller : colleague, '/api/uploads/images', [photo, photo, photo])),
  )
  expect([among(answers, 201), among(answers, 409)]).toEqual([2, 4])
  await shop.deps.db.delete(mediaFiles)
})

test('four photos of 36 megapixels at once with both cores busy are kept, and none is called unreadable', {
  timeout: 240_000,
}, async () => {
  const noise = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer()
  const photo = await sharp(noise).resize(6000, 6000, { kernel: 'cubic' }).jpeg({ quality: 60 }).toBuffer()
  expect(photo.length).toBeLessThan(10 * 1024 * 1024)
  const sellers = [seller, ...(await Promise.all([1, 2, 3].map(() => shop.signIn('business_admin'))))]
  const burners = [1, 2].map(() => new Worker('for (;;) Math.sqrt(Math.random())', { eval: true }))
  try {
    const answers = await Promise.all(sellers.map((user) => send(user, '/api/uploads/images', [photo])))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  } finally {
    for (const burner of burners) await burner.terminate()
  }
})

test('more pictures than may wait: those without room are 503 busy with Retry-After, the others are kept', {
  timeout: 240_000,
}, async () => {
  const staff = await Promise.all(Array.from({ length: 30 }, () => shop.signIn('application_admin')))
  const photo = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const answers = await Promise.all(staff.map((user) => send(user, '/api/uploads/images', [photo])))
  expect(among(answers, 201)).toBeGreaterThanOrEqual(22)
  expect(among(answers, 201) + among(answers, 503)).toBe(30)
  for (const answer of answers)
    if (answer.statusCode === 503) expect([answer.json().code, answer.headers['retry-after']]).toEqual(['busy', '5'])
  const bad = await send(seller, '/api/uploads/images', [photo.subarray(0, photo.length / 2)])
  expect([bad.statusCode, bad.json().code]).toEqual([422, 'unreadable_picture'])
})
