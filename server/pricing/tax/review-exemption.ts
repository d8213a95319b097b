import type { StaffExemption } from '#contract/pricing/exemptions.ts'
import { CERTIFICATE_REMINDER_DAYS, CERTIFICATE_STATUS_LABELS } from '#domain/tax-certificate.ts'
import { pluralize } from '#domain/text.ts'
import { addDays } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readSettings, readToday } from '#server/platform/settings/setting-groups.ts'
import { findExemption, type ListedExemption, listExpiring, lockExemption, storeExemption } from './exemption-list.ts'
import type { TaxWrite } from './save-rule.ts'
import { presentExemption } from './upload-exemption.ts'

const BATCH = 100

/** Presents a certificate to staff. */
export const presentExemptionForStaff = (row: ListedExemption): StaffExemption => ({
  ...presentExemption(row),
  customer: row.customer,
  reviewer: row.reviewer,
})

interface Decision {
  status: 'accepted' | 'refused'
  reason: string
  version?: number | undefined
}

const factsOf = ({ customer, number, states, reason }: ListedExemption) => ({
  userId: customer.id,
  name: customer.name,
  number,
  states: states.join(', '),
  reason,
})

async function mail(
  tx: Db,
  row: ListedExemption,
  template: 'certificate-decided' | 'certificate-expires',
  more: Record<string, string>,
  at: Date,
) {
  const dedupeKey = `${template}:${row.id}:${row.version}`
  const { basis } = await readSettings(tx)
  const counts = basis === 'rules' ? 'yes' : '' // a shop with the tax of before charges it all the same
  await queueMail(tx, { dedupeKey, template, to: row.customer.email, facts: { ...factsOf(row), counts, ...more }, at })
}

/**
 * Accepts or refuses a certificate; an accepted one can still be refused. Its customer is emailed. Refuses `not_found`, `edit_conflict`,
 * `certificate_decided`, and a refusal without a reason at `reason`.
 */
export async function reviewExemption(
  { db, now }: Deps,
  { actor, requestId }: TaxWrite,
  id: string,
  { status, reason, version }: Decision,
): Promise<StaffExemption> {
  const at = now()
  if (status === 'refused' && reason === '') refuseField('reason', 'Please say why')
  return inTransaction(db, async (tx) => {
    await lockExemption(tx, id)
    const before = found(await findExemption(tx, id, null))
    if (version !== undefined && version !== before.version) refuseStale(['certificate', id], presentExemptionForStaff(before))
    const isOpen = before.status === 'waiting' || (before.status === 'accepted' && status === 'refused')
    if (!isOpen) refuse('certificate_decided', { facts: { status: CERTIFICATE_STATUS_LABELS[before.status].toLowerCase() } })
    await storeExemption(tx, id, { status, reason: status === 'refused' ? reason : '', reviewerId: actor.userId, reviewedAt: at })
    const after = found(await findExemption(tx, id, null))
    await mail(tx, after, 'certificate-decided', { status }, at)
    const audit = { actor, action: 'certificate.review', targetType: 'certificate', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: { status: before.status }, after: { status } })
    return presentExemptionForStaff(after)
  })
}

/** Expires certificates whose last day is past, and reminds buyers 30 days before. @returns a summary in words */
export async function expireExemptions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string> {
  const at = now()
  const today = await readToday(db, at)
  const soon = addDays(today, CERTIFICATE_REMINDER_DAYS)
  const counts = { expired: 0, reminded: 0 }
  for (
    let rows = await listExpiring(db, { today, soon, limit: BATCH });
    rows.length > 0;
    rows = await listExpiring(db, { today, soon, limit: BATCH })
  ) {
    for (const row of rows) {
      const isOver = row.validTo !== null && row.validTo < today
      await inTransaction(db, async (tx) => {
        await storeExemption(tx, row.id, isOver ? { status: 'expired' } : { remindedAt: at })
        if (!isOver) await mail(tx, row, 'certificate-expires', { validTo: row.validTo ?? '' }, at)
      })
      counts[isOver ? 'expired' : 'reminded'] += 1
    }
  }
  if (counts.expired + counts.reminded === 0) return 'Nothing was due.'
  return `${pluralize(counts.expired, 'certificate')} expired, ${pluralize(counts.reminded, 'reminder')} sent.`
}
