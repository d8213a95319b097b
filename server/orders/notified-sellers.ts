import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { STAFF_ROLES } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, users } from '#server/platform/db/schema.ts'
import type { Recipient } from '#server/platform/notifications/notification-record.ts'

/** The mailbox of a seller's business. */
export interface Mailbox {
  businessId: string
  name: string
  email: string
}

/** The people who may sign in for these sellers, all staff too with `withStaff`, and the mailboxes of the sellers, in one query. */
export async function listRecipients(
  tx: Db,
  businessIds: readonly string[],
  { withStaff = false }: { withStaff?: boolean } = {},
): Promise<{ readers: Recipient[]; mailboxes: Mailbox[] }> {
  const { id, name, email, role, businessId } = users
  const sellers = sql`any(${sql.param([...businessIds])}::uuid[])`
  const rows = await tx
    .select({ id, name, email, role: sql<Recipient['role'] | null>`${role}`, businessId })
    .from(users)
    .where(
      and(
        or(withStaff ? inArray(role, STAFF_ROLES) : undefined, and(eq(role, 'business_admin'), sql`${businessId} = ${sellers}`)),
        eq(users.status, 'Active'),
      ),
    )
    .unionAll(
      tx
        .select({
          id: businesses.id,
          name: businesses.name,
          email: businesses.email,
          role: sql<null>`null`,
          businessId: sql<string | null>`${businesses.id}`,
        })
        .from(businesses)
        .where(sql`${businesses.id} = ${sellers}`),
    )
    .prepare(withStaff ? 'recipients_with_staff' : 'recipients')
    .execute()
  return {
    readers: rows.flatMap((row) => (row.role === null ? [] : [{ ...row, role: row.role }])),
    mailboxes: rows.flatMap((row) => (row.role === null ? [{ businessId: row.id, name: row.name, email: row.email }] : [])),
  }
}
