import { and, eq, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, stockMovements, users } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** Id of the request that the actions of the demo are recorded with. */
export const REQUEST_ID = 'demo'

/** An action so many days ago; the shop's clock is set back while it runs. */
export interface Step {
  daysAgo: number
  act: (then: Deps) => Promise<void>
}

/** Returns an action so many days ago; none where the moment has not come yet. */
export const stepAt = (daysAgo: number | undefined, act: Step['act']): Step[] => (daysAgo === undefined ? [] : [{ daysAgo, act }])

/** Runs all actions in chronological order, so that the numbers of orders and documents rise with time. */
export async function playSteps(deps: Deps, steps: readonly Step[], startedAt: Date): Promise<void> {
  for (const { daysAgo, act } of [...steps].sort((a, b) => b.daysAgo - a.daysAgo)) {
    const at = new Date(startedAt.getTime() - daysAgo * DAY_MS)
    await act({ ...deps, now: () => new Date(at) })
    await deps.db.update(stockMovements).set({ at }).where(eq(stockMovements.at, sql`now()`)) // of this step
  }
}

/** Returns a demo user as the actor of its actions; null for none. */
export async function findActor(db: Db, email: string): Promise<Actor | null> {
  const [row] = await db
    .select({ user: users, business: businesses })
    .from(users)
    .leftJoin(businesses, eq(businesses.id, users.businessId))
    .where(and(eq(users.email, email), eq(users.status, 'Active')))
  if (!row) return null
  const { user, business } = row
  return {
    userId: user.id,
    sessionId: '',
    name: user.name,
    email: user.email,
    role: user.role,
    status: user.status,
    emailVerified: user.emailVerifiedAt !== null,
    mustChangePassword: false,
    businessId: user.businessId,
    businessName: business?.name ?? null,
    businessStatus: business?.businessStatus ?? null,
    memberKind: business && 'owner',
    hasStepUp: true, // they act as if they had just signed in
    hasSecondFactor: false,
    mustEnroll: false,
    duties: user.duties,
    hasJustWritten: true,
    token: null,
  }
}
