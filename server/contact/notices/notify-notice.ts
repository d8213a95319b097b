import { NOTICE_DECISION_LABELS, objectionUntil } from '#domain/notice.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { NoticeRecord, NoticeRow } from './notice-list.ts'

const pathOf = ({ id }: NoticeRow) => `/admin/notices?notice=${id}`

/** Emails the receipt of a notice to the person who reported it; `isOwn`: with what was typed. */
export async function mailReceipt(tx: Db, row: NoticeRow, isOwn: boolean): Promise<void> {
  const { id, number, name, email, address, reason, userId, createdAt } = row
  const typed = isOwn ? { name, address, reason } : { isShort: 'yes' }
  const facts = { number, ...typed, receivedAt: createdAt.toISOString(), ...(userId && { userId }) }
  await queueMail(tx, { dedupeKey: `notice-received:${id}`, template: 'notice-received', to: email, facts, at: createdAt })
}

/** Notifies staff of a notice. */
export async function notifyReceived(tx: Db, row: NoticeRow): Promise<void> {
  await notify(tx, {
    audience: { staff: 'content.read' },
    kind: 'notice',
    title: `Report ${row.number} about ${row.address}`,
    text: 'Decide within 14 days.',
    path: pathOf(row),
    dedupeKey: `notice:${row.id}`,
    at: row.createdAt,
  })
}

/** Notifies staff of the objection of a seller. */
export async function notifyObjection(tx: Db, row: NoticeRow, at: Date): Promise<void> {
  await notify(tx, {
    audience: { staff: 'content.read' },
    kind: 'notice-objection',
    title: `Objection to the decision on report ${row.number}`,
    text: 'Decide within 14 days.',
    path: pathOf(row),
    dedupeKey: `notice-objection:${row.id}`,
    at,
  })
}

/**
 * Emails a decision with its reasons to both sides, and notifies the seller. The seller does not learn who reported the page; a person who
 * has erased their account gets nothing any more.
 */
export async function mailDecision(tx: Db, { row, businessName, businessEmail }: NoticeRecord, at: Date): Promise<void> {
  const { id, number, address, reasons, decision, objectedAt, userId, version } = row
  const facts = { number, address, reasons, decision: decision ?? '', isSecond: objectedAt ? 'yes' : '' }
  const key = `notice-decided:${id}:${version}`
  if (row.email !== '') {
    const own = { ...facts, name: row.name, side: 'reporter', ...(userId && { userId }) }
    await queueMail(tx, { dedupeKey: key, template: 'notice-decided', to: row.email, facts: own, at })
  }
  if (row.businessId === null || businessEmail === null) return
  const until = objectionUntil(row)
  const own = { ...facts, name: businessName, side: 'seller', noticeId: id, ...(until && { objectUntil: until.toISOString() }) }
  await queueMail(tx, { dedupeKey: `${key}:seller`, template: 'notice-decided', to: businessEmail, facts: own, at })
  await notify(tx, {
    audience: { businessId: row.businessId },
    kind: 'notice',
    title: `Decision on report ${number}: ${(decision ? NOTICE_DECISION_LABELS[decision] : '').toLowerCase()}`,
    text: address,
    path: `/business/notices?notice=${id}`,
    dedupeKey: key,
    at,
  })
}
