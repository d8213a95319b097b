import type { FastifyInstance } from 'fastify'
import { uploads } from '#contract/platform/uploads.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { acceptForms, type ReceivedForm, receiveForm } from '#server/platform/http/form.ts'
import { route } from '#server/platform/http/route.ts'
import { createUserLimit, PICTURES_PER_USER } from '#server/platform/http/throttle.ts'
import { countUpload } from '#server/platform/metrics/count-events.ts'
import { IMAGE_BYTES, lockPictures, type Purpose } from './keep-pictures.ts'
import { removePicture } from './remove-picture.ts'
import { hasPicture } from './uploaded-pictures.ts'

/** Refuses businesses that may not sell: a pending one may upload its logo, others nothing. */
function refuseUnapproved(actor: Actor, purpose: Purpose | null): void {
  const isPreparing = actor.businessStatus === 'pending' && (purpose === null || purpose === 'logo')
  if (!isPreparing) requireApproved(actor)
}

/** Business whose pictures an actor may delete; null for staff, who may delete all. */
const scopeOf = ({ role, businessId }: Actor): string | null => (role === 'business_admin' ? (businessId ?? '') : null)

/** Uploads of pictures by sellers and staff. */
export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = createUserLimit(deps, 'picture', PICTURES_PER_USER)
  const received = new WeakMap<object, ReceivedForm>()
  // in its own scope: only these calls accept forms
  await app.register(async (scope) => {
    await acceptForms(scope, { files: MAX_IMAGES + 1, fileSize: IMAGE_BYTES }) // one more, so that the sixth is refused with a reason
    route(
      scope,
      uploads.images,
      async ({ actor, body, request }) => {
        const purpose = body.purpose ?? 'product'
        refuseUnapproved(actor, purpose)
        const field = purpose === 'logo' ? 'logo' : 'images'
        const files = (received.get(request)?.files ?? []).filter((file) => file.field === field)
        return countUpload(() => lockPictures(deps, actor, { files, purpose }, request.id))
      },
      {
        requires: (actor) => refuseUnapproved(actor, null),
        exists: async ({ actor }) => actor.role !== 'business_admin' || actor.businessId !== null,
        bodyLimit: (MAX_IMAGES + 1) * IMAGE_BYTES + 1024 * 1024,
        readBody: async (request) => {
          if (!request.isMultipart()) return request.body ?? {}
          if (request.actor) await limit(request.actor.userId)
          const form = await receiveForm(request)
          received.set(request, form)
          return form.fields
        },
      },
    )
  })
  route(
    app,
    uploads.remove,
    async ({ actor, params, request }) => {
      await removePicture(deps, actor, params.id, { businessId: scopeOf(actor), requestId: request.id })
      return { ok: true as const }
    },
    {
      exists: async ({ actor, params }) => {
        refuseUnapproved(actor, null)
        const scope = scopeOf(actor)
        return scope !== '' && hasPicture(deps.db, params.id, scope)
      },
    },
  )
}
