import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { refuse } from '#server/http/refusal.ts'
import { reencode } from '#server/vendors/image.ts'

/** Where uploaded pictures lie. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media')

/**
 * Keeps an uploaded picture as WebP inside `width` x `height` pixels under a name that nobody can guess.
 * @returns its address, `/media/….webp`. Refuses `unreadable_picture` at `field`.
 */
export async function storePicture(
  config: Pick<Config, 'dataDir'>,
  bytes: Buffer,
  { field, ...size }: { field: string; width: number; height: number },
): Promise<string> {
  const picture = await reencode(bytes, size)
  if (!picture) {
    const message = 'This picture cannot be read. Please choose a JPG, PNG, WebP or SVG file.'
    return refuse('unreadable_picture', { errors: [{ field, message }] })
  }
  const folder = mediaFolder(config)
  const name = `${randomBytes(16).toString('base64url')}.webp`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.part`), picture)
  await rename(join(folder, `${name}.part`), join(folder, name))
  return `/media/${name}`
}

/** Forgets a picture that was just kept and that nothing refers to. */
export async function dropPicture(config: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  await rm(join(mediaFolder(config), basename(address)), { force: true })
}
