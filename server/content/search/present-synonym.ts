import type { StaffSynonym, TriedSearch } from '#contract/content/synonyms.ts'
import { type searchProducts, understand } from '#server/catalog/products/found-products.ts'
import type { SynonymRow } from '#server/catalog/products/synonym-list.ts'

/** Presents a synonym to staff. */
export const presentSynonym = ({
  id,
  language,
  kind,
  terms,
  targets,
  answer,
  note,
  isActive,
  origin,
  updatedAt,
  version,
}: SynonymRow): StaffSynonym => ({
  id,
  language,
  kind,
  terms,
  targets,
  answer,
  note,
  isActive,
  origin,
  updatedAt: updatedAt.toISOString(),
  version,
})

/** Reasons of a hit by its tier. */
const REASONS = [
  'Its SKU, MPN, GTIN or address',
  'All words in its name, or its category',
  'All words in its name and category',
  'All words with its specifications',
  'All words with its description and features',
  'What was meant, what serves instead, or all words but one',
  'Its texts contain the search within words',
]

/** Presents a search that staff try. */
export function presentTried(found: Awaited<ReturnType<typeof searchProducts>>): TriedSearch {
  const { search, rows, total } = found
  return {
    terms: (search?.reading.terms ?? []).map(({ typed, alternatives }) => ({
      typed,
      finds: [...new Set(alternatives.map(({ words, isPrefix }) => `${words.join(' ')}${isPrefix ? '…' : ''}`))],
    })),
    understood: understand(found),
    total,
    hits: rows.map(({ slug, name, categoryLabel, tier }) => ({ slug, name, categoryLabel, tier, reason: REASONS[tier] ?? '' })),
  }
}
