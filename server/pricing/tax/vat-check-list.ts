import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { OwnVatId, StaffVatCheck } from '#contract/pricing/vat-ids.ts'
import { isVatCheckGood, type VatCheckStatus, vatIdCountry } from '#domain/vat-id.ts'
import type { Db } from '#server/platform/db/client.ts'
import { addresses, users, vatChecks } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'
import type { VatCheckRow } from './vat-check-record.ts'

/** Search, filter and order of the list. */
interface CheckFilter {
  search?: string | undefined
  status?: VatCheckStatus | undefined
  sort?: 'checkedAt' | '-checkedAt' | 'vatId' | '-vatId' | undefined
}

/** A check with the name of who confirmed it. */
type ListedCheck = VatCheckRow & { confirmedByName: string | null }

const ORDERS: Readonly<Record<NonNullable<CheckFilter['sort']>, SQL>> = {
  checkedAt: asc(vatChecks.checkedAt),
  '-checkedAt': desc(vatChecks.checkedAt),
  vatId: asc(vatChecks.vatId),
  '-vatId': desc(vatChecks.vatId),
}

function chosen({ search, status }: CheckFilter): SQL | undefined {
  return and(
    search ? contains(sql`lower(${vatChecks.vatId} || ' ' || ${vatChecks.name})`, search) : undefined,
    status && eq(vatChecks.status, status),
  )
}

const withNames = (db: Db) =>
  db.select({ check: vatChecks, confirmedByName: users.name }).from(vatChecks).leftJoin(users, eq(users.id, vatChecks.confirmedBy))

/** Returns the newest checks of VAT ids, by default the newest first. */
export async function listVatChecks(
  db: Db,
  { sort = '-checkedAt', ...filter }: CheckFilter,
  range?: { limit: number; offset: number },
): Promise<ListedCheck[]> {
  const query = withNames(db).where(chosen(filter)).orderBy(ORDERS[sort], vatChecks.id)
  const rows = await (range ? query.limit(range.limit).offset(range.offset) : query)
  return rows.map(({ check, confirmedByName }) => ({ ...check, confirmedByName }))
}

export const countVatChecks = (db: Db, filter: CheckFilter) => db.$count(vatChecks, chosen(filter))

/** Returns the check with this id and the name of who confirmed it; null where there is none. */
export async function findListedCheck(db: Db, id: string): Promise<ListedCheck | null> {
  const [row] = await withNames(db).where(eq(vatChecks.id, id))
  return row ? { ...row.check, confirmedByName: row.confirmedByName } : null
}

/** Presents a check to staff. */
export function presentCheck(row: ListedCheck, now: Date): StaffVatCheck {
  const { id, vatId, status, name, address, consultation, source, note, version, confirmedByName } = row
  return {
    id,
    vatId,
    country: vatIdCountry(vatId),
    status,
    name,
    address,
    consultation,
    checkedAt: row.checkedAt.toISOString(),
    source,
    note,
    confirmedBy: confirmedByName,
    nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    counts: isVatCheckGood(row, now),
    version,
  }
}

/** Returns the VAT ids of a user's saved addresses with their newest checks, in the order of the ids. */
export async function listOwnVatIds(db: Db, userId: string, now: Date): Promise<OwnVatId[]> {
  const vatId = sql<string>`${addresses.form}->>'vatId'`
  const used = await db
    .select({ vatId, count: sql<number>`count(*)::int` })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), sql`${addresses.form}->>'vatId' <> ''`))
    .groupBy(vatId)
    .orderBy(vatId)
  const ids = used.map((row) => row.vatId)
  const checks = ids.length === 0 ? [] : await db.select().from(vatChecks).where(inArray(vatChecks.vatId, ids))
  const checkOf = new Map(checks.map((row) => [row.vatId, row]))
  return used.map(({ vatId: id, count }) => {
    const check = checkOf.get(id) ?? null
    return {
      vatId: id,
      status: check?.status ?? 'unavailable',
      name: check?.name ?? '',
      checkedAt: check?.checkedAt.toISOString() ?? null,
      counts: isVatCheckGood(check, now),
      addresses: count,
    }
  })
}
