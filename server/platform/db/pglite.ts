import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { EmbeddedDatabaseError } from './failure.ts'

/** The embedded PostgreSQL: a thread that speaks the wire protocol. */
interface EmbeddedPostgres {
  /** A stream as the `pg` package wants it; one at a time. A thread that was stopped is started anew. */
  connect: () => Duplex
  /** The whole database as a tar: for snapshots, and for tests that start from a copy. */
  dump: () => Promise<ArrayBuffer>
  /** Stops the thread at once; statements that it runs fail with `busy`. The next connection starts it anew, from its files. */
  restart: () => void
  /** Returns the ms for which the thread has not answered; 0 when it answers, and while there is none. */
  silentFor: () => number
  close: () => Promise<void>
}

type Message =
  | { kind: 'ready' }
  | { kind: 'wire'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: ArrayBuffer }
  | { kind: 'pong' }
  | { kind: 'closed' }

const PING_EVERY_MS = 5000

/**
 * Opens (or makes) the embedded database in `dataDir`; in memory where it is undefined.
 * @throws Error when the thread cannot open it
 */
export async function openPglite(options: { dataDir?: string; snapshot?: ArrayBuffer }): Promise<EmbeddedPostgres> {
  let worker: Worker | null = null
  let ending: Promise<unknown> = Promise.resolve()
  let lastHeard = performance.now()

  function start(): Worker {
    const started = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: options })
    started.on('message', () => {
      lastHeard = performance.now()
    })
    started.on('error', () => {
      // a broken thread exits too, and the streams on it fail then
    })
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    lastHeard = performance.now()
    worker = started
    return started
  }
  const running = async (): Promise<Worker> => {
    await ending // two threads in one folder would destroy each other's rows
    return worker ?? start()
  }

  const first = await running()
  await nextMessage(first, 'ready')
  const pinging = setInterval(() => worker?.postMessage({ kind: 'ping' }), PING_EVERY_MS).unref()

  return {
    connect: () => new WireStream(running()),
    dump: async () => {
      const current = await running()
      const waiting = nextMessage(current, 'dump')
      current.postMessage({ kind: 'dump' })
      const message = await waiting
      if (message.kind !== 'dump') throw new Error('The embedded database answered out of turn')
      return message.bytes
    },
    restart: () => {
      if (!worker) return
      const stopping = worker
      worker = null
      stopping.emit('overdue')
      ending = stopping.terminate()
    },
    silentFor: () => (worker ? Math.max(0, performance.now() - lastHeard - PING_EVERY_MS) : 0),
    close: async () => {
      clearInterval(pinging)
      await ending
      if (!worker) return
      const waiting = nextMessage(worker, 'closed')
      worker.postMessage({ kind: 'close' })
      await waiting
      await worker?.terminate()
    },
  }
}

/** Waits for a message of that kind. @throws Error when the thread ends before. */
async function nextMessage(worker: Worker, kind: Message['kind']): Promise<Message> {
  const gone = new AbortController()
  const ended = once(worker, 'exit', { signal: gone.signal }).then(
    () => Promise.reject(new EmbeddedDatabaseError('The embedded database stopped', 'not_ready')),
    () => new Promise<never>(() => {}),
  )
  try {
    for (;;) {
      const [message]: Message[] = await Promise.race([once(worker, 'message', { signal: gone.signal }), ended])
      if (message?.kind === kind) return message
    }
  } finally {
    gone.abort()
  }
}

const SYNC = 0x53 // 'S': ends a group of extended-protocol messages
const QUERY = 0x51 // 'Q'
const FLUSH = 0x48 // 'H'
const TERMINATE = 0x58 // 'X'

/**
 * Joins the bytes of `pg` to whole groups before the database sees them: after an error PostgreSQL skips to the next Sync,
 * and the embedded one can do that only within one hand-over.
 */
class WireStream extends Duplex {
  #worker: Worker | null = null
  #waiting = Buffer.alloc(0)
  #isStarted = false
  readonly #receive = (message: Message) => {
    if (message.kind === 'wire') this.push(Buffer.from(message.bytes))
  }
  readonly #stopped = () => {
    this.destroy(new EmbeddedDatabaseError('The embedded database stopped', 'not_ready'))
  }
  readonly #overdue = () => {
    this.destroy(new EmbeddedDatabaseError('The embedded database did not answer in time and was started anew', 'busy'))
  }

  constructor(running: Promise<Worker>) {
    super()
    running.then(
      (worker) => this.#attach(worker),
      (error: Error) => this.destroy(error),
    )
  }

  #attach(worker: Worker): void {
    this.#worker = worker
    worker.on('message', this.#receive).once('exit', this.#stopped).once('overdue', this.#overdue)
    if (!this.destroyed) this.emit('connect')
  }

  connect(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    // bytes are pushed as they arrive
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#waiting = Buffer.concat([this.#waiting, chunk])
    const end = this.#endOfGroups()
    if (end > 0) {
      this.#worker?.postMessage({ kind: 'wire', bytes: new Uint8Array(this.#waiting.subarray(0, end)) })
      this.#waiting = Buffer.from(this.#waiting.subarray(end))
    }
    done()
  }

  /** The other side hangs up too: who waits for a connection gets a new one only when the old one is closed. */
  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker?.off('message', this.#receive).off('exit', this.#stopped).off('overdue', this.#overdue)
    done(error)
  }

  /** Returns the end of the last complete group of messages in the buffer; 0 when none is complete. */
  #endOfGroups(): number {
    let offset = 0
    let end = 0
    while (offset + 4 < this.#waiting.length) {
      const lengthAt = this.#isStarted ? offset + 1 : offset // the first message has no type byte
      if (lengthAt + 4 > this.#waiting.length) break
      const next = lengthAt + this.#waiting.readUInt32BE(lengthAt)
      if (next > this.#waiting.length) break
      const type = this.#isStarted ? this.#waiting[offset] : SYNC
      this.#isStarted = true
      if (type === TERMINATE) return end // the thread outlives the connection
      offset = next
      if (type === SYNC || type === QUERY || type === FLUSH) end = offset
    }
    return end
  }
}
