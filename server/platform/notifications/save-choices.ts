import type { ChosenNotifications } from '#contract/platform/notifications.ts'
import { kindsOf, nextDigestAt } from '#domain/notification-kinds.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { lockReader, moveHeld } from '#server/platform/mail/held-mails.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { findChoices, storeChoices } from './choice-record.ts'

/** Reads how a person gets the notifications of the kinds of the role. */
export async function readChoices(db: Db, { userId, role }: Actor): Promise<ChosenNotifications> {
  const { timeZone, choices } = await findChoices(db, userId)
  const shopTimeZone = await readTimeZone(db)
  return { timeZone, shopTimeZone, choices: kindsOf(role).map((kind) => ({ kind, choice: choices[kind] ?? 'at_once' })) }
}

/**
 * Saves how a person gets notifications. What waits for the daily email comes with the next one, at 7:00 of the new time zone. Refuses
 * `invalid_input` for a kind that the role does not have.
 */
export async function saveChoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { timeZone, choices }: Pick<ChosenNotifications, 'timeZone' | 'choices'>,
): Promise<ChosenNotifications> {
  const kinds = kindsOf(actor.role)
  if (choices.some(({ kind }) => !kinds.includes(kind))) refuseField('choices', "Your role doesn't get these notifications")
  return inTransaction(db, async (tx) => {
    const at = now()
    await lockReader(tx, actor.userId) // the daily email may be due this minute
    const before = await findChoices(tx, actor.userId)
    const given = Object.fromEntries(choices.map(({ kind, choice }) => [kind, choice]))
    await storeChoices(tx, actor.userId, { timeZone, choices: { ...before.choices, ...given } })
    const saved = await readChoices(tx, actor)
    await moveHeld(tx, actor.userId, { dueAt: nextDigestAt(at, timeZone ?? saved.shopTimeZone), at })
    return saved
  })
}
