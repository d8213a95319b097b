import type { UploadedImage } from '#contract/platform/uploads.ts'
import { PICTURE_WIDTHS } from '#domain/picture.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { formatCount } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { type PictureSize, reencodeSizes } from '#server/platform/vendors/image.ts'
import { deletePictures, refuseBusy, storeSizes } from './store-picture.ts'
import { countUploads, insertPictures, lockUploads } from './uploaded-pictures.ts'

/** Purposes of pictures. */
export type Purpose = 'product' | 'logo' | 'cover' | 'return'

/** An uploaded picture. */
interface SentPicture {
  field: string
  name: string
  bytes: Buffer
}

/** Maximum file sizes in bytes. */
export const IMAGE_BYTES = 10 * 1024 * 1024
const LOGO_BYTES = 2 * 1024 * 1024

/** Pictures of one business in 24 hours: a catalog of 400 products with five pictures each. */
export const DAILY_PICTURES = 2000
/** Pictures for returns of one customer in 24 hours. */
const DAILY_RETURN_PICTURES = 30
/** The same of a customer whose email address is not confirmed: anybody makes such an account within a minute. */
const DAILY_UNCONFIRMED_PICTURES = 6

const SENTENCES = {
  unreadable: "This picture can't be read. Choose a JPEG, PNG, WebP, AVIF or GIF file.",
  unreadableLogo: "This picture can't be read. Choose a JPG, PNG, WebP or SVG file.",
  too_many_pixels: 'This picture has too many pixels. Please choose one of at most 40 megapixels.',
}

function checkCount(files: readonly SentPicture[], field: string): void {
  if (files.length === 0) refuseField(field, 'Please choose a picture')
  if (files.length > MAX_IMAGES) refuseField(field, `You can only upload up to ${MAX_IMAGES} images`)
}

function refusePicture(field: string, message: string): never {
  return refuse('unreadable_picture', { detail: message, errors: [{ field, message }] })
}

/** Re-encodes all pictures, one after the other, so that requests keep a core. Refuses the first invalid one. */
async function reencodeAll(files: readonly SentPicture[], purpose: Purpose): Promise<PictureSize[][]> {
  const all: PictureSize[][] = []
  for (const [at, { field, bytes }] of files.entries()) {
    const place = purpose === 'logo' ? field : `${field}.${at}`
    if (purpose === 'logo' && bytes.length > LOGO_BYTES) refusePicture(place, 'A logo can have up to 2 MB.')
    const drawn = await reencodeSizes(bytes, PICTURE_WIDTHS, { takesSvg: purpose === 'logo' })
    if ('sizes' in drawn) all.push(drawn.sizes)
    else if (drawn.wrong === 'busy') refuseBusy()
    else if (drawn.wrong === 'unreadable' && purpose === 'logo') refusePicture(place, SENTENCES.unreadableLogo)
    else refusePicture(place, SENTENCES[drawn.wrong])
  }
  return all
}

type Uploader = Parameters<typeof countUploads>[1]

/** Refuses uploads above the daily quota of a business or user. */
async function refuseAboveQuota(
  db: Db,
  by: Uploader,
  { count, purpose, isConfirmed, now }: { count: number; purpose: Purpose; isConfirmed: boolean; now: Date },
): Promise<void> {
  const used = await countUploads(db, by, new Date(now.getTime() - DAY_MS))
  const maxOfReturns = isConfirmed ? DAILY_RETURN_PICTURES : DAILY_UNCONFIRMED_PICTURES
  const max = purpose === 'return' ? maxOfReturns : DAILY_PICTURES
  if (used + count > max) refuse('picture_quota', { facts: { max: formatCount(max) } })
}

/** Waiting uploads of one business or user. */
const MAX_WAITING = 60
const lines = new Map<string, { count: number; last: Promise<unknown> }>()

/**
 * Processes the uploads of one business or user one at a time, so that none fills the decoder queue alone. Refuses `busy` when too many
 * wait.
 */
async function inTurnOf<Result>({ businessId, userId }: Uploader, work: () => Promise<Result>): Promise<Result> {
  const key = businessId ?? userId
  const line = lines.get(key) ?? { count: 0, last: Promise.resolve() }
  if (line.count > MAX_WAITING) refuseBusy()
  const result = line.last.then(work)
  lines.set(key, { count: line.count + 1, last: result.catch(() => undefined) })
  try {
    return await result
  } finally {
    const now = lines.get(key)
    if (now && now.count > 1) lines.set(key, { ...now, count: now.count - 1 })
    else lines.delete(key)
  }
}

const bytesOf = (sizes: readonly PictureSize[]) => sizes.reduce((sum, { webp, avif }) => sum + webp.length + avif.length, 0)

/**
 * Stores the pictures of one form, all or none: re-encoded in three sizes, under names that are never reused. Refuses invalid pictures at
 * their field, more than five pictures, `picture_quota` and `busy`.
 */
export async function lockPictures(
  deps: Deps,
  actor: Actor,
  sent: { files: readonly SentPicture[]; purpose: Purpose },
  requestId: string,
): Promise<UploadedImage[]> {
  checkCount(sent.files, sent.purpose === 'logo' ? 'logo' : 'images')
  const businessId = actor.role === 'business_admin' && sent.purpose !== 'return' ? actor.businessId : null
  const by = { businessId, userId: actor.userId }
  return inTurnOf(by, () => storeAll(deps, actor, { ...sent, by }, requestId))
}

async function storeAll(
  { db, files: store, now }: Deps,
  actor: Actor,
  { files, purpose, by }: { files: readonly SentPicture[]; purpose: Purpose; by: Uploader },
  requestId: string,
): Promise<UploadedImage[]> {
  const wanted = { count: files.length, purpose, isConfirmed: actor.emailVerified, now: now() }
  await refuseAboveQuota(db, by, wanted)
  const drawn = await reencodeAll(files, purpose)
  const kept: { url: string; width: number; height: number; bytes: number }[] = []
  try {
    for (const sizes of drawn) {
      const full = sizes.at(-1)
      if (full) kept.push({ url: await storeSizes(store, sizes, purpose), width: full.width, height: full.height, bytes: bytesOf(sizes) })
    }
    const ids = await inTransaction(db, async (tx) => {
      await lockUploads(tx, by) // other servers count too
      await refuseAboveQuota(tx, by, wanted)
      const rows = kept.map((picture) => ({ ...picture, ...by, purpose, createdAt: now() }))
      const inserted = await insertPictures(tx, rows)
      const after = { purpose, pictures: kept.map(({ url }) => url) }
      await recordAudit(tx, { actor, action: 'picture.upload', targetType: 'picture', targetId: inserted[0] ?? '', after, requestId })
      return inserted
    })
    return kept.map(({ url, width, height }, at) => ({ id: ids[at] ?? '', url, width, height }))
  } catch (error) {
    for (const { url } of kept) await deletePictures(store, url).catch(() => {}) // the purge deletes what is left
    throw error
  }
}
