import { formatDecimal } from '../text.ts'
import { formatQuantity, numberIn, type Unit } from '../units.ts'
import { alsoWritten } from './also-written.ts'
import { isLink, isQuality, PREFIXES, STOP_WORDS, TYPE_WORDS } from './query-words.ts'
import { type Bound, type QueryItem, type Range, scanQuery } from './scan-query.ts'
import { SEARCH_LANGUAGES, type SearchLanguage } from './search-language.ts'
import { sizesInMm, TOLERANCE } from './size-in-mm.ts'
import { splitWord } from './split-words.ts'
import { findSynonyms, type SearchAnswer, type Synonym, type SynonymIndex } from './synonyms.ts'
import { type Alternative, asType, isOptional, isStop, numberTerm, placesOf, saysNothing, type Term, type ValueRange } from './terms.ts'
import { plainCode, type Stem, wordsOf } from './words.ts'

/** A condition that a query names, shown as a chip; `without` is the query without it. */
export interface QueryFilter {
  /** Key of the specification, of the dimension's first where none is named, or `price`. */
  key: string
  label: string
  display: string
  without: string
  values: readonly ValueRange[]
  price: { currency: 'USD' | 'EUR'; min: Bound | null; max: Bound | null } | null
}

/** Meaning of a query: all terms and all filters together. */
export interface Reading {
  terms: readonly Term[]
  filters: readonly QueryFilter[]
  /** The whole query as a code, without spaces; null where it has no digit. */
  code: string | null
  corrections: readonly { from: string; to: string }[]
  /** Terms that the shop does not sell, whose products do the same job. */
  instead: readonly string[]
  answers: readonly SearchAnswer[]
  /** True where the cards answer all that is asked. */
  isAnswered: boolean
}

/** A typed specification as a query may name it. */
export interface QueryFact {
  id: string
  key: string
  label: string
  unit: Unit | null
  decimals: number
  /** Further names, in any language. */
  names: readonly string[]
}

/** Knowledge of words that reading a query needs. */
export interface QueryContext {
  stem: Stem
  synonyms: SynonymIndex
  facts: readonly QueryFact[]
  /** True for a word of documents or synonyms, also in another form. */
  isWord: (word: string) => boolean
  /** True for two words of one language, of which a compound may be made. */
  isPair: (first: string, second: string) => boolean
  /** True for a word of a synonym. */
  isSynonym: (word: string) => boolean
  /** True for a word of a category, or of what synonyms find. */
  isNoun: (word: string) => boolean
  /** True for a part of a word of documents. */
  isPart: (word: string) => boolean
  /** Words that an unknown one may mean, nearest first. */
  near: (word: string) => readonly string[]
}

/** Shortest word that is looked up. */
const MIN_KNOWN = 3
/** Shortest word in which a slip is recognized. */
const MIN_CORRECTED = 4

/** A word with its parts, or neighbors that are one. */
interface QueryPart {
  typed: string
  words: readonly string[]
  joined: string | null
  chunk: string | null
  /** True for a correction. */
  isSoft?: true
}

const describeRange = (min: Bound | null, max: Bound | null, format: (number: string) => string): string => {
  if (min && max) return `${format(min.number)} to ${format(max.number)}`
  if (max) return `${max.isStrict ? 'under' : 'up to'} ${format(max.number)}`
  return `${min?.isStrict ? 'over' : 'at least'} ${format(min?.number ?? '')}`
}

