import type { UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

/** Change of a person's place in a team by somebody else, in words; `path` is the screen that it leads to. */
interface TeamChange {
  actor: Actor
  businessId: string
  kind: 'team-changed' | 'team-left'
  what: string
  path: string
  at: Date
}

/**
 * Notifies a person of a change of their place in a team, by email too: only owners are emailed about the payout account, so that an
 * owner who was pushed out by a thief learns of it here.
 */
export async function notifyPerson(
  tx: Db,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  { actor, businessId, kind, what, path, at }: TeamChange,
): Promise<void> {
  const dedupeKey = `${kind}:${businessId}:${id}:${at.getTime()}`
  await notify(tx, { audience: { userId: id }, kind, title: what, text: `Changed by ${actor.name}.`, path, dedupeKey, at })
  await queueMail(tx, {
    dedupeKey,
    template: 'team-changed',
    to: email,
    facts: { userId: id, name, what, by: actor.name, at: at.toISOString() },
    at,
  })
}
