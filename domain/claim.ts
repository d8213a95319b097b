import { formatCount } from './text.ts'

/** Counts that the shop makes itself, so that a claim needs no estimate. */
export const CLAIM_COUNTERS = ['articles', 'customers', 'companies'] as const

export type ClaimCounter = (typeof CLAIM_COUNTERS)[number]

/** A public claim: `source` null or empty means it has none yet, `expiresAt` null that its source does not expire. */
export type Claim = {
  wording: string
  source: string | null
  expiresAt: Date | null
  useCounted: boolean
}

/** A claim as readers see it; an illustrative one is marked as such. */
type ShownClaim = { shownText: string; isCounted: boolean; isIllustrative: boolean }

/** The counted nouns in the singular, for a count of 1. */
const SINGULARS: Record<ClaimCounter, string> = { articles: 'article', customers: 'customer', companies: 'company' }
const COUNTED_NOUN = new RegExp(`\\b(?:${CLAIM_COUNTERS.join('|')})\\b`, 'i')

const FIRST_NUMBER = /\d[\d,]*\+?/

/** Returns whether a claim has a number that a count can replace. */
export const hasNumber = (wording: string): boolean => FIRST_NUMBER.test(wording)

/** Puts a count in place of the first number of a wording, and its noun in the singular for a count of 1. */
function withCount(wording: string, counted: number): string {
  const text = wording.replace(FIRST_NUMBER, formatCount(counted))
  return counted === 1 ? text.replace(COUNTED_NOUN, singularOf) : text
}

/** Returns the singular of a counted noun, with a capital where it had one. */
function singularOf(noun: string): string {
  const counter = CLAIM_COUNTERS.find((one) => one === noun.toLowerCase())
  return counter ? noun.charAt(0) + SINGULARS[counter].slice(1) : noun
}

/**
 * Returns the words that readers see: the claim's own, or with the counted number in place of the first one where staff chose so.
 * A claim is illustrative when it is not counted and has no valid source.
 * @param counted the shop's count; null where it has none
 */
export function showClaim(claim: Claim, counted: number | null, now: Date): ShownClaim {
  if (claim.useCounted && counted !== null) {
    return { shownText: withCount(claim.wording, counted), isCounted: true, isIllustrative: false }
  }
  const hasEnded = claim.expiresAt !== null && claim.expiresAt <= now
  return { shownText: claim.wording, isCounted: false, isIllustrative: hasEnded || !claim.source?.trim() }
}
