import { sql } from 'drizzle-orm'
import type { Suggestion } from '#contract/content/search.ts'
import type { Synonym } from '#domain/search/synonyms.ts'
import { normalizeText } from '#domain/search/words.ts'
import { listCategories } from '#server/catalog/categories/category-list.ts'
import { rememberCounts } from '#server/catalog/products/remember-counts.ts'
import { listActiveSynonyms } from '#server/catalog/products/synonym-list.ts'
import type { Db } from '#server/platform/db/client.ts'
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

/** Returns the names of a category, and the words of synonyms that lead to it. */
function namesOf({ label, value }: Category, synonyms: readonly Synonym[]): string[] {
  const names = [normalizeText(label), value.replaceAll('-', ' ')]
  const stems = new Set(names.map(stemsOf))
  const leading = synonyms.filter(({ terms, targets }) => [...terms, ...targets].some((text) => stems.has(stemsOf(text))))
  return [...new Set([...names, ...leading.flatMap(({ terms, targets }) => [...terms, ...targets].map(normalizeText))])]
}

/** Reads the categories with public products, and their names, which take longer to find than to compare. */
const readNames = (db: Db) =>
  rememberCounts(db, { key: 'category names', shows: ['catalog'] }, async () => {
    const [all, synonyms] = await Promise.all([listCategories(db), listActiveSynonyms(db)])
    const categories = all.filter(({ count }) => count > 0)
    return { categories, named: categories.map((category) => ({ id: category.id, names: namesOf(category, synonyms) })) }
  })

/**
 * Finds the categories with public products whose names, or words that mean the same, are most like a word of the search, by their trigrams; where no name is,
 * those with the most products.
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
