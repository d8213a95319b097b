import type { Files } from '#server/platform/files/files.ts'
import { deletePictures, storePicture } from './store-picture.ts'

/** Form field of a business's logo, and the maximum size of the file in bytes. */
export const LOGO_FILE = { field: 'logo', fileSize: 2 * 1024 * 1024 }

/** Stores a logo (null: none was sent) and deletes it again if `write`, which gets its URL, fails. */
export async function keepLogo<Result>(
  files: Files,
  bytes: Buffer | null,
  write: (logo: string | null) => Promise<Result>,
): Promise<Result> {
  const logo = bytes ? await storePicture(files, bytes, { field: LOGO_FILE.field, width: 400, height: 400 }) : null
  return write(logo).catch(async (error: unknown) => {
    if (logo) await deletePictures(files, logo)
    throw error
  })
}
