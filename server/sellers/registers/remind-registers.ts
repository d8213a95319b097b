import { countryInText } from '#domain/country-name.ts'
import { REGISTER_REMINDER_DAYS } from '#domain/producer-registers.ts'
import { STREAM_LABELS } from '#domain/producer-streams.ts'
import { pluralize } from '#domain/text.ts'
import { addDays } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { listEnding, storeReminder } from './registration-list.ts'

/** Emails sellers, once, 30 days before a number of theirs ends. @returns a summary in words */
export async function remindRegisters({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string> {
  const at = now()
  const today = await readToday(db, at)
  const ending = await listEnding(db, { today, soon: addDays(today, REGISTER_REMINDER_DAYS) })
  for (const { registration, name, email } of ending) {
    const { id, country, stream, number, validTo } = registration
    const register = `${STREAM_LABELS[stream].toLowerCase()} register of ${countryInText(country)}`
    await inTransaction(db, async (tx) => {
      await storeReminder(tx, id, at)
      const dedupeKey = `register-ends:${id}:${validTo}`
      await queueMail(tx, { dedupeKey, template: 'register-ends', to: email, facts: { name, register, number, validTo }, at })
    })
  }
  return ending.length === 0 ? 'Nothing was due.' : `${pluralize(ending.length, 'reminder')} sent.`
}
