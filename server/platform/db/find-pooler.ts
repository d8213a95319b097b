import type pg from 'pg'
import { makeClient } from './watched-client.ts'

const TURNS = 5
const CONNECT_MS = 5000

/**
 * Returns whether the address leads through a transaction pooler: asks two open clients by turns for the process that serves them. Without one that is one
 * process a client; behind one it is whichever is free.
 */
export async function isTransactionPooled(connectionString: string): Promise<boolean> {
  const clients: pg.Client[] = []
  try {
    for (let at = 0; at < 2; at += 1) {
      const client = makeClient({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })
      clients.push(client)
      await client.connect()
    }
    const seen = clients.map(() => new Set<number>())
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        seen[at]?.add(rows[0]?.pid ?? 0)
      }
    }
    return new Set(seen.flatMap((pids) => [...pids])).size !== clients.length || seen.some(({ size }) => size > 1)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
