import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onReplica } from '#server/platform/db/replica.ts'
import type { Deps } from '#server/platform/deps.ts'
import { IN_PROCESS } from './limits.ts'

/** Time after a change for which who made it reads from the primary, and after any change the pages do: longer than a replica may lag. */
export const OWN_WRITE_SECONDS = 5

/** Notes in the database that a user has changed something, for all servers. */
type NoteWrite = (userId: string) => Promise<void>

/**
 * Lets reads that may lag go to the replicas of the database, and notes when a user changes anything, before the answer leaves. Without
 * replicas nothing is noted.
 */
export function readReplicas(
  app: FastifyInstance,
  { database: { replica, revisions } }: Pick<Deps, 'database'>,
  noteWrite: NoteWrite,
): void {
  if (!replica) {
    app.decorate('readLate', <Result>(_request: FastifyRequest, read: () => Result): Result => read())
    return
  }
  const mayLag = ({ actor, socket, making }: FastifyRequest): boolean => {
    // what is kept is kept for everybody, also for who has just changed something
    if (socket.remoteAddress === IN_PROCESS || making) return revisions.quietFor() > OWN_WRITE_SECONDS * 1000
    return !actor?.hasJustWritten
  }
  app.decorate('readLate', <Result>(request: FastifyRequest, read: () => Result): Result => (mayLag(request) ? onReplica(read) : read()))
  app.addHook('onSend', async ({ actor, method }, _reply, payload) => {
    if (actor && method !== 'GET' && method !== 'HEAD') {
      await noteWrite(actor.userId).catch(() => {}) // the database is away: then nothing was changed, or the next read fails too
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
