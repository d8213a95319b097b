import type { Role } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hasBusiness } from './user-list.ts'

/**
 * Returns the business of a user with `role`: only a business_admin has one. Refuses `not_found` at the field `businessId` if there is no
 * such business.
 * @param wanted business of the form; undefined keeps `present`
 */
export async function chooseBusiness(
  tx: Db,
  role: Role,
  wanted: string | null | undefined,
  present: string | null = null,
): Promise<string | null> {
  if (role !== 'business_admin') return null
  if (!wanted) return wanted === undefined ? present : null
  if (wanted === present || (await hasBusiness(tx, wanted))) return wanted
  const message = "This business doesn't exist."
  return refuse('not_found', { detail: message, errors: [{ field: 'businessId', message }] })
}
