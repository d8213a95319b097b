import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onReplica } from '#server/platform/db/replica.ts'
import { sessions } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { IN_PROCESS } from './limits.ts'

/** Time after a change for which who made it reads from the primary, and after any change the pages do: longer than a replica may lag. */
const OWN_WRITE_SECONDS = 5

/** SQL condition: the user of the session has changed something within the last seconds, on whichever server. */
export const HAS_JUST_WRITTEN = sql<boolean>`coalesce(${sessions.wroteAt} > clock_timestamp() - make_interval(secs => ${sql.raw(String(OWN_WRITE_SECONDS))}), false)`

/**
 * Lets reads that may lag go to the replicas of the database, and notes in its sessions when a user changes anything, before the answer leaves. Without
 * replicas nothing is noted.
 */
export function readReplicas(app: FastifyInstance, { db, database: { replica, revisions } }: Pick<Deps, 'db' | 'database'>): void {
  if (!replica) {
    app.decorate('readLate', (_request: FastifyRequest, read: () => unknown) => read() as never)
    return
  }
  const mayLag = ({ actor, socket }: FastifyRequest): boolean => {
    // a page is cached for everybody, also for who has just changed something
    if (socket.remoteAddress === IN_PROCESS) return revisions.quietFor() > OWN_WRITE_SECONDS * 1000
    return !actor?.hasJustWritten
  }
  app.decorate('readLate', (request: FastifyRequest, read: () => unknown) => (mayLag(request) ? onReplica(read) : read()) as never)
  app.addHook('onSend', async ({ actor, method }, _reply, payload) => {
    if (actor && method !== 'GET' && method !== 'HEAD') {
      // the database is away: then it was no write either, or the next read fails too
      await db
        .update(sessions)
        .set({ wroteAt: sql`clock_timestamp()` })
        .where(eq(sessions.userId, actor.userId))
        .catch(() => {})
    }
    return payload
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a read that may lag: on a replica, unless its reader has just changed something. */
    readLate: <Result>(request: FastifyRequest, read: () => Result) => Result
  }
}
