import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** The embedded PostgreSQL: a thread that speaks the wire protocol. */
export interface EmbeddedPostgres {
  /** A stream as the `pg` package wants it; one at a time. */
  connect: () => Duplex
  /** The whole database as an uncompressed tar, for tests that start from a copy. */
  dump: () => Promise<ArrayBuffer>
  close: () => Promise<void>
}

type Message = { kind: 'ready' } | { kind: 'wire'; bytes: Uint8Array } | { kind: 'dump'; bytes: ArrayBuffer } | { kind: 'closed' }

/** Opens (or makes) the embedded database in `dataDir`; in memory where it is undefined. */
export async function openPglite(options: { dataDir?: string; snapshot?: ArrayBuffer }): Promise<EmbeddedPostgres> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: options })
  await nextMessage(worker, 'ready')
  return {
    connect: () => new WireStream(worker),
    dump: async () => {
      const waiting = nextMessage(worker, 'dump')
      worker.postMessage({ kind: 'dump' })
      const message = await waiting
      if (message.kind !== 'dump') throw new Error('The embedded database answered out of turn')
      return message.bytes
    },
    close: async () => {
      const waiting = nextMessage(worker, 'closed')
      worker.postMessage({ kind: 'close' })
      await waiting
      await worker.terminate()
    },
  }
}

async function nextMessage(worker: Worker, kind: Message['kind']): Promise<Message> {
  for (;;) {
    const [message]: Message[] = await once(worker, 'message')
    if (message?.kind === kind) return message
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
  readonly #worker: Worker
  #waiting = Buffer.alloc(0)
  #isStarted = false
  readonly #receive = (message: Message) => {
    if (message.kind === 'wire') this.push(Buffer.from(message.bytes))
  }

  readonly #stop = () => this.destroy(new Error('The embedded database stopped'))

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#receive)
    worker.once('exit', this.#stop)
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
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
      this.#worker.postMessage({ kind: 'wire', bytes: new Uint8Array(this.#waiting.subarray(0, end)) })
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
    this.#worker.off('message', this.#receive)
    this.#worker.off('exit', this.#stop)
    done(error)
  }

  /** Where the last whole group of messages in the buffer ends; 0 when none is whole. */
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
