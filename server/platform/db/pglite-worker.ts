import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/* The embedded database runs in its own thread: a slow query must not stop the server from answering. */

const { dataDir, snapshot } = workerData as { dataDir: string | undefined; snapshot: ArrayBuffer | undefined } // written by pglite.ts
const database = await PGlite.create({
  ...(dataDir && { dataDir }),
  ...(snapshot && { loadDataDir: new Blob([snapshot]) }),
  extensions: { pg_trgm },
})

type Request = { kind: 'wire'; bytes: Uint8Array } | { kind: 'dump' } | { kind: 'ping' } | { kind: 'close' }

/** The first message of a connection has a length where others have their type: its first byte is 0. */
const STARTUP = 0

/**
 * Returns the answer of the database to these messages. Taken as a stream, because `execProtocolRaw` also parses every answer and keeps
 * what it parsed for ever (seen: 70 kB of memory lost for an answer of 60 kB); only the start-up message is not offered as a stream.
 */
async function exchange(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (messages[0] === STARTUP) return Uint8Array.from(await database.execProtocolRaw(messages))
  const parts: Uint8Array[] = []
  // a part is a view of memory that the database writes over next
  await database.execProtocolRawStream(messages, { onRawData: (part) => parts.push(part.slice()) })
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function answer(request: Request): Promise<void> {
  if (request.kind === 'wire') {
    const bytes = await exchange(request.bytes)
    parentPort?.postMessage({ kind: 'wire', bytes }, [bytes.buffer])
  } else if (request.kind === 'dump') {
    const file = await database.dumpDataDir('none')
    const bytes = await file.arrayBuffer()
    parentPort?.postMessage({ kind: 'dump', bytes }, [bytes])
  } else if (request.kind === 'ping') {
    parentPort?.postMessage({ kind: 'pong' })
  } else {
    await database.close()
    parentPort?.postMessage({ kind: 'closed' })
  }
}

let queue: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: Request) => {
  // a database that cannot go on (no room for its log, a broken file) ends the thread; the next connection starts another one
  queue = queue.then(() => answer(request)).catch(() => process.exit(1))
})
parentPort?.postMessage({ kind: 'ready' })
