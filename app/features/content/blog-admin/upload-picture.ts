import { api } from '#app/lib/api.ts'

/** Picture types that the server accepts. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
export const UPLOAD_FAILED = 'Failed to upload images. Please try again.'

/**
 * Uploads a picture.
 * @returns its address
 * @throws ApiError when it is refused
 */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'cover')
  form.set('images', file)
  const [uploaded] = await api.uploads.images({ form })
  if (!uploaded) throw new Error('the server returned no picture')
  return uploaded.url
}
