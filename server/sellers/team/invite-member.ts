import { refusalText } from '#contract/refusals.ts'
import type { Team } from '#contract/sellers/team.ts'
import { type MemberKind, TEAM_INVITATION_DAYS } from '#domain/team.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { maskEmail, normalizeEmail } from '#domain/user.ts'
import { findUserByEmail } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { listTeam } from './list-team.ts'
import { findMember, storeInvitation } from './member-record.ts'
import { requireStillOwner } from './require-owner.ts'

const LIFETIME_MS = TEAM_INVITATION_DAYS * DAY_MS

/**
 * Emails an invitation to the team of the caller's business, in place of an earlier one to the same address. It says nothing about accounts
 * with that address. Refuses `not_found`, `owners_only`, `already_member`.
 */
export async function inviteMember(
  { db, config, now }: Deps,
  actor: Actor,
  { email, kind }: { email: string; kind: MemberKind },
  requestId: string,
): Promise<Team> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    await requireStillOwner(tx, actor)
    const user = await findUserByEmail(tx, email)
    if (user && (await findMember(tx, business.id, user.id)))
      refuse('already_member', { errors: [{ field: 'email', message: refusalText({ code: 'already_member' }) }] })
    const token = newToken()
    const tokenHash = hashToken(token)
    const expiresAt = new Date(at.getTime() + LIFETIME_MS)
    await storeInvitation(tx, { businessId: business.id, email, kind, tokenHash, invitedBy: actor.userId, createdAt: at, expiresAt })
    await queueMail(tx, {
      dedupeKey: `team-invitation:${tokenHash}`,
      template: 'team-invitation',
      to: normalizeEmail(email),
      facts: {
        business: business.name,
        kind,
        by: actor.name,
        link: `${config.publicUrl}/team/accept?token=${token}`,
        minutes: LIFETIME_MS / MINUTE_MS,
      },
      at,
    })
    await recordAudit(tx, {
      actor,
      action: 'team.invite',
      targetType: 'business',
      targetId: business.id,
      after: { email: maskEmail(normalizeEmail(email)), kind },
      requestId,
    })
    return listTeam(tx, business.id, at)
  })
}
