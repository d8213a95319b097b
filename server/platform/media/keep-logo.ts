import type { Config } from '#server/platform/config.ts'
import { dropPicture, storePicture } from './store-picture.ts'

/** The field of a form that holds a firm's logo, and how large its file may be, in bytes. */
export const LOGO_FILE = { field: 'logo', fileSize: 2 * 1024 * 1024 }

/** Keeps a logo (null: none came) for as long as `write`, which is given its address, does not fail. */
export async function keepLogo<Result>(
  config: Pick<Config, 'dataDir'>,
  bytes: Buffer | null,
  write: (logo: string | null) => Promise<Result>,
): Promise<Result> {
  const logo = bytes ? await storePicture(config, bytes, { field: LOGO_FILE.field, width: 400, height: 400 }) : null
  return write(logo).catch(async (error: unknown) => {
    if (logo) await dropPicture(config, logo)
    throw error
  })
}
