/*
 * Tiers of hits, best first: 0 a code, 1 every word in the title, 2 with category and brand, 3 with specifications, 4 with all texts; then these two.
 * A page of hits is in this order.
 */

/** Tier of hits by a correction, by what serves instead, or with words left out. */
export const SOFT_TIER = 5
/** Tier of hits whose texts only contain what was typed, within a word. */
export const PART_TIER = 6

/** Returns the hits that have all words; those that lack some only where no hit has all. */
export const wholeHits = <Hit extends { tier: number }>(
  hits: readonly Hit[],
  { leftOut, matching }: { leftOut: readonly string[]; matching: number },
): readonly Hit[] => (leftOut.length > 0 && matching > 0 ? hits.filter(({ tier }) => tier !== SOFT_TIER) : hits)
