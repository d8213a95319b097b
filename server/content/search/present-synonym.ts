import type { StaffSynonym, TriedSearch } from '#contract/content/synonyms.ts'
import { SOFT_TIER } from '#domain/search/tiers.ts'
import { plainCode } from '#domain/search/words.ts'
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

/** Reasons of a hit by its tier; one of tier 5 has its own. */
const REASONS = [
  'Its SKU, MPN, GTIN or address',
  'All words in its name, or its category',
  'All words in its name and category',
  'All words with its specifications',
  'All words with its description and features',
  '',
  'Its texts contain the search within words',
]

const BEGINS_CODE = 'Its SKU, MPN, GTIN or address begins like this'

type Found = Awaited<ReturnType<typeof searchProducts>>
type Search = NonNullable<Found['search']>

/** Returns the reason of a hit that lacks a word, or that only a correction or what serves instead finds. */
function softReason({ reading: { corrections, instead }, wider }: Search, id: string): string {
  if (wider && !wider.whole.includes(id)) return `All words except ${wider.leftOut.map((word) => `“${word}”`).join(' and ')}`
  if (instead.length === 0) return 'All words, once corrected'
  const serves = "It replaces what the shop doesn't sell"
  return corrections.length === 0 ? serves : `${serves}, or has all words, once corrected`
}

/** Returns the part of a search that a term was read from, as it was typed; the term itself where no part has its letters. */
function asTyped(query: string, term: string): string {
  const [chunks, plain] = [query.trim().split(/\s+/), plainCode(term)]
  for (const [start] of chunks.entries())
    for (let end = start + 1; end <= chunks.length; end += 1) {
      const part = chunks.slice(start, end).join(' ')
      if (plainCode(part) === plain) return part
    }
  return term
}

/** Presents a search that staff try; `coded` are the hits with a code that begins with it. */
export function presentTried(query: string, found: Found, coded: ReadonlySet<string>): TriedSearch {
  const { search, rows, total } = found
  const reasonOf = ({ id, tier }: Found['rows'][number]) => {
    if (tier === 1 && coded.has(id)) return BEGINS_CODE
    return tier === SOFT_TIER && search ? softReason(search, id) : (REASONS[tier] ?? '')
  }
  return {
    terms: (search?.reading.terms ?? []).map(({ typed, alternatives }) => ({
      typed: asTyped(query, typed),
      finds: [...new Set(alternatives.map(({ words, isPrefix }) => `${words.join(' ')}${isPrefix ? '…' : ''}`))],
    })),
    understood: understand(found),
    total,
    hits: rows.map((row) => ({
      slug: row.slug,
      name: row.name,
      categoryLabel: row.categoryLabel,
      tier: row.tier,
      reason: reasonOf(row),
    })),
  }
}