/** Reads a query into terms and filters. Pure: what the shop knows is in `context`. */
export function readQuery(typed: string, language: SearchLanguage, context: QueryContext): Reading {
  const { stem, facts, isWord, isPair, isPart } = context
  const near = (word: string) => (word.length < MIN_CORRECTED ? [] : context.near(word))
  const languages = [language, ...SEARCH_LANGUAGES.filter((other) => other !== language)]
  const items = scanQuery(typed)
  const isTaken = new Set<number>()
  const terms: Term[] = []
  const filters: QueryFilter[] = []
  const corrections: { from: string; to: string }[] = []
  const correct = (from: string, to: string) => {
    if (!corrections.some((one) => one.from === from)) corrections.push({ from, to })
  }
  const instead: string[] = []
  const answers: SearchAnswer[] = []
  const english = (words: readonly string[]) => words.map((word) => stem(word, 'en'))
  const phrase = (text: string): Alternative => ({ words: english(wordsOf(text)), isPhrase: true })
  const wordAt = (at: number) => {
    const item = items[at]
    return item?.kind === 'word' && !isTaken.has(at) ? item.text : null
  }
  const without = (from: number, to: number) => `${typed.slice(0, from)} ${typed.slice(to)}`.replace(/\s+/g, ' ').trim()

  const hasUnit = (fact: QueryFact, unit: Unit) => fact.unit !== null && numberIn(`1 ${unit}`, fact.unit, 6) !== null
  /**
   * Finds the facts that a number with this unit may be of, and the items that say so: the one whose name stands right before or after it,
   * whose words are taken, else all of the unit.
   */
  function factsOf(at: number, unit: Unit | null): { meant: readonly QueryFact[]; places: readonly number[] } {
    const ofUnit = facts.filter((fact) => unit === null || hasUnit(fact, unit))
    for (const fact of ofUnit) {
      for (const name of [fact.label, ...fact.names]) {
        const wanted = wordsOf(name).map((word) => stem(word, 'en'))
        for (const start of [at + 1, at - wanted.length]) {
          if (!wanted.every((word, offset) => stem(wordAt(start + offset) ?? '', 'en') === word)) continue
          const places = wanted.map((_, offset) => start + offset)
          for (const place of places) isTaken.add(place)
          return { meant: [fact], places }
        }
      }
    }
    return { meant: unit === null ? [] : ofUnit, places: [] }
  }
  const rangeOf = (fact: QueryFact, unit: Unit | null, min: Bound | null, max: Bound | null): ValueRange => {
    const inFact = (bound: Bound | null) => (bound === null ? null : numberIn(`${bound.number} ${unit ?? ''}`, fact.unit, 6))
    const [isMinStrict, isMaxStrict] = [min?.isStrict ?? false, max?.isStrict ?? false]
    return { attributeId: fact.id, min: inFact(min), max: inFact(max), isMinStrict, isMaxStrict }
  }
  const equalTo = (fact: QueryFact, number: string, unit: Unit): ValueRange => {
    const value = numberIn(`${number} ${unit}`, fact.unit, 6) ?? Number.NaN
    const slack = unit === fact.unit ? 0.5 * 10 ** -fact.decimals : value * TOLERANCE
    return { attributeId: fact.id, min: value - slack, max: value + slack, isMinStrict: false, isMaxStrict: unit === fact.unit }
  }

  items.forEach((item, at) => {
    if (item.kind === 'word') return
    isTaken.add(at)
    const text = typed.slice(item.start, item.end)
    if (item.kind === 'price') return pushPrice(item)
    if (item.kind === 'size') {
      const { numbers, unit } = item
      const sizes = unit === null || unit === 'mm' ? [numbers] : sizesInMm(numbers, unit)
      const alternatives = sizes.flatMap((size) => [size, size.toReversed()]).map((words): Alternative => ({ words, isPhrase: true }))
      if (sizes[0] !== numbers && unit !== null) alternatives.push({ words: english([...numbers, unit]), isPhrase: true })
      return void terms.push({ ...numberTerm(text), marked: [...new Set([numbers, ...sizes].flat())], alternatives })
    }
    const { meant, places } = factsOf(at, item.unit)
    if (item.kind === 'quantity') {
      const alternatives = places.length > 0 ? [] : alsoWritten(item.number, item.unit).map(phrase)
      const values = meant.map((fact) => equalTo(fact, item.number, item.unit))
      return void terms.push({ ...numberTerm(text), marked: wordsOf(text), alternatives, values })
    }
    const [first] = meant
    if (!first && isPriceLike(item)) return pushPrice({ ...item, currency: language === 'en' ? 'USD' : 'EUR' })
    if (!first) return void terms.push(...rangeAsWords(item, text))
    const unit = item.unit ?? first.unit
    const taken = [item, ...places.map((place) => items[place] ?? item)]
    const label = meant.length === 1 ? first.label : dimensionLabel(meant)
    const display = describeRange(item.min, item.max, (number) => formatQuantity(Number(number), unit))
    const rest = without(Math.min(...taken.map(({ start }) => start)), Math.max(...taken.map(({ end }) => end)))
    const values = meant.map((fact) => rangeOf(fact, unit, item.min, item.max))
    filters.push({ key: first.key, label, display, without: rest, values, price: null })
  })

  function pushPrice({ currency, min, max, start, end }: Range & Pick<QueryItem, 'start' | 'end'> & { currency: 'USD' | 'EUR' }) {
    const display = describeRange(min, max, (number) => `${currency === 'USD' ? '$' : '€'}${formatDecimal(Number(number), 2)}`)
    filters.push({ key: 'price', label: 'Price', display, without: without(start, end), values: [], price: { currency, min, max } })
  }

  function rangeAsWords({ max }: Extract<QueryItem, { kind: 'range' }>, text: string): Term[] {
    const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word))
    if (words.length === 0 && max) return []
    return words.map((word) => wordTerm(word))
  }

  const units = unitsOf()
  function unitsOf(): QueryPart[] {
    const found: QueryPart[] = []
    for (let at = 0; at < items.length; at += 1) {
      const word = wordAt(at)
      if (word === null || isEnding(at)) continue
      const next = wordAt(at + 1)
      const mayJoin = next !== null && word.length > 1 && next.length > 1 && (PREFIXES.has(word) || !isLink(word, language))
      if (mayJoin && /^\p{L}+$/u.test(word + next) && isWord(word + next)) {
        found.push({ typed: `${word} ${next}`, words: [word, next], joined: word + next, chunk: null })
        at += 1
        continue
      }
      const parts = isWord(word) ? null : splitWord(word, isPair)
      const meant = parts || isWord(word) || isPart(word) ? undefined : meantBeside(at, near(word))
      if (meant !== undefined && context.isSynonym(meant)) {
        correct(word, meant)
        found.push({ typed: word, words: [meant], joined: null, chunk: null, isSoft: true })
      } else found.push({ typed: word, words: parts ?? [word], joined: null, chunk: codeAt(at) })
    }
    return found
  }
  /** Says whether a word is what an apostrophe leaves of one: "m" in "I'm". */
  function isEnding(at: number): boolean {
    const item = items[at]
    return item?.kind === 'word' && /^(?:m|s|d|t|re|ve|ll)$/.test(item.text) && /\p{L}['’]$/u.test(typed.slice(0, item.start))
  }
  /** Returns the word that makes a known phrase with a neighbor, such as "box filler", else the nearest. */
  function meantBeside(at: number, words: readonly string[]): string | undefined {
    const [before, after] = [wordAt(at - 1), wordAt(at + 1)]
    const isPhrase = (pair: readonly (string | null)[]) =>
      pair.every((word) => word !== null) && findSynonyms(context.synonyms, pair, 0, stem, [language]).length === pair.length
    return words.find((word) => isPhrase([before, word]) || isPhrase([word, after])) ?? words[0]
  }
  /** Returns the code of which a word is the first part: letters and digits without spaces between. */
  function codeAt(at: number): string | null {
    const item = items[at]
    if (!item || /\S/.test(typed.charAt(item.start - 1))) return null
    const [chunk = ''] = /^\S+/.exec(typed.slice(item.start)) ?? []
    return /\d/.test(chunk) && /\p{L}/u.test(chunk) && plainCode(chunk).length > 3 ? chunk : null
  }

  function wordTerm(word: string): Term {
    const whole: Alternative = { words: english([word]), isPhrase: false }
    const term: Term = { ...numberTerm(word), marked: [word], alternatives: [whole], role: roleOf([word]) }
    if (isWord(word) || /^\d/.test(word) || word.length < MIN_KNOWN) return term
    if (isPart(word) && (term.role !== 'quality' || items.length === 1))
      return { ...term, alternatives: [whole, { words: [word], isPhrase: false, isPrefix: true }] }
    const meant = near(word)
    const [first] = meant
    if (first === undefined) return term
    correct(word, first)
    const corrected = meant.map((other): Alternative => ({ words: english([other]), isPhrase: false, isSoft: true }))
    return { ...term, marked: meant, alternatives: [whole, ...corrected], role: roleOf([first]) }
  }

  function roleOf(given: readonly string[]): Term['role'] {
    if (isQuality(given)) return 'quality'
    if (given.every((word) => /^\d/.test(word))) return 'number'
    return given.some((word) => context.isNoun(word) && !isQuality([word])) ? 'noun' : 'word'
  }

  /** Returns what synonyms of these kinds make of words: a card, a thing, or only how a thing is. */
  function roleBy(words: readonly string[], synonyms: readonly Synonym[]): Term['role'] {
    if (synonyms.length === 0) return roleOf(words)
    if (synonyms.every(({ kind }) => kind === 'answer')) return 'help'
    const found = synonyms.flatMap(({ kind, terms: same, targets }) => (kind === 'same' ? same : targets)).map(wordsOf)
    return isQuality(words) || (found.length > 0 && found.every(isQuality)) ? 'quality' : 'noun'
  }

  /** Returns a target with the terms that mean the same. */
  function sameAs(target: string): string[] {
    const words = wordsOf(target)
    const { synonyms, length } = findSynonyms(context.synonyms, words, 0, stem, ['en'])
    const same = length === words.length ? synonyms.flatMap(({ kind, terms: others }) => (kind === 'same' ? others : [])) : []
    return [target, ...same]
  }

  function termOf(found: readonly QueryPart[], synonyms: readonly Synonym[]): Term {
    const words = found.flatMap((unit) => unit.words)
    const text = found.map((unit) => unit.typed).join(' ')
    const own: Alternative[] = [{ words: english(words), isPhrase: false }]
    const joined = found.length === 1 ? found[0]?.joined : null
    if (joined) own.unshift({ words: english([joined]), isPhrase: false })
    const others = synonyms.flatMap(({ kind, terms: same, targets }) => {
      if (kind === 'same') return same.map((term) => phrase(term))
      return kind === 'answer'
        ? []
        : targets.flatMap(sameAs).map((target) => ({ ...phrase(target), ...(kind === 'instead' && { isSoft: true as const }) }))
    })
    for (const { kind, answer } of synonyms) {
      if (kind === 'instead') instead.push(text)
      if (answer && !answers.some(({ href }) => href === answer.href)) answers.push(answer)
    }
    const marked = [...words, ...(joined ? [joined] : []), ...others.flatMap((other) => (other.words.length === 1 ? other.words : []))]
    const isSoft = found.some((part) => part.isSoft)
    const alternatives = [...own, ...others].map((one): Alternative => (isSoft ? { ...one, isSoft } : one))
    return { ...numberTerm(text), marked, alternatives, role: roleBy(words, synonyms) }
  }

  const flat = units.flatMap((unit) => unit.words.map((word, part) => ({ word, unit, isLast: part === unit.words.length - 1 })))
  const flatWords = flat.map(({ word }) => word)
  const rest: Term[] = []
  for (let at = 0; at < flat.length; ) {
    const { unit } = flat[at] as (typeof flat)[number] // `at` is below its length
    const { synonyms, length } = findSynonyms(context.synonyms, flatWords, at, stem, languages)
    if (length > 0 && flat[at + length - 1]?.isLast) {
      rest.push(termOf([...new Set(flat.slice(at, at + length).map((each) => each.unit))], synonyms))
      at += length
      continue
    }
    at += unit.words.length
    const code = unit.chunk
    if (unit.joined !== null) {
      rest.push(termOf([unit], []))
    } else if (unit.words.length > 1) {
      const parts = unit.words.flatMap((word) => partTerm(word))
      const isOne = parts.every(({ role }) => role !== 'quality')
      const last = parts.length - 1
      rest.push(...parts.map((part, at): Term => (isOne ? { ...part, compound: unit.typed, ...(at === last && { isNamed: true }) } : part)))
    } else if (code !== null) {
      const parts = wordsOf(code)
      const alternatives: Alternative[] = [phrase(code), { words: [plainCode(code)], isPhrase: false, isPrefix: true }]
      rest.push({ ...numberTerm(unit.typed), marked: parts, alternatives, role: roleOf(parts) })
      while (at < flat.length && parts.slice(1).includes(flatWords[at] ?? '')) at += 1
    } else {
      rest.push({ ...wordTerm(unit.typed), type: TYPE_WORDS[unit.typed] ?? null })
    }
  }
  /** A part of a compound, by the synonyms that it has. */
  function partTerm(word: string): Term[] {
    const { synonyms } = findSynonyms(context.synonyms, [word], 0, stem, languages)
    return [synonyms.length > 0 ? termOf([{ typed: word, words: [word], joined: null, chunk: null }], synonyms) : wordTerm(word)]
  }

  const placed = placesOf(rest, language)
  const content = placed.filter((term) => !isStop(term))
  const given = [...terms, ...(content.length > 0 || terms.length > 0 || filters.length > 0 ? content : placed)]
  const isAnswered = answers.length > 0 && given.every(saysNothing)
  const all = isAnswered ? given : given.filter(({ role }) => role !== 'help')
  const code = plainCode(typed)
  return {
    terms: all.length + filters.length > 1 ? all.flatMap((term) => (isOptional(term, all, filters.length) ? [] : [term])) : all.map(asType),
    filters,
    isAnswered,
    code: /\d/.test(code) && code.length > 3 ? code : null,
    corrections,
    instead,
    answers,
  }
}

/** Says whether the number beside "under" and the like can be a price: a lower end is one from a hundred on. */
const isPriceLike = ({ min, max }: Range): boolean => (max === null ? Number(min?.number) >= 100 : Number(max.number) >= 1)

/** Names a dimension by its facts. */
const dimensionLabel = (facts: readonly QueryFact[]): string => {
  const [first] = facts
  const names: Partial<Record<Unit, string>> = { mm: 'Length', kg: 'Weight', kW: 'Power' }
  return (first?.unit && names[first.unit]) ?? first?.label ?? ''
}
