import pg from 'pg'

/** A text is named when it comes for this time: what is asked once need not be remembered. */
const FROM = 5
/** So many names at most: each connection keeps a plan for each. */
const MOST_NAMES = 250
/** So many texts are counted before the count begins anew. */
const MOST_COUNTED = 2000
/** The best plan of a search or of a part of a list depends on what is asked: those are planned each time. */
const DEPENDS = /\blike\b|\b(?:limit|offset) \$/i

/** Gives a name to the texts of statements that come again and again. */
export function makeStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= MOST_NAMES) return undefined
    const count = (counts.get(text) ?? 0) + 1
    if (count < FROM) {
      if (counts.size >= MOST_COUNTED) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    if (DEPENDS.test(text)) return undefined
    const given = `reflute_${names.size}`
    names.set(text, given)
    return given
  }
}

interface Statement {
  text: string
  name?: string | undefined
}

const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string' && !('submit' in query)

/**
 * A client of a pool whose frequent statements are parsed and planned once for each connection: planning took about half of the database's time for an order.
 * All clients of one class share their names, so that a connection that joins later uses the same. Not for the embedded database: its one session
 * outlives every connection, and an error swallows the word that a statement was prepared.
 */
export function makePreparingClient(): typeof pg.Client {
  const nameOf = makeStatementNames()
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...args: unknown[]) => unknown // one of its many forms: all take the statement first
      const query = (statement: unknown, ...rest: unknown[]) =>
        send(isStatement(statement) && !statement.name ? { ...statement, name: nameOf(statement.text) } : statement, ...rest)
      this.query = query as typeof this.query // takes and answers what the client's own does
    }
  }
}
