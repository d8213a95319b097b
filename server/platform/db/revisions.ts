import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterCommit } from './after-commit.ts'
import { consoleLog, type DatabaseLog } from './watch.ts'
import { cutConnection, makeClient } from './watched-client.ts'

/*
 * What is answered from memory is valid for one state of the public data. Each change raises a revision in the table `revisions` and
 * notifies the channel: triggers do it for the catalog and the settings, in the transaction of the change; the application does it for the
 * stock, after the commit and for many changes together, because a row that all orders lock would make them wait for each other.
 */

const CHANNEL = 'reflute_revisions'
/** Statement after which a connection receives what the triggers notify. */
export const LISTEN = `listen ${CHANNEL}`
/** Time for which changes of the stock are collected before the other servers are notified. */
const JOINED_MS = 50
/** Pause in ms before a failed notice is tried again. */
const RETRY_MS = 1000
const READ_EVERY_MS = 1000
/** Time without an answer after which the connection counts as lost. */
const SILENT_MS = 2000
const MIN_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 5000
const SAY_AFTER_MS = 30_000
/** Number of positions in the log of the database that are remembered: one a second. */
const MAX_MARKS = 600

const READ = `select coalesce((select json_object_agg(name, value) from revisions), '{}') as values,
  case when $1 and not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end as position`
/** Not waiting for the disk: a number that a crash loses is raised again, and after a crash all servers read anew. */
const RAISE_STOCK = `begin; set local synchronous_commit = off;
  with raised as (insert into revisions as r (name, value) values ('stock', 1) on conflict (name) do update set value = r.value + 1 returning value)
  select pg_notify('${CHANNEL}', 'stock:' || value) from raised; commit`

export const REVISIONS = ['catalog', 'settings', 'stock'] as const
/** The kinds on which an answer depends that does not show stock. */
export const WITHOUT_STOCK = ['catalog', 'settings'] as const

/** Kind of public data with a revision of its own. */
export type RevisionName = (typeof REVISIONS)[number]

const isRevision = (name: string): name is RevisionName => REVISIONS.some((each) => each === name)

/** Position in the log of the primary: what is before it was committed at that moment (`performance.now()`). */
interface Mark {
  at: number
  position: bigint
}

/** Reads a position such as `0/16B3748`. */
export function readPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Changes of each kind that a server knows of; `all` may be of any kind. */
type Changes = Record<RevisionName | 'all', number>

/** Sums up counts, which only grow: the sum is the same while none of them has changed. */
function stateOf(changes: Changes, names: readonly RevisionName[]): number {
  let state = changes.all
  for (const name of names) state += changes[name]
  return state
}

/** Follows the revisions of a database for one server. */
export class Revisions {
  readonly #pool: pg.Pool
  readonly #url: string | null
  readonly #log: DatabaseLog
  readonly #closing = new AbortController()
  /** Runs work that belongs to no request. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #values = new Map<string, number>()
  readonly #changes: Changes = { all: 0, catalog: 0, settings: 0, stock: 0 }
  #isKnown: boolean
  #changedAt = Number.NEGATIVE_INFINITY
  #following: Promise<void> = Promise.resolve()
  #raising: NodeJS.Timeout | undefined
  /** Positions of the primary, oldest first; only where `keepMarks` was called. */
  readonly marks: Mark[] = []
  #onMark: (() => void) | null = null
  #leave: () => void = () => {}

  /**
   * @param url address past a pooler, on which notifications arrive; null where there is none: then nothing is answered from memory, unless
   * this server is alone
   */
  constructor(pool: pg.Pool, url: string | null, { log = consoleLog, isAlone = false }: { log?: DatabaseLog; isAlone?: boolean } = {}) {
    this.#pool = pool
    this.#url = url
    this.#log = log
    this.#isKnown = isAlone
    known.set(pool, this)
  }

  /**
   * Names the state of the public data; what was read under another one is outdated. Null while changes of other servers are not heard of.
   */
  get state(): number | null {
    return this.stateOf(REVISIONS)
  }

  /** Names the state of these kinds alone; null while `state` is. */
  stateOf(names: readonly RevisionName[]): number | null {
    return this.#isKnown ? stateOf(this.#changes, names) : null
  }

