import { COUNTRY_CODES } from './country-codes.ts'

const NAMES = /* @__PURE__ */ new Intl.DisplayNames('en-US', { type: 'region' })

/** Names that people write for a country beside its English name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'UNITED STATES OF AMERICA': 'US',
  USA: 'US',
  'GREAT BRITAIN': 'GB',
  UK: 'GB',
  'CZECH REPUBLIC': 'CZ',
  'THE NETHERLANDS': 'NL',
}

/** Returns the name of a country by its code (ISO 3166, two letters); the code itself where nobody knows it. */
export const countryNameOf = (code: string): string => NAMES.of(code) ?? code

/** Returns the code of a country by its name or code, in any case; '' where no country is called so. */
export function countryCodeOf(text: string): string {
  const wanted = text.trim().toUpperCase()
  return OTHER_NAMES[wanted] ?? COUNTRY_CODES.find((code) => code === wanted || countryNameOf(code).toUpperCase() === wanted) ?? ''
}
