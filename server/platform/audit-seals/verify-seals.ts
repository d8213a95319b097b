import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import {
  chainHash,
  type IdRange,
  LATE_COMMIT_SECONDS,
  listPurged,
  listSealed,
  listUnsealed,
  NO_HASH,
  type SealedEntry,
} from './sealed-entries.ts'

/** A seal that was noted outside of the database. */
export interface Anchor {
  seq: number
  /** Hexadecimal. */
  hash: string
}

/** Result of comparing the audit log with its seals. */
interface Verification {
  /** Entries that agree with their seals. */
  entries: number
  /** Seals of entries that were purged. */
  purged: number
  /** The newest seal; null without any. */
  head: Anchor | null
  /** Disagreements in the order of the chain, at most `MAX_FINDINGS`; none if all is well. */
  findings: string[]
}

const BATCH = 5000
const MAX_FINDINGS = 20
/** Age in seconds from which an entry without a seal is reported. */
const UNSEALED_SECONDS = 600
/** Nothing younger can have been purged: the shortest setting is a year. */
const MIN_PURGED_MS = 335 * 86_400_000

const hex = (hash: Buffer) => hash.toString('hex')

/** Says whether one of the ordered ranges has the id. */
function includes(ranges: readonly IdRange[], id: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle]?.[1] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= id
}

/** Walks along the chain. */
class Walk {
  entries = 0
  purged = 0
  head: SealedEntry | null = null
  readonly findings: string[] = []
  private newestMs = Number.NEGATIVE_INFINITY
  private readonly purgedIds: readonly IdRange[]
  private readonly now: Date
  private readonly anchor: Anchor | null

  constructor(purgedIds: readonly IdRange[], now: Date, anchor: Anchor | null) {
    this.purgedIds = purgedIds
    this.now = now
    this.anchor = anchor
  }

  find(text: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push(text)
  }

  step(seal: SealedEntry): void {
    const { seq, entryId, entry } = seal
    const expected = (this.head?.seq ?? 0) + 1
    if (seq !== expected) this.find(`Seal ${expected} and its entry, before entry ${entryId}, are missing.`)
    if (this.anchor?.seq === seq && this.anchor.hash !== hex(seal.hash))
      this.find(`Seal ${seq}, of entry ${entryId}, is not the one of the anchor.`)
    if (!entry) this.missed(entryId)
    else if (seq === expected && !chainHash(this.head?.hash ?? NO_HASH, entry).equals(seal.hash))
      this.find(`Entry ${entryId} differs from its seal.`)
    else this.agreed(entryId, Date.parse(entry.at))
    this.head = seal
  }

  private missed(id: number): void {
    const isOldEnough = this.newestMs < this.now.getTime() - MIN_PURGED_MS
    if (isOldEnough && includes(this.purgedIds, id)) this.purged += 1
    else this.find(`Entry ${id} is missing.`)
  }

  private agreed(id: number, atMs: number): void {
    this.entries += 1
    if (atMs < this.newestMs - LATE_COMMIT_SECONDS * 1000)
      this.find(`Entry ${id} was inserted: it is dated more than an hour before the entries ahead of it.`)
    this.newestMs = Math.max(this.newestMs, atMs)
  }
}

async function verify(tx: Db, now: Date, anchor: Anchor | null): Promise<Verification> {
  const walk = new Walk(await listPurged(tx), now, anchor)
  for (let isMore = true; isMore; ) {
    const seals = await listSealed(tx, walk.head?.seq ?? 0, BATCH)
    for (const seal of seals) walk.step(seal)
    isMore = seals.length === BATCH
  }
  const { head, entries, purged, findings } = walk
  if (anchor && anchor.seq > (head?.seq ?? 0)) walk.find(`Seal ${anchor.seq} of the anchor is missing.`)
  for (const { id, isLate } of await listUnsealed(tx, now, UNSEALED_SECONDS, MAX_FINDINGS)) {
    walk.find(isLate ? `Entry ${id} is not sealed.` : `Entry ${id} was inserted: it has no seal, and later ones have.`)
  }
  return { entries, purged, head: head && { seq: head.seq, hash: hex(head.hash) }, findings }
}

/**
 * Compares the audit log with its seals, at one moment. Names entries that were changed, removed or inserted, and those that have had no
 * seal for 10 minutes.
 * @param anchor a seal from the log or an email: the chain must have it
 */
export async function verifySeals({ db, now }: Pick<Deps, 'db' | 'now'>, anchor: Anchor | null = null): Promise<Verification> {
  return inSnapshot(db, (tx) => verify(tx, now(), anchor))
}
