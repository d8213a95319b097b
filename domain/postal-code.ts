import { normalizeIdentifier } from './text.ts'

/**
 * Postal codes by country (ISO 3166, two letters): the shape, and an example that has it. Digits are 9, letters A; a blank or hyphen between
 * them may be left out. Source: Universal Postal Union, "Postal addressing systems in member countries". The United Arab Emirates have none.
 */
const POSTAL_CODES: Readonly<Record<string, { shapes: readonly string[]; example: string }>> = {
  AT: { shapes: ['9999'], example: '1010' },
  AU: { shapes: ['9999'], example: '2000' },
  BE: { shapes: ['9999'], example: '1000' },
  BG: { shapes: ['9999'], example: '1000' },
  CA: { shapes: ['A9A 9A9'], example: 'K1A 0B1' },
  CH: { shapes: ['9999'], example: '8001' },
  CY: { shapes: ['9999'], example: '1010' },
  CZ: { shapes: ['999 99'], example: '110 00' },
  DE: { shapes: ['99999'], example: '10115' },
  DK: { shapes: ['9999'], example: '1050' },
  EE: { shapes: ['99999'], example: '10111' },
  ES: { shapes: ['99999'], example: '28001' },
  FI: { shapes: ['99999'], example: '00100' },
  FR: { shapes: ['99999'], example: '75001' },
  GB: { shapes: ['A9 9AA', 'A99 9AA', 'AA9 9AA', 'AA99 9AA', 'A9A 9AA', 'AA9A 9AA'], example: 'SW1A 1AA' },
  GR: { shapes: ['999 99'], example: '105 57' },
  HR: { shapes: ['99999'], example: '10000' },
  HU: { shapes: ['9999'], example: '1051' },
  IE: { shapes: ['A99 XXXX', 'A9A XXXX'], example: 'D02 X285' },
  IS: { shapes: ['999'], example: '101' },
  IT: { shapes: ['99999'], example: '00184' },
  JP: { shapes: ['999-9999'], example: '100-0001' },
  LI: { shapes: ['9999'], example: '9490' },
  LT: { shapes: ['99999'], example: 'LT-01100' },
  LU: { shapes: ['9999'], example: '1111' },
  LV: { shapes: ['9999'], example: 'LV-1010' },
  MT: { shapes: ['AAA 9999'], example: 'VLT 1117' },
  MX: { shapes: ['99999'], example: '06000' },
  NL: { shapes: ['9999 AA'], example: '1012 JS' },
  NO: { shapes: ['9999'], example: '0150' },
  NZ: { shapes: ['9999'], example: '6011' },
  PL: { shapes: ['99-999'], example: '00-001' },
  PT: { shapes: ['9999-999'], example: '1100-148' },
  RO: { shapes: ['999999'], example: '010011' },
  SE: { shapes: ['999 99'], example: '111 20' },
  SG: { shapes: ['999999'], example: '018956' },
  SI: { shapes: ['9999'], example: '1000' },
  SK: { shapes: ['999 99'], example: '811 01' },
  US: { shapes: ['99999', '99999-9999'], example: '60607' },
}

const CLASSES: Readonly<Record<string, string>> = { 9: '[0-9]', A: '[A-Z]', X: '[0-9A-Z]' }

/** Returns true if `code` is possible in `country`, in any case, and with or without a country prefix ("D-10115"); true where codes are unknown. */
export function isPostalCode(code: string, country: string): boolean {
  const known = POSTAL_CODES[country]
  if (!known) return true
  const own = plainPostalCode(code, country)
  return known.shapes.some((shape) => patternOf(shape).test(own))
}

/** Returns a postal code to compare: in capitals, without blanks, hyphens and a country prefix ("D-10115", "LV-1010"). */
export function plainPostalCode(code: string, country: string): string {
  const plain = normalizeIdentifier(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const isNumeric = POSTAL_CODES[country]?.shapes.every((shape) => shape.startsWith('9')) ?? false
  return isNumeric ? plain.replace(/^[A-Z]{1,2}(?=\d)/, '') : plain
}

const LONGEST = 12

/** Returns true if a postal code lies between two of its country, which may be their first characters only: 9000-100 is within 9000 to 9499. */
export function isWithinPostalCodes(code: string, country: string, [from, to]: readonly [from: string, to: string]): boolean {
  const plain = plainPostalCode(code, country).padEnd(LONGEST, '0')
  return plain >= plainPostalCode(from, country).padEnd(LONGEST, '0') && plain <= plainPostalCode(to, country).padEnd(LONGEST, 'Z')
}

/** Returns an example of the postal codes of `country`; null where they are unknown. */
export const postalCodeExample = (country: string): string | null => POSTAL_CODES[country]?.example ?? null

function patternOf(shape: string): RegExp {
  const characters = [...shape.replace(/[ -]/g, '')].map((character) => CLASSES[character])
  return new RegExp(`^${characters.join('')}$`)
}
