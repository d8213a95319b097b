import type { SearchWord } from './search-text.ts'

const SHORTEST = 5
const LONGEST = 24
/** Endings that a word of the shop may have beyond what was typed: plurals and the like. */
const LONGEST_ENDING = 2
const MOST_READINGS = 12

/** Whether `word` is `typed` with at most one slip: a letter wrong, missing, too many, or two neighbours exchanged. */
function isOneSlipAway(typed: string, word: string): boolean {
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

function isMeant(typed: string, word: string): boolean {
  for (let ending = 0; ending <= LONGEST_ENDING; ending += 1) {
    const stem = word.slice(0, word.length - ending)
    if (stem.length >= SHORTEST - 1 && isOneSlipAway(typed, stem)) return true
  }
  return false
}

/**
 * The words of the shop that somebody may have meant who typed a word that the shop does not have.
 * @returns none when the shop has the word (as a part of one of its own), or when it is too short to tell a slip from another word.
 */
export function meantWords(typed: string, vocabulary: readonly string[]): string[] {
  if (typed.length < SHORTEST || typed.length > LONGEST || !/^[a-z0-9]+$/.test(typed)) return []
  if (vocabulary.some((word) => word.includes(typed))) return []
  return vocabulary.filter((word) => isMeant(typed, word)).slice(0, MOST_READINGS)
}

/** A search as its writer may have meant it, each unknown word with all its readings; null when nothing can be read otherwise. */
export function readOtherwise(words: readonly SearchWord[], vocabulary: readonly string[]): SearchWord[] | null {
  const others = words.map(({ readings }) => readings.flatMap((reading) => meantWords(reading, vocabulary)))
  if (others.every((readings) => readings.length === 0)) return null
  return words.map((word, at) => (others[at]?.length ? { type: word.type, readings: others[at] ?? [] } : word))
}
