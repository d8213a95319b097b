import * as z from 'zod/mini'
import { IdParams, Ok } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const uploaders = ['business_admin', ...STAFF_ROLES] as const

/** A stored picture; `url`, `width` and `height` are those of its largest size. */
export const UploadedImage = z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.output<typeof UploadedImage>

export const uploads = {
  images: endpoint({
    method: 'POST',
    path: '/api/uploads/images',
    access: uploaders,
    permission: ['catalog.write', 'content.write', 'sellers.write'],
    summary:
      'Stores pictures: up to five `images` of 10 MB (JPEG, PNG, WebP, AVIF, GIF), or with `purpose=logo` one `logo` of 2 MB (SVG too), re-encoded in several sizes.',
    body: z.object({ purpose: z.optional(z.enum(['product', 'logo', 'cover'])) }),
    response: z.array(UploadedImage),
    files: { images: MAX_IMAGES, logo: 1 },
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/uploads/:id',
    access: uploaders,
    permission: ['catalog.write', 'content.write', 'sellers.write'],
    summary: 'Deletes a picture that is not in use.',
    params: IdParams,
    response: Ok,
  }),
}
