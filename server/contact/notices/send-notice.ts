import type { NoticeBody, NoticeReceipt } from '#contract/contact/notices.ts'
import { NOTICE_PREFIX, noticePlace } from '#domain/notice.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken, randomNumber } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isOwnAddress } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { findSubject, insertNotice, newNoticeNumber } from './notice-list.ts'
import { mailReceipt, notifyReceived } from './notify-notice.ts'

/** The person who reports, and whether a receipt may be sent to the address now. */
interface Reporter {
  actor: Actor | null
  canMail: boolean
  requestId: string
}

/**
 * Stores a notice about a page of the shop, emails its receipt and notifies staff. It answers the same whether or not there is such a page.
 * A notice with the honeypot field filled in is dropped and gets a number that nobody has.
 * @throws a refusal of `address` for a page of another site
 */
export async function sendNotice(
  { db, now, config }: Deps,
  { actor, canMail, requestId }: Reporter,
  body: NoticeBody,
): Promise<NoticeReceipt> {
  const { address, reason, name, email, website } = body
  const place = noticePlace(address, config.publicUrl)
  if (place === null) return refuseField('address', 'Please enter the address of a page of this shop')
  const at = now()
  if (website) return { number: randomNumber(NOTICE_PREFIX), email, receivedAt: at.toISOString() }
  return inTransaction(
    db,
    async (tx) => {
      const number = await newNoticeNumber(tx)
      const subject = await findSubject(tx, place)
      const row = await insertNotice(tx, {
        number,
        address: place.path,
        ...subject,
        reason,
        name,
        email,
        userId: actor?.userId ?? null,
        createdAt: at,
      })
      await recordAudit(tx, {
        actor,
        action: 'notice.send',
        targetType: 'notice',
        targetId: row.id,
        after: { number, address: place.path },
        requestId,
      })
      if (canMail) await mailReceipt(tx, row, isOwnAddress(actor, email))
      await notifyReceived(tx, row)
      return { number, email, receivedAt: at.toISOString() }
    },
    isNumberTaken,
  )
}
