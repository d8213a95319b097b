import type { StaffVatCheck } from '#contract/pricing/vat-ids.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import type { TaxWrite } from './save-rule.ts'
import { findListedCheck, presentCheck } from './vat-check-list.ts'
import { lockVatCheck, storeVatCheck } from './vat-check-record.ts'

/**
 * Confirms a VAT id by hand: it counts for seven days, and is not asked about again. Refuses `not_found`, `edit_conflict` with the
 * `current` check.
 */
export async function confirmVatId(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, requestId }: TaxWrite,
  id: string,
  { note, version }: { note: string; version?: number | undefined },
): Promise<StaffVatCheck> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const before = found(await lockVatCheck(tx, id))
    if (version !== undefined && version !== before.version)
      refuseStale(['vat-id', id], presentCheck(found(await findListedCheck(tx, id)), at))
    const settled = { attempts: 0, firstFailedAt: null, nextCheckAt: null }
    await storeVatCheck(tx, { ...before, ...settled, status: 'valid', checkedAt: at, source: 'staff', note, confirmedBy: actor.userId })
    const audit = { actor, action: 'vat-id.confirm', targetType: 'vat-id', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: { status: before.status }, after: { status: 'valid', vatId: before.vatId, note } })
    return presentCheck(found(await findListedCheck(tx, id)), at)
  })
}
