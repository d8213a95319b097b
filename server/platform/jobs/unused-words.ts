import { setTimeout as pause } from 'node:timers/promises'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, categories, products, searchWords } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { factsText, joined, normalized } from '#server/platform/text/normalized-columns.ts'
import { NAMES_FROM } from '#server/platform/text/search-text.ts'

/** Rows that are read or written at once, so that requests do not wait for them. */
const BATCH = 250
const PAUSE_MS = 5

/** Returns the words of a normalized text that the triggers store. */
const wordsOf = (text: string) => new Set(text.split(/[^a-z0-9]+/).filter(({ length }) => length >= 2 && length <= 40))

/** Tables whose words the triggers store, and the same text as there. */
const SOURCES: readonly { from: SQL; text: SQL }[] = [
  {
    from: sql`${products}`,
    text: sql`split_part(${products.searchText}, ${NAMES_FROM}, 1) || ' ' || ${factsText(products)}`,
  },
  {
    from: sql`${businesses}`,
    text: normalized(joined(businesses.name, businesses.description, businesses.city, businesses.country)),
  },
  { from: sql`${categories}`, text: normalized(categories.label) },
  { from: sql`${blogPosts}`, text: sql`${blogPosts.searchText}` },
]

/** A document's text, or the number of a word's documents, by a unique key. */
type Row = { key: string; text: string; documents: number }

/** Yields the rows of a query batch by batch, in the order of their keys. */
async function* readBatches(db: Db, signal: AbortSignal, read: (after: string | null) => SQL): AsyncGenerator<Row[]> {
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted()
    const { rows }: { rows: Row[] } = await db.execute<Row>(read(after))
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.key
    await pause(PAUSE_MS)
  }
}

/** Counts the documents of each word. */
async function countDocuments(db: Db, signal: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { from, text } of SOURCES) {
    const read = (after: string | null) => sql`
      select id as key, ${text} as text, 1 as documents from ${from} where ${after === null ? sql`true` : sql`id > ${after}::uuid`}
        order by id limit ${BATCH}`
    for await (const rows of readBatches(db, signal, read)) {
      for (const row of rows) for (const word of wordsOf(row.text)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

async function readStored(db: Db, signal: AbortSignal): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  const read = (after: string | null) => sql`
    select word as key, '' as text, documents from ${searchWords} where word > ${after ?? ''} order by word limit ${BATCH}`
  for await (const rows of readBatches(db, signal, read)) for (const { key, documents } of rows) stored.set(key, documents)
  return stored
}

/**
 * Counts the documents of every search word, drops the words that no document has any more, and adds those that were dropped while a
 * document with them was written. The stored words are read first: one that is added meanwhile is not dropped.
 */
export async function purgeSearchWords({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  const stored = await readStored(db, signal)
  const counts = await countDocuments(db, signal)
  const unused = [...stored.keys()].filter((word) => !counts.has(word)).sort()
  for (let at = 0; at < unused.length; at += BATCH) {
    signal.throwIfAborted()
    await db.delete(searchWords).where(inArray(searchWords.word, unused.slice(at, at + BATCH)))
  }
  const changed = [...counts].filter(([word, documents]) => stored.get(word) !== documents).sort(([one], [other]) => (one < other ? -1 : 1))
  for (let at = 0; at < changed.length; at += BATCH) {
    signal.throwIfAborted()
    const rows = changed.slice(at, at + BATCH).map(([word, documents]) => ({ word, documents }))
    await db
      .insert(searchWords)
      .values(rows)
      .onConflictDoUpdate({ target: searchWords.word, set: { documents: sql`excluded.documents` } })
  }
}
