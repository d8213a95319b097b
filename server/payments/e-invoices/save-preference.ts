import type { InvoicePreference } from '#contract/payments/documents.ts'
import { type InvoiceForm, isLeitwegId, LEITWEG_ERROR } from '#domain/e-invoice.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { findPreference, storePreference } from './e-invoice-record.ts'

const DEFAULT: InvoicePreference = { form: 'factur_x', buyerReference: '', version: 0 }

/** Reads the form in which a user gets invoices. */
export async function readPreference(db: Db, userId: string): Promise<InvoicePreference> {
  const row = await findPreference(db, userId)
  return row ? { form: row.form, buyerReference: row.buyerReference, version: row.version } : DEFAULT
}

/**
 * Chooses the form of a user's next invoices. Refuses `edit_conflict` with the `current` form, and a Leitweg-ID that cannot be one at its
 * field.
 */
export async function savePreference(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, requestId }: { actor: Actor; requestId: string },
  { form, buyerReference: typed, version }: { form: InvoiceForm; buyerReference: string; version?: number | undefined },
): Promise<InvoicePreference> {
  const buyerReference = typed.toUpperCase()
  if (form === 'xrechnung' && buyerReference === '') refuseField('buyerReference', 'Please enter the Leitweg-ID.')
  if (buyerReference !== '' && !isLeitwegId(buyerReference)) refuseField('buyerReference', LEITWEG_ERROR)
  const { userId } = actor
  return inTransaction(db, async (tx) => {
    const before = await readPreference(tx, userId)
    const conflict = () => refuseStale(['user', userId], before)
    if (version !== undefined && version !== before.version) conflict()
    const isChanged = await storePreference(tx, { userId, form, buyerReference, updatedAt: now() }, before.version)
    if (!isChanged) conflict()
    const after = await readPreference(tx, userId)
    const facts = ({ form: chosen, buyerReference: reference }: InvoicePreference) => ({ form: chosen, buyerReference: reference })
    const audit = { actor, action: 'account.invoice-form', targetType: 'user', targetId: userId, requestId }
    await recordAudit(tx, { ...audit, before: facts(before), after: facts(after) })
    return after
  })
}
