import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { REMIND_REFUND_DAYS } from '#domain/withdrawal.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { remindOfRefund } from './notify-withdrawal.ts'
import { listUnrefunded } from './withdrawal-list.ts'

/** Older ones are skipped: sent emails are deleted after 90 days, and a reminder must not be sent again. */
const MAX_AGE_DAYS = 85

/**
 * Reminds staff, once each, of withdrawals that were received 10 days ago and are not refunded yet.
 * @returns a summary in words
 */
export async function remindRefunds({ db, now }: Deps): Promise<string> {
  const at = now()
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
  const due = await listUnrefunded(db, { from: before(MAX_AGE_DAYS), to: before(REMIND_REFUND_DAYS) })
  for (const record of due) await inTransaction(db, (tx) => remindOfRefund(tx, record, at))
  return due.length === 0 ? 'No refunds due.' : `${pluralize(due.length, 'refund')} due.`
}
