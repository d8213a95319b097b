import { sql } from 'drizzle-orm'
import type { Suggestion } from '#contract/content/search.ts'
import type { Synonym } from '#domain/search/synonyms.ts'
import { normalizeText } from '#domain/search/words.ts'
import { listCategories } from '#server/catalog/categories/category-list.ts'
import { listActiveSynonyms } from '#server/catalog/products/synonym-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { MAX_CORRECTED } from '#server/platform/text/search-words.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'

type Category = Awaited<ReturnType<typeof listCategories>>[number]

/** Number of categories that a search without results names. */
const NEAREST = 3

const presentCategory = ({ label, value, kind }: Category): Suggestion => ({
  kind: 'category',
  text: label,
  href: `${kind === 'material' ? '/materials' : '/products'}?category=${value}`,
})

/** Returns the categories with public products of whose name the text begins a word, in the shop's order. */
export async function findNamedCategories(db: Db, typed: string): Promise<Suggestion[]> {
  const categories = await listCategories(db)
  const start = normalizeText(typed)
  return categories.filter(({ label, count }) => count > 0 && ` ${normalizeText(label)}`.includes(` ${start}`)).map(presentCategory)
}

const stemsOf = (text: string) =>
  normalizeText(text)
    .split(' ')
    .map((word) => stemWord(word, 'en'))
    .join(' ')

const wordsIn = ({ terms, targets }: Synonym) => [...terms, ...targets]

/** Arranges synonyms by the stems of their words: there are hundreds for each category. */
function byStems(synonyms: readonly Synonym[]): ReadonlyMap<string, readonly Synonym[]> {
  const found = new Map<string, Synonym[]>()
  for (const synonym of synonyms)
    for (const stems of new Set(wordsIn(synonym).map(stemsOf))) found.set(stems, [...(found.get(stems) ?? []), synonym])
  return found
}

/** Returns the names of a category, and the words of synonyms that lead to it. */
function namesOf({ label, value }: Category, synonyms: ReturnType<typeof byStems>): string[] {
  const names = [normalizeText(label), value.replaceAll('-', ' ')]
  const leading = new Set(names.flatMap((name) => synonyms.get(stemsOf(name)) ?? []))
  return [...new Set([...names, ...[...leading].flatMap((synonym) => wordsIn(synonym).map(normalizeText))])]
}

/** Reads the categories with public products, and their names, which take longer to find than to compare. */
const readNames = (db: Db) =>
  rememberCounts(db, { key: 'category names', shows: ['catalog'] }, async () => {
    const [all, synonyms] = await Promise.all([listCategories(db), listActiveSynonyms(db)])
    const [categories, leading] = [all.filter(({ count }) => count > 0), byStems(synonyms)]
    return { categories, named: categories.map((category) => ({ id: category.id, names: namesOf(category, leading) })) }
  })

/**
 * Finds the categories with public products whose names, or words that mean the same, are most like a word of the search, by their
 * trigrams; where no name is, those with the most products.
 */
export async function findNearestCategories(db: Db, query: string): Promise<Suggestion[]> {
  const words = normalizeText(query)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_CORRECTED)
  const { categories, named } = await readNames(db)
  if (words.length === 0 || categories.length === 0) return []
  const { rows } = await db.execute<{ id: string; likeness: number }>(sql`
    select named.id, max(word_similarity(typed.word, name.text)) as likeness
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named(id uuid, names jsonb),
      jsonb_array_elements_text(named.names) as name(text), jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as typed(word)
    group by named.id`)
  const likeness = new Map(rows.map(({ id, likeness: share }) => [id, share]))
  return categories
    .toSorted((one, other) => (likeness.get(other.id) ?? 0) - (likeness.get(one.id) ?? 0) || other.count - one.count)
    .slice(0, NEAREST)
    .map(presentCategory)
}
