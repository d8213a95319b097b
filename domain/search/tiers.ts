/*
 * Tiers of hits, best first: 0 a code, 1 every word in the title, 2 with category and brand, 3 with specifications, 4 with all texts; then
 * these two. A page of hits is in this order.
 */

/** Tier of hits by a correction, by what serves instead, or with words left out. */
export const SOFT_TIER = 5
/** Tier of hits whose texts only contain what was typed, within a word. */
export const PART_TIER = 6
