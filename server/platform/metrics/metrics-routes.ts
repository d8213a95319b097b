import { createHash, timingSafeEqual } from 'node:crypto'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { bearerToken } from '#server/platform/http/request.ts'
import { machine, database as pools, registry } from './metrics.ts'
import { watchProcess } from './watch-process.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Shows the connections of the pools: those that work, those that wait for work, and work that waits for one. */
function showConnections({ embedded, pool, replica }: Deps['database']): void {
  showPool(embedded ? 'embedded' : 'primary', pool)
  if (replica) showPool('read', replica.pool)
}

function showPool(name: 'primary' | 'read' | 'embedded', pool: Pool): void {
  pools.connections.set({ pool: name, state: 'idle' }, pool.idleCount)
  pools.connections.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount)
  pools.connections.set({ pool: name, state: 'waiting' }, pool.waitingCount)
}

/** Shows the disk of the data folder. */
async function showDisk({ config: { dataDir }, database, disk, files }: Deps): Promise<void> {
  const stats = await statfs(dataDir).catch(() => null)
  if (stats) {
    machine.diskFree.set(stats.bavail * stats.bsize)
    machine.diskSize.set(stats.blocks * stats.bsize)
  }
  const isUsed = database.kind === 'embedded' || files.driver === 'disk'
  const takesFiles = isUsed
    ? await access(dataDir, constants.W_OK).then(
        () => true,
        () => false,
      )
    : true
  machine.diskWritable.set(takesFiles && !disk?.isFull() ? 1 : 0)
}

/** Serves the metrics to who has METRICS_TOKEN; without that setting there is nothing at this path. */
export function metricsRoutes(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config
  if (metricsToken !== undefined) watchProcess()
  const expected = digest(metricsToken ?? '')
  app.get('/metrics', { config: { isUncounted: () => true, isUnlogged: true } }, async (request, reply) => {
    if (metricsToken === undefined) return reply.callNotFound()
    const token = bearerToken(request.headers.authorization)
    if (token === null || !timingSafeEqual(digest(token), expected)) refuse('unauthenticated')
    showConnections(deps.database)
    await showDisk(deps)
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}
