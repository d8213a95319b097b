import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pictureFiles } from '#domain/picture.ts'
import type { Config } from '#server/platform/config.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type PictureSize, reencode } from '#server/platform/vendors/image.ts'

/** Where uploaded pictures lie. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media')

const BUSY_SECONDS = 5

/** Refuses a picture for which the shop has no room or time now. */
export function refuseBusy(): never {
  return refuse('busy', { extra: { retryAfter: BUSY_SECONDS } })
}

/**
 * Keeps an uploaded picture as WebP inside `width` x `height` pixels under a name that nobody can guess.
 * @returns its address, `/media/….webp`. Refuses `unreadable_picture` at `field`, and `busy`.
 */
export async function storePicture(
  config: Pick<Config, 'dataDir'>,
  bytes: Buffer,
  { field, ...size }: { field: string; width: number; height: number },
): Promise<string> {
  const drawn = await reencode(bytes, size)
  if ('wrong' in drawn) {
    if (drawn.wrong === 'busy') return refuseBusy()
    const message = 'This picture cannot be read. Please choose a JPG, PNG, WebP or SVG file.'
    return refuse('unreadable_picture', { errors: [{ field, message }] })
  }
  const folder = mediaFolder(config)
  const name = `${randomBytes(16).toString('base64url')}.webp`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.part`), drawn.picture)
  await rename(join(folder, `${name}.part`), join(folder, name))
  return `/media/${name}`
}

/** Forgets a picture that was just kept and that nothing refers to. */
export async function dropPicture(config: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  await rm(join(mediaFolder(config), basename(address)), { force: true })
}

async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, `${name}.part`), bytes)
  await rename(join(folder, `${name}.part`), join(folder, name))
}

/**
 * Keeps the sizes of a picture, the largest last, under a name that nobody can guess.
 * @returns the address of the largest, which says how large it is: `/media/{key}-1600x1067.webp`.
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

/** Forgets every size of a picture that nothing refers to. */
export async function dropSizes(config: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  const files = pictureFiles(address)?.flatMap(({ webp, avif }) => [webp, avif]) ?? [address]
  for (const file of files) await rm(join(mediaFolder(config), basename(file)), { force: true })
}
