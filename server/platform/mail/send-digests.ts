import { pluralize } from '#domain/text.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { OutboxMessage } from '#server/platform/outbox.ts'
import { readMailSetting } from './deliver-mails.ts'
import { listDueReaders, lockReader, release, takeDue } from './held-mails.ts'
import type { MailSetting } from './mail-text.ts'
import { mailOf, queueMail } from './queued-mails.ts'
import { readFacts } from './read-facts.ts'

const BATCH = 100
/** Notifications that one daily email lists; it says how many more there are. */
const MAX_LISTED = 100

/** Returns whether somebody's daily email is due. */
export const hasDueDigest = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  (await listDueReaders(db, now(), 1)).length > 0

/** A line of the daily email: subject and link of the email that it stands for. */
function entryOf(message: OutboxMessage, setting: MailSetting) {
  const { template, facts, createdAt } = mailOf(message)
  const { subject, button } = setting.texts[template](readFacts(facts), setting)
  return { subject, href: button?.href ?? `${setting.publicUrl}/account/notifications`, at: createdAt.toISOString() }
}

/**
 * Queues one daily email for a person with what has come since the last one; each notification is in exactly one, because the same
 * transaction takes it off the list. What waits for somebody who may no longer sign in is sent by itself, as without a choice.
 */
async function sendDigest(tx: Db, userId: string, setting: MailSetting, at: Date): Promise<boolean> {
  const reader = await lockReader(tx, userId)
  const messages = await takeDue(tx, userId, at)
  const [newest] = messages.toReversed()
  if (!reader || !newest) return false
  if (reader.status !== 'Active') {
    await release(
      tx,
      messages.map(({ id }) => id),
      at,
    )
    return false
  }
  const { name, email, timeZone } = reader
  const entries = messages.slice(0, MAX_LISTED).map((message) => entryOf(message, setting))
  await queueMail(tx, {
    dedupeKey: `daily-digest:${userId}:${newest.id}`,
    template: 'daily-digest',
    to: email,
    facts: { userId, name, timeZone: timeZone ?? setting.shop.timeZone, total: messages.length, entries },
    at,
  })
  return true
}

/** Queues the daily emails that are due, each in a transaction of its own. @returns a summary in words */
export async function sendDigests(deps: Deps, signal: AbortSignal): Promise<string> {
  const at = deps.now()
  const setting = await readMailSetting(deps)
  let count = 0
  for (let due = await listDueReaders(deps.db, at, BATCH); due.length > 0; due = await listDueReaders(deps.db, at, BATCH)) {
    for (const userId of due) {
      if (signal.aborted) return `Stopped after ${pluralize(count, 'daily email')}.`
      if (await inTransaction(deps.db, (tx) => sendDigest(tx, userId, setting, at))) count += 1
    }
  }
  return count === 0 ? 'Nothing was due.' : `${pluralize(count, 'daily email')} sent.`
}
