import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/client.ts'
import type { DatabaseLog } from '#server/platform/db/watch.ts'
import { readOperations, recordOperation, releaseOutbox } from './operation-record.ts'

/** Returns the path of the socket by which commands reach the running shop that holds the embedded database in `dataDir`. */
export const controlSocket = (dataDir: string): string => join(dataDir, 'control.sock')

const Instant = z.pipe(
  z.iso.datetime(),
  z.transform((text: string) => new Date(text)),
)

/** A command, as one line of JSON. */
const Command = z.discriminatedUnion('command', [
  /** Answers with a copy of the database's files. */
  z.object({ command: z.literal('backup') }),
  /** Records an operation. */
  z.object({
    command: z.literal('record'),
    operation: z.object({
      kind: z.enum(['backup', 'drill', 'restore']),
      startedAt: Instant,
      finishedAt: Instant,
      ok: z.boolean(),
      bytes: z.nullable(z.int()),
      detail: z.record(z.string(), z.unknown()),
    }),
  }),
  /** Answers with the newest operations. */
  z.object({ command: z.literal('operations') }),
  /** Lets the outbox of a restored database send again. */
  z.object({ command: z.literal('release'), isLive: z.boolean() }),
])

const Done = z.object({ finishedAt: Instant, ok: z.boolean(), bytes: z.nullable(z.int()) })

/** The answer to a command, as one line of JSON; after it come as many bytes as it says. */
export const ControlAnswer = z.object({
  operations: z.optional(
    z.object({
      newest: z.partial(z.object({ backup: Done, drill: Done, restore: Done })),
      backedUpAt: z.nullable(Instant),
      isOutboxHeld: z.boolean(),
    }),
  ),
  error: z.optional(z.string()),
  bytes: z.optional(z.int()),
  released: z.optional(z.nullable(z.int())),
})

const MAX_LINE = 64 * 1024
const IDLE_MS = 10_000

async function readLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
    if (text.length > MAX_LINE) break
  }
  throw new Error('No command came')
}

type Open = Pick<Database, 'pool' | 'embedded'>

async function run({ pool, embedded }: Open, line: string, now: Date): Promise<{ answer: object; body?: Buffer }> {
  const command = Command.parse(JSON.parse(line))
  if (command.command === 'record') {
    await recordOperation(pool, command.operation)
    return { answer: {} }
  }
  if (command.command === 'operations') return { answer: { operations: await readOperations(pool) } }
  if (command.command === 'release') return { answer: { released: await releaseOutbox(pool, { isLive: command.isLive, at: now }) } }
  if (!embedded) throw new Error('There is no embedded database')
  const body = Buffer.from(await embedded.dump())
  return { answer: { bytes: body.length }, body }
}

/**
 * Listens on the control socket of the embedded database, which only this process can read. Its file is for the user of the server alone. A
 * shop that cannot listen works without.
 * @returns the function that stops it
 */
export function serveControl(database: Open, { dataDir, log, now }: { dataDir: string; log: DatabaseLog; now: () => Date }): () => void {
  const path = controlSocket(dataDir)
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('error', () => {
      // the other side has gone
    })
    readLine(socket)
      .then((line) => {
        socket.setTimeout(0)
        return run(database, line, now())
      })
      .then(
        ({ answer, body }) => {
          socket.write(`${JSON.stringify(answer)}\n`)
          socket.end(body ?? Buffer.alloc(0))
        },
        (error: unknown) => socket.end(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`),
      )
  })
  server.on('error', (error) => log.warn({ err: error }, 'The control socket cannot be opened: backups need the shop to be stopped'))
  rmSync(path, { force: true }) // of a process that was killed: this one holds the folder
  const before = process.umask(0o177)
  try {
    server.listen(path, () => chmodSync(path, 0o600))
  } finally {
    process.umask(before)
  }
  server.unref()
  return () => {
    server.close()
    rmSync(path, { force: true })
  }
}
