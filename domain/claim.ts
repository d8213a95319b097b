/** What the shop can count by itself, so that a claim needs no estimate (D1). */
export const CLAIM_COUNTERS = ['articles', 'customers', 'companies'] as const

/** One of `CLAIM_COUNTERS`. */
export type ClaimCounter = (typeof CLAIM_COUNTERS)[number]

/** A public claim as staff keep it: `source` null or empty means there is none yet, `expiresAt` null that it does not end. */
export type Claim = {
  wording: string
  source: string | null
  expiresAt: Date | null
  useCounted: boolean
}

/** What readers see of a claim; an illustrative one is marked as such. */
export type ShownClaim = { shownText: string; isCounted: boolean; isIllustrative: boolean }

const FIRST_NUMBER = /\d[\d,]*\+?/

/** Whether the words of a claim have a number that a count can stand for. */
export const hasNumber = (wording: string): boolean => FIRST_NUMBER.test(wording)

/**
 * The words that readers see: the claim's own, or with the counted number in place of the first one where staff chose so.
 * Without a source that still holds, and not counted, a claim is illustrative (D1, D3).
 * @param counted what the shop has counted; null where it cannot count
 */
export function showClaim(claim: Claim, counted: number | null, now: Date): ShownClaim {
  if (claim.useCounted && counted !== null) {
    return { shownText: claim.wording.replace(FIRST_NUMBER, counted.toLocaleString('en-US')), isCounted: true, isIllustrative: false }
  }
  const hasEnded = claim.expiresAt !== null && claim.expiresAt <= now
  return { shownText: claim.wording, isCounted: false, isIllustrative: hasEnded || !claim.source?.trim() }
}
