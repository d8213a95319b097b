import { readNumber, UNIT_NAMES, type Unit, unitOf } from '../units.ts'
import { withoutMarks } from './words.ts'

/** An end of a range; `isStrict`: the number itself is outside. */
export interface Bound {
  number: string
  isStrict: boolean
}

/** Two ends, of which one may be open. */
export interface Range {
  min: Bound | null
  max: Bound | null
}

type Meaning =
  /** A word or a bare number. */
  | { kind: 'word'; text: string }
  /** Lengths of a size such as 600 × 400. */
  | { kind: 'size'; numbers: string[]; unit: Unit | null }
  | { kind: 'quantity'; number: string; unit: Unit }
  /** `unit` is null for bare numbers, which only the name of a fact explains. */
  | (Range & { kind: 'range'; unit: Unit | null })
  | (Range & { kind: 'price'; currency: 'USD' | 'EUR' })

/** A part of a query with its place in the typed text: `start` up to, without, `end`. */
export type QueryItem = Meaning & { start: number; end: number }

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const anyOf = (texts: readonly string[]) =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escape)
    .join('|')
const END = '(?![\\p{L}\\p{N}])'

/** Parts of a liter, in which people buy and no specification is stored. */
const LITER_PARTS: Readonly<Record<string, number>> = { dl: 10, cl: 100, ml: 1000 }
const UNIT = `(?:${anyOf([...UNIT_NAMES.filter((name) => /^\p{L}|^[°%]/u.test(name)), ...Object.keys(LITER_PARTS)])})${END}|["″”]`
const CURRENCY = `[$€]|(?:usd|eur|dollars?|euros?)${END}`
/** `3/4` and `1 1/2` of a unit; `12/24 V` is none. */
const FRACTION = `(?:\\d{1,3}[ -])?\\d{1,2}[/\u2044](?:2|3|4|5|8|10|16|32|64)(?=\\s*-?\\s*(?:${UNIT}))`
const NUMBER = `${FRACTION}|\\d+(?:[.,]\\d+)?k${END}|\\d{1,3}(?:[\\u00a0 ]\\d{3})+(?:[.,]\\d+)?(?=\\s*(?:${UNIT}|${CURRENCY}))|\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d{1,3}(?:\\.\\d{3})+,\\d+|\\d+(?:[.,]\\d+)?`
const AND = `(?:to|and|bis|und|et|a)${END}|-`

/** Words before a number, with the bound that they make of it, in all languages. */
const COMPARISONS: readonly { words: string; end: 'min' | 'max'; isStrict: boolean }[] = [
  {
    words:
      'under, below, less than, lighter than, cheaper than, <, unter, weniger als, billiger als, gunstiger als, moins de, moins cher que, sous',
    end: 'max',
    isStrict: true,
  },
  {
    words: `up to, at most, not more than, no more than, max, maximum, budget, budget of, ≤, <=, bis, bis zu, hochstens, maximal, jusqu'a, jusqu’a, au plus`,
    end: 'max',
    isStrict: false,
  },
  { words: 'over, above, more than, >, uber, mehr als, plus de', end: 'min', isStrict: true },
  { words: 'at least, from, min, minimum, ≥, >=, ab, mindestens, a partir de, au moins, des', end: 'min', isStrict: false },
]

const PATTERNS = {
  between: new RegExp(
    `(?:(?:between|zwischen|entre)${END}\\s*)?(${CURRENCY})?\\s*(${NUMBER})\\s*(${UNIT}|${CURRENCY})?\\s*(?:${AND})\\s*(${CURRENCY})?\\s*(${NUMBER})\\s*(${UNIT}|${CURRENCY})?`,
    'uy',
  ),
  size: new RegExp(
    `(${NUMBER})(?:\\s*(?:${UNIT}))?\\s*[x×*]\\s*(${NUMBER})(?:\\s*(?:${UNIT})(?=\\s*[x×*]))?(?:\\s*[x×*]\\s*(${NUMBER}))?(?:\\s*(${UNIT}))?`,
    'uy',
  ),
  // a euro pallet is no money
  amount: new RegExp(`(${CURRENCY})\\s*(${NUMBER})|(${NUMBER})\\s*(${CURRENCY})(?!\\s*-?\\s*pal)`, 'uy'),
  quantity: new RegExp(`(${NUMBER})\\s*-?\\s*(${UNIT})`, 'uy'),
  number: new RegExp(`\\d+(?:[.,]\\d+)*`, 'uy'),
  word: /\p{L}+/uy,
}
const COMPARED = COMPARISONS.map(({ words, ...bound }) => ({
  ...bound,
  pattern: new RegExp(
    `(?:${words
      .split(', ')
      .map((word) => escape(word) + (/\p{L}$/u.test(word) ? END : ''))
      .sort((a, b) => b.length - a.length)
      .join('|')})\\s*(${CURRENCY})?\\s*(${NUMBER})\\s*(${UNIT}|${CURRENCY})?`,
    'uy',
  ),
}))

