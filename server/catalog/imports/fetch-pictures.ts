import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { PICTURE_WIDTHS } from '#domain/picture.ts'
import { pluralize } from '#domain/text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { catalogImportChanges, catalogImports, hasLinked, products } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deletePictures, storeSizes } from '#server/platform/media/store-picture.ts'
import { insertPictures } from '#server/platform/media/uploaded-pictures.ts'
import { reencodeSizes } from '#server/platform/vendors/image.ts'
import { type FetchedPicture, fetchPicture } from '#server/platform/vendors/read-linked-picture.ts'
import { byPlace, type FullReport } from './write-report.ts'

/** Job that fetches the pictures of products that are still on other servers. */
export const PICTURES_WORK = 'linked-pictures'

const AT_ONCE = 20
const TRIES = 3
const PAUSE_MS = 2000

const isLinked = (url: string) => /^https?:/i.test(url)
/** As the index `products_linked_idx` has it. */
const isOpen = sql`${hasLinked(products.images)} and ${products.status} <> 'Deleted'`

/** Returns whether a product shows a picture from another server. */
export async function hasLinkedPictures({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await db.select({ id: products.id }).from(products).where(isOpen).limit(1)).length > 0
}

type Get = (url: string) => Promise<FetchedPicture>

/** The stored picture of an address, or why there is none. */
type Outcome = { url: string } | { problem: string }

async function getPatiently(url: string, get: Get): Promise<FetchedPicture> {
  for (let tries = 1; ; tries += 1) {
    const fetched = await get(url)
    if ('bytes' in fetched || !fetched.again || tries === TRIES) return fetched
    await pause(PAUSE_MS * tries)
  }
}

/** Fetches a picture and stores it as an upload of the business. */
async function store({ db, files, now }: Deps, address: string, businessId: string, get: Get): Promise<Outcome> {
  const fetched = await getPatiently(address, get)
  if ('problem' in fetched) return fetched
  const drawn = await reencodeSizes(fetched.bytes, PICTURE_WIDTHS, { takesSvg: false })
  if ('wrong' in drawn) {
    if (drawn.wrong === 'busy') throw new Error('the shop has no capacity for pictures') // the next run has
    return { problem: drawn.wrong === 'too_many_pixels' ? 'It has more than 40 megapixels.' : "It isn't a picture that can be read." }
  }
  const full = drawn.sizes.at(-1)
  if (!full) return { problem: "It isn't a picture that can be read." }
  const url = await storeSizes(files, drawn.sizes, 'product')
  try {
    const bytes = drawn.sizes.reduce((sum, { webp, avif }) => sum + webp.length + avif.length, 0)
    await insertPictures(db, [
      { url, businessId, userId: null, purpose: 'product', width: full.width, height: full.height, bytes, createdAt: now() },
    ])
  } catch (error) {
    await deletePictures(files, url).catch(() => {}) // the purge deletes what is left
    throw error
  }
  return { url }
}

/** A picture that could not be fetched. */
interface Lost {
  address: string
  problem: string
}

/** Adds pictures that could not be fetched to the report of the last import of their product, at its row. */
async function reportLost(tx: Db, product: { id: string; slug: string }, lost: readonly Lost[]): Promise<void> {
  const [found] = await tx
    .select({ id: catalogImports.id, report: catalogImports.report })
    .from(catalogImportChanges)
    .innerJoin(catalogImports, eq(catalogImports.id, catalogImportChanges.importId))
    .where(and(eq(catalogImportChanges.productId, product.id), eq(catalogImports.status, 'done')))
    .orderBy(desc(catalogImports.at))
    .limit(1)
    .for('update', { of: catalogImports })
  const report = found?.report as FullReport | undefined // written by finishImport
  const row = report?.linked?.[product.id] ?? report?.linked?.[product.slug]
  if (!found || !report || row === undefined) return
  const errors = lost.map(({ address, problem }) => ({
    sheet: 'Products',
    row,
    column: 'images',
    cause: 'badImage' as const,
    value: null,
    message: `The picture ${address} could not be fetched. ${problem}`,
  }))
  const message = 'Pictures could not be fetched. Their products are imported without them; the reasons are in the rejected rows.'
  const before = report.notes.find((note) => note.message === message) ?? { message, rows: [], count: 0 }
  const rows = [...new Set([...before.rows, row])].sort((one, other) => one - other).slice(0, 20)
  const next: FullReport = {
    ...report,
    errors: [...report.errors, ...errors].sort(byPlace),
    errorCount: report.errorCount + errors.length,
    notes: [
      ...report.notes.filter((note) => note !== before),
      { message, rows, count: before.count + (before.rows.includes(row) ? 0 : 1) },
    ],
  }
  await tx.update(catalogImports).set({ report: next }).where(eq(catalogImports.id, found.id))
}

/** Replaces the addresses of a product's pictures by those of the stored ones; what could not be fetched goes, and is reported. */
async function replace(tx: Db, id: string, outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  const [product] = await tx
    .select({ id: products.id, slug: products.slug, images: products.images })
    .from(products)
    .where(eq(products.id, id))
    .for('update')
  if (!product) return
  const lost: Lost[] = []
  const images = product.images.flatMap((image) => {
    const outcome = outcomes.get(image.url)
    if (!outcome) return [image]
    if ('url' in outcome) return [{ ...image, url: outcome.url }]
    lost.push({ address: image.url, problem: outcome.problem })
    return []
  })
  // the same pictures at another address: forms that are open stay current, and an import can still be undone
  await tx.update(products).set({ images }).where(eq(products.id, id))
  if (lost.length === 0) return
  await reportLost(tx, product, lost)
  await recordAudit(tx, { actor: null, action: 'picture.fetch.failed', targetType: 'product', targetId: id, after: { pictures: lost } })
}

/**
 * Fetches the pictures of products that are on other servers and stores them like uploads. One that cannot be fetched is taken off its
 * product, and named at its row in the report of the import and in the audit log.
 * @returns a summary in words
 */
export async function fetchPictures(deps: Deps, signal: AbortSignal, get: Get = fetchPicture): Promise<string> {
  const { db } = deps
  let [fetched, failed] = [0, 0]
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .select({ id: products.id, businessId: products.businessId, images: products.images })
      .from(products)
      .where(and(isOpen, gt(products.id, last)))
      .orderBy(asc(products.id))
      .limit(AT_ONCE)
    for (const { id, businessId, images } of rows) {
      const outcomes = new Map<string, Outcome>()
      for (const { url } of images) {
        signal.throwIfAborted()
        if (!isLinked(url) || outcomes.has(url)) continue
        const outcome = await store(deps, url, businessId, get)
        outcomes.set(url, outcome)
        if ('url' in outcome) fetched += 1
        else failed += 1
      }
      await inTransaction(db, (tx) => replace(tx, id, outcomes))
      last = id
    }
    if (rows.length < AT_ONCE) return `${pluralize(fetched, 'picture')} fetched, ${failed} failed.`
  }
}
