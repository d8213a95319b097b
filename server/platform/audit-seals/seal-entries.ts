import { setTimeout as pause } from 'node:timers/promises'
import { pluralize } from '#domain/text.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import { chainHash, findHead, insertSeals, listDueEntries, lockChain, NO_HASH, type Seal } from './sealed-entries.ts'

const BATCH = 1000
const PAUSE_MS = 20

/** Says whether an entry waits for its seal. */
export async function hasUnsealed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await listDueEntries(db, now(), 1)).length > 0
}

async function sealBatch(tx: Db, now: Date): Promise<number> {
  await lockChain(tx)
  const head = await findHead(tx) // after the lock: it sees what the sealer before has written
  let { seq, hash } = head ?? { seq: 0, hash: NO_HASH }
  const seals: Seal[] = []
  for (const entry of await listDueEntries(tx, now, BATCH)) {
    seq += 1
    hash = chainHash(hash, entry)
    seals.push({ seq, entryId: entry.id, hash })
  }
  if (seals.length > 0) await insertSeals(tx, seals)
  return seals.length
}

/**
 * Seals the entries of the audit log that are older than a minute, in order of id, in batches. Sealers take turns; writers of entries never
 * wait for them.
 * @returns a summary
 */
export async function sealEntries({ db, now }: Pick<Deps, 'db' | 'now'>, { signal }: Pick<Work, 'signal'>): Promise<string> {
  for (let all = 0; ; ) {
    signal.throwIfAborted()
    const sealed = await inTransaction(db, (tx) => sealBatch(tx, now()))
    all += sealed
    if (sealed < BATCH) return `Sealed ${pluralize(all, 'entry', 'entries')}.`
    await pause(PAUSE_MS)
  }
}
