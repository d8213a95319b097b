import type { BuyerKind } from './buyer-kind.ts'
import type { LegalArea } from './market.ts'
import { formatCount } from './text.ts'

/** Counts that the shop makes itself, so that a claim needs no estimate. */
export const CLAIM_COUNTERS = ['articles', 'customers', 'companies'] as const

export type ClaimCounter = (typeof CLAIM_COUNTERS)[number]

/** Subjects of claims: the environment, what machines achieve, or the shop itself. */
export const CLAIM_KINDS = ['environment', 'performance', 'shop'] as const

export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** Readers, by their law and kind. */
type ClaimReader = { legal: LegalArea; buyer: BuyerKind }

/** A law that forbids claims without proof. */
interface ClaimLaw extends ClaimReader {
  law: string
  source: string
  /** Day on which the source was read. */
  readOn: string
  /** First day on which it applies. */
  since: string
  kinds: readonly ClaimKind[]
}

/**
 * Laws that forbid claims without proof, by the readers whom they protect. The text of the directive was read in summaries by lawyers, not
 * in the Official Journal, and no national law that transposes it was read. For performance claims the duty to prove them is older (Article
 * 12 of Directive 2005/29/EC).
 */
const CLAIM_LAWS: readonly ClaimLaw[] = [
  {
    law: 'Directive (EU) 2024/825, which adds environmental claims to Directive 2005/29/EC',
    source: 'https://eur-lex.europa.eu/eli/dir/2024/825/oj',
    readOn: '2026-11-29',
    since: '2026-09-27',
    legal: 'eu',
    buyer: 'consumer',
    kinds: ['environment', 'performance'],
  },
]

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

/** Returns whether claims of a kind need proof before a reader may see them. */
export const needsProof = (kind: ClaimKind, { legal, buyer }: ClaimReader, now: Date): boolean =>
  CLAIM_LAWS.some((law) => law.legal === legal && law.buyer === buyer && law.kinds.includes(kind) && now >= new Date(law.since))

/** A claim with what stands in its place where it needs proof and has none: '' for nothing. */
export type MarketClaim = Pick<ShownClaim, 'shownText' | 'isIllustrative'> & { kind: ClaimKind; marketText: string }

/** Returns a claim as a reader may see it: without a proof that the law asks for, the text for such markets, unmarked; '' for nothing. */
export function claimFor<Shown extends MarketClaim>(claim: Shown, reader: ClaimReader, now: Date): Shown & { isWithheld: boolean } {
  const isWithheld = claim.isIllustrative && needsProof(claim.kind, reader, now)
  return isWithheld ? { ...claim, shownText: claim.marketText, isIllustrative: false, isWithheld } : { ...claim, isWithheld }
}
