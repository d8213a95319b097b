import { and, asc, desc, eq, gte, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { SynonymKind } from '#domain/search/synonym-rules.ts'
import type { Synonym } from '#domain/search/synonyms.ts'
import { normalizeText } from '#domain/search/words.ts'
import { type Db, runLong } from '#server/platform/db/client.ts'
import { searchDocuments, searchSynonyms, zeroResultCounts } from '#server/platform/db/schema.ts'
import { contains, likeAnywhere } from '#server/platform/text/search-text.ts'

export type SynonymRow = typeof searchSynonyms.$inferSelect
/** SynonymValues that staff give a synonym. */
export type SynonymValues = Pick<SynonymRow, 'language' | 'kind' | 'terms' | 'targets' | 'answer' | 'note' | 'isActive'>

/** Filters of the list of synonyms. */
interface SynonymFilter {
  search?: string | undefined
  language?: SearchLanguage | undefined
  kind?: SynonymKind | undefined
  origin?: SynonymRow['origin'] | undefined
  sort?: 'terms' | '-terms' | 'updatedAt' | '-updatedAt' | undefined
}

/** Returns the synonyms that searches use. */
export async function listActiveSynonyms(db: Db): Promise<Synonym[]> {
  const { language, kind, terms, targets, answer } = searchSynonyms
  const rows = await db
    .select({ language, kind, terms, targets, answer })
    .from(searchSynonyms)
    .where(eq(searchSynonyms.isActive, true))
    .orderBy(searchSynonyms.language, searchSynonyms.createdAt, searchSynonyms.id)
  return rows.map(({ answer: card, ...row }) => ({ ...row, ...(card && { answer: card }) }))
}

const firstTerm = sql`lower(${searchSynonyms.terms}[1])`
const ORDERS: Readonly<Record<NonNullable<SynonymFilter['sort']>, SQL[]>> = {
  terms: [asc(firstTerm)],
  '-terms': [desc(firstTerm)],
  updatedAt: [asc(searchSynonyms.updatedAt)],
  '-updatedAt': [desc(searchSynonyms.updatedAt)],
}

function chosen({ search, language, kind, origin }: SynonymFilter): SQL | undefined {
  return and(
    search ? contains(sql`lower(array_to_string(${searchSynonyms.terms} || ${searchSynonyms.targets}, ' '))`, search) : undefined,
    language && eq(searchSynonyms.language, language),
    kind && eq(searchSynonyms.kind, kind),
    origin && eq(searchSynonyms.origin, origin),
  )
}

/** Returns synonyms, by default by their first term. */
export function listSynonyms(
  db: Db,
  { sort = 'terms', ...filter }: SynonymFilter,
  range?: { limit: number; offset: number },
): Promise<SynonymRow[]> {
  const query = db
    .select()
    .from(searchSynonyms)
    .where(chosen(filter))
    .orderBy(...ORDERS[sort], searchSynonyms.id)
  return range ? query.limit(range.limit).offset(range.offset) : query
}

export const countSynonyms = (db: Db, filter: SynonymFilter) => db.$count(searchSynonyms, chosen(filter))

/** Returns the synonym with this id, locked until the transaction ends; null if there is none. */
export async function lockSynonym(tx: Db, id: string): Promise<SynonymRow | null> {
  const [row] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.id, id)).for('update')
  return row ?? null
}

/** Returns all synonyms, locked until the transaction ends. */
export const lockSynonyms = (tx: Db): Promise<SynonymRow[]> => tx.select().from(searchSynonyms).orderBy(searchSynonyms.id).for('update')

/** Returns the first of the terms that another synonym of the same language and kind has; null if none does. */
export async function findTakenTerm(
  tx: Db,
  { language, kind, terms }: Pick<SynonymValues, 'language' | 'kind' | 'terms'>,
  ownId: string | null,
): Promise<string | null> {
  const rows = await tx
    .select({ terms: searchSynonyms.terms })
    .from(searchSynonyms)
    .where(
      and(eq(searchSynonyms.language, language), eq(searchSynonyms.kind, kind), ownId === null ? undefined : ne(searchSynonyms.id, ownId)),
    )
  const taken = new Set(rows.flatMap((row) => row.terms.map(normalizeText)))
  return terms.find((term) => taken.has(normalizeText(term))) ?? null
}

