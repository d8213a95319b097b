import { DAY_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { listMailed, listScarce, listWarned, type WarnedSeller } from './scarce-products.ts'

/** Maximum age of a notification that an email still reports. */
const NEWS_DAYS = 7
/** Maximum number of products in an email. */
const MAX_NAMED = 30

type Warned = Pick<WarnedSeller, 'userId' | 'businessId'>

const keyOf = ({ userId, businessId }: Warned, day: Date) => `low-stock:${userId}:${businessId}:${day.toISOString().slice(0, 10)}`

/**
 * Emails sellers about products that are low or out of stock, at most once a day and only when one became so since their last such email.
 * @returns a summary for the job log
 */
export async function mailScarce({ db, config, now }: Deps): Promise<string> {
  const at = now()
  const days = Array.from({ length: NEWS_DAYS + 1 }, (_, back) => new Date(at.getTime() - back * DAY_MS))
  const warned = await listWarned(db, new Date(at.getTime() - NEWS_DAYS * DAY_MS))
  const mailed = await listMailed(
    db,
    warned.flatMap((seller) => days.map((day) => keyOf(seller, day))),
  )
  const isNews = (seller: WarnedSeller) => days.every((day) => (mailed.get(keyOf(seller, day)) ?? new Date(0)) < seller.notifiedAt)
  let sent = 0
  for (const seller of warned.filter(isNews)) {
    const scarce = await listScarce(db, seller.businessId)
    if (scarce.length === 0) continue // restocked since
    const facts = {
      userId: seller.userId,
      name: seller.name,
      products: scarce.slice(0, MAX_NAMED).map(({ name, stock }) => ({ name, left: stock === 0 ? 'out of stock' : `${stock} left` })),
      total: scarce.length,
      link: `${config.publicUrl}/business/dashboard?tab=low-stock`,
    }
    const { email: to, businessId } = seller
    await queueMail(db, { dedupeKey: keyOf(seller, at), template: 'low-stock', to, facts, businessId, at })
    sent += 1
  }
  return sent === 0 ? 'No product has become low in stock.' : `${sent} emailed about low stock.`
}
