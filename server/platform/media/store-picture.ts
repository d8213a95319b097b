import { randomBytes } from 'node:crypto'
import { pictureFiles } from '#domain/picture.ts'
import { type Files, headOf, listAll } from '#server/platform/files/files.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type PictureSize, reencode } from '#server/platform/vendors/image.ts'

const BUSY_SECONDS = 5

/** Path of the call that reads return photos; those who may read them are checked there. */
const PRIVATE = '/api/returns/photos/'

/** Returns the address of a return photo. */
export const privateAddress = (file: string): string => `${PRIVATE}${file}`

/** Refuses an upload while the shop has no capacity for it. */
export function refuseBusy(): never {
  return refuse('busy', { extra: { retryAfter: BUSY_SECONDS } })
}

/** Returns the key of the file at an address of a picture: `/media/x.webp` is `media/x.webp`, a return photo is below `returns/`. */
export const keyOfPicture = (address: string): string =>
  address.startsWith(PRIVATE) ? `returns/${address.slice(PRIVATE.length)}` : address.slice(1)

/** Returns the name of a picture in the name or address of any of its sizes: `x` of `/media/x-480.webp` and `x-1600x1067.avif`. */
export const stemOf = (name: string): string => name.replace(/^.*\//, '').replace(/(?:-\d+(?:x\d+)?)?\.\w+$/, '')

const newName = () => randomBytes(16).toString('base64url')

const store = (files: Files, address: string, bytes: Buffer) => {
  const key = keyOfPicture(address)
  return files.put(key, bytes, headOf(key))
}

/**
 * Stores an uploaded picture as WebP within `width` x `height` pixels under an unguessable name.
 * @returns its path, `/media/….webp`. Refuses `unreadable_picture` at `field`, and `busy`.
 */
export async function storePicture(
  files: Files,
  bytes: Buffer,
  { field, ...size }: { field: string; width: number; height: number },
): Promise<string> {
  const drawn = await reencode(bytes, size)
  if ('wrong' in drawn) {
    if (drawn.wrong === 'busy') return refuseBusy()
    const message = "This picture can't be read. Choose a JPG, PNG, WebP or SVG file."
    return refuse('unreadable_picture', { errors: [{ field, message }] })
  }
  const address = `/media/${newName()}.webp`
  await store(files, address, drawn.picture)
  return address
}

/**
 * Stores the sizes of a picture, the largest last, under an unguessable name; of a return photo only the largest, for a few people to look
 * at.
 * @returns the path of the largest, which contains its size: `/media/{key}-1600x1067.webp`
 */
export async function storeSizes(files: Files, sizes: readonly PictureSize[], purpose: string): Promise<string> {
  const full = sizes.at(-1)
  if (!full) throw new Error('a picture without sizes')
  const name = `${newName()}-${full.width}x${full.height}.webp`
  if (purpose === 'return') {
    await store(files, privateAddress(name), full.webp)
    return privateAddress(name)
  }
  const address = `/media/${name}`
  const named = pictureFiles(address)
  const writes = sizes.flatMap((size) => {
    const names = named?.find(({ width }) => width === size.width)
    if (!names) throw new Error(`a size without a name: ${size.width}`)
    return [store(files, names.avif, size.avif), store(files, names.webp, size.webp)]
  })
  await Promise.allSettled(writes) // none may still be written when the others are deleted again
  await Promise.all(writes)
  return address
}

/** Deletes all sizes of a picture that nothing refers to. */
export async function deletePictures(files: Files, address: string): Promise<void> {
  const named = pictureFiles(address)?.flatMap(({ webp, avif }) => [keyOfPicture(webp), keyOfPicture(avif)])
  if (named) await Promise.all(named.map((key) => files.remove(key)))
  else await deleteStem(files, keyOfPicture(address))
}

/** Deletes the files of a picture whose address does not say which sizes it has. */
async function deleteStem(files: Files, key: string): Promise<void> {
  const stem = stemOf(key)
  const start = `${key.slice(0, key.indexOf('/') + 1)}${stem}`
  for await (const file of listAll(files, start)) if (stemOf(file.key) === stem) await files.remove(file.key)
}
