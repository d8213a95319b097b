import type { DutiesBody, UserSummary } from '#contract/accounts/users.ts'
import { DUTY_LABELS, type Duty, gainsKeys, tidyDuties } from '#domain/permissions.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { deleteOfficeNotifications } from '#server/platform/notifications/notification-record.ts'
import { presentUser } from './present-user.ts'
import { requireActor } from './update-user.ts'
import { findUser, lockKnownUser, storeUser } from './user-list.ts'

const wordsOf = (duties: readonly Duty[]) => duties.map((duty) => DUTY_LABELS[duty]).join(', ')

/**
 * Gives an application_admin duties. Fewer keys take effect at the next request, and the bell forgets what came in for the old ones; more
 * keys end the sessions, so that an old one does not gain them. Refuses `not_found`, `invalid_input` for other roles, `edit_conflict`.
 */
export async function setDuties(
  deps: Deps,
  actor: Actor,
  { id, body, requestId }: { id: string; body: DutiesBody; requestId: string },
): Promise<UserSummary> {
  return inTransaction(deps.db, async (tx) => {
    const user = found(await lockKnownUser(tx, id))
    const read = async () => presentUser(found(await findUser(tx, id)))
    await requireActor(tx, actor)
    if (user.role !== 'application_admin') refuseField('duties', 'Only application admins have duties.')
    if (body.version !== undefined && body.version !== user.version) refuseStale(['user', id], await read())
    const duties = tidyDuties(body.duties)
    if (duties.join() === user.duties.join()) return read()
    const at = deps.now()
    await storeUser(tx, id, { duties }, at)
    if (gainsKeys(user.duties, duties)) await deleteSessionsOf(tx, id)
    if (gainsKeys(duties, user.duties)) await deleteOfficeNotifications(tx, id)
    const what = `${wordsOf(user.duties)} → ${wordsOf(duties)}`
    await notifySuperAdmins(tx, deps, { user, did: 'changed', what: [`Duties: ${what}`], by: actor.name })
    await queueMail(tx, {
      dedupeKey: `duties-changed:${id}:${at.getTime()}`,
      template: 'duties-changed',
      to: user.email,
      facts: { userId: id, name: user.name, what: wordsOf(duties), by: actor.name, at: at.toISOString() },
      at,
    })
    const audit = { actor, action: 'user.duties', targetType: 'user', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: { duties: user.duties }, after: { duties, reason: body.reason } })
    return read()
  })
}
