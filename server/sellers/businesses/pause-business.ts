import { eq } from 'drizzle-orm'
import type { OwnPause, PauseBody } from '#contract/sellers/business-profile.ts'
import { isPaused, pauseError, pauseText } from '#domain/pause.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { businesses } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField } from '#server/platform/http/refusal.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'

async function findPause(db: Db, id: string, { isLocked = false } = {}) {
  const query = db.select({ name: businesses.name, pause: businesses.pause }).from(businesses).where(eq(businesses.id, id))
  const [row] = await (isLocked ? query.for('update') : query)
  return found(row)
}

/** Returns the pause of a business; one that is over is none. */
export async function readPause(db: Db, businessId: string, now: Date): Promise<OwnPause> {
  const today = await readToday(db, now)
  const { name, pause } = await findPause(db, businessId)
  if (!pause || pause.to < today) return { pause: null, isPaused: false, shownText: null }
  return { pause, isPaused: isPaused(pause, today), shownText: pauseText(name, pause) }
}

/** Returns what buyers read of a business that takes no orders today; null: it takes them. */
export async function readPauseText(db: Db, businessId: string, now: Date): Promise<string | null> {
  const { isPaused: isNow, shownText } = await readPause(db, businessId, now)
  return isNow ? shownText : null
}

/** Returns the first and last day of a form, or null for none. Refuses one without the other, and days that make no pause. */
function checkedPause({ from, to, text }: PauseBody, today: string) {
  if (from === null && to === null) return null
  if (from === null) return refuseField('from', 'Enter the first day')
  if (to === null) return refuseField('to', 'Enter the last day')
  const wrong = pauseError({ from, to }, today)
  return wrong ? refuseField(wrong.field, wrong.message) : { from, to, text }
}

/** Sets or ends the pause of the caller's business. The version of its profile stays: an open form of it has no conflict. */
export async function pauseBusiness(
  { db, now }: Deps,
  { actor, requestId }: { actor: Actor; requestId: string },
  body: PauseBody,
): Promise<OwnPause> {
  const businessId = found(actor.businessId)
  const at = now()
  return inTransaction(db, async (tx) => {
    const pause = checkedPause(body, await readToday(tx, at))
    const before = await findPause(tx, businessId, { isLocked: true })
    await tx.update(businesses).set({ pause, updatedAt: at }).where(eq(businesses.id, businessId))
    const audit = { actor, action: 'business.pause', targetType: 'business', targetId: businessId, requestId }
    await recordAudit(tx, { ...audit, before: { pause: before.pause }, after: { pause } })
    return readPause(tx, businessId, at)
  })
}
