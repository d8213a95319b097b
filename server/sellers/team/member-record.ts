import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { MemberKind } from '#domain/team.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, businessInvitations, businessMembers, sessions, userPasskeys, users, userTotp } from '#server/platform/db/schema.ts'

const isOf = (businessId: string, userId: string) => and(eq(businessMembers.businessId, businessId), eq(businessMembers.userId, userId))
const isOwner = eq(businessMembers.kind, 'owner')

/** Returns the people of a business who were not deleted, owners first. */
export async function listMembers(db: Db, businessId: string) {
  return db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      kind: businessMembers.kind,
      since: businessMembers.since,
      hasSecondFactor: sql<boolean>`exists (select from ${userTotp} t where t.user_id = ${users.id} and t.confirmed_at is not null)
        or exists (select from ${userPasskeys} p where p.user_id = ${users.id})`,
    })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .where(and(eq(businessMembers.businessId, businessId), ne(users.status, 'Deleted')))
    .orderBy(desc(businessMembers.kind), asc(businessMembers.since), asc(users.id))
}

/** Returns the person's place in the team of a business; null without one. */
export async function findMember(db: Db, businessId: string, userId: string) {
  const [row] = await db
    .select({ userId: users.id, name: users.name, kind: businessMembers.kind, since: businessMembers.since })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .where(isOf(businessId, userId))
  return row ?? null
}

/** Returns whether a business has an owner who can sign in, beside this one. The caller holds the lock of the business. */
export async function hasOtherOwner(tx: Db, businessId: string, userId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .where(and(eq(businessMembers.businessId, businessId), isOwner, ne(users.id, userId), eq(users.status, 'Active')))
    .limit(1)
  return other !== undefined
}

/** Returns the businesses that are there and have this owner, in the order of their ids. */
export async function listOwnedBusinesses(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: businesses.id, name: businesses.name })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(and(eq(businessMembers.userId, userId), isOwner, ne(businesses.status, 'Deleted')))
    .orderBy(asc(businesses.id))
}

/** Returns the businesses that a person acts for, by name. */
export async function listBusinessesOf(db: Db, userId: string) {
  return db
    .select({ id: businesses.id, name: businesses.name, kind: businessMembers.kind })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(and(eq(businessMembers.userId, userId), ne(businesses.status, 'Deleted')))
    .orderBy(sql`lower(${businesses.name}) collate "C"`, asc(businesses.id))
}

/**
 * Makes a person an owner or a member of a business. The business of an owner is in the user's row as well, which the version before reads;
 * that of a member never is, since that version knows no members.
 */
export async function storeMember(tx: Db, { userId, businessId, kind, since }: Membership, now: Date): Promise<void> {
  const column = users.businessId
  const ownedOnly = kind === 'owner' ? sql`coalesce(${column}, ${businessId})` : sql`nullif(${column}, ${businessId})`
  await tx
    .update(users)
    .set({ role: 'business_admin', businessId: ownedOnly, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
  await tx
    .insert(businessMembers)
    .values({ userId, businessId, kind, since })
    .onConflictDoUpdate({ target: [businessMembers.userId, businessMembers.businessId], set: { kind } })
}

interface Membership {
  userId: string
  businessId: string
  kind: MemberKind
  since: Date
}

/** Takes a person out of the team of a business; one who is on no team any more is a customer again. */
export async function deleteMember(tx: Db, businessId: string, userId: string, now: Date): Promise<void> {
  await tx.delete(businessMembers).where(isOf(businessId, userId))
  await deleteInvitationsBy(tx, businessId, userId)
  const [other] = await tx
    .select({ kind: businessMembers.kind, businessId: businessMembers.businessId })
    .from(businessMembers)
    .where(eq(businessMembers.userId, userId))
    .orderBy(desc(businessMembers.kind), asc(businessMembers.since))
    .limit(1)
  const owned = other?.kind === 'owner' ? other.businessId : null
  await tx
    .update(users)
    .set({
      ...(!other && { role: 'customer' }),
      businessId: sql`coalesce(nullif(${users.businessId}, ${businessId}), ${owned})`,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId))
}

/** Stores which business a session is about; null: the first one of its user. */
export async function chooseBusinessOf(tx: Db, sessionId: string, businessId: string | null): Promise<void> {
  await tx.update(sessions).set({ businessId }).where(eq(sessions.id, sessionId))
}

/** Returns the invitations of a business that can still be accepted, the newest first. */
export async function listInvitations(db: Db, businessId: string, now: Date) {
  const { id, email, kind, createdAt, expiresAt } = businessInvitations
  return db
    .select({ id, email, kind, createdAt, expiresAt, invitedBy: users.name })
    .from(businessInvitations)
    .leftJoin(users, eq(users.id, businessInvitations.invitedBy))
    .where(and(eq(businessInvitations.businessId, businessId), gt(expiresAt, now)))
    .orderBy(desc(createdAt), asc(id))
}

/** Stores an invitation, in place of an earlier one to the same address. */
export async function storeInvitation(tx: Db, invitation: typeof businessInvitations.$inferInsert): Promise<void> {
  const { businessId, email, ...values } = { ...invitation, email: normalizeEmail(invitation.email) }
  await tx
    .insert(businessInvitations)
    .values({ businessId, email, ...values })
    .onConflictDoUpdate({ target: [businessInvitations.businessId, businessInvitations.email], set: values })
}

/** Withdraws an invitation of a business. @returns its address and kind; null if there is none */
export async function deleteInvitation(tx: Db, businessId: string, id: string) {
  const { email, kind } = businessInvitations
  const [row] = await tx
    .delete(businessInvitations)
    .where(and(eq(businessInvitations.businessId, businessId), eq(businessInvitations.id, id)))
    .returning({ email, kind })
  return row ?? null
}

/** Withdraws what somebody has invited who is no owner any more: with a second address they would come back. */
export async function deleteInvitationsBy(tx: Db, businessId: string, userId: string): Promise<void> {
  await tx.delete(businessInvitations).where(and(eq(businessInvitations.businessId, businessId), eq(businessInvitations.invitedBy, userId)))
}

/** Returns the invitation of a link that can still be accepted, with its business; null for any other. */
export async function findInvitation(db: Db, tokenHash: string, now: Date) {
  const { id, businessId, email, kind } = businessInvitations
  const [row] = await db
    .select({ id, businessId, email, kind, businessName: businesses.name, invitedBy: users.name })
    .from(businessInvitations)
    .innerJoin(businesses, and(eq(businesses.id, businessId), ne(businesses.status, 'Deleted')))
    .leftJoin(users, eq(users.id, businessInvitations.invitedBy))
    .where(and(eq(businessInvitations.tokenHash, tokenHash), gt(businessInvitations.expiresAt, now)))
  return row ?? null
}
