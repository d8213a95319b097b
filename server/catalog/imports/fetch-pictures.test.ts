import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, mediaFiles, products } from '#server/platform/db/schema.ts'
import { composePng } from '#server/platform/vendors/image.ts'
import type { FetchedPicture } from '#server/platform/vendors/read-linked-picture.ts'
import { admin, importAll, openStaffDialog, shop, undo } from '#server/testing/staff-dialog.ts'
import { fetchPictures, hasLinkedPictures } from './fetch-pictures.ts'

openStaffDialog()

const HEADER = 'sku,name,category,price usd,price eur,stock,images'
const signal = new AbortController().signal

/** A web with one picture at each address that ends with .jpg, and everything else that servers answer. */
async function openWeb() {
  const picture = await composePng({ width: 60, height: 40 }, '#caa472', [])
  const asked: string[] = []
  const get = async (url: string): Promise<FetchedPicture> => {
    asked.push(url)
    if (url.endsWith('.jpg')) return { bytes: picture }
    if (url.endsWith('.txt')) return { bytes: Buffer.from('<html>no picture</html>') }
    if (url.endsWith('.svg')) return { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    return { problem: 'The server answered 404.', again: false }
  }
  return { get, asked }
}

test('2.6 pictures of an import are stored like uploads; what is no picture is named by its row, and no link remains', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const file = [
    HEADER,
    'P-1,Two,mat,9,8,1,"https://a.test/1.jpg,https://a.test/2.jpg"',
    'P-2,Text,mat,9,8,1,"https://a.test/3.txt, https://a.test/4.jpg"',
    'P-3,Gone,mat,9,8,1,https://a.test/gone',
    'P-4,Drawn,mat,9,8,1,',
    'P-5,Vector,mat,9,8,1,https://a.test/5.svg',
  ].join('\n')
  const done = await importAll(file, { businessId })
  expect(done.report).toMatchObject({ created: 5, errors: [] })
  const { get } = await openWeb()
  expect(await hasLinkedPictures(shop.deps)).toBe(true)
  expect(await fetchPictures(shop.deps, signal, get)).toBe('3 pictures fetched, 3 failed.')
  expect(await hasLinkedPictures(shop.deps)).toBe(false)
  const rows = await shop.deps.db.select().from(products).orderBy(products.sku)
  expect(rows.map(({ images }) => images.length)).toEqual([2, 1, 0, 0, 0])
  for (const { images } of rows) for (const { url } of images) expect(url).toMatch(/^\/media\/[\w-]+-60x40\.webp$/)
  expect((await shop.deps.db.select().from(mediaFiles)).every((one) => one.businessId === businessId && one.width === 60)).toBe(true)
  const found = await admin.imports.get({ params: { id: done.id } })
  expect(found.report?.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, 'images', "The picture https://a.test/3.txt could not be fetched. It isn't a picture that can be read."],
    [4, 'images', 'The picture https://a.test/gone could not be fetched. The server answered 404.'],
    [6, 'images', "The picture https://a.test/5.svg could not be fetched. It isn't a picture that can be read."],
  ])
  expect(found).toMatchObject({ errorCount: 3, report: { skipped: 0 } })
  expect(found.report?.notes.map(({ rows: noted, count }) => [noted, count])).toEqual([[[3, 4, 6], 3]])
  expect(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'picture.fetch.failed'))).toHaveLength(3)
  expect((await undo(done)).undo).toMatchObject({ state: 'done', left: [] })
})

test('2.6 pictures that were linked before are fetched, in their order and with their texts; deleted products are left alone', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const images = [
    { url: '/media/own.webp', alt: 'Own' },
    { url: 'https://a.test/1.jpg', alt: 'First' },
    { url: 'https://a.test/none', alt: 'None' },
    { url: 'https://a.test/1.jpg', alt: 'Again' },
  ]
  const made = await shop.make.product({ businessId, category: 'mat', name: 'Old', slug: 'old', images })
  await shop.make.product({ businessId, category: 'mat', name: 'Gone', slug: 'gone', images, status: 'Deleted' })
  const { get, asked } = await openWeb()
  await fetchPictures(shop.deps, signal, get)
  expect(asked).toEqual(['https://a.test/1.jpg', 'https://a.test/none'])
  const stored = await shop.stored('old')
  expect(stored.images.map(({ alt }) => alt)).toEqual(['Own', 'First', 'Again'])
  expect(stored).toMatchObject({ version: made.version })
  expect((await shop.stored('gone')).images).toEqual(images)
  expect(await fetchPictures(shop.deps, signal, get)).toBe('0 pictures fetched, 0 failed.')
})

test('2.6 a server that does not answer at once is asked again', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', name: 'Slow', slug: 'slow', images: [{ url: 'https://a.test/1.jpg', alt: '' }] })
  const { get } = await openWeb()
  let tries = 0
  await fetchPictures(shop.deps, signal, async (url) => {
    tries += 1
    return tries === 1 ? { problem: "The server didn't answer.", again: true } : get(url)
  })
  expect((await shop.stored('slow')).images[0]?.url).toMatch(/^\/media\//)
})
