import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Work that holds a connection and waits for another one of the same pool can freeze the shop: once as many such calls run as the pool has
 * connections, each waits for the others. In development and tests, asking for a second one is an error, whether or not the pool happens to
 * have one left.
 */

/** A connection that is held. */
interface Held {
  /** False once it was released. */
  isHeld: boolean
  /** Error of the first second connection that was asked for: its work fails with it, even where it was caught. */
  error: Error | null
}

const holding = new AsyncLocalStorage<Held>()
const IS_CHECKED = process.env.NODE_ENV !== 'production'

/** Runs `work`, which holds a connection until it ends. */
export async function holdConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!IS_CHECKED) return work()
  const held: Held = { isHeld: true, error: null }
  try {
    const result = await holding.run(held, async () => await work()) // a query of the builder begins where it is awaited
    if (held.error) throw held.error
    return result
  } finally {
    held.isHeld = false
  }
}

/** Returns the error of asking for a connection here; null where none is held, and in production. */
export function secondConnection(): Error | null {
  const held = holding.getStore()
  if (!held?.isHeld) return null
  held.error ??= new Error('A transaction asked for a second connection: let it read and write itself, and count limits before it begins')
  return held.error
}

/**
 * Refuses to be called where a connection is held: for what asks for one on some servers only, such as limits that all servers count
 * together.
 */
export function needsConnection(): void {
  const error = secondConnection()
  if (error) throw error
}
