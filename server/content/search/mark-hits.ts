import type { Segment } from '#contract/content/search.ts'
import { STOP_WORDS } from '#domain/search/query-words.ts'
import { normalizeText } from '#domain/search/words.ts'
import { truncateAtWord } from '#domain/text.ts'
import { type SearchWord } from '#server/platform/text/search-text.ts'

const PASSAGE_MAX = 140
/** Maximum number of characters in a passage before its first hit. */
const LEAD = 40

type Range = [start: number, end: number]

/** Normalizes one ASCII letter as `normalizeText` does: a fast path for long articles. */
const normalizeAscii = (letter: string) => (letter <= ' ' || letter === '-' ? ' ' : letter.toLowerCase())

/** Normalizes a text letter by letter; `from` has the offset in the text of each normalized character. */
function normalizeWithOffsets(text: string): { normalized: string; from: number[] } {
  let normalized = ''
  const from: number[] = []
  let place = 0
  for (const letter of text) {
    const plain = letter <= '~' ? normalizeAscii(letter) : normalizeText(letter) || (/\p{M}/u.test(letter) ? '' : ' ')
    for (let each = 0; each < plain.length; each += 1) from.push(place)
    normalized += plain
    place += letter.length
  }
  from.push(text.length)
  return { normalized, from }
}

/** Most letters of a word that is marked beside others only where it stands alone: the "in" of "17 in" is not marked in "into". */
const SHORT = 2

const isInWord = (letter: string) => /[\p{L}\p{N}]/u.test(letter)

/**
 * Returns the offsets of a reading: at the start of words where it occurs there, otherwise within words; `isAlone`: only as whole words.
 */
function placesOf(reading: string, { normalized, from }: ReturnType<typeof normalizeWithOffsets>, isAlone: boolean): Range[] {
  const starts: number[] = []
  for (let at = normalized.indexOf(reading); at >= 0; at = normalized.indexOf(reading, at + reading.length)) starts.push(at)
  const first = starts.filter((at) => !isInWord(normalized.charAt(at - 1)))
  const whole = first.filter((at) => !isInWord(normalized.charAt(at + reading.length)))
  return (isAlone ? whole : first.length > 0 ? first : starts).map((at) => [from[at] ?? 0, from[at + reading.length] ?? 0])
}

/** Returns the words that say something: without stop words, unless they are units after a number or nothing else is left. */
function wordsToMark(words: readonly SearchWord[]): readonly SearchWord[] {
  const isStop = ({ readings }: SearchWord, at: number) =>
    readings.every((reading) => STOP_WORDS.has(reading)) && !/\d/.test(words[at - 1]?.readings[0] ?? '')
  const content = words.filter((word, at) => !isStop(word, at))
  return content.length > 0 ? content : words
}

function hitsIn(text: string, all: readonly SearchWord[]): Range[] {
  const words = wordsToMark(all)
  const places = normalizeWithOffsets(text)
  const isAlone = (reading: string) => all.length > 1 && reading.length <= SHORT
  const ranges = words.flatMap(({ readings }) => readings.filter(Boolean).flatMap((reading) => placesOf(reading, places, isAlone(reading))))
  const merged: Range[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** Splits a text into segments that match a word of the search, ignoring case and accents, and segments between. */
export function markHits(text: string, words: readonly SearchWord[]): Segment[] {
  const segments: Segment[] = []
  let done = 0
  for (const [start, end] of hitsIn(text, words)) {
    if (start > done) segments.push({ text: text.slice(done, start), isHit: false })
    if (end > start) segments.push({ text: text.slice(start, end), isHit: true })
    done = Math.max(done, end)
  }
  if (done < text.length) segments.push({ text: text.slice(done), isHit: false })
  return segments
}

/** Returns a marked passage of at most 140 characters from the first of `texts` with a hit, or from the beginning of the first text. */
export function markPassage(texts: readonly string[], words: readonly SearchWord[]): Segment[] {
  const [text = texts[0] ?? ''] = texts.filter((each) => hitsIn(each, words).length > 0)
  const [hit = [0, 0] as const] = hitsIn(text, words)
  if (text.length <= PASSAGE_MAX || hit[0] <= LEAD) return markHits(truncateAtWord(text, PASSAGE_MAX), words)
  const start = text.lastIndexOf(' ', hit[0] - LEAD) + 1
  return markHits(`…${truncateAtWord(text.slice(start), PASSAGE_MAX - 1)}`, words)
}
