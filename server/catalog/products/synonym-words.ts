import { TYPE_WORDS } from '#domain/search/query-words.ts'
import { SEARCH_LANGUAGES, type SearchLanguage } from '#domain/search/search-language.ts'
import { indexSynonyms, type Synonym, type SynonymIndex, wordsOfSynonyms } from '#domain/search/synonyms.ts'
import { wordsOf } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { categories } from '#server/platform/db/schema.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'
import { listActiveSynonyms } from './synonym-list.ts'

/** Words of the synonyms of one language, and their stems in it. */
interface LanguageWords {
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** Stems of the terms of one word. */
  terms: ReadonlySet<string>
}

/** Synonyms of the shop, arranged for reading searches. */
export interface SynonymWords {
  index: SynonymIndex
  byLanguage: Readonly<Record<SearchLanguage, LanguageWords>>
  /** Words of all languages. */
  words: ReadonlySet<string>
  /** Stems of the words that synonyms find, and of those of categories: names of kinds of things. */
  nouns: ReadonlySet<string>
}

/** Arranges synonyms, and the labels of categories. */
function arrange(synonyms: readonly Synonym[], labels: readonly string[]): SynonymWords {
  const wordsIn = (language: SearchLanguage): LanguageWords => {
    const own = synonyms.filter((synonym) => synonym.language === language)
    const stemsOf = (words: Iterable<string>) => new Set([...words].map((word) => stemWord(word, language)))
    const words = wordsOfSynonyms(own)
    const single = own.flatMap(({ kind, terms }) => (kind === 'answer' ? [] : terms.map(wordsOf).filter(({ length }) => length === 1)))
    return { words, stems: stemsOf(words), terms: stemsOf(single.flat()) }
  }
  const names = [...labels, ...synonyms.flatMap(({ targets }) => targets)].flatMap(wordsOf)
  return {
    index: indexSynonyms(synonyms, stemWord),
    byLanguage: { en: wordsIn('en'), de: wordsIn('de'), fr: wordsIn('fr') },
    words: wordsOfSynonyms(synonyms),
    nouns: new Set(names.map((word) => stemWord(word, 'en'))),
  }
}

// what was arranged last: it takes 15 ms, and most changes of the catalog change neither synonyms nor categories
let last: { source: string; words: SynonymWords } | undefined

/** Returns the synonyms in force; a change of them raises the revision of the catalog on every server. */
export const readSynonymWords = (db: Db): Promise<SynonymWords> =>
  rememberCounts(db, { key: 'synonyms', shows: ['catalog'] }, async () => {
    const [synonyms, labels] = await Promise.all([
      listActiveSynonyms(db),
      db.select({ label: categories.label }).from(categories).orderBy(categories.label),
    ])
    const source = JSON.stringify([synonyms, labels])
    if (last?.source !== source) {
      const words = arrange(
        synonyms,
        labels.map(({ label }) => label),
      )
      last = { source, words }
    }
    return last.words
  })

/** Returns whether the synonyms of a language have a word, also in another form of that language. */
const hasWord = ({ byLanguage }: SynonymWords, word: string, language: SearchLanguage): boolean =>
  byLanguage[language].words.has(word) || byLanguage[language].stems.has(stemWord(word, language))

/** Returns whether a compound of these halves is one of a language: both are terms of it, or the second is the name of a type. */
export const isCompound = ({ byLanguage }: SynonymWords, first: string, second: string): boolean =>
  SEARCH_LANGUAGES.some((language) => {
    const isTerm = (word: string) => byLanguage[language].terms.has(stemWord(word, language))
    return isTerm(first) && (isTerm(second) || Object.hasOwn(TYPE_WORDS, second))
  })

/** Returns whether the synonyms of any language have a word, in a form of that language. */
export const hasWordOfAny = (synonyms: SynonymWords, word: string): boolean =>
  SEARCH_LANGUAGES.some((language) => hasWord(synonyms, word, language))
