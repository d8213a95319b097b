import type { QueryFilter, Reading } from './read-query.ts'
import type { Term } from './terms.ts'

/** Ranks of what a part of a search says, what it wants most first. `name`: a word that titles have; `type`: machines or packaging. */
const RANKS = ['noun', 'name', 'number', 'word', 'type', 'quality'] as const
type Rank = (typeof RANKS)[number]

/** A part of a search that is kept or given up as one: a term, the parts of a compound, or a condition. */
export interface Need {
  typed: string
  terms: readonly Term[]
  filters: readonly QueryFilter[]
  rank: Rank
  place: number
  /** True for what the wanted thing is for. */
  isPurpose?: boolean
}

const rankOf = ({ type, role }: Term): Rank => (type !== null ? 'type' : role === 'help' ? 'word' : role)

/** Returns a term, or the parts of a compound, as one part of a search. */
const needOf = (terms: readonly Term[]): Need[] =>
  terms.slice(0, 1).map((first) => ({
    typed: first.compound ?? first.typed,
    terms,
    filters: [],
    rank: first.compound === undefined ? rankOf(first) : 'noun',
    place: Math.min(...terms.map(({ place }) => place)),
    isPurpose: terms.some(({ isPurpose }) => isPurpose),
  }))

/** Returns what a search asks for, part by part; conditions only beside terms. */
export function needsOf({ terms, filters }: Pick<Reading, 'terms' | 'filters'>): Need[] {
  const [single, parts] = [terms.filter(({ compound }) => compound === undefined), terms.filter(({ compound }) => compound !== undefined)]
  const place = Number.MAX_SAFE_INTEGER
  const conditions = filters.map((filter): Need => ({ typed: filter.display, terms: [], filters: [filter], rank: 'number', place }))
  return [
    ...single.flatMap((term) => needOf([term])),
    ...[...Map.groupBy(parts, ({ compound }) => compound).values()].flatMap(needOf),
    ...(terms.length > 0 ? conditions : []),
  ]
}

/** Orders parts of a search: names of the wanted thing first, then those of what it is for, then what says less of either. */
export const byNeed = (one: Need, other: Need): number =>
  stepOf(one) - stepOf(other) || RANKS.indexOf(one.rank) - RANKS.indexOf(other.rank) || one.place - other.place

const stepOf = ({ rank, isPurpose }: Need) => (rank !== 'noun' && rank !== 'name' ? 2 : isPurpose ? 1 : 0)

/** Says whether what is kept still says what is wanted: neither a type nor a number nor a quality stands for a word that is lost. */
export function saysEnough(kept: readonly Need[], left: readonly Need[]): boolean {
  const says = ({ rank }: Need) => rank === 'noun' || rank === 'name' || rank === 'word'
  return kept.some(says) || (kept.length > 0 && !left.some(says))
}
