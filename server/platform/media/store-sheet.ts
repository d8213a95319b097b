import { randomBytes } from 'node:crypto'
import { type Files, headOf } from '#server/platform/files/files.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { reencode } from '#server/platform/vendors/image.ts'

const UNREADABLE = "This file can't be read. Choose a PDF, JPEG, PNG or WebP file."
/** Size in pixels that a picture of a page is stored within. */
const PAGE = { width: 2400, height: 3200 }
const BUSY_SECONDS = 5

/**
 * Stores a file of the field `file` below a prefix under an unguessable name: a PDF as it is, a picture re-encoded. @returns its key.
 * Refuses any other file, and `busy`.
 */
export async function storeSheet(files: Files, prefix: 'certificates' | 'quotes', bytes: Buffer): Promise<string> {
  const name = `${prefix}/${randomBytes(16).toString('base64url')}`
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    const key = `${name}.pdf`
    await files.put(key, bytes, headOf(key))
    return key
  }
  const drawn = await reencode(bytes, PAGE)
  if ('wrong' in drawn) {
    if (drawn.wrong === 'busy') refuse('busy', { extra: { retryAfter: BUSY_SECONDS } })
    return refuseField('file', UNREADABLE)
  }
  const key = `${name}.webp`
  await files.put(key, drawn.picture, headOf(key))
  return key
}
