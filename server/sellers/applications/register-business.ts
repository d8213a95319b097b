import { refusalText } from '#contract/refusals.ts'
import type { RegisterBusinessBody } from '#contract/sellers/applications.ts'
import { slugify } from '#domain/product.ts'
import { isStaffRole } from '#domain/user.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isOwnAddress } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { type BusinessRow, insertBusiness, insertReview, lockBusinessByEmail, ownsBusiness, updateBusiness } from './business-record.ts'
import { postalCodeOf, vatIdOf } from './compare-form.ts'

/** Returns the reference of an application, for support. */
export const referenceOf = (businessId: string): string => `BUS-${businessId.slice(0, 8).toUpperCase()}`

/** Refuses an email that another business has, at its field. */
function refuseBusinessEmail(): never {
  return refuse('business_email_taken', { errors: [{ field: 'email', message: refusalText({ code: 'business_email_taken' }) }] })
}

/** Turns a unique violation of the email into a refusal; rethrows other errors. */
export function refuseIfBusinessEmailTaken(error: unknown): never {
  if (violatedConstraint(error) === 'businesses_email_key') refuseBusinessEmail()
  throw error
}

type Application = Omit<RegisterBusinessBody, 'phone' | 'website' | 'vatId' | 'selfCertified'> & {
  phone: string | null
  website: string | null
  vatId: string | null
  selfCertifiedAt: Date | null
  applicantId: string | null
}

async function add(tx: Db, application: Application, now: Date): Promise<BusinessRow> {
  const base = slugify(application.name) || 'business'
  const row = { ...application, businessStatus: 'pending' as const, createdAt: now, updatedAt: now }
  const added =
    (await insertBusiness(tx, { ...row, slug: base })) ??
    (await insertBusiness(tx, { ...row, slug: `${base}-${crypto.randomUUID().slice(0, 8)}` }))
  return added ?? refuseBusinessEmail()
}

/** Returns a rejected business to pending with the new application. The previous applicant has no part in it. */
async function applyAgain(tx: Db, rejected: BusinessRow, application: Application, now: Date): Promise<BusinessRow> {
  await insertReview(tx, { businessId: rejected.id, from: 'rejected', to: 'pending', reason: 'Applied again', at: now })
  return updateBusiness(tx, rejected.id, { ...application, checks: {}, businessStatus: 'pending' }, now)
}

/**
 * Registers a business as pending, whatever else the body says. A customer, or a member of another team, who applies while signed in will
 * own it. Refuses `business_email_taken`, `business_owned` for an owner of a business, and an impossible VAT id at its field.
 */
export async function registerBusiness(
  { db, now }: Deps,
  actor: Actor | null,
  { phone, website, vatId: typedVatId = '', selfCertified, ...form }: RegisterBusinessBody,
  requestId: string,
): Promise<BusinessRow> {
  if (actor && (await ownsBusiness(db, actor.userId))) refuse('business_owned')
  const applicantId = actor && !isStaffRole(actor.role) ? actor.userId : null
  const vatId = vatIdOf(typedVatId)
  const postalCode = postalCodeOf(form)
  const selfCertifiedAt = selfCertified ? now() : null
  const application = { ...form, postalCode, phone: phone || null, website: website || null, vatId, selfCertifiedAt, applicantId }
  return inTransaction(db, async (tx) => {
    const at = now()
    const known = await lockBusinessByEmail(tx, form.email)
    if (known && known.businessStatus !== 'rejected') refuseBusinessEmail()
    const business = known ? await applyAgain(tx, known, application, at) : await add(tx, application, at)
    await recordAudit(tx, { actor, action: 'business.register', targetType: 'business', targetId: business.id, after: form, requestId })
    await queueMail(tx, {
      dedupeKey: `business-registered:${business.id}:${business.version}`,
      template: 'business-registered',
      to: business.email,
      facts: { reference: referenceOf(business.id), ...(isOwnAddress(actor, business.email) && { name: business.name }) },
      at,
    })
    await notify(tx, {
      audience: 'super-admins',
      kind: 'business-registered',
      title: `New seller application from ${business.name}`,
      text: `Application ${referenceOf(business.id)} is waiting for review.`,
      path: `/super-admin/dashboard?business=${business.id}`,
      dedupeKey: `business-registered:${business.id}:${business.version}`,
      at,
    })
    return business
  })
}
