import type { FastifyInstance } from 'fastify'
import { team } from '#contract/sellers/team.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireUnsuspended } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createUserLimit } from '#server/platform/http/throttle.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { changeMember } from './change-member.ts'
import { chooseBusiness } from './choose-business.ts'
import { inviteMember } from './invite-member.ts'
import { listOwnBusinesses, listTeam } from './list-team.ts'
import { findMember } from './member-record.ts'
import { removeMember } from './remove-member.ts'

/** Emails to addresses that an owner types: enough for a team, too few for a campaign. */
const INVITATIONS = { limit: 30, windowMs: DAY_MS }

/** The team of a business, invitations to it, and the choice among a person's businesses. */
export function teamRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const limit = createUserLimit(deps, 'team-invitation', INVITATIONS)

  route(app, team.list, ({ actor }) => listTeam(db, found(actor.businessId), now()))
  route(
    app,
    team.invite,
    async ({ actor, body, request }) => {
      await limit(actor.userId)
      return inviteMember(deps, actor, body, request.id)
    },
    { requires: requireUnsuspended },
  )
  route(app, team.change, ({ actor, params, body, request }) => changeMember(deps, actor, { ...params, ...body }, request.id), {
    exists: async ({ actor, params }) => actor.businessId !== null && (await findMember(db, actor.businessId, params.userId)) !== null,
  })
  route(app, team.remove, async ({ actor, params, request }) => {
    await removeMember(deps, actor, { id: params.userId, requestId: request.id })
    return { ok: true as const }
  })
  route(app, team.businesses, ({ actor }) => listOwnBusinesses(db, actor, actor.businessId))
  route(app, team.choose, ({ actor, body }) => chooseBusiness(deps, actor, body.businessId))
  route(app, team.invitation, ({ body }) => readInvitation(deps, body.token))
  route(app, team.accept, ({ actor, body, request }) => acceptInvitation(deps, actor, body.token, request.id))
}
