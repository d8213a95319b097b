import { normalizeIdentifier } from './text.ts'
/** Sentence about a VAT id that is impossible. */
export const VAT_ID_ERROR = "This isn't a valid VAT ID. Check the country prefix and the digits."

/** Sentences about a VAT id that is possible and does not count. */
export const VAT_ID_NOTICES = {
  own: 'This is our own VAT ID.',
  invalid: "This VAT ID isn't registered in VIES, so we charge VAT.",
  unavailable: "We couldn't verify this VAT ID right now. We charge VAT and refund it once the ID is confirmed.",
} as const

/** Mark of an order without VAT on an ID that nobody could confirm, by the shop's own choice. */
export const UNCONFIRMED_VAT_TAG = 'unconfirmed VAT ID'

/**
 * Returns a VAT id as it is stored and compared: in capitals, without blanks and signs between its parts, with the prefix EL for Greece,
 * and the 0 that Belgian ids have got in front.
 */
export function normalizeVatId(text: string): string {
  return normalizeIdentifier(text)
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
    .replace(/^GR(?=\d)/, 'EL')
    .replace(/^BE(?=\d{9}$)/, 'BE0')
}

/** VAT ids whose first part names the business: the rest is a branch, a number among several of one owner, or the name of the tax. */
const WITH_SUFFIX = [/^(GB\d{9})\d{3}$/, /^(CHE\d{9})(?:MWST|TVA|IVA|VAT)+$/, /^(NO\d{9})MVA$/, /^(NL\d{9})B\d{2}$/, /^(SE\d{10})\d{2}$/]

/**
 * Returns true if two VAT ids are of one business: Northern Ireland has the numbers of Great Britain, those of some countries have a suffix
 * that does not name another business.
 */
export function isSameVatId(one: string, other: string): boolean {
  const keyOf = (vatId: string) => {
    const id = normalizeVatId(vatId).replace(/^XI(?=\d)/, 'GB')
    return WITH_SUFFIX.reduce((key, pattern) => key.replace(pattern, '$1'), id)
  }
  return keyOf(one) === keyOf(other)
}

/** Prefixes that are not the code of the country. */
const PREFIXES: Readonly<Record<string, string>> = { EL: 'GR' }

/** Returns the country of a normalized VAT id (ISO 3166, two letters; XI for Northern Ireland). */
export function vatIdCountry(vatId: string): string {
  const prefix = vatId.slice(0, 2)
  return PREFIXES[prefix] ?? prefix
}

/** Results of a check of a VAT id: `unavailable` means that nobody could say. */
export const VAT_CHECK_STATUSES = ['valid', 'invalid', 'unavailable'] as const

/** One of `VAT_CHECK_STATUSES`. */
export type VatCheckStatus = (typeof VAT_CHECK_STATUSES)[number]

/** Sources of a check: the European Commission's register, or staff. */
export const VAT_CHECK_SOURCES = ['vies', 'staff'] as const

const DAY_MS = 86_400_000

/** Maximum age of a check at an order, in ms. */
export const VAT_CHECK_MS = 7 * DAY_MS

/** Returns true if a check lets a VAT id count now: it says that it is valid, and is at most seven days old. */
export function isVatCheckGood(check: { status: VatCheckStatus; checkedAt: Date } | null, now: Date): boolean {
  return check?.status === 'valid' && now.getTime() - check.checkedAt.getTime() <= VAT_CHECK_MS
}

const MINUTE_MS = 60_000
/** Waiting times between attempts in minutes; the last one repeats. */
const RETRY_MINUTES = [1, 5, 30, 120, 360]

/**
 * Returns when a VAT id whose check was unavailable is asked about again: after 1, 5 and 30 minutes, 2 hours, then every 6 hours; null once
 * 7 days have passed since the first attempt.
 * @param attempts number of attempts that were made, from 1
 */
export function nextVatCheck(firstAt: Date, attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 0
  const next = new Date(now.getTime() + minutes * MINUTE_MS)
  return next.getTime() - firstAt.getTime() > VAT_CHECK_MS ? null : next
}
