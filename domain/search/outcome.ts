/** Outcomes of a visitor's search: results as it was typed, results of what it was corrected to, or none. */
export const SEARCH_OUTCOMES = ['found', 'corrected', 'nothing'] as const
export type SearchOutcome = (typeof SEARCH_OUTCOMES)[number]

/** Results from the first one that count as found at once. */
export const TOP_RESULTS = 3

/** Numbers of searches; the others are parts of `searches`. */
export interface SearchCounts {
  searches: number
  nothing: number
  corrected: number
  /** After which one of the first three results was chosen. */
  topClicks: number
}

/** Counts of a day without any search. */
export const NO_SEARCHES: SearchCounts = { searches: 0, nothing: 0, corrected: 0, topClicks: 0 }

/** Adds up counts. */
export const addCounts = (one: SearchCounts, other: SearchCounts): SearchCounts => ({
  searches: one.searches + other.searches,
  nothing: one.nothing + other.nothing,
  corrected: one.corrected + other.corrected,
  topClicks: one.topClicks + other.topClicks,
})

/** Returns a part of the searches in percent with one decimal; 0 without any search. */
export const percentOf = (part: number, { searches }: Pick<SearchCounts, 'searches'>): number =>
  searches === 0 ? 0 : Math.round((part * 1000) / searches) / 10
