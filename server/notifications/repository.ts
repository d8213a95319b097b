import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { notifications, users } from '#server/db/schema.ts'

/** Who is told: one user, everybody of a seller, or all staff. */
export type Audience = { userId: string } | { businessId: string } | 'staff'

/** What the bell says: a title, a sentence (may be empty) and the path of the screen that it is about. */
export interface Notice {
  audience: Audience
  kind: string
  title: string
  text?: string
  path: string
  /** The same key is told once to each person. */
  dedupeKey: string
  at: Date
}

const within = (audience: Audience): SQL | undefined => {
  if (audience === 'staff') return inArray(users.role, ['application_admin', 'super_admin'])
  if ('userId' in audience) return eq(users.id, audience.userId)
  return and(eq(users.role, 'business_admin'), eq(users.businessId, audience.businessId))
}

/** Tells everybody of the audience who may sign in, in the transaction of what happened. */
export async function notify(tx: Db, { audience, dedupeKey, at, ...notice }: Notice): Promise<void> {
  const people = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(within(audience), eq(users.status, 'Active')))
  if (people.length === 0) return
  await tx
    .insert(notifications)
    .values(people.map(({ userId }) => ({ ...notice, userId, dedupeKey, createdAt: at })))
    .onConflictDoNothing({ target: [notifications.userId, notifications.dedupeKey] })
}
