import { pluralize } from '#domain/text.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf, readWhole } from '#server/platform/files/files.ts'
import { deletePictures, keyOfPicture, privateAddress } from '#server/platform/media/store-picture.ts'
import { listPublicPhotos, renamePhoto } from './returned-pictures.ts'

/** Returns whether an earlier version left photos of returns among the public pictures. */
export const hasPublicPhotos = async ({ db }: Deps): Promise<boolean> => (await listPublicPhotos(db)).length > 0

/** Moves the photos of returns that an earlier version stored among the public pictures to where only those concerned can read them. */
export async function movePhotos({ db, files }: Deps, signal: AbortSignal): Promise<string> {
  let moved = 0
  for (const url of await listPublicPhotos(db)) {
    signal.throwIfAborted()
    const hidden = privateAddress(url.slice(url.lastIndexOf('/') + 1))
    const key = keyOfPicture(hidden)
    const bytes = await readWhole(files, keyOfPicture(url))
    if (bytes) await files.put(key, bytes, headOf(key))
    await inTransaction(db, (tx) => renamePhoto(tx, url, hidden))
    await deletePictures(files, url)
    moved += 1
  }
  return `Moved ${pluralize(moved, 'photo')}.`
}
