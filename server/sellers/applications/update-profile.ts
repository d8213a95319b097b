import type { Business } from '#contract/sellers/applications.ts'
import type { ProfileBody } from '#contract/sellers/business-form.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { findBusiness, lockBusiness, updateBusiness } from './business-record.ts'
import { changeOf, valuesBefore } from './compare-form.ts'
import { presentBusiness } from './present-business.ts'
import { refuseIfBusinessEmailTaken } from './register-business.ts'
import { countBusinessProducts } from './related-records.ts'

/**
 * Changes the caller's own business; statuses stay, whatever the form says.
 * Refuses `business_suspended`, `business_email_taken`, `business_type_fixed`, and `edit_conflict` with the `current` business.
 * @param logo address of a new logo; null keeps the current one
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
      refuseStale(['business', business.id], presentBusiness(found(await findBusiness(tx, business.id))))
    }
    const change = changeOf(business, form, { logo, at: now() })
    if (change.businessType && (await countBusinessProducts(tx, business.id)) > 0) refuse('business_type_fixed')
    if (Object.keys(change).length > 0) {
      await updateBusiness(tx, business.id, change, now()).catch(refuseIfBusinessEmailTaken)
      await recordAudit(tx, {
        actor,
        action: 'business.edit',
        targetType: 'business',
        targetId: business.id,
        before: valuesBefore(business, change),
        after: change,
        requestId,
      })
    }
    return presentBusiness(found(await findBusiness(tx, business.id)))
  })
}
