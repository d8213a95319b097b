import type { Notice, OwnNotice } from '#contract/contact/notices.ts'
import { noticeDueAt, objectionUntil } from '#domain/notice.ts'
import type { NoticeRecord } from './notice-list.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Presents a notice to the seller: without the person who reported it. */
export function presentOwnNotice({ row, productName }: NoticeRecord, now: Date): OwnNotice {
  const { id, number, address, productId, status, decision, reasons, createdAt, decidedAt, objection, objectedAt, version } = row
  const until = objectionUntil(row)
  return {
    id,
    number,
    address,
    product: productId !== null && productName !== null ? { id: productId, name: productName } : null,
    status,
    decision,
    reasons,
    receivedAt: createdAt.toISOString(),
    decidedAt: iso(decidedAt),
    objection,
    objectedAt: iso(objectedAt),
    objectUntil: until !== null && now < until ? until.toISOString() : null,
    version,
  }
}

/** Presents a notice to staff. */
export function presentNotice(record: NoticeRecord, now: Date): Notice {
  const { businessId, reason, name, email } = record.row
  const { businessName } = record
  return {
    ...presentOwnNotice(record, now),
    business: businessId !== null && businessName !== null ? { id: businessId, name: businessName } : null,
    reason,
    name,
    email,
    dueAt: iso(noticeDueAt(record.row)),
  }
}
