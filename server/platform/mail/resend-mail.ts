import type { MailEntry } from '#contract/platform/mails.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { countCopies, findMail, insertCopy, lockMail, type MailRow, tryAgain } from './email-log.ts'
import type { MailSetting } from './mail-text.ts'
import { presentMail, stateOf, whyNotAgain } from './present-mails.ts'

const refuseAgain = (reason: string) => refuse('mail_not_again', { facts: { reason } })

/**
 * Sends a mail once more: one that failed is tried again, of one that was sent a copy leaves.
 * Refuses `mail_not_again` where it has not left yet, where a copy is on its way, and where its link works no more.
 */
export async function resendMail(
  { db, now }: Deps,
  id: number,
  setting: MailSetting,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<MailEntry> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockMail(tx, id))
    const reason = whyNotAgain(row, now())
    if (reason) refuseAgain(reason)
    const again = await sendOnceMore()
    const { subject, to, template } = presentMail(again, setting, now())
    const after = { to, template, subject, mail: again.id }
    await recordAudit(tx, { actor, action: 'mail.resend', targetType: 'mail', targetId: String(id), after, requestId })
    return presentMail(again, setting, now())

    async function sendOnceMore(): Promise<MailRow> {
      if (stateOf(row) === 'failed') {
        await tryAgain(tx, id, now())
        return found(await findMail(tx, id))
      }
      const copies = await countCopies(tx, row)
      if (copies.waiting > 0) refuseAgain('A copy of this mail is on its way already.')
      return insertCopy(tx, row, copies.all + 1, now())
    }
  })
}
