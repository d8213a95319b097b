import * as z from 'zod/mini'
import { IdParams, Ok } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MAX_IMAGES } from '#domain/product.ts'

const uploaders = ['business_admin', 'application_admin', 'super_admin'] as const

/** A picture that was kept; `url` is its largest size, in pixels of `width` and `height`. */
export const UploadedImage = z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.output<typeof UploadedImage>

export const uploads = {
  images: endpoint({
    method: 'POST',
    path: '/api/uploads/images',
    access: uploaders,
    summary:
      'Keeps pictures: up to five `images` of 10 MB (JPEG, PNG, WebP, AVIF, GIF), or with `purpose=logo` one `logo` of 2 MB (SVG too), drawn anew in several sizes.',
    body: z.object({ purpose: z.optional(z.enum(['product', 'logo', 'cover'])) }),
    response: z.array(UploadedImage),
    files: { images: MAX_IMAGES, logo: 1 },
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/uploads/:id',
    access: uploaders,
    summary: 'Forgets a picture that nothing shows.',
    params: IdParams,
    response: Ok,
  }),
}
