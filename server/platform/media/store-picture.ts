import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pictureFiles } from '#domain/picture.ts'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/folders.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { timeFiles } from '#server/platform/metrics/count-events.ts'
import { type PictureSize, reencode } from '#server/platform/vendors/image.ts'

const BUSY_SECONDS = 5

/** Refuses an upload while the shop has no capacity for it. */
export function refuseBusy(): never {
  return refuse('busy', { extra: { retryAfter: BUSY_SECONDS } })
}

/**
 * Stores an uploaded picture as WebP within `width` x `height` pixels under an unguessable name.
 * @returns its path, `/media/….webp`. Refuses `unreadable_picture` at `field`, and `busy`.
 */
export async function storePicture(
  config: Pick<Config, 'dataDir'>,
  bytes: Buffer,
  { field, ...size }: { field: string; width: number; height: number },
): Promise<string> {
  const drawn = await reencode(bytes, size)
  if ('wrong' in drawn) {
    if (drawn.wrong === 'busy') return refuseBusy()
    const message = "This picture can't be read. Choose a JPG, PNG, WebP or SVG file."
    return refuse('unreadable_picture', { errors: [{ field, message }] })
  }
  const folder = mediaFolder(config)
  const name = `${randomBytes(16).toString('base64url')}.webp`
  await mkdir(folder, { recursive: true })
  await writeWhole(folder, name, drawn.picture)
  return `/media/${name}`
}

/** Deletes a picture that was just stored and that nothing refers to. */
export async function deletePicture(config: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  await removeFile(mediaFolder(config), address)
}

async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await timeFiles('write', async () => {
    await writeFile(join(folder, `${name}.part`), bytes)
    await rename(join(folder, `${name}.part`), join(folder, name))
  })
}

const removeFile = (folder: string, file: string) => timeFiles('delete', () => rm(join(folder, basename(file)), { force: true }))

/**
 * Stores the sizes of a picture, the largest last, under an unguessable name.
 * @returns the path of the largest, which contains its size: `/media/{key}-1600x1067.webp`
 */
export async function storeSizes(config: Pick<Config, 'dataDir'>, sizes: readonly PictureSize[]): Promise<string> {
  const folder = mediaFolder(config)
  await mkdir(folder, { recursive: true })
  const full = sizes.at(-1)
  if (!full) throw new Error('a picture without sizes')
  const address = `/media/${randomBytes(16).toString('base64url')}-${full.width}x${full.height}.webp`
  const files = pictureFiles(address)
  for (const size of sizes) {
    const names = files?.find(({ width }) => width === size.width)
    if (!names) throw new Error(`a size without a name: ${size.width}`)
    await writeWhole(folder, basename(names.avif), size.avif)
    await writeWhole(folder, basename(names.webp), size.webp)
  }
  return address
}

/** Deletes all sizes of a picture that nothing refers to. */
export async function deleteSizes(config: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  const files = pictureFiles(address)?.flatMap(({ webp, avif }) => [webp, avif]) ?? [address]
  for (const file of files) await removeFile(mediaFolder(config), file)
}
