import { and, asc, desc, eq, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { lookupKey } from '#domain/text.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { auditEntries, auditWords, users } from '#server/platform/db/schema.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'

/** An entry of the audit log as stored. */
export type AuditRow = typeof auditEntries.$inferSelect

/** Filter of entries; from the first instant `from` until before `before`. */
interface AuditFilter {
  search?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  targetType?: string | undefined
  targetId?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/**
 * Matches words in actor, action and target, as typed or as identifiers are stored; non-ASCII letters match as typed or in lowercase (a
 * database in the C locale lowercases only ASCII).
 */
function finds(search: string): SQL | undefined {
  const asciiOnly = search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return or(
    ...[...new Set([asciiOnly, search.toLowerCase(), lookupKey(search)])].map((text) => like(auditWords(auditEntries), likeAnywhere(text))),
  )
}

function matches({ action, actor, before, from, search, targetId, targetType }: AuditFilter): SQL | undefined {
  return and(
    actor ? eq(auditEntries.actorId, actor) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    targetType ? eq(auditEntries.targetType, targetType) : undefined,
    targetId ? eq(auditEntries.targetId, targetId) : undefined,
    from && gte(auditEntries.at, from),
    before && lt(auditEntries.at, before),
    search ? finds(search) : undefined,
  )
}

/** Returns one part of the entries, newest first. */
export function listEntries(db: Db, filter: AuditFilter, { limit, offset, ids }: ListPart): Promise<AuditRow[]> {
  const chosen = ids ? isOneOf(auditEntries.id, ids, 'bigint') : matches(filter)
  return db.select().from(auditEntries).where(chosen).orderBy(desc(auditEntries.id)).limit(limit).offset(offset)
}

/** Returns the ids of all entries, newest first. */
export function listEntryIds(db: Db, filter: AuditFilter): Promise<string[]> {
  return readIds(db, db.select({ id: auditEntries.id }).from(auditEntries).where(matches(filter)).orderBy(desc(auditEntries.id)))
}

/** Returns an entry; null if there is none. */
export async function findEntry(db: Db, id: number): Promise<AuditRow | null> {
  const [row] = await db.select().from(auditEntries).where(eq(auditEntries.id, id))
  return row ?? null
}

/** Returns all current and former staff, by name. */
export function listStaff(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.role, STAFF_ROLES))
    .orderBy(asc(users.name), asc(users.id))
}

/** Returns the number of matching entries. */
export function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  return db.$count(auditEntries, matches(filter))
}

/** Returns the distinct values of an indexed column by skipping through its index: the log is long, its kinds are few. */
async function distinct(db: Db, column: typeof auditEntries.action | typeof auditEntries.targetType): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive kinds(value) as (
      (select ${column} from ${auditEntries} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditEntries} where ${column} > kinds.value order by ${column} limit 1) from kinds
        where kinds.value is not null
    )
    select value from kinds where value is not null`)
  return rows.map(({ value }) => value)
}

/** Returns all actions in the log, sorted. */
export const listActions = (db: Db): Promise<string[]> => distinct(db, auditEntries.action)

/** Returns all target types in the log, sorted. */
export const listTargetTypes = (db: Db): Promise<string[]> => distinct(db, auditEntries.targetType)
