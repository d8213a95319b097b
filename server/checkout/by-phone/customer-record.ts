import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, orders, users } from '#server/platform/db/schema.ts'

const selectCustomers = (db: Db) =>
  db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      emailVerifiedAt: users.emailVerifiedAt,
      mustChangePassword: users.mustChangePassword,
      businessId: users.businessId,
      businessName: businesses.name,
      businessStatus: businesses.businessStatus,
    })
    .from(users)
    .leftJoin(businesses, eq(businesses.id, users.businessId))

/** A user for whom staff may order. */
export type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number]

const onlyActive = ([row]: CustomerRow[]): CustomerRow | null => (row?.status === 'Active' ? row : null)

/** Returns the active user with this id; null where there is none. */
export async function findCustomer(db: Db, id: string): Promise<CustomerRow | null> {
  return onlyActive(await selectCustomers(db).where(eq(users.id, id)))
}

/** As `findCustomer`, locked: nobody blocks or deletes the user before the transaction ends. */
export async function lockCustomer(tx: Db, id: string): Promise<CustomerRow | null> {
  return onlyActive(await selectCustomers(tx).where(eq(users.id, id)).for('no key update', { of: users }))
}

/** Returns the checkout form of a user's last order; null where there was none. */
export async function findLastForm(db: Db, userId: string): Promise<Record<string, string> | null> {
  const [last] = await db
    .select({ customer: orders.customer })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  return last?.customer ?? null
}
