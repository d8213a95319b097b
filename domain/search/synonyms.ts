import { type SearchLanguage } from './search-language.ts'
import type { SynonymKind } from './synonym-rules.ts'
import { type Stem, wordsOf } from './words.ts'

/** A card above the results. */
export interface SearchAnswer {
  title: string
  text: string
  href: string
}

/**
 * Words of buyers and what they find. `same`: each term finds all; `finds`: terms find targets, not back; `instead`: as `finds`, for what
 * the shop does not sell; `answer`: a card above the results.
 */
export interface Synonym {
  language: SearchLanguage
  kind: SynonymKind
  terms: readonly string[]
  targets: readonly string[]
  answer?: SearchAnswer
}

/** A synonym by one of its terms, as stems. */
interface Entry {
  stems: readonly string[]
  synonym: Synonym
}

/** Synonyms by language and first stem, those with more words first. */
export type SynonymIndex = Readonly<Record<SearchLanguage, ReadonlyMap<string, readonly Entry[]>>>

/** Arranges synonyms for `findSynonyms`. */
export function indexSynonyms(synonyms: readonly Synonym[], stem: Stem): SynonymIndex {
  const index = { en: new Map<string, Entry[]>(), de: new Map<string, Entry[]>(), fr: new Map<string, Entry[]>() }
  for (const synonym of synonyms) {
    for (const term of synonym.terms) {
      const stems = wordsOf(term).map((word) => stem(word, synonym.language))
      const [first] = stems
      if (first === undefined) continue
      const entries = index[synonym.language].get(first) ?? []
      entries.push({ stems, synonym })
      entries.sort((one, other) => other.stems.length - one.stems.length)
      index[synonym.language].set(first, entries)
    }
  }
  return index
}

/** Returns every word of the terms, which no document has to have. */
export const wordsOfSynonyms = (synonyms: readonly Synonym[]): Set<string> =>
  new Set(synonyms.flatMap(({ terms }) => terms.flatMap(wordsOf)))

/** Returns the synonyms of the longest term that begins at a word, in all languages, and the number of its words. */
export function findSynonyms(
  index: SynonymIndex,
  words: readonly string[],
  at: number,
  stem: Stem,
  languages: readonly SearchLanguage[],
): { synonyms: Synonym[]; length: number } {
  let best: { synonyms: Synonym[]; length: number } = { synonyms: [], length: 0 }
  for (const language of languages) {
    const stems = words.slice(at).map((word) => stem(word, language))
    const entries = index[language].get(stems[0] ?? '') ?? []
    for (const { stems: wanted, synonym } of entries) {
      if (wanted.length < best.length || !wanted.every((one, place) => one === stems[place])) continue
      if (wanted.length > best.length) best = { synonyms: [], length: wanted.length }
      best.synonyms.push(synonym)
    }
  }
  return best
}
