import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { cartItems, carts, users } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of carts: nobody has changed one, put something in or signed in. */
export const CART_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'cart',
    table: carts,
    since: carts.updatedAt,
    days: RETENTION_DAYS.cart,
    where: (before) => sql`exists (select 1 from ${users} where ${users.id} = ${carts.userId} and ${users.lastSignedInAt} < ${before})
      and not exists (select 1 from ${cartItems} where ${cartItems.userId} = ${carts.userId} and ${cartItems.addedAt} >= ${before})`,
    which: 'whose user has not signed in as long',
  },
]
