import type { DecideNoticeBody, Notice, OwnNotice } from '#contract/contact/notices.ts'
import { hasOpenObjection, objectionUntil } from '#domain/notice.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { findNotice, lockNotice, updateNotice } from './notice-list.ts'
import { mailDecision, notifyObjection } from './notify-notice.ts'
import { presentNotice, presentOwnNotice } from './present-notice.ts'

/** Change of a notice by a member of staff or its seller. */
interface Change<Body> {
  id: string
  body: Body
  actor: Actor
  requestId: string
}

/**
 * Decides about a notice, or about the objection to the decision before, and emails the reasons to both sides.
 * @throws the refusals `notice_decided` where nothing is to be decided, and `edit_conflict` for an older version
 */
export async function decideNotice({ db, now }: Deps, { id, body, actor, requestId }: Change<DecideNoticeBody>): Promise<Notice> {
  const { decision, reasons, version } = body
  const at = now()
  return inTransaction(db, async (tx) => {
    const row = found(await lockNotice(tx, null, id))
    const present = async () => presentNotice(found(await findNotice(tx, null, id)), at)
    if (version !== undefined && version !== row.version) refuseStale(['notice', id], await present())
    if (row.status === 'decided' && !hasOpenObjection(row)) refuse('notice_decided')
    const decided = { status: 'decided' as const, decision, reasons, decidedAt: at, decidedBy: actor.userId }
    await updateNotice(tx, id, decided)
    await recordAudit(tx, {
      actor,
      action: 'notice.decide',
      targetType: 'notice',
      targetId: id,
      before: { status: row.status, decision: row.decision },
      after: { number: row.number, status: 'decided', decision },
      requestId,
    })
    await mailDecision(tx, found(await findNotice(tx, null, id)), at)
    return present()
  })
}

/**
 * Stores the objection of a seller to a decision that removed or restricted its content.
 * @throws the refusals `objection_over` after six months, a second time and where nothing was decided against it, and `edit_conflict`
 */
export async function objectToNotice(
  { db, now }: Deps,
  { id, body, actor, requestId }: Change<{ text: string; version?: number | undefined }>,
): Promise<OwnNotice> {
  const scope = { businessId: actor.businessId ?? '' }
  const at = now()
  return inTransaction(db, async (tx) => {
    const row = found(scope.businessId === '' ? null : await lockNotice(tx, scope, id))
    const present = async () => presentOwnNotice(found(await findNotice(tx, scope, id)), at)
    if (body.version !== undefined && body.version !== row.version) refuseStale(['notice', id], await present())
    const until = objectionUntil(row)
    if (until === null || at >= until) refuse('objection_over')
    await updateNotice(tx, id, { objection: body.text, objectedAt: at })
    await recordAudit(tx, {
      actor,
      action: 'notice.object',
      targetType: 'notice',
      targetId: id,
      after: { number: row.number },
      requestId,
    })
    await notifyObjection(tx, row, at)
    return present()
  })
}
