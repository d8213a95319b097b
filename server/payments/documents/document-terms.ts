import type { DocumentTerms } from '#contract/payments/documents.ts'
import { refusalText } from '#contract/refusals.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { type BusinessRow, findBusiness, lockBusiness, updateBusiness } from '#server/sellers/applications/business-record.ts'
import { changeSellerPrefix, findSellerPrefix, openSellerSeries, prefixOfName } from './document-record.ts'

async function present(db: Db, { id, name, documentsAgreedAt, version }: BusinessRow): Promise<DocumentTerms> {
  const known = await findSellerPrefix(db, id)
  return {
    prefix: known?.prefix ?? '',
    proposedPrefix: prefixOfName(name),
    isPrefixFixed: known?.isUsed ?? false,
    agreedAt: documentsAgreedAt?.toISOString() ?? null,
    version,
  }
}

/** Reads the terms of a seller's documents. @throws the refusal `not_found` */
export async function readTerms(db: Db, businessId: string): Promise<DocumentTerms> {
  return present(db, found(await findBusiness(db, businessId)).business)
}

const factsOf = ({ prefix, agreedAt }: DocumentTerms) => ({ prefix, agreed: agreedAt !== null })

/**
 * Changes the prefix of a seller's numbers and its agreement to documents in its name. An empty prefix leaves it as it is.
 * @throws the refusals `not_found`, `edit_conflict` with the `current` terms, `prefix_taken`, `prefix_fixed`, and what is wrong at its
 * field
 */
export async function saveTerms(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, requestId }: { actor: Actor; requestId: string },
  businessId: string,
  body: { prefix: string; agreed: boolean; version?: number | undefined },
): Promise<DocumentTerms> {
  const prefix = body.prefix.toUpperCase()
  if (prefix !== '' && !/^[A-Z]{2,8}$/.test(prefix)) refuseField('prefix', 'A prefix has 2 to 8 letters from A to Z.')
  return inTransaction(db, async (tx) => {
    const business = found(await lockBusiness(tx, businessId))
    const before = await present(tx, business)
    if (body.version !== undefined && body.version !== business.version) refuseStale(['business', businessId], before)
    if (prefix !== '' && prefix !== before.prefix) {
      if (before.isPrefixFixed) refuse('prefix_fixed')
      const isFree =
        before.prefix === '' ? await openSellerSeries(tx, businessId, prefix) : await changeSellerPrefix(tx, businessId, prefix)
      if (!isFree) {
        const refusal = { code: 'prefix_taken', facts: { prefix } } as const
        throw new RefusalError({ ...refusal, errors: [{ field: 'prefix', message: refusalText(refusal) }] })
      }
    }
    const documentsAgreedAt = body.agreed ? (business.documentsAgreedAt ?? now()) : null
    const after = await present(tx, await updateBusiness(tx, businessId, { documentsAgreedAt }, now()))
    const audit = { actor, action: 'business.document-terms', targetType: 'business', targetId: businessId, requestId }
    await recordAudit(tx, { ...audit, before: factsOf(before), after: factsOf(after) })
    return after
  })
}
