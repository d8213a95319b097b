import { eq } from 'drizzle-orm'
import type { Dispatch, DispatchBody } from '#contract/pricing/shipping.ts'
import { isPostalCode } from '#domain/postal-code.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { businesses } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuseField } from '#server/platform/http/refusal.ts'
import { countryCode } from '#server/platform/text/country-code.ts'
import type { ZoneWrite } from './save-zone.ts'

/** Returns the country that products of a business leave from: that of its address to send from, else of its own; '' where it is not known. */
export function dispatchCountryOf({ dispatch, country }: { dispatch: { country: string } | null; country: string }): string {
  return dispatch?.country ?? countryCode(country) ?? ''
}

async function findBusiness(db: Db, id: string, { isLocked = false } = {}) {
  const { address, city, postalCode, country, dispatch } = businesses
  const query = db.select({ address, city, postalCode, country, dispatch }).from(businesses).where(eq(businesses.id, id))
  const [row] = await (isLocked ? query.for('update') : query)
  return found(row)
}

/** Returns the address that products of a business leave from. */
export async function readDispatch(db: Db, businessId: string): Promise<Dispatch> {
  const { dispatch, address, city, postalCode, country } = await findBusiness(db, businessId)
  if (dispatch) return { isOwn: false, ...dispatch }
  return { isOwn: true, address, city, state: '', postalCode, country: countryCode(country) ?? '' }
}

/** Sets the address that products of a business leave from; null: that of the business. Refuses a postal code that the country does not have. */
export async function saveDispatch(
  { db, now }: Deps,
  { actor, requestId }: Pick<ZoneWrite, 'actor' | 'requestId'>,
  businessId: string,
  { dispatch }: DispatchBody,
): Promise<Dispatch> {
  if (dispatch && !isPostalCode(dispatch.postalCode, dispatch.country))
    refuseField('dispatch.postalCode', 'Enter a postal code of this country')
  return inTransaction(db, async (tx) => {
    const before = await findBusiness(tx, businessId, { isLocked: true })
    await tx.update(businesses).set({ dispatch, updatedAt: now() }).where(eq(businesses.id, businessId))
    await recordAudit(tx, {
      actor,
      action: 'business.dispatch',
      targetType: 'business',
      targetId: businessId,
      before: { dispatch: before.dispatch },
      after: { dispatch },
      requestId,
    })
    return readDispatch(tx, businessId)
  })
}
