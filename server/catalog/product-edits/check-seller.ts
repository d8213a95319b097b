import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Returns whether this actor manages a single business. */
export const isSeller = ({ role }: Pick<Actor, 'role'>): boolean => role === 'business_admin'

/** Refuses a seller whose business is not approved. Staff may edit products of any business. */
export function refuseUnapproved(actor: Actor): void {
  if (isSeller(actor) && actor.businessId !== null && actor.businessStatus !== 'approved') refuse('business_not_approved')
}
