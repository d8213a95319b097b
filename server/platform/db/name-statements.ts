import pg from 'pg'

/** A text is named when it comes for this time: what is asked once need not be remembered. */
const FROM = 5
/** So many names at most: each connection keeps a plan for each. */
const MAX_NAMES = 250
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
    if (names.size >= MAX_NAMES) return undefined
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

/** After so many failures before the first success a statement is not named any more on that connection. */
const MOST_FAILURES = 3

/**
 * A client of a pool whose frequent statements are parsed and planned once for each connection: planning took about half of the database's time for an order.
 * All clients of one class share their names, so that a connection that joins later uses the same.
 * A name whose first use fails is not used again: the embedded database keeps the statement and swallows the word that it does.
 */
export function makePreparingClient(): typeof pg.Client {
  const nameOf = makeStatementNames()
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...args: unknown[]) => unknown // one of its many forms: all take the statement first
      const known = new Set<string>()
      const failures = new Map<string, number>()
      const sendNamed = async (statement: Statement, name: string, rest: unknown[]) => {
        const failed = failures.get(name) ?? 0
        if (failed === MOST_FAILURES) return send(statement, ...rest)
        try {
          const answer = await send({ ...statement, name: failed ? `${name}_${failed}` : name }, ...rest)
          known.add(name)
          return answer
        } catch (error) {
          if (!known.has(name)) failures.set(name, failed + 1)
          throw error
        }
      }
      const query = (statement: unknown, ...rest: unknown[]) => {
        const isPlain = isStatement(statement) && !statement.name && !rest.some((each) => typeof each === 'function')
        const name = isPlain ? nameOf(statement.text) : undefined
        return isPlain && name ? sendNamed(statement, name, rest) : send(statement, ...rest)
      }
      this.query = query as typeof this.query // takes and answers what the client's own does
    }
  }
}
