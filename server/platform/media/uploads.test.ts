import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFiles } from '#domain/picture.ts'
import { HOUR_MS } from '#domain/time.ts'
import { blogPosts, mediaFiles } from '#server/platform/db/schema.ts'
import { createUserLimit, PICTURES_PER_USER } from '#server/platform/http/throttle.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { DAILY_PICTURES } from './keep-pictures.ts'

let shop: TestShop
let folder: string
let seller: SignedInUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-uploads-'))
  shop = await openTestShop({ DATA_DIR: folder })
  seller = await shop.signIn('business_admin')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2334a8' } })
const formOf = (files: (Buffer | string)[], { field = 'images', name = 'photo.jpg', purpose = '' } = {}) => {
  const form = new FormData()
  if (purpose) form.append('purpose', purpose)
  for (const bytes of files) form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return form
}
const keptFiles = () => (existsSync(join(folder, 'media')) ? readdirSync(join(folder, 'media')).sort() : [])
const upload = async (user: SignedInUser, ...files: (Buffer | string)[]) => user.uploads.images({ form: formOf(files) })

test('a photo is kept as AVIF and WebP in three sizes, upright, without place or camera, and served for good', async () => {
  const photo = await plain(2400, 1800)
    .withExif({ IFD0: { Make: 'SecretCamera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const [kept] = await upload(seller, photo)
  expect(kept).toMatchObject({ width: 1600, height: 2133, id: expect.any(String) })
  const files = pictureFiles(kept?.url ?? '') ?? []
  expect(files.map(({ width }) => width)).toEqual([480, 960, 1600])
  for (const { width, webp, avif } of files) {
    for (const [url, type] of [
      [webp, 'image/webp'],
      [avif, 'image/avif'],
    ] as const) {
      const answer = await shop.app.inject({ url })
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        type,
        'public, max-age=31536000, immutable',
      ])
      const { width: drawn, exif } = await sharp(answer.rawPayload).metadata()
      expect([drawn, exif]).toEqual([width, undefined])
      expect(answer.rawPayload.includes('SecretCamera')).toBe(false)
    }
  }
})

test('five pictures at once: PNG, WebP, AVIF, GIF and a small one that is not enlarged; a sixth is refused with a reason', async () => {
  const [png, webp, avif, gif] = [
    await plain(600, 400).png().toBuffer(),
    await plain(500, 400).webp().toBuffer(),
    await plain(490, 1000).avif().toBuffer(),
    await plain(100, 8000).gif().toBuffer(),
  ]
  const kept = await upload(seller, png, webp, avif, gif, png)
  expect(kept.map(({ width }) => width)).toEqual([600, 500, 490, 50, 600])
  const before = keptFiles()
  expect(await refusalOf(upload(seller, png, png, png, png, png, png))).toMatchObject({
    status: 422,
    errors: [{ field: 'images', message: 'You can only upload up to 5 images' }],
  })
  expect(keptFiles()).toEqual(before)
})

test('what is no picture is refused at its field, and nothing of the form is kept', async () => {
  const good = await plain(300, 300).png().toBuffer()
  const noise = Buffer.from(Array.from({ length: 400 * 400 * 3 }, (_, at) => (at * 7919) % 251))
  const whole = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer()
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const before = keptFiles()
  const rows = (await shop.deps.db.select().from(mediaFiles)).length
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  for (const bad of [Buffer.from('MZ\u0090\u0000 This program cannot be run in DOS mode'), whole.subarray(0, whole.length / 2), svg, '']) {
    const refusal = await refusalOf(upload(seller, good, bad))
    expect(refusal).toMatchObject({ status: 422, errors: [{ field: 'images.1', message: expect.stringContaining("can't be read") }] })
  }
  expect(await refusalOf(upload(seller, bomb))).toMatchObject({ status: 422, detail: expect.stringContaining('40 megapixels') })
  expect(await refusalOf(seller.uploads.images({ form: formOf([]) }))).toMatchObject({ status: 422, errors: [{ field: 'images' }] })
  expect(await refusalOf(upload(seller, Buffer.alloc(10 * 1024 * 1024 + 1)))).toMatchObject({ status: 413 })
  expect(keptFiles()).toEqual(before)
  expect((await shop.deps.db.select().from(mediaFiles)).length).toBe(rows)
})

test('a logo may be an SVG: it becomes pixels; a business that waits for approval uploads its logo and nothing else', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>alert(1)</script><rect width="90" height="60"/></svg>'
  const business = await shop.make.business({ businessStatus: 'pending' })
  const waiting = await shop.signIn('business_admin', { businessId: business.id })
  const [logo] = await waiting.uploads.images({ form: formOf([svg], { field: 'logo', purpose: 'logo' }) })
  expect((await sharp((await shop.app.inject({ url: logo?.url ?? '' })).rawPayload).metadata()).format).toBe('webp')
  const large = formOf([Buffer.alloc(2 * 1024 * 1024 + 1)], { field: 'logo', purpose: 'logo' })
  expect(await refusalOf(waiting.uploads.images({ form: large }))).toMatchObject({ status: 422, errors: [{ field: 'logo' }] })
  await expect(upload(waiting, await plain(9, 9).png().toBuffer())).rejects.toMatchObject({ status: 403 })
  const stopped = await shop.make.business({ businessStatus: 'suspended' })
  const other = await shop.signIn('business_admin', { businessId: stopped.id })
  await expect(other.uploads.images({ form: formOf([svg], { field: 'logo', purpose: 'logo' }) })).rejects.toMatchObject({ status: 403 })
})

