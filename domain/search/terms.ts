import { isAmount, isLink, STOP_WORDS } from './query-words.ts'
import type { SearchLanguage } from './search-language.ts'

/**
 * A form of a term in a document: `words` are stems of English, or with `isPrefix` beginnings. `isSoft`: a correction, or what serves
 * instead.
 */
export interface Alternative {
  words: readonly string[]
  isPhrase: boolean
  isPrefix?: true
  isSoft?: true
}

/** Values that a typed specification may have; ends without a number are open. */
export interface ValueRange {
  attributeId: string
  min: number | null
  max: number | null
  isMinStrict: boolean
  isMaxStrict: boolean
}

/** A part of a query that must stand in a document in one of these ways, or be one of these values, or be products of this type. */
export interface Term {
  typed: string
  /** Normalized words to mark in texts. */
  marked: readonly string[]
  alternatives: readonly Alternative[]
  values: readonly ValueRange[]
  /** `whole`: a machine itself, neither accessory nor part. */
  type: 'machine' | 'material' | 'whole' | null
  /** `noun`: the name of a kind of thing; `quality`: how a thing is; `help`: what a card answers; `word`: any other. */
  role: 'noun' | 'word' | 'number' | 'quality' | 'help'
  /** Place by how much it says what is wanted, the head of the phrase first. */
  place: number
  /** The compound that it is a part of. */
  compound?: string
  /** True where names or facts have to have it: a text that only mentions it means something else. */
  isNamed?: true
  /** True for what the wanted thing is for, of or with: it only narrows. */
  isPurpose?: true
}

/** Alone, the name of a type means all products of that type, parts and accessories too. */
export const asType = (term: Term): Term => (term.type === 'whole' ? { ...term, type: 'machine' } : term)

/**
 * Says whether a term is the name of a type that says nothing beside what else is asked for: "packaging" beside "wine bottle", not beside
 * "cheap".
 */
export const isOptional = ({ type }: Term, all: readonly Term[], filters: number): boolean =>
  (type === 'material' || type === 'machine') && (filters > 0 || all.some((other) => other.type === null && other.role !== 'quality'))

/** Begins a term: that of a number, unless its words say more. */
export const numberTerm = (typed: string): Term => ({
  typed,
  marked: [],
  alternatives: [],
  values: [],
  type: null,
  role: 'number',
  place: 0,
})

/** Says whether a term asks for nothing beside the words of a card: "5 machines" in "discount for 5 machines". */
export const saysNothing = ({ role, type, values }: Term): boolean =>
  type !== null || role === 'help' || role === 'quality' || (role === 'number' && values.length === 0)

/** Says whether a term weighs nothing beside others. */
export const isStop = ({ typed, type }: Term): boolean => type === null && STOP_WORDS.has(typed)

/** Drops the terms that only say how many of the next ones are wanted: "set of" in "set of knives". */
const withoutAmounts = (terms: readonly Term[]): Term[] =>
  terms.filter((_, at) => ![at, at - 1].some((from) => from < terms.length - 2 && isAmount(terms[from]?.typed, terms[from + 1]?.typed)))

/** Places terms: those before "for" or "with" first; of these in French the first word is the head, in English and German the last. */
export function placesOf(given: readonly Term[], language: SearchLanguage): Term[] {
  const terms = withoutAmounts(given)
  const first = terms.findIndex((term) => !isStop(term))
  // in "I am looking for a knife" nothing is named that the knife could be for
  const starts = [0, ...terms.flatMap(({ typed }, at) => (first !== -1 && at > first && isLink(typed, language) ? [at + 1] : []))]
  return terms.map((term, at) => {
    const part = starts.filter((start) => start <= at).length
    const place = part * terms.length + (language === 'fr' ? at : terms.length - at)
    return { ...term, place, ...(part > 1 && { isPurpose: true as const }) }
  })
}

/**
 * Returns those of the terms that name the wanted thing and those that say what it is for: "knife" and "perforator" in "knife for
 * perforator". Null where a search does not say both.
 */
export function wantOf(terms: readonly Term[]): { things: readonly Term[]; purposes: readonly Term[] } | null {
  const named = terms.filter(({ type, role }) => type !== null || role === 'noun' || role === 'word')
  const [things, purposes] = [
    named.filter(({ isPurpose }) => !isPurpose),
    named.filter(({ isPurpose, type }) => isPurpose && type === null),
  ]
  return things.length > 0 && purposes.length > 0 ? { things, purposes } : null
}
