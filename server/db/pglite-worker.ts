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

type Request = { kind: 'wire'; bytes: Uint8Array } | { kind: 'dump' } | { kind: 'close' }

async function answer(request: Request): Promise<void> {
  if (request.kind === 'wire') {
    const bytes = await database.execProtocolRaw(request.bytes)
    parentPort?.postMessage({ kind: 'wire', bytes })
  } else if (request.kind === 'dump') {
    const file = await database.dumpDataDir('none')
    parentPort?.postMessage({ kind: 'dump', bytes: await file.arrayBuffer() })
  } else {
    await database.close()
    parentPort?.postMessage({ kind: 'closed' })
  }
}

let queue: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: Request) => {
  queue = queue.then(() => answer(request))
})
parentPort?.postMessage({ kind: 'ready' })
