import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Whether this actor works for one business only. */
export const isSeller = ({ role }: Pick<Actor, 'role'>): boolean => role === 'business_admin'

/** Refuses a seller whose business is not approved; staff edit goods whatever they think of their business. */
export function refuseUnapproved(actor: Actor): void {
  if (isSeller(actor) && actor.businessId !== null && actor.businessStatus !== 'approved') refuse('business_not_approved')
}
