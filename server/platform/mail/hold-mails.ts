import { choiceFor, isChosen, nextDigestAt } from '#domain/notification-kinds.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OutboxMessage } from '#server/platform/outbox.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { isCopy } from './email-log.ts'
import { insertHeld, listChoosers, withhold } from './held-mails.ts'
import { mailOf } from './queued-mails.ts'

/**
 * Withholds the claimed emails whose recipients want them once a day or only in the bell, in the transaction that has claimed them. Copies
 * that staff send are never withheld. @returns the others
 */
export async function holdMails(tx: Db, claimed: readonly OutboxMessage[], at: Date): Promise<OutboxMessage[]> {
  const mails = claimed.map(mailOf).filter(({ template, dedupeKey }) => isChosen(template) && !isCopy(dedupeKey))
  if (mails.length === 0) return [...claimed]
  const people = await listChoosers(
    tx,
    mails.map(({ to }) => to),
  )
  const held = mails.flatMap(({ id, template, to }) => {
    const person = people.find(({ email }) => normalizeEmail(email) === normalizeEmail(to))
    return person ? [{ mailId: id, person, choice: choiceFor(template, person.role, person.choices) }] : []
  })
  const bell = held.flatMap(({ mailId, choice }) => (choice === 'bell' ? [mailId] : []))
  const daily = held.filter(({ choice }) => choice === 'daily')
  if (bell.length > 0) await withhold(tx, bell, 'bell', at)
  if (daily.length > 0) {
    const shopZone = await readTimeZone(tx)
    await withhold(
      tx,
      daily.map(({ mailId }) => mailId),
      'daily',
      at,
    )
    await insertHeld(
      tx,
      daily.map(({ mailId, person }) => ({ mailId, userId: person.userId, dueAt: nextDigestAt(at, person.timeZone ?? shopZone) })),
    )
  }
  const ids = new Set([...bell, ...daily.map(({ mailId }) => mailId)])
  return claimed.filter(({ id }) => !ids.has(id))
}
