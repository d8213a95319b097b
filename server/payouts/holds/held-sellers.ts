import { and, asc, eq, gt, gte, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { PayoutHoldReason } from '#domain/payout-hold.ts'
import type { Db } from '#server/platform/db/client.ts'
import { auditEntries, businesses, businessMembers, payoutAccounts, users } from '#server/platform/db/schema.ts'

/** A seller as a hold needs it. */
export type Seller = Pick<typeof businesses.$inferSelect, 'id' | 'name' | 'email' | 'payoutsHeldUntil' | 'payoutsHeldReason'>

/** Columns of a business that say whether its payouts are on hold. */
export type HoldColumns = Pick<Seller, 'payoutsHeldUntil' | 'payoutsHeldReason'>

/** The business, locked until the transaction ends; null where there is none, or it is deleted. */
export async function lockSeller(tx: Db, id: string): Promise<Seller | null> {
  const { name, email, payoutsHeldUntil, payoutsHeldReason } = businesses
  const [row] = await tx
    .select({ id: businesses.id, name, email, payoutsHeldUntil, payoutsHeldReason })
    .from(businesses)
    .where(and(eq(businesses.id, id), ne(businesses.status, 'Deleted')))
    .for('update')
  return row ?? null
}

/** Says whether a seller has an account that money can go to. */
export async function hasAccount(tx: Db, businessId: string): Promise<boolean> {
  const { iban, accountNumber, stripeAccountId } = payoutAccounts
  const isSet = or(isNotNull(iban), isNotNull(accountNumber), isNotNull(stripeAccountId))
  return (await tx.$count(payoutAccounts, and(eq(payoutAccounts.businessId, businessId), isSet))) > 0
}

/** Sellers with a payout account whose business, admins or payouts a user has changed since `since`, in the order of their ids. */
export async function listTouchedSellers(tx: Db, userId: string, since: Date): Promise<string[]> {
  const { targetId, targetType } = auditEntries
  const isTouched = or(
    and(eq(targetType, 'business'), eq(targetId, sql`${payoutAccounts.businessId}::text`)),
    and(
      eq(targetType, 'user'),
      sql`${targetId} in (select user_id::text from business_members where business_id = ${payoutAccounts.businessId})`,
    ),
    and(eq(targetType, 'payout'), sql`${targetId} in (select id::text from payouts where business_id = ${payoutAccounts.businessId})`),
  )
  const rows = await tx
    .selectDistinct({ id: payoutAccounts.businessId })
    .from(auditEntries)
    .innerJoin(payoutAccounts, isTouched)
    .where(and(eq(auditEntries.actorId, userId), gte(auditEntries.at, since)))
    .orderBy(asc(payoutAccounts.businessId))
  const ids = rows.map(({ id }) => id)
  const withAccount = await Promise.all(ids.map((id) => hasAccount(tx, id)))
  return ids.filter((_, at) => withAccount[at])
}

/** Puts the payouts of a seller on hold. The version of its profile stays: an open form of it has no conflict. */
export async function storeHold(tx: Db, businessId: string, { until, reason }: { until: Date; reason: PayoutHoldReason }): Promise<void> {
  const unchecked = reason === 'account_changed' && { checks: sql`${businesses.checks} - 'bankAccount'` } // it was of another account
  await tx
    .update(businesses)
    .set({ payoutsHeldUntil: until, payoutsHeldReason: reason, ...unchecked })
    .where(eq(businesses.id, businessId))
}

/** Ends the hold of a seller. */
export async function deleteHold(tx: Db, businessId: string): Promise<void> {
  await tx.update(businesses).set({ payoutsHeldUntil: null, payoutsHeldReason: null }).where(eq(businesses.id, businessId))
}

/** Sellers whose payouts are on hold at `now`, those released first at the top. */
export async function listOnHold(db: Db, now: Date) {
  return db
    .select({
      businessId: businesses.id,
      businessName: businesses.name,
      payoutsHeldUntil: businesses.payoutsHeldUntil,
      payoutsHeldReason: businesses.payoutsHeldReason,
    })
    .from(businesses)
    .where(and(gt(businesses.payoutsHeldUntil, now), ne(businesses.status, 'Deleted')))
    .orderBy(asc(businesses.payoutsHeldUntil), asc(businesses.id))
}

/** Owners of a business who can sign in. */
export async function listAdmins(db: Db, businessId: string): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(businessMembers, and(eq(businessMembers.userId, users.id), isOwned(businessId)))
    .where(eq(users.status, 'Active'))
    .orderBy(asc(users.id))
}

const isOwned = (businessId: string) => and(eq(businessMembers.businessId, businessId), eq(businessMembers.kind, 'owner'))

/** Businesses that a user owns, in the order of their ids. */
export async function listOwned(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: businessMembers.businessId })
    .from(businessMembers)
    .where(and(eq(businessMembers.userId, userId), eq(businessMembers.kind, 'owner')))
    .orderBy(asc(businessMembers.businessId))
  return rows.map(({ id }) => id)
}