  /** Remembers the present state. @returns the function that names it for kinds of data; null while `state` is */
  remember(): ((names: readonly RevisionName[]) => number) | null {
    const changes = { ...this.#changes }
    return this.#isKnown ? (names) => stateOf(changes, names) : null
  }

  /** Returns a revision as the primary has it; null while that is unknown. */
  valueOf(name: RevisionName): number | null {
    return this.#isKnown ? (this.#values.get(name) ?? 0) : null
  }

  /** Returns the ms since the public data last changed, as far as this server knows. */
  quietFor(): number {
    return performance.now() - this.#changedAt
  }

  /** Takes note of a change that this server has made: before it is answered, so that its author sees it. */
  noteChange(of: RevisionName | 'all' = 'all'): void {
    this.#changes[of] += 1
    this.#changedAt = performance.now()
  }

  /** Takes note of a committed change of the stock, and notifies the other servers soon. */
  noteStock(): void {
    this.noteChange('stock')
    if (this.#url === null || this.#closing.signal.aborted) return
    this.#raising ??= this.#outside(() => setTimeout(() => this.#raiseStock(), JOINED_MS))
  }

  #raiseStock(): void {
    this.#raising = undefined
    this.#pool.query(RAISE_STOCK).catch(() => {
      if (!this.#closing.signal.aborted) this.#raising ??= this.#outside(() => setTimeout(() => this.#raiseStock(), RETRY_MS))
    })
  }

  /** Takes note of what a trigger or another server has notified. */
  hear(payload: string): void {
    const [name = '', value] = payload.split(':')
    this.#take(name, Number(value))
  }

  /** Remembers the position of the primary from now on, once a second. */
  keepMarks(onMark: () => void): void {
    this.#onMark = onMark
  }

  /** Begins to listen for changes. */
  follow(): void {
    if (this.#url !== null) this.#following = this.#follow(this.#url)
  }

  /** Listens on a new connection: the server of the present one was demoted, or waits for its clients to go. */
  reconnect(): void {
    this.#leave()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#raising) {
      clearTimeout(this.#raising)
      await this.#pool.query(RAISE_STOCK).catch(() => {}) // away: who listens reads anew when it is back
    }
    await this.#following
  }

  async #follow(url: string): Promise<void> {
    const { signal } = this.#closing
    let backoff = MIN_BACKOFF_MS
    let heardAt = performance.now()
    let isSaid = false
    while (!signal.aborted) {
      await this.#listen(url, () => {
        backoff = MIN_BACKOFF_MS
        heardAt = performance.now()
        isSaid = false
      }).catch(() => {})
      this.#isKnown = false
      if (!isSaid && performance.now() - heardAt > SAY_AFTER_MS) {
        isSaid = true
        this.#log.warn({}, 'Changes by other servers have not been heard of for 30 s: nothing is answered from memory')
      }
      await wait(backoff, undefined, { signal, ref: false }).catch(() => {})
      backoff = Math.min(2 * backoff, MAX_BACKOFF_MS)
    }
  }

  /** Listens until the connection is lost. */
  async #listen(url: string, onHeard: () => void): Promise<void> {
    const client = makeClient({ connectionString: url, connectionTimeoutMillis: SILENT_MS, query_timeout: SILENT_MS, keepAlive: true })
    const lost = new AbortController()
    const lose = () => {
      this.#isKnown = false
      lost.abort()
    }
    this.#leave = lose
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => this.hear(payload))
    const signal = AbortSignal.any([lost.signal, this.#closing.signal])
    try {
      await client.connect()
      await client.query(LISTEN)
      while (!signal.aborted) {
        await this.#read(client)
        if (!this.#isKnown && !signal.aborted) {
          this.#isKnown = true
          this.noteChange()
        }
        onHeard()
        await wait(READ_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    } finally {
      lose()
      cutConnection(client) // one that does not answer would not end either
    }
  }

  async #read(client: pg.Client): Promise<void> {
    const at = performance.now()
    const { rows } = await client.query<{ values: Record<string, number>; position: string | null }>(READ, [this.#onMark !== null])
    for (const [name, value] of Object.entries(rows[0]?.values ?? {})) this.#take(name, value)
    const { position } = rows[0] ?? {}
    if (!position) return
    this.marks.push({ at, position: readPosition(position) })
    if (this.marks.length > MAX_MARKS) this.marks.shift()
    this.#onMark?.()
  }

  #take(name: string, value: number): void {
    if (this.#values.get(name) === value) return
    this.#values.set(name, value)
    this.noteChange(isRevision(name) ? name : 'all')
  }
}

/** The revisions of each pool. */
const known = new WeakMap<object, Revisions>()

/** Returns the revisions of a database; undefined for a transaction. */
export const revisionsOf = (db: object): Revisions | undefined => known.get((db as { $client?: object }).$client ?? db)

/** Takes note of a change of the stock once its transaction has committed. */
export function noteStock(tx: object): void {
  afterCommit(tx, (db) => revisionsOf(db)?.noteStock())
}
