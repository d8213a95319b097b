import { MONEY_AUDIT_YEARS, yearsBefore } from '#domain/retention.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type IdRange, PURGE_ACTION } from '#server/platform/audit-seals/sealed-entries.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { deleteAuditEntries } from './expired-rows.ts'

/** Entries of a batch; each batch leaves one entry. */
const BATCH = 1000

/** Joins ascending ids to ranges. */
function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: IdRange[] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && last[1] === id - 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

async function purgeBatch(tx: Db, now: Date): Promise<number> {
  const { retention } = await readSettings(tx)
  const days = { money: yearsBefore(now, MONEY_AUDIT_YEARS), others: yearsBefore(now, retention.auditYears) }
  const ids = await deleteAuditEntries(tx, days, BATCH)
  if (ids.length > 0)
    await recordAudit(tx, { actor: null, action: PURGE_ACTION, targetType: 'audit', targetId: 'entries', after: { ids: rangesOf(ids) } })
  return ids.length
}

/**
 * Deletes entries of the audit log that are older than the setting says, those about money and roles after ten years. Their seals stay, and
 * their ids in an entry of its own, so that `npm run audit:verify` knows that nobody else removed them.
 * @returns the number deleted
 */
export async function purgeAudit({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted()
    const deleted = await inTransaction(db, (tx) => purgeBatch(tx, now()))
    all += deleted
    if (deleted < BATCH) return all
  }
}
