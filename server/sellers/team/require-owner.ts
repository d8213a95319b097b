import type { Db } from '#server/platform/db/client.ts'
import { type Actor, requireOwner } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { findMember, hasOtherOwner, listOwnedBusinesses } from './member-record.ts'

/** Refuses an actor who has stopped being an owner since the request began. The caller holds the lock of the business. */
export async function requireStillOwner(tx: Db, { businessId, userId }: Actor): Promise<void> {
  const { kind } = found(await findMember(tx, found(businessId), userId))
  requireOwner({ memberKind: kind })
}

/** Refuses to leave a business without an owner who can sign in: `last_owner`. The caller holds the lock of the business. */
export async function requireOtherOwner(tx: Db, { id, name }: { id: string; name: string }, userId: string): Promise<void> {
  if (!(await hasOtherOwner(tx, id, userId))) refuse('last_owner', { facts: { business: name } })
}

/** Refuses to erase the account of a person who is the only owner of a business: `last_owner`. Locks the businesses of the person. */
export async function requireOtherOwners(tx: Db, userId: string): Promise<void> {
  for (const owned of await listOwnedBusinesses(tx, userId)) {
    const business = await lockBusiness(tx, owned.id)
    if (!business || (await hasOtherOwner(tx, owned.id, userId))) continue
    refuse('last_owner', {
      detail: `You're the only owner of ${business.name}. Make someone else an owner first, or ask us to close the business.`,
    })
  }
}
