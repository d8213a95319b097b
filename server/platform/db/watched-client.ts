import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { TimeStatement } from './statement-time.ts'

/** Longest time of a statement of the running work, in ms; null: as long as it likes. Absent: the pool's own bound. */
const patience = new AsyncLocalStorage<number | null>()

/** Runs `work` with another bound for its statements, in ms; null: none. */
export const withPatience = <Result>(milliseconds: number | null, work: () => Promise<Result>): Promise<Result> =>
  patience.run(milliseconds, work)

/**
 * Makes a client outside of a pool. It has a listener for `error`: without one, a connection that is cut would end the process. Its
 * statement fails, too.
 */
export function makeClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}

/** Runs `work` on a client outside of a pool, and ends it. */
export async function withClient<Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = makeClient(config)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Cuts a connection, which may not answer any more: its statements fail as those of a database that is away. */
export function cutConnection(client: object): void {
  const { connection } = client as { connection: { stream: { destroy: (error: Error) => void } } } // not in the types of pg
  connection.stream.destroy(Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' }))
}

/**
 * Longest wait for a lock and longest statement of a request, and the time zone: sent once by each connection, but not through a pooler.
 */
export const SESSION = "set lock_timeout = '10s'; set statement_timeout = '15s'; set timezone = 'UTC'"

/** Limits and listeners of a pool's clients. */
interface ClientWatch {
  /** Longest time of a statement before `onOverdue`, in ms; null: never overdue. */
  longestMs: number | null
  /** Called with every failure of a connection: to connect, of the socket, or a refusal of the database. */
  onFailure: (error: unknown, client: pg.Client) => void
  /** Ends what a statement that is overdue still does. The client must fail its statements afterwards. */
  onOverdue: (client: pg.Client) => void
  time: TimeStatement
}

/**
 * Makes the class of a pool's clients. Each has a listener for `error` from its first moment: without one, a connection that the database
 * cuts while it is in use ends the process.
 */
export function makeWatchedClient({ longestMs, onFailure, onOverdue, time }: ClientWatch): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('error', (error) => onFailure(error, this))
      // the refusals of the database, also those that a transaction's rollback would hide
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter } // not in the types of pg
      connection.on('errorMessage', (error: unknown) => onFailure(error, this))
      const connect = this.connect.bind(this) as (done?: (error?: Error) => void) => Promise<void> | undefined
      const watchedConnect = (done?: (error?: Error) => void) => {
        if (done) {
          return connect((error) => {
            if (error) onFailure(error, this)
            done(error)
          })
        }
        return connect()?.catch((error: unknown) => {
          onFailure(error, this)
          throw error
        })
      }
      this.connect = watchedConnect as typeof this.connect // both of its forms
      const send = this.query.bind(this) as (...args: unknown[]) => unknown
      const watchedQuery = (...args: unknown[]) => {
        const limit = patience.getStore()
        const bound = limit === undefined ? longestMs : longestMs && limit
        const timer = bound ? setTimeout(() => onOverdue(this), bound) : undefined
        const timed = time(args[0])
        const end = (error?: unknown) => {
          clearTimeout(timer)
          timed(error)
        }
        const last = args.at(-1)
        if (typeof last === 'function') {
          return send(...args.slice(0, -1), (...answer: unknown[]) => {
            end(answer[0])
            last(...answer)
          })
        }
        const answer = send(...args)
        if (!(answer instanceof Promise)) {
          clearTimeout(timer)
          return answer
        }
        return answer.then(
          (result: unknown) => {
            end()
            return result
          },
          (error: unknown) => {
            end(error)
            throw error
          },
        )
      }
      this.query = watchedQuery as typeof this.query // takes and answers what the client's own does
    }
  }
}
