import { SOFT_TIER } from './tiers.ts'

/** Returns the hits that have all words; those that lack some only where no hit has all. */
export const wholeHits = <Hit extends { tier: number }>(
  hits: readonly Hit[],
  { leftOut, matching }: { leftOut: readonly string[]; matching: number },
): readonly Hit[] => (leftOut.length > 0 && matching > 0 ? hits.filter(({ tier }) => tier !== SOFT_TIER) : hits)
