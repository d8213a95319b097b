import type { BusinessTax, BusinessTaxBody } from '#contract/pricing/tax.ts'
import { checksAfter } from '#domain/trader.ts'
import { normalizeVatId, VAT_ID_ERROR } from '#domain/vat-id.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { type BusinessRow, lockBusiness, updateBusiness } from '#server/sellers/applications/business-record.ts'
import { deleteRegistrationsOf, insertRegistration, listRegistrationsOf } from './registration-list.ts'
import { presentRegistration, refuseTaken, registrationOf } from './save-registration.ts'
import type { TaxWrite } from './save-rule.ts'
import { findBusinessTax } from './tax-record.ts'

async function present(
  db: Db,
  { id, vatScheme, vatId, version }: Pick<BusinessRow, 'id' | 'vatScheme' | 'vatId' | 'version'>,
): Promise<BusinessTax> {
  const registrations = (await listRegistrationsOf(db, [id])).filter(({ businessId }) => businessId === id)
  return { vatScheme, vatId: vatId ?? '', registrations: registrations.map(presentRegistration), version }
}

/** Reads the tax facts of a business. Refuses `not_found`. */
export async function readBusinessTax(db: Db, businessId: string): Promise<BusinessTax> {
  return present(db, found(await findBusinessTax(db, businessId)))
}

const factsOf = ({ vatScheme, vatId, registrations }: BusinessTax) => ({
  vatScheme,
  vatId,
  registrations: registrations.map(({ country, state, scheme, number }) => [country, state, scheme, number].filter(Boolean).join(' ')),
})

/**
 * Changes the tax facts of a business, its registrations as a whole. Refuses `not_found`, `edit_conflict` with the `current` facts,
 * `registration_taken`, and what is wrong at its field.
 */
export async function saveBusinessTax(
  { db, now }: Deps,
  { actor, requestId }: TaxWrite,
  businessId: string,
  body: BusinessTaxBody,
): Promise<BusinessTax> {
  if (body.vatId !== '' && !isPossibleVatId(body.vatId)) refuseField('vatId', VAT_ID_ERROR)
  const wanted = body.registrations.map((form, at) => registrationOf(form, businessId, `registrations.${at}.`))
  return inTransaction(db, async (tx) => {
    const business = found(await lockBusiness(tx, businessId))
    const before = await present(tx, business)
    if (body.version !== undefined && body.version !== business.version) refuseStale(['business', businessId], before)
    await deleteRegistrationsOf(tx, businessId)
    for (const [at, values] of wanted.entries()) {
      await insertRegistration(tx, values, now()).catch((error) => refuseTaken(error, values, `registrations.${at}.`))
    }
    const vatId = body.vatId === '' ? null : normalizeVatId(body.vatId)
    const checks = vatId === business.vatId ? business.checks : checksAfter(business.checks, ['vatId'])
    const after = await present(tx, await updateBusiness(tx, businessId, { vatScheme: body.vatScheme, vatId, checks }, now()))
    const audit = { actor, action: 'business.tax', targetType: 'business', targetId: businessId, requestId }
    await recordAudit(tx, { ...audit, before: factsOf(before), after: factsOf(after) })
    return after
  })
}
