/* Global Trade Item Numbers: 8, 12, 13 or 14 digits, the last one a check digit (GS1 General Specifications). */

/** Returns the check digit of a GTIN's other digits (GS1 modulo 10). */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Returns why a text is no GTIN, or null. */
export function gtinProblem(text: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return 'A GTIN has 8, 12, 13 or 14 digits.'
  const right = checkDigit(text.slice(0, -1))
  return text.endsWith(String(right)) ? null : `This GTIN has a wrong check digit. The last digit should be ${right}.`
}

/**
 * Beginnings of 13 digits that name a product in one shop or company (02, 04, 2) or a coupon (98, 99), not worldwide (GS1 General
 * Specifications 1.4).
 */
const RESTRICTED = /^(0[24]|2|9[89])/

/** Returns a GTIN for those who look it up worldwide; null for none and a restricted one. */
export const worldwideGtin = (gtin: string | null): string | null =>
  gtin === null || RESTRICTED.test(gtin.padStart(13, '0').slice(-13)) ? null : gtin

const LENGTHS = [8, 12, 13, 14]

/** Returns every form of a number that may be a GTIN, with and without zeros before it: the given one first, and alone where it is none. */
export function gtinForms(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const digits = code.replace(/^0+/, '')
  return [...new Set([code, ...LENGTHS.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))])]
}

/** Returns whether two GTINs are one number, whatever the zeros before it. */
export function isSameGtin(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && one.padStart(14, '0') === other.padStart(14, '0'))
}