/** Returns a typed number, also a fraction, as digits with a decimal point. */
function readFigure(text: string): string | null {
  const [, whole = '0', above, below] = /^(?:(\d+)[ -])?(\d+)[/\u2044](\d+)$/.exec(text) ?? []
  const thousands = /^(.+)k$/.exec(text)?.[1]
  if (thousands !== undefined) return String(Number((Number(readNumber(thousands)) * 1000).toFixed(2)))
  return above === undefined || below === undefined
    ? readNumber(text)
    : String(Number((Number(whole) + Number(above) / Number(below)).toFixed(4)))
}

/** Returns a typed number of a unit; parts of a liter in liters. */
function figureIn(text: string, unit: string | undefined): string | null {
  const [number, parts] = [readFigure(text), LITER_PARTS[unit ?? '']]
  return number === null || parts === undefined ? number : String(Number(number) / parts)
}

/** Amounts have no three decimals: `5.000` euros are five thousand. */
const readAmount = (text: string) => readFigure(/^\d{1,3}(?:[.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : text)
const currencyOf = (text: string | undefined): 'USD' | 'EUR' | null => {
  if (text === undefined || !new RegExp(`^(?:${CURRENCY})$`, 'u').test(text)) return null
  return text.startsWith('$') || text.startsWith('usd') || text.startsWith('dollar') ? 'USD' : 'EUR'
}
const plainUnit = (text: string | undefined) => (text === undefined ? null : text in LITER_PARTS ? 'l' : unitOf(text))
const match = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A compared number: a price with a currency, else a range of a fact. */
function rangeOf(
  texts: Partial<Record<'min' | 'max', string | undefined>>,
  { currency, unit, isStrict }: { currency: 'USD' | 'EUR' | null; unit: string | undefined; isStrict: boolean },
): Meaning | null {
  const bound = (text: string | undefined): Bound | null | undefined => {
    if (text === undefined) return null
    const number = currency ? readAmount(text) : figureIn(text, unit)
    return number === null ? undefined : { number, isStrict }
  }
  const [min, max] = [bound(texts.min), bound(texts.max)]
  if (min === undefined || max === undefined) return null
  return currency ? { kind: 'price', min, max, currency } : { kind: 'range', min, max, unit: plainUnit(unit) }
}

/** Reads what begins at a place of a normalized query; null where nothing does. */
function readAt(text: string, at: number): { meaning: Meaning; length: number } | null {
  for (const { pattern, end, isStrict } of COMPARED) {
    const found = match(pattern, text, at)
    if (!found) continue
    const [whole, before, number = '', after] = found
    const meaning = rangeOf({ [end]: number }, { currency: currencyOf(before) ?? currencyOf(after), unit: after, isStrict })
    if (meaning) return { meaning, length: whole.trimEnd().length }
  }
  const size = match(PATTERNS.size, text, at)
  if (size) {
    const [whole, one = '', two = '', three, unit] = size
    const numbers = [one, two, three].filter((number) => number !== undefined).map((number) => readFigure(number) ?? number)
    return { meaning: { kind: 'size', numbers, unit: plainUnit(unit) }, length: whole.length }
  }
  const between = match(PATTERNS.between, text, at)
  if (between) {
    const [whole, before, low, unit, second, high, after] = between
    const currency = currencyOf(before) ?? currencyOf(unit) ?? currencyOf(second) ?? currencyOf(after)
    const measured = plainUnit(after) === null ? unit : after
    const isRange = currency !== null || plainUnit(measured) !== null || /^[bze]/.test(whole)
    const meaning = isRange ? rangeOf({ min: low, max: high }, { currency, unit: measured, isStrict: false }) : null
    if (meaning) return { meaning, length: whole.trimEnd().length }
  }
  const amount = match(PATTERNS.amount, text, at)
  if (amount) {
    const [whole, before, second, first, after] = amount
    const meaning = rangeOf({ max: second ?? first }, { currency: currencyOf(before ?? after), unit: undefined, isStrict: false })
    if (meaning) return { meaning, length: whole.length }
  }
  const quantity = match(PATTERNS.quantity, text, at)
  if (quantity) {
    const [whole, typed = '', name] = quantity
    const [number, unit] = [figureIn(typed, name), plainUnit(name)]
    if (number !== null && unit !== null) return { meaning: { kind: 'quantity', number, unit }, length: whole.length }
  }
  const [word] = match(PATTERNS.number, text, at) ?? match(PATTERNS.word, text, at) ?? []
  return word === undefined ? null : { meaning: { kind: 'word', text: word }, length: word.length }
}

const MAX_ITEMS = 20

/** Splits a query of at most 200 characters into at most 20 words, quantities, ranges and prices. */
export function scanQuery(typed: string): QueryItem[] {
  let normalized = ''
  const places: number[] = []
  let place = 0
  for (const letter of typed) {
    const plain = withoutMarks(letter)
      .replace(/[‐‑–—−]/g, '-')
      .replace(/^\d+\u2044/, ' $&') // 1½
    for (let each = 0; each < plain.length; each += 1) places.push(place)
    normalized += plain
    place += letter.length
  }
  places.push(place)
  const items: QueryItem[] = []
  for (let at = 0; at < normalized.length && items.length < MAX_ITEMS; ) {
    const read = readAt(normalized, at)
    if (read) items.push({ ...read.meaning, start: places[at] ?? 0, end: places[at + read.length] ?? typed.length })
    at += read?.length ?? 1
  }
  return items
}
