import { normalizeForm, withoutUnseen } from '../text.ts'
import { readNumber } from '../units.ts'
import type { SearchLanguage } from './search-language.ts'

/** Letters that Unicode does not decompose into an ASCII letter and a mark. */
const ASCII_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Normalizes text for search, but for its hyphens: lowercase, without diacritics and characters that nobody sees. */
export const withoutMarks = (text: string): string =>
  normalizeForm(withoutUnseen(text), 'NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => ASCII_LETTERS[letter] ?? '')

/** Normalizes text for search: lowercase, without diacritics, hyphens as spaces. `Göteborg-Kühl` becomes `goteborg kuhl`. */
export const normalizeText = (text: string): string =>
  withoutMarks(text)
    .replace(/[-\u2010-\u2015\u2212]+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Returns the stem of a normalized word: `perforators` has that of `perforate`. */
export type Stem = (word: string, language: SearchLanguage) => string

/** Returns a number as the index has it: `1,000` as `1000`, `0,750` as `0.75`. */
const plainNumber = (text: string): string => {
  const read = readNumber(text)
  if (read === null) return text
  return /^\d+\.\d+$/.test(read) ? read.replace(/\.?0+$/, '') : read
}

/** Returns the normalized words and numbers of a text in their order; `EcoMat1000` has two, a size such as `600x400` also. */
export function wordsOf(text: string): string[] {
  const found = normalizeText(text)
    .replace(/(?<=\d) ?x ?(?=\d)/g, ' ')
    .match(/\d+(?:[.,]\d+)*|\p{L}+/gu)
  return (found ?? []).map((word) => (/^\d/.test(word) ? plainNumber(word) : word))
}

/** Returns a code without what people leave out of it: `EM-DSK 430` as `emdsk430`. */
export const plainCode = (text: string): string => normalizeText(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Returns words as the one lexeme that stands for all of them together. */
export const phraseOf = (words: readonly string[]): string => words.join(' ')

/** Longest word that is kept: PostgreSQL allows 2 kB. */
const MAX_WORD = 60
/** Most words of one part of a document. */
const MAX_WORDS = 3000

/** Texts of a document by what a word in them is worth, best first. */
interface DocumentTexts {
  title: readonly string[]
  /** Its kind, as one: all words of the category together. */
  kind: string
  /** Specifications, brand and seller. */
  facts: readonly string[]
  body: readonly string[]
  codes: readonly string[]
}

/** Weights of PostgreSQL's `tsvector` for the parts of a document; B is that of its kind. */
const WEIGHTS = [
  ['title', 'A'],
  ['facts', 'C'],
  ['body', 'D'],
] as const

/** Distance between texts, so that no phrase reaches from one into the next. */
const GAP = 10
const LAST_POSITION = 16_000

/** Words with their places, as the text of a `tsvector`. */
class Vector {
  readonly #places = new Map<string, string[]>()

  add(word: string, place: string): void {
    if (word === '' || word.length > MAX_WORD) return
    const known = this.#places.get(word)
    if (known) known.push(place)
    else this.#places.set(word, [place])
  }

  toString(): string {
    return [...this.#places].map(([word, at]) => `'${word}':${at.slice(0, 250).join(',')}`).join(' ')
  }
}

/**
 * Returns the texts of two `tsvector`s with each word of a document and its stem at its place, weighted A to D, and the codes, without
 * spaces, as words of weight A: `words` has all, `title`, which is short, those of weight A and B.
 */
export function vectorsOf(texts: DocumentTexts, stem: Stem): { title: string; words: string } {
  const [title, all] = [new Vector(), new Vector()]
  const add = (word: string, place: string) => {
    all.add(word, place)
    if (/[AB]$/.test(place)) title.add(word, place)
  }
  let position = 1
  for (const [part, weight] of WEIGHTS) {
    for (const text of texts[part]) {
      for (const word of wordsOf(text).slice(0, MAX_WORDS)) {
        const place = `${Math.min(position, LAST_POSITION)}${weight}`
        add(word, place)
        const stemmed = stem(word, 'en')
        if (stemmed !== word) add(stemmed, place)
        position += 1
      }
      position += GAP
    }
  }
  add(phraseOf(wordsOf(texts.kind).map((word) => stem(word, 'en'))), `${LAST_POSITION + 1}B`)
  for (const code of texts.codes) add(plainCode(code), `${LAST_POSITION + 1}A`)
  return { title: String(title), words: String(all) }
}

/**
 * Returns the number of slips between two words: letters wrong, missing, added or swapped with the next; more than `most` is `most` + 1.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // optimal string alignment: Damerau (1964), Levenshtein (1966); only the last two rows are kept
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = next
  }
  return Math.min(last.at(-1) ?? 0, most + 1)
}
