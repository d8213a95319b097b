import { getShop } from './shop.ts'

/** Countries by their ISO 3166 code: those that a new shop can sell to. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = [
  ['US', 'United States'],
  ['AU', 'Australia'],
  ['AT', 'Austria'],
  ['BE', 'Belgium'],
  ['BG', 'Bulgaria'],
  ['CA', 'Canada'],
  ['HR', 'Croatia'],
  ['CY', 'Cyprus'],
  ['CZ', 'Czechia'],
  ['DK', 'Denmark'],
  ['EE', 'Estonia'],
  ['FI', 'Finland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['GR', 'Greece'],
  ['HU', 'Hungary'],
  ['IS', 'Iceland'],
  ['IE', 'Ireland'],
  ['IT', 'Italy'],
  ['JP', 'Japan'],
  ['LV', 'Latvia'],
  ['LI', 'Liechtenstein'],
  ['LT', 'Lithuania'],
  ['LU', 'Luxembourg'],
  ['MT', 'Malta'],
  ['MX', 'Mexico'],
  ['NL', 'Netherlands'],
  ['NZ', 'New Zealand'],
  ['NO', 'Norway'],
  ['PL', 'Poland'],
  ['PT', 'Portugal'],
  ['RO', 'Romania'],
  ['SG', 'Singapore'],
  ['SK', 'Slovakia'],
  ['SI', 'Slovenia'],
  ['ES', 'Spain'],
  ['SE', 'Sweden'],
  ['CH', 'Switzerland'],
  ['AE', 'United Arab Emirates'],
  ['GB', 'United Kingdom'],
]

const NAMES = new Map(COUNTRIES)
const OTHER_NAMES = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country by its ISO 3166 code. */
export function countryName(code: string): string {
  return NAMES.get(code) ?? OTHER_NAMES.of(code) ?? code
}

/** Countries that the shop sells to, as forms of addresses offer them. @param also a country that is offered too, since an address has it */
export function openCountries(also?: string): (readonly [code: string, name: string])[] {
  const { countries } = getShop()
  const codes = also && !countries.includes(also) ? [...countries, also] : countries
  return codes.map((code) => [code, countryName(code)])
}