export async function insertSynonym(tx: Db, values: SynonymValues, by: { userId: string; at: Date }): Promise<SynonymRow> {
  const [row] = await insertSynonyms(tx, [values], by)
  if (!row) throw new Error('The synonym was not stored')
  return row
}

/** Adds groups of staff. */
export async function insertSynonyms(
  tx: Db,
  groups: readonly SynonymValues[],
  { userId, at }: { userId: string; at: Date },
): Promise<SynonymRow[]> {
  if (groups.length === 0) return []
  return tx
    .insert(searchSynonyms)
    .values(groups.map((values) => ({ ...values, origin: 'staff' as const, updatedBy: userId, updatedAt: at })))
    .returning()
}

export async function storeSynonym(
  tx: Db,
  id: string,
  values: SynonymValues,
  { userId, at }: { userId: string; at: Date },
): Promise<SynonymRow> {
  const [row] = await tx
    .update(searchSynonyms)
    .set({ ...values, updatedBy: userId, updatedAt: at, version: sql`${searchSynonyms.version} + 1` })
    .where(eq(searchSynonyms.id, id))
    .returning()
  if (!row) throw new Error('The synonym was not stored')
  return row
}

export async function deleteSynonym(tx: Db, id: string): Promise<void> {
  await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id))
}

const MISS_ORDERS = {
  '-times': [desc(zeroResultCounts.times)],
  times: [asc(zeroResultCounts.times)],
  '-lastAt': [desc(zeroResultCounts.lastAt)],
  lastAt: [asc(zeroResultCounts.lastAt)],
} as const

/** Returns searches without results since `since` that are not dismissed, and how many there are. */
export async function listZeroResults(
  db: Db,
  {
    since,
    search,
    language,
    sort = '-times',
    limit,
    offset,
  }: {
    since: Date
    search?: string | undefined
    language?: SearchLanguage | undefined
    sort?: keyof typeof MISS_ORDERS | undefined
    limit: number
    offset: number
  },
) {
  const where = and(
    isNull(zeroResultCounts.dismissedAt),
    gte(zeroResultCounts.lastAt, since),
    language && eq(zeroResultCounts.language, language),
    search ? sql`${zeroResultCounts.term} like ${likeAnywhere(normalizeText(search))}` : undefined,
  )
  const { term, times, firstAt, lastAt } = zeroResultCounts
  const rows = await db
    .select({ term, language: zeroResultCounts.language, times, firstAt, lastAt })
    .from(zeroResultCounts)
    .where(where)
    .orderBy(...MISS_ORDERS[sort], term)
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(zeroResultCounts, where) }
}

/** Takes the searches off the list that are terms of these groups in their language, where searches use them. */
export async function dismissTerms(
  tx: Db,
  groups: readonly Pick<SynonymValues, 'language' | 'terms' | 'isActive'>[],
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const { language, term, dismissedAt } = zeroResultCounts
  const active = groups.filter((group) => group.isActive && group.terms.length > 0)
  const isTerm = active.map((group) => and(eq(language, group.language), inArray(term, group.terms.map(normalizeText))))
  if (isTerm.length === 0) return
  await tx
    .update(zeroResultCounts)
    .set({ dismissedAt: at, dismissedBy: userId })
    .where(and(or(...isTerm), isNull(dismissedAt)))
}

/** Takes a search in a language off the list. @returns false if it is not on it */
export async function dismissZeroResult(
  tx: Db,
  { term, language }: { term: string; language: SearchLanguage },
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(zeroResultCounts)
    .set({ dismissedAt: at, dismissedBy: userId })
    .where(and(eq(zeroResultCounts.term, term), eq(zeroResultCounts.language, language), isNull(zeroResultCounts.dismissedAt)))
    .returning({ term: zeroResultCounts.term })
  return rows.length > 0
}

/**
 * Marks the documents of all products as outdated, for the job that writes them. Without their words, which searches do not read until
 * then: indexes would take each of them up once more.
 */
export async function markAllStale(tx: Db): Promise<void> {
  await runLong(tx, () =>
    tx.update(searchDocuments).set({ isStale: true, title: '', words: '' }).where(sql`not ${searchDocuments.isStale}`),
  )
}
