import type { Business } from '#contract/applications.ts'
import type { ProfileBody } from '#contract/business.ts'
import { presentBusiness } from '#server/applications/present-business.ts'
import { refuseBusinessEmail } from '#server/applications/register-business.ts'
import { type BusinessRow, findBusiness, lockBusiness, updateBusiness } from '#server/applications/repository.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { inTransaction, violatedConstraint } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { countOwnProducts } from './repository.ts'

type Change = Partial<Omit<BusinessRow, 'id'>>

/** What really changes; an empty phone or website becomes none. */
function changeOf(business: BusinessRow, { version: _version, phone, website, ...form }: ProfileBody, logo: string | null): Change {
  const wanted: Change = {
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
    ...(phone !== undefined && { phone: phone || null }),
    ...(website !== undefined && { website: website || null }),
    ...(logo && { logo }),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => business[name as keyof BusinessRow] !== value)) // its names are columns
}

const before = (business: BusinessRow, change: Change) =>
  Object.fromEntries(Object.keys(change).map((name) => [name, business[name as keyof BusinessRow]])) // its names are columns

/**
 * Changes the caller's own business; statuses stay as they are, whatever the form says.
 * Refuses `business_suspended`, `business_email_taken`, `business_type_fixed`, and `edit_conflict` with the `current` business.
 * @param logo address of a new logo; null keeps the one it has.
 */
export async function updateProfile(
  { db, now }: Deps,
  actor: Actor,
  form: ProfileBody,
  { logo, requestId }: { logo: string | null; requestId: string },
): Promise<Business> {
  return inTransaction(db, async (tx) => {
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    if (business.businessStatus === 'suspended') refuse('business_suspended')
    if (form.version !== undefined && form.version !== business.version) {
      refuse('edit_conflict', { extra: { current: presentBusiness(found(await findBusiness(tx, business.id))) } })
    }
    const change = changeOf(business, form, logo)
    if (change.businessType && (await countOwnProducts(tx, business.id)) > 0) refuse('business_type_fixed')
    if (Object.keys(change).length > 0) {
      await updateBusiness(tx, business.id, change, now()).catch((error: unknown) => {
        if (violatedConstraint(error) === 'businesses_email_key') refuseBusinessEmail()
        throw error
      })
      await recordAudit(tx, {
        actor,
        action: 'business.edit',
        targetType: 'business',
        targetId: business.id,
        before: before(business, change),
        after: change,
        requestId,
      })
    }
    return presentBusiness(found(await findBusiness(tx, business.id)))
  })
}
