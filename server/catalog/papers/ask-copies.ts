import type { OwnedPaper, PaperCopy } from '#contract/catalog/papers.ts'
import { comesOnPaper, copyDueAt, languageName, PAPER_LABELS } from '#domain/paper.ts'
import { formatLongDay } from '#domain/text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { insertCopies, listCopies, listOwned, storeSent } from './paper-list.ts'
import { presentCopy, presentOwned } from './present-paper.ts'

const NOT_ON_PAPER = 'Manuals and safety information come on paper. Download this file instead.'
const TOO_LATE = 'You can ask for copies on paper for 30 days after the order. Print the file, or write to us.'

/**
 * Asks the sellers of an order for copies on paper: each gets a task with its deadline. What was asked for already is left as it is.
 * Refuses `not_found`, a paper that is not of this order, and one that comes too late.
 */
export async function askCopies(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { orderId, paperIds, requestId }: { orderId: string; paperIds: readonly string[]; requestId: string },
): Promise<OwnedPaper[]> {
  const at = now()
  const owned = await listOwned(db, actor.userId, { orderId })
  const [first] = owned
  const { orderNumber } = found(first)
  const asked = [...new Set(paperIds)].map(
    (id, index) => owned.find(({ paper }) => paper.id === id) ?? refuseField(`papers.${index}`, 'Please choose a paper of this order.'),
  )
  const papers = asked.map((row) => presentOwned(row, at))
  for (const [index, { kind, canAskCopy, copy }] of papers.entries())
    if (!canAskCopy && !copy) refuseField(`papers.${index}`, comesOnPaper(kind) ? TOO_LATE : NOT_ON_PAPER)
  const dueAt = copyDueAt(at)
  await inTransaction(db, async (tx) => {
    const day = formatLongDay(dueAt, await readTimeZone(tx))
    const rows = asked.map(({ paper, businessId }) => ({ orderId, paperId: paper.id, businessId, createdAt: at, dueAt }))
    const added = await insertCopies(tx, rows)
    for (const businessId of new Set(added.map((row) => row.businessId))) {
      const wanted = papers.filter(({ id }) => added.some((row) => row.paperId === id && row.businessId === businessId))
      await notify(tx, {
        audience: { businessId },
        kind: 'paper-copy',
        title: `Send paper copies for order ${orderNumber} by ${day}`,
        text: wanted
          .map(({ productName, kind, language }) => `${productName}: ${PAPER_LABELS[kind]}, ${languageName(language)}`)
          .join('; '),
        path: `/business/orders/${orderId}`,
        dedupeKey: `paper-copy:${added[0]?.id ?? orderId}:${businessId}`,
        at,
      })
    }
    const after = { number: orderNumber, papers: added.length }
    await recordAudit(tx, { actor, action: 'order.paper_copies', targetType: 'order', targetId: orderId, after, requestId })
  })
  return (await listOwned(db, actor.userId, { orderId })).map((row) => presentOwned(row, now()))
}

/** Marks a copy as sent by its seller, or as not sent. Refuses `not_found`. */
export async function sendCopy(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { id, isSent, requestId }: { id: string; isSent: boolean; requestId: string },
): Promise<PaperCopy> {
  const businessId = found(actor.businessId)
  return inTransaction(db, async (tx) => {
    const [copy] = await listCopies(tx, { businessId, id, now: now() })
    const { orderId, orderNumber, sentAt } = found(copy)
    if ((sentAt !== null) !== isSent) {
      await storeSent(tx, businessId, id, isSent ? now() : null)
      const after = { number: orderNumber, isSent }
      await recordAudit(tx, { actor, action: 'order.paper_copy_sent', targetType: 'order', targetId: orderId, after, requestId })
    }
    const [stored] = await listCopies(tx, { businessId, id, now: now() })
    return presentCopy(found(stored))
  })
}
