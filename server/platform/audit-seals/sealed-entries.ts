import { createHash } from 'node:crypto'
import { desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { auditSeals } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'

/** An entry of the audit log as text, so that every database and every version hashes the same bytes. */
interface EntryText {
  id: number
  at: string
  actorId: string | null
  actorName: string
  actorRole: string
  action: string
  targetType: string
  targetId: string
  before: string | null
  after: string | null
  requestId: string | null
}

/** A seal: its place in the chain and its hash. */
export interface Seal {
  seq: number
  entryId: number
  hash: Buffer
}

/** Age from which an entry is sealed: by then the transactions that began before it have ended, almost always. */
const SEAL_AFTER_SECONDS = 60
/** Age from which an entry should have been sealed. */
const LATE_AFTER_SECONDS = 180
/** Seconds that an entry may be older than one of a higher id: the longest transaction that writes entries. */
export const LATE_COMMIT_SECONDS = 3600

/** The hash before the first seal. */
export const NO_HASH = Buffer.alloc(32)

/** Columns of `EntryText` of `audit_entries e`; JSON as the database writes it, which sorts its members. */
const ENTRY = sql.raw(`e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id as "actorId",
  e.actor_name as "actorName", e.actor_role as "actorRole", e.action, e.target_type as "targetType", e.target_id as "targetId",
  e.before::text as before, e.after::text as after, e.request_id as "requestId"`)

/** Hashes an entry onto the hash of the seal before: SHA-256 of that hash and of the row as a JSON list of texts. */
export function chainHash(previous: Buffer, entry: EntryText): Buffer {
  const { id, at, actorId, actorName, actorRole, action, targetType, targetId, before, after, requestId } = entry
  const row = [String(id), at, actorId, actorName, actorRole, action, targetType, targetId, before, after, requestId]
  return createHash('sha256').update(previous).update(JSON.stringify(row)).digest()
}

/** Highest sealed id, and since when lower ones may have been committed late; null where that entry is gone. */
interface Border {
  id: number
  lateFrom: string | null
}

async function findBorder(db: Db): Promise<Border> {
  const { rows } = await db.execute<Border & Record<string, unknown>>(sql`
    select s.id, (select (e.at - ${sql.raw(`interval '${LATE_COMMIT_SECONDS} seconds'`)})::text from audit_entries e
      where e.id = s.id) as "lateFrom"
      from (select coalesce(max(entry_id), 0) as id from audit_seals) s`)
  return rows[0] ?? { id: 0, lateFrom: null }
}

/** Condition: an entry of `audit_entries e` above the border. None has a seal. */
const isAbove = ({ id }: Border) => sql`e.id > ${id}`

/**
 * Condition: an entry below the border that a long transaction committed late. Older ones without a seal were inserted by hand: they are
 * never sealed, and `audit:verify` names them.
 */
const isLate = ({ id, lateFrom }: Border) =>
  sql`e.id < ${id} and e.at >= ${lateFrom}::timestamptz and not exists (select 1 from audit_seals s where s.entry_id = e.id)`

const secondsBefore = (now: Date, seconds: number) => sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`

/** Waits for other sealers, until the transaction ends. Writers of entries know nothing of this lock. */
export async function lockChain(tx: Db): Promise<void> {
  await takeLock(tx, 'audit-seals')
}

/** Returns the newest seal; null before the first. */
export async function findHead(db: Db): Promise<Seal | null> {
  const [head] = await db.select().from(auditSeals).orderBy(desc(auditSeals.seq)).limit(1)
  return head ?? null
}

/** Returns up to `limit` entries that are due to be sealed, in order of id. */
export async function listDueEntries(db: Db, now: Date, limit: number): Promise<EntryText[]> {
  const border = await findBorder(db)
  const list = async (condition: SQL): Promise<EntryText[]> => {
    const { rows } = await db.execute<EntryText & Record<string, unknown>>(sql`
      select ${ENTRY} from audit_entries e where e.at < ${secondsBefore(now, SEAL_AFTER_SECONDS)} and ${condition} order by e.id
        limit ${limit}`)
    return rows
  }
  const above = await list(isAbove(border))
  if (above.length === limit || border.lateFrom === null) return above
  return [...(await list(isLate(border))), ...above].slice(0, limit)
}

/** Counts the entries that should have been sealed and are not. */
export async function countUnsealed(db: Db, now: Date): Promise<number> {
  const border = await findBorder(db)
  const count = async (condition: SQL): Promise<number> => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from audit_entries e where e.at < ${secondsBefore(now, LATE_AFTER_SECONDS)} and ${condition}`)
    return rows[0]?.count ?? 0
  }
  return (await count(isAbove(border))) + (border.lateFrom === null ? 0 : await count(isLate(border)))
}

/** Adds seals to the chain, under its lock. */
export async function insertSeals(tx: Db, seals: Seal[]): Promise<void> {
  await tx.insert(auditSeals).values(seals)
}

/** A seal with its entry; null where that is gone. */
export interface SealedEntry extends Seal {
  entry: EntryText | null
}

/** Returns up to `limit` seals after `seq` with their entries, in their order. */
export async function listSealed(db: Db, seq: number, limit: number): Promise<SealedEntry[]> {
  const { rows } = await db.execute(sql`
    select s.seq, s.entry_id as "entryId", s.hash, ${ENTRY} from audit_seals s left join audit_entries e on e.id = s.entry_id
      where s.seq > ${seq} order by s.seq limit ${limit}`)
  return rows.map(({ seq: at, entryId, hash, ...entry }) => ({
    seq: Number(at),
    entryId: Number(entryId),
    hash: hash as Buffer,
    entry: entry.id === null ? null : (entry as unknown as EntryText), // the columns of ENTRY
  }))
}

/** Returns the first `limit` entries without a seal that are older than `seconds`; `isLate`: above the highest sealed id. */
export async function listUnsealed(db: Db, now: Date, seconds: number, limit: number): Promise<{ id: number; isLate: boolean }[]> {
  const { rows } = await db.execute<{ id: number; isLate: boolean }>(sql`
    select e.id, e.id > coalesce((select max(entry_id) from audit_seals), 0) as "isLate" from audit_entries e
      where e.at < ${secondsBefore(now, seconds)} and not exists (select 1 from audit_seals s where s.entry_id = e.id)
      order by e.id limit ${limit}`)
  return rows
}

/** Action of the entries by which the purge records which old entries it deleted. They stay. */
export const PURGE_ACTION = 'audit.purge'

/** First and last id of entries that were deleted in a row. */
export type IdRange = [first: number, last: number]

/** Returns the ids of purged entries, as ranges in order. */
export async function listPurged(db: Db): Promise<IdRange[]> {
  const { rows } = await db.execute<{ first: number; last: number }>(sql`
    select (r ->> 0)::bigint as first, (r ->> 1)::bigint as last from audit_entries e, jsonb_array_elements(e.after -> 'ids') as r
      where e.action = ${PURGE_ACTION} order by 1`)
  return rows.map(({ first, last }) => [first, last])
}
