type Work = (db: object) => void

/** Work that the transactions of `inTransaction` do once they have committed, by transaction. */
const waiting = new WeakMap<object, Work[]>()

/**
 * Runs `work` once the transaction has committed, and not at all where it does not. Outside of one it runs at once. `work` gets the
 * database, and must not throw.
 */
export function afterCommit(tx: object, work: Work): void {
  const list = waiting.get(tx)
  if (list) list.push(work)
  else work(tx)
}

/**
 * Collects what a transaction does after its commit.
 * @returns the function that does it; call it when `outer` has committed what is in it
 */
export function collectAfterCommit(tx: object, outer: object): () => void {
  const list: Work[] = []
  waiting.set(tx, list)
  return () => {
    for (const work of list) afterCommit(outer, work)
  }
}