test.runIf(TESTS_ALL)(
  'a drawing made to keep the shop busy for minutes is ended after three seconds of work, and the shop answers meanwhile',
  async () => {
    const blurs = '<feGaussianBlur stdDeviation="400"/><feMorphology operator="dilate" radius="300"/>'.repeat(30)
    const filter = `<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/>${blurs}</filter>`
    const shapes = '<rect width="6000" height="6000" filter="url(#f)"/>'.repeat(20)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000">${filter}${shapes}</svg>`
    const ended: string[] = []
    const refused = refusalOf(seller.uploads.images({ form: formOf([svg], { field: 'logo', purpose: 'logo' }) }))
    const form = new FormData()
    form.append('logo', new Blob([svg]), 'logo.svg')
    const profile = refusalOf(seller.business.updateProfile({ form }))
    for (const drawing of [refused, profile]) void drawing.then(() => ended.push('a drawing'))
    expect((await shop.visitor.products.list()).total).toBeGreaterThanOrEqual(0)
    ended.push('the list')
    expect(ended[0]).toBe('the list')
    for (const refusal of [await refused, await profile]) {
      // its process gives way to all others: a machine that lends it no three seconds within twenty says that it is busy
      if (refusal.status === 503) expect(refusal).toMatchObject({ code: 'busy', retryAfter: 5 })
      else expect(refusal).toMatchObject({ status: 422, errors: [{ field: 'logo' }] })
    }
  },
)

test('a seller shows own pictures and those of staff; another seller’s picture stays theirs to forget', async () => {
  const [kept] = await upload(seller, await plain(70, 50).png().toBuffer())
  const [shared] = await upload(await shop.signIn('application_admin'), await plain(70, 50).png().toBuffer())
  const stranger = await shop.signIn('business_admin')
  const body = { name: 'Borrowed', description: 'x', category: 'mat', type: 'material' as const, priceUSD: 5, priceEUR: 5 }
  const images = [shared?.url ?? '', kept?.url ?? '']
  expect(await refusalOf(stranger.productEdits.create({ body: { ...body, images } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'images.1', message: 'This picture no longer exists. Please upload it again' }],
  })
  const product = await stranger.productEdits.create({ body: { ...body, images: images.slice(0, 1) } })
  expect(await refusalOf(stranger.productEdits.update({ params: { id: product.id }, body: { images } }))).toMatchObject({ status: 422 })
  expect(await seller.uploads.remove({ params: { id: kept?.id ?? '' } })).toEqual({ ok: true })
})

test('a picture in use stays, another’s is not there, and one that is forgotten is gone with all its files', async () => {
  const [kept] = await upload(seller, await plain(700, 500).png().toBuffer())
  const params = { id: kept?.id ?? '' }
  const url = kept?.url ?? ''
  const stranger = await shop.signIn('business_admin')
  await expect(stranger.uploads.remove({ params })).rejects.toMatchObject({ status: 404 })
  const body = { name: 'Pictured', description: 'x', category: 'mat', type: 'material' as const, priceUSD: 5, priceEUR: 5, images: [url] }
  const product = await seller.productEdits.create({ body })
  expect(product.images).toEqual([url])
  expect(await refusalOf(seller.uploads.remove({ params }))).toMatchObject({ status: 409, detail: expect.stringContaining('Pictured') })
  await seller.productEdits.update({ params: { id: product.id }, body: { images: [] } })
  expect(await seller.uploads.remove({ params })).toEqual({ ok: true })
  for (const { webp, avif } of pictureFiles(url) ?? []) {
    expect((await shop.app.inject({ url: webp })).statusCode).toBe(404)
    expect((await shop.app.inject({ url: avif })).statusCode).toBe(404)
  }
  await expect(seller.uploads.remove({ params })).rejects.toMatchObject({ status: 404 })
})

