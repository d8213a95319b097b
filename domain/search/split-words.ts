import { scanQuery } from './scan-query.ts'

const MIN_COMPOUND = 6
/** No word that is kept is longer, and the parts of one grow with the square of its letters. */
const MAX_COMPOUND = 60
const MIN_PART = 3
/** Letters that join the parts of a German compound. */
const JOINTS = ['', 's', 'n', 'en', 'es']

/** Returns the parts into which a word may fall, for a look which of them are words. */
function partsOf(word: string): [first: string, second: string][] {
  if (word.length < MIN_COMPOUND || word.length > MAX_COMPOUND || !/^\p{L}+$/u.test(word)) return []
  const parts: [string, string][] = []
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    for (const joint of JOINTS) {
      const first = word.slice(0, at)
      if (!first.endsWith(joint) || first.length - joint.length < MIN_PART) continue
      parts.push([first.slice(0, first.length - joint.length), word.slice(at)])
    }
  }
  return parts
}

/** Returns the words of a query, neighbors joined, and the parts of each: those whose existence the context has to know. */
export function wordsToKnow(typed: string): { words: string[]; parts: string[] } {
  const words = scanQuery(typed).flatMap((item) => (item.kind === 'word' ? [item.text] : []))
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`)
  return { words: [...new Set(words)], parts: [...new Set([...joined, ...words.flatMap((word) => partsOf(word).flat())])] }
}

/** Most pairs of halves of a search that are looked up. */
const MAX_PAIRS = 24

/** Returns the pairs of known halves into which the unknown words of a search may fall. */
export const pairsToKnow = (words: readonly string[], isKnown: (part: string) => boolean): [first: string, second: string][] =>
  words.flatMap((word) => partsOf(word).filter((halves) => halves.every(isKnown))).slice(0, MAX_PAIRS)

/** Returns the two known words that a word is made of, the most even ones first; null where it is not. */
export const splitWord = (word: string, isPair: (first: string, second: string) => boolean): [string, string] | null =>
  partsOf(word)
    .filter(([first, second]) => isPair(first, second))
    .sort((one, other) => Math.min(other[0].length, other[1].length) - Math.min(one[0].length, one[1].length))[0] ?? null
