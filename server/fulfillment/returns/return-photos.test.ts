import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFiles, returns } from '#server/platform/db/schema.ts'
import { headOf } from '#server/platform/files/files.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasPublicPhotos, movePhotos } from './move-photos.ts'

const folder = mkdtempSync(join(tmpdir(), 'reflute-photos-'))
let shop: TestShop
let ann: SignedInUser
let seller: SignedInUser
beforeAll(async () => {
  shop = await openTestShop({ DATA_DIR: folder })
  ann = await shop.signIn('customer')
  seller = await shop.signIn('business_admin')
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const look = (url: string, user: SignedInUser | null) =>
  shop.app.inject({ url, headers: user ? { authorization: `Bearer ${user.token}` } : {} })

async function upload(user: SignedInUser): Promise<string> {
  const picture = await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#c99b5f' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(picture)]), 'photo.png')
  return (await user.returns.photos({ form }))[0]?.url ?? ''
}

/** A return of Ann's to the seller, with these photos. */
async function giveBack(photos: string[]): Promise<string> {
  const product = await shop.make.product({ category: 'accessories', businessId: seller.user.businessId ?? '' })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id: orderId } = await checkOut(ann)
  const back = { orderId, businessId: product.businessId, userId: ann.user.id, number: `R-${photos[0]}`, reason: 'faulty' as const, photos }
  const [row] = await shop.deps.db.insert(returns).values(back).returning({ id: returns.id })
  return row?.id ?? ''
}

test('a return photo is read by its customer, the seller of the return and staff, by nobody else and nowhere else', async () => {
  const url = await upload(ann)
  const file = url.slice(url.lastIndexOf('/') + 1)
  const stranger = await shop.signIn('customer')
  const rival = await shop.signIn('business_admin')
  const statuses = async (...users: (SignedInUser | null)[]) => Promise.all(users.map(async (user) => (await look(url, user)).statusCode))
  expect(await statuses(ann, null, stranger, rival, seller)).toEqual([200, 401, 404, 404, 404])
  await giveBack([url])
  const staff = [await shop.signIn('application_admin'), await shop.signIn('super_admin')]
  expect(await statuses(ann, seller, ...staff)).toEqual([200, 200, 200, 200])
  const finance = await shop.signIn('application_admin', { duties: ['finance'] })
  expect(await statuses(await shop.signIn('application_admin', { duties: ['orders'] }), finance)).toEqual([200, 404])
  expect(await statuses(null, stranger, rival)).toEqual([401, 404, 404])

  const answer = await look(url, seller)
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(1000)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await look(`/media/${file}`, ann)).statusCode).toBe(404)
  expect(existsSync(join(folder, 'media'))).toBe(false)
  for (const path of ['..%2f..%2fmedia%2fx.webp', 'x.webp', file.replace('.webp', '.avif'), `${'a'.repeat(22)}-1x1.webp`])
    expect((await look(`/api/returns/photos/${path}`, ann)).statusCode, path).toBeGreaterThanOrEqual(400)
})

test('a product picture is not read by the call of return photos, even by staff', async () => {
  const picture = await shop.deps.db
    .insert(mediaFiles)
    .values({ url: '/api/returns/photos/not-a-return-photo-9x9.webp', purpose: 'product', width: 9, height: 9, bytes: 1 })
    .returning({ id: mediaFiles.id })
  expect((await look('/api/returns/photos/not-a-return-photo-9x9.webp', await shop.signIn('super_admin'))).statusCode).toBe(404)
  await shop.deps.db.delete(mediaFiles).where(eq(mediaFiles.id, picture[0]?.id ?? ''))
})

test('photos that an earlier version left among the public pictures are moved, with every place that names them', async () => {
  const { db, files } = shop.deps
  const kept = await upload(ann)
  const old = '/media/abcdefghijklmnopqrstuv-900x600.webp'
  for (const size of ['-480.webp', '-480.avif', '-900x600.webp', '-900x600.avif']) {
    const key = `media/abcdefghijklmnopqrstuv${size}`
    await files.put(key, Buffer.from(size), headOf(key))
  }
  const lost = '/media/lost-lost-lost-lost-22-9x9.webp'
  const row = { userId: ann.user.id, purpose: 'return' as const, width: 900, height: 600, bytes: 1 }
  await db.insert(mediaFiles).values([
    { ...row, url: old },
    { ...row, url: lost },
  ])
  const id = await giveBack([kept, old, lost])
  expect(await hasPublicPhotos(shop.deps)).toBe(true)
  expect(await movePhotos(shop.deps, new AbortController().signal)).toBe('Moved 2 photos.')
  expect(await hasPublicPhotos(shop.deps)).toBe(false)
  const moved = '/api/returns/photos/abcdefghijklmnopqrstuv-900x600.webp'
  const [found] = await db.select({ photos: returns.photos }).from(returns).where(eq(returns.id, id))
  expect(found?.photos).toEqual([kept, moved, '/api/returns/photos/lost-lost-lost-lost-22-9x9.webp'])
  expect((await look(moved, seller)).body).toBe('-900x600.webp')
  expect((await look(old, ann)).statusCode).toBe(404)
  expect(readdirSync(join(folder, 'media'))).toEqual([])
})
