import type { SearchWord } from './search-text.ts'

const MIN_LENGTH = 5
const MAX_LENGTH = 24
/** Word endings that may be missing in a search term: plurals and the like. */
const MAX_ENDING = 2
const MAX_SUGGESTIONS = 12

/** Returns true if `word` is `typed` with at most one typo: a letter wrong, missing, added, or two neighbors swapped. */
function isOneTypoAway(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start += 1
  const restOf = (text: string, skip: number) => text.slice(start + skip)
  if (typed.length !== word.length) {
    return typed.length < word.length ? restOf(typed, 0) === restOf(word, 1) : restOf(typed, 1) === restOf(word, 0)
  }
  if (restOf(typed, 1) === restOf(word, 1)) return true
  return typed[start] === word[start + 1] && typed[start + 1] === word[start] && restOf(typed, 2) === restOf(word, 2)
}

/** Says whether a stored word may be meant by a misspelled one: with at most one typo, and up to two more letters at its end. */
export function isMeant(typed: string, word: string): boolean {
  for (let ending = 0; ending <= MAX_ENDING; ending += 1) {
    const stem = word.slice(0, word.length - ending)
    if (stem.length >= MIN_LENGTH - 1 && isOneTypoAway(typed, stem)) return true
  }
  return false
}

/** Says whether a search term is long enough for a typo to be recognized, and a word. */
export const mayBeMisspelled = (typed: string): boolean =>
  typed.length >= MIN_LENGTH && typed.length <= MAX_LENGTH && /^[a-z0-9]+$/.test(typed)

/**
 * Returns LIKE patterns of which every word that may be meant by `typed` has at least one, each with three letters in a row or at its
 * beginning, so that an index helps. One typo leaves the beginning or the end of a word as it is, but for two letters exchanged where they
 * meet.
 */
export function nearPatterns(typed: string): string[] {
  const half = Math.min(Math.floor(typed.length / 2), typed.length - 3)
  const exchanged = `${typed.slice(0, half - 1)}${typed[half]}${typed[half - 1]}${typed.slice(half + 1)}`
  return [`${typed.slice(0, half)}%`, `%${typed.slice(half)}%`, `${exchanged}%`]
}

/**
 * Returns the words of a vocabulary that a misspelled search term may mean.
 * @returns none if the term occurs in the vocabulary (also as part of a word), or is too short for a typo to be recognized
 */
export function meantWords(typed: string, vocabulary: readonly string[]): string[] {
  if (!mayBeMisspelled(typed) || vocabulary.some((word) => word.includes(typed))) return []
  return vocabulary.filter((word) => isMeant(typed, word))
}

/** Returns the search with each word replaced by all words that its readings mean; null if they mean none. */
export function replaceWords(words: readonly SearchWord[], meantBy: (reading: string) => readonly string[]): SearchWord[] | null {
  const others = words.map(({ readings }) => readings.flatMap((reading) => meantBy(reading).slice(0, MAX_SUGGESTIONS)))
  if (others.every((readings) => readings.length === 0)) return null
  return words.map((word, at) => (others[at]?.length ? { type: word.type, readings: others[at] ?? [] } : word))
}

/** Returns the search with each unknown word replaced by all its suggestions; null if nothing can be suggested. */
export const suggestWords = (words: readonly SearchWord[], vocabulary: readonly string[]): SearchWord[] | null =>
  replaceWords(words, (reading) => meantWords(reading, vocabulary))
