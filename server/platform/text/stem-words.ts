import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { LRUCache } from 'lru-cache'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { Stem } from '#domain/search/words.ts'

const STEMMERS: Readonly<Record<SearchLanguage, (word: string) => string>> = { en: english, de: german, fr: french }
/** Irregular plurals of the trade. */
const IRREGULAR: Readonly<Record<string, string>> = { knives: 'knife', halves: 'half', shelves: 'shelf', feet: 'foot' }
const MIN_LENGTH = 3
const MAX_STEMS = 20_000
const stems = new LRUCache<string, string>({ max: MAX_STEMS })

/** Returns the stem of a normalized word (Snowball); numbers and short words are their own. */
export const stemWord: Stem = (word, language) => {
  if (word.length <= MIN_LENGTH - 1 || !/^\p{L}+$/u.test(word)) return word
  const key = `${language} ${word}`
  const known = stems.get(key)
  if (known !== undefined) return known
  const stem = STEMMERS[language](language === 'en' ? (IRREGULAR[word] ?? word) : word)
  stems.set(key, stem)
  return stem
}