test('a business that uploads without end is stopped until tomorrow', async () => {
  const busy = await shop.signIn('business_admin')
  const rows = Array.from({ length: DAILY_PICTURES }, (_, at) => ({
    url: `/media/quota-${at}-1x1.webp`,
    businessId: busy.user.businessId,
    purpose: 'product' as const,
    width: 1,
    height: 1,
    bytes: 1,
    createdAt: shop.deps.now(),
  }))
  await shop.deps.db.insert(mediaFiles).values(rows)
  const png = await plain(20, 20).png().toBuffer()
  expect(await refusalOf(upload(busy, png))).toMatchObject({ status: 409, detail: expect.stringContaining('2,000 pictures a day') })
  shop.advance(25 * 3_600_000)
  expect(await upload(busy, png)).toHaveLength(1)
})

test('files of pictures without a row go after a day, and every size of one that an article shows in a small size stays', async () => {
  await shop.reset()
  const old = new Date(shop.deps.now().getTime() - 25 * 3_600_000)
  const [shown] = await upload(await shop.signIn('application_admin'), await plain(1000, 500).png().toBuffer())
  const small = pictureFiles(shown?.url ?? '')?.[0]?.webp ?? ''
  const post = { title: 'T', excerpt: 'e', content: `![](${small})`, category: 'News', slug: 'shows-a-small-one' }
  await shop.deps.db.insert(blogPosts).values(post)
  await shop.deps.db.update(mediaFiles).set({ createdAt: old })
  const [unused] = await upload(await shop.signIn('business_admin'), await plain(1000, 500).png().toBuffer())
  await shop.deps.db.update(mediaFiles).set({ createdAt: old })
  const names = ['lost-lost-lost-lost-lo-480.webp', 'lost-lost-lost-lost-lo-700x500.avif']
  for (const name of [...names, 'just-written-just-now-9x9.webp']) writeFileSync(join(folder, 'media', name), 'x')
  writeFileSync(join(folder, 'returns-of-nobody'), 'x')
  for (const name of keptFiles()) {
    const writtenAt = name.startsWith('just') ? shop.deps.now() : old
    utimesSync(join(folder, 'media', name), writtenAt, writtenAt)
  }
  await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
  const kept = pictureFiles(shown?.url ?? '')?.flatMap(({ webp, avif }) => [webp, avif]) ?? []
  expect(kept).toHaveLength(6)
  expect(keptFiles().sort()).toEqual([...kept.map((url) => url.slice('/media/'.length)), 'just-written-just-now-9x9.webp'].sort())
  expect((await shop.deps.db.select().from(mediaFiles)).map(({ url }) => url)).toEqual([shown?.url])
  expect(unused?.url).not.toBe(shown?.url)
  expect(existsSync(join(folder, 'returns-of-nobody'))).toBe(true)
})

test('a user sends photos of returns, and spreadsheets, 30 times an hour each; pictures of products and other users are counted apart', async () => {
  const limited = await openTestShop({ DATA_DIR: folder, RATE_LIMIT: 'on' })
  try {
    const [ann, bob, staff] = [
      await limited.signIn('customer'),
      await limited.signIn('customer'),
      await limited.signIn('application_admin'),
    ]
    // refused once they were received: an upload counts whether or not it can be used
    const sendPhotos = (user: SignedInUser) => refusalOf(user.returns.photos({ form: formOf(['x', 'x', 'x', 'x']) }))
    const sendSheet = () => refusalOf(staff.imports.upload({ form: formOf(['x']) }))
    for (const send of [() => sendPhotos(ann), sendSheet]) {
      for (let count = 1; count <= 30; count += 1) expect((await send()).status, `upload ${count}`).toBe(422)
      expect(await send()).toMatchObject({ status: 429, code: 'too_many_requests', retryAfter: expect.any(Number) })
    }
    expect((await sendPhotos(bob)).status).toBe(422)
    expect((await refusalOf(upload(staff, 'x'))).status).toBe(422)
    limited.advance(HOUR_MS)
    expect([(await sendPhotos(ann)).status, (await sendSheet()).status]).toEqual([422, 422])
  } finally {
    await limited.close()
  }
})

test('a user sends pictures of products 500 times an hour', async () => {
  let at = 0
  const countUse = createUserLimit({ config: { limitsRates: true }, now: () => new Date(at) }, 'picture', PICTURES_PER_USER)
  for (let count = 0; count < 500; count += 1) await countUse('ann')
  at = HOUR_MS - 1
  await expect(countUse('ann')).rejects.toThrow()
  await countUse('bob')
  at = HOUR_MS
  await countUse('ann')
})
