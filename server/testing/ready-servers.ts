import { type IncomingHttpHeaders, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { inject, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { keepAnswers } from '#server/platform/answers/keep-answers.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openPostgres } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { TestShop } from './test-shop.ts'

/** An answer of a server, as it was sent. */
interface Answered {
  status: number
  headers: IncomingHttpHeaders
  /** Decoded. */
  text: string
  bytes: number
}

/** A server beside the test shop, on its database and its clock, that listens and keeps answers. */
export interface ReadyServer {
  deps: Deps
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answered>
  call: (token: string, method: string, path: string, body: unknown) => Promise<Answered>
  close: () => Promise<void>
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }

async function ask(
  port: number,
  path: string,
  options: { method: string; headers: Record<string, string>; body?: string },
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const sending = send({ host: '127.0.0.1', port, path, method: options.method, headers: options.headers, agent: false }, (answer) => {
    buffer(answer).then((body) => {
      const decode = new Map(Object.entries(DECODE)).get(answer.headers['content-encoding'] ?? '')
      const text = (decode && body.length > 0 ? decode(body) : body).toString()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, bytes: body.length })
    }, reject)
  })
  sending.on('error', reject)
  sending.end(options.body)
  return promise
}

/** Opens a server of its own; `isKeeping` false: one that answers each request anew, to compare with. */
export async function openReadyServer(
  shop: TestShop,
  {
    settings = {},
    isKeeping = true,
    logger = false,
  }: { settings?: Record<string, string>; isKeeping?: boolean; logger?: Deps['logger'] } = {},
): Promise<ReadyServer> {
  const given = inject('database')
  let database: Database = shop.database
  if (given.kind === 'postgres') {
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    database = await openPostgres(`${given.server}/${rows[0]?.name}`, { log: logger || { warn: () => {} } })
    database.revisions.follow()
    await vi.waitUntil(() => database.revisions.state !== null, { timeout: 60_000 })
  }
  const config = readConfig({ RATE_LIMIT: 'off', DEMO: '0', ...settings })
  const deps: Deps = { ...shop.deps, config, database, db: database.db, logger }
  const app = await buildApp(deps)
  if (isKeeping) keepAnswers(app, deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    deps,
    get: (path, headers = {}, method = 'GET') => ask(port, path, { method, headers }),
    call: (token, method, path, body) =>
      ask(port, path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(JSON.stringify(body))),
        },
        body: JSON.stringify(body),
      }),
    close: async () => {
      await app.close()
      if (database !== shop.database) await database.close()
    },
  }
}
