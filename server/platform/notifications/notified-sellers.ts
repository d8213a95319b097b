import { type SQL, sql } from 'drizzle-orm'
import { STAFF_ROLES } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, businessMembers, users } from '#server/platform/db/schema.ts'
import { apart, statement } from '#server/platform/db/unit-of-work.ts'
import type { Recipient } from './notification-record.ts'

/** The mailbox of a seller's business. */
export interface Mailbox {
  businessId: string
  name: string
  email: string
}

/** A person, or a mailbox where there is no role. */
type RecipientRow = Omit<Recipient, 'role'> & { role: Recipient['role'] | null }

/** The second condition is that of an index, which PostgreSQL does not see in parameters: without it, every customer is read. */
const isStaff = sql`u.role in ${[...STAFF_ROLES]} and u.role <> 'customer'`

/** Reads the people of the sellers (ids as an array in the database's writing; once for each) and others, and the sellers' mailboxes. */
const readRecipients = (name: string, others: SQL) =>
  statement<{ sellers: string }, RecipientRow>(name, () => {
    const sellers = sql`any(${apart(sql`${sql.placeholder('sellers')}::uuid[]`)}::uuid[])`
    return sql`
      select u.id, u.name, u.email, u.role, u.duties, null::uuid as "businessId" from ${users} u where (${others}) and u.status = 'Active'
      union all
      select u.id, u.name, u.email, u.role, u.duties, m.business_id from ${businessMembers} m join ${users} u on u.id = m.user_id
      where m.business_id = ${sellers} and u.role = 'business_admin' and u.status = 'Active'
      union all
      select b.id, b.name, b.email, null, '{}'::text[], b.id from ${businesses} b where b.id = ${sellers}`
  })
const readOfSellers = readRecipients('recipients', sql`false`)
const readOfSellersAndStaff = readRecipients('recipients_with_staff', isStaff)

/** The people who may sign in for these sellers, all staff too with `withStaff`, and the mailboxes of the sellers, in one query. */
export async function listRecipients(
  tx: Db,
  businessIds: readonly string[],
  { withStaff = false }: { withStaff?: boolean } = {},
): Promise<{ readers: Recipient[]; mailboxes: Mailbox[] }> {
  const rows = await (withStaff ? readOfSellersAndStaff : readOfSellers)(tx, { sellers: `{${businessIds.join(',')}}` })
  return {
    readers: rows.flatMap((row) => (row.role === null ? [] : [{ ...row, role: row.role }])),
    mailboxes: rows.flatMap((row) => (row.role === null ? [{ businessId: row.id, name: row.name, email: row.email }] : [])),
  }
}
