import { SEARCH_LANGUAGES, type SearchLanguage } from '#domain/search/search-language.ts'
import { indexSynonyms, type SynonymIndex, wordsOfSynonyms } from '#domain/search/synonyms.ts'
import type { Db } from '#server/platform/db/client.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'
import { rememberCounts } from './remember-counts.ts'
import { listActiveSynonyms } from './synonym-list.ts'

/** Words of the synonyms of one language, and their stems in it. */
interface LanguageWords {
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** Synonyms of the shop, arranged for reading searches. */
export interface SynonymWords {
  index: SynonymIndex
  byLanguage: Readonly<Record<SearchLanguage, LanguageWords>>
  /** Words of all languages. */
  words: ReadonlySet<string>
}

/** Returns the synonyms in force; a change of them raises the revision of the catalog on every server. */
export const readSynonymWords = (db: Db): Promise<SynonymWords> =>
  rememberCounts(db, { key: 'synonyms', shows: ['catalog'] }, async () => {
    const synonyms = await listActiveSynonyms(db)
    const wordsIn = (language: SearchLanguage): LanguageWords => {
      const words = wordsOfSynonyms(synonyms.filter((synonym) => synonym.language === language))
      return { words, stems: new Set([...words].map((word) => stemWord(word, language))) }
    }
    return {
      index: indexSynonyms(synonyms, stemWord),
      byLanguage: { en: wordsIn('en'), de: wordsIn('de'), fr: wordsIn('fr') },
      words: wordsOfSynonyms(synonyms),
    }
  })

/** Returns whether the synonyms of a language have a word, also in another form of that language. */
export const hasWord = ({ byLanguage }: SynonymWords, word: string, language: SearchLanguage): boolean =>
  byLanguage[language].words.has(word) || byLanguage[language].stems.has(stemWord(word, language))

/** Returns whether the synonyms of any language have a word, in a form of that language. */
export const hasWordOfAny = (synonyms: SynonymWords, word: string): boolean =>
  SEARCH_LANGUAGES.some((language) => hasWord(synonyms, word, language))
