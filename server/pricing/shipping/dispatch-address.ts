import { eq } from 'drizzle-orm'
import type { Dispatch, DispatchBody } from '#contract/pricing/shipping.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { inUsualShape, placeErrors } from '#domain/customer.ts'
import { isPostalCode } from '#domain/postal-code.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { businesses } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuseField } from '#server/platform/http/refusal.ts'
import type { ZoneWrite } from './save-zone.ts'

/**
 * Returns the country that products of a business leave from: that of its address to send from, else of its own; '' where it is not known.
 */
export function dispatchCountryOf({ dispatch, country }: { dispatch: { country: string } | null; country: string }): string {
  return dispatch?.country ?? countryCodeOf(country)
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
  return { isOwn: true, address, city, state: '', postalCode, country: countryCodeOf(country) }
}

/**
 * Returns an address to send from in its usual shape. Refuses a state and a postal code that the country does not have; the state may be
 * left out.
 */
function checkedDispatch(given: NonNullable<DispatchBody['dispatch']>): NonNullable<DispatchBody['dispatch']> {
  const { country, state, postalCode: zipCode } = given
  const wrong = placeErrors({ country, state, zipCode })
  const isKnown = isPostalCode(zipCode, country)
  if (wrong.zipCode) refuseField('dispatch.postalCode', isKnown ? wrong.zipCode : 'Enter a postal code of this country')
  if (state !== '' && wrong.state) refuseField('dispatch.state', wrong.state)
  const shaped = inUsualShape({ country, state, zipCode })
  return { ...given, state: shaped.state, postalCode: shaped.zipCode }
}

/**
 * Sets the address that products of a business leave from; null: that of the business. Refuses a postal code that the country does not
 * have.
 */
export async function saveDispatch(
  { db, now }: Deps,
  { actor, requestId }: Pick<ZoneWrite, 'actor' | 'requestId'>,
  businessId: string,
  { dispatch: given }: DispatchBody,
): Promise<Dispatch> {
  const dispatch = given && checkedDispatch(given)
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
