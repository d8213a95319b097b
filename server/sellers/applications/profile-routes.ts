import type { FastifyInstance } from 'fastify'
import { businessProfile } from '#contract/sellers/business-profile.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireUnsuspended } from '#server/platform/http/actor.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { keepLogo, LOGO_FILE } from '#server/platform/media/keep-logo.ts'
import { pauseBusiness, readPause } from '#server/sellers/businesses/pause-business.ts'
import { findBusiness } from './business-record.ts'
import { confirmProfile } from './confirm-profile.ts'
import { presentBusiness } from './present-business.ts'
import { updateProfile } from './update-profile.ts'

/** A seller's own business profile. */
export async function businessProfileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, files, now } = deps
  const exists = async ({ actor }: { actor: { businessId: string | null } }) =>
    actor.businessId !== null && (await findBusiness(db, actor.businessId)) !== null

  route(app, businessProfile.profile, async ({ actor }) => {
    const business = presentBusiness(found(await findBusiness(db, found(actor.businessId))))
    return actor.memberKind === 'owner' ? business : { ...business, taxId: '' }
  })
  route(app, businessProfile.confirmProfile, ({ actor, request }) => confirmProfile(deps, actor, request.id), {
    exists,
    requires: requireUnsuspended,
  })
  route(app, businessProfile.pause, ({ actor }) => readPause(db, found(actor.businessId), now()))
  route(app, businessProfile.setPause, ({ actor, body, request }) => pauseBusiness(deps, { actor, requestId: request.id }, body), {
    exists,
    requires: requireUnsuspended,
  })
  await app.register(async (scope) => {
    const { options, bytesOf } = await acceptFile(scope, LOGO_FILE)
    route(
      scope,
      businessProfile.updateProfile,
      ({ actor, body, request }) =>
        keepLogo(files, bytesOf(request), (logo) => updateProfile(deps, actor, body, { logo, requestId: request.id })),
      { exists, requires: requireUnsuspended, ...options },
    )
  })
}
