import type { OwnNotice } from '#contract/contact/notices.ts'
import { NOTICE_DECISION_LABELS } from '#domain/notice.ts'

/** True while staff have to decide: about the notice, or about an objection. */
export const isOpenNotice = ({ status, decidedAt, objectedAt }: OwnNotice): boolean =>
  status === 'new' || (objectedAt !== null && (decidedAt === null || decidedAt <= objectedAt))

/** The state of a notice: a word, with a color of its own. */
export function NoticeState({ notice }: { notice: OwnNotice }) {
  if (notice.status === 'new') return <span className="status warn">New</span>
  if (isOpenNotice(notice)) return <span className="status warn">Objection</span>
  const { decision } = notice
  return <span className={`status ${decision === 'kept' ? 'ok' : 'bad'}`}>{decision && NOTICE_DECISION_LABELS[decision]}</span>
}
