import type { MailEntry } from '#contract/platform/mails.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { countCopies, findMail, insertCopy, lockMail, type MailRow, retryMail } from './email-log.ts'
import type { MailSetting } from './mail-text.ts'
import { presentMail, stateOf, whyNotResendable } from './present-mails.ts'

const refuseResend = (reason: string) => refuse('mail_not_again', { facts: { reason } })

/**
 * Sends an email again: a failed one is retried, of a sent one a copy is sent. Refuses `mail_not_again` if it is not sent yet, if a copy is
 * pending, or if its link has expired.
 */
export async function resendMail(
  { db, now }: Deps,
  id: number,
  setting: MailSetting,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<MailEntry> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockMail(tx, id))
    const reason = whyNotResendable(row, now())
    if (reason) refuseResend(reason)
    const again = await retryOrCopy()
    const { subject, to, template } = presentMail(again, setting, now())
    const after = { to, template, subject, mail: again.id }
    await recordAudit(tx, { actor, action: 'mail.resend', targetType: 'mail', targetId: String(id), after, requestId })
    return presentMail(again, setting, now())

    async function retryOrCopy(): Promise<MailRow> {
      if (stateOf(row) === 'failed') {
        await retryMail(tx, id, now())
        return found(await findMail(tx, id))
      }
      const copies = await countCopies(tx, row)
      if (copies.waiting > 0) refuseResend('A copy of this email is already being sent.')
      return insertCopy(tx, row, copies.all + 1, now())
    }
  })
}
