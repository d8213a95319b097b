import { plainPostalCode } from './postal-code.ts'
import { stateCode } from './states.ts'

/** A place as an address names it. `country` is ISO 3166, `state` a code or a name; both may be '' but the country. */
interface AddressedPlace {
  country: string
  state?: string | null | undefined
  postalCode: string
}

/**
 * A place whose addresses have the codes of a country, and whose tax or customs are not those of that country, or which has a code of its
 * own as well.
 */
interface Territory {
  /** Name for use within a sentence: "the Canary Islands". */
  name: string
  /** Country whose codes its addresses have (ISO 3166). */
  within: string
  /** First characters of its postal codes there; of the United States its states. */
  codes: readonly string[]
  /** Its own code (ISO 3166); null: it has none. */
  own: string | null
  /** True where the customs territory is that of `within`. */
  sharesCustoms: boolean
  /** Country whose VAT or sales tax is charged on products that arrive there; null: its own, or none. */
  taxedAs: string | null
  /** The rule that it follows from, as docs/territories.md explains it. */
  source: string
}

type Row = readonly [
  within: string,
  codes: string,
  own: string | null,
  name: string,
  customs: 'shared' | 'apart',
  taxedAs: string | null,
  source: string,
]

const VAT_6_1 = 'Directive 2006/112/EC, Art. 6(1)'
const VAT_6_2 = 'Directive 2006/112/EC, Art. 6(2)'
const VAT_7 = 'Directive 2006/112/EC, Art. 7'
const NO_TREATY = 'Commission, list of territories: EU rules do not apply'
const UK = 'HMRC manual VATPOSG2300: territory of the UK'
const SWISS = 'Swiss VAT Act, Art. 3(a) and 4'
const NORWEGIAN = 'Norwegian VAT Act, § 1-2'
const AUSTRALIAN = 'GST Act 1999, s. 195-1: indirect tax zone'
const US_CUSTOMS = 'HTSUS, General Note 2; 19 CFR 7.2'
const US_POST = 'USPS Publication 28, Appendix B'
const CHINA_POST = 'China Post, postal codes of the special administrative regions'

const ROWS: readonly Row[] = [
  ['GR', '63086', null, 'Mount Athos', 'shared', null, VAT_6_1],
  ['ES', '35 38', null, 'the Canary Islands', 'shared', null, VAT_6_1],
  ['FR', '971', 'GP', 'Guadeloupe', 'shared', null, VAT_6_1],
  ['FR', '972', 'MQ', 'Martinique', 'shared', null, VAT_6_1],
  ['FR', '973', 'GF', 'French Guiana', 'shared', null, VAT_6_1],
  ['FR', '974', 'RE', 'Réunion', 'shared', null, VAT_6_1],
  ['FR', '976', 'YT', 'Mayotte', 'shared', null, VAT_6_1],
  ['FR', '97150 978', 'MF', 'Saint Martin', 'shared', null, VAT_6_1],
  ['FI', '22', 'AX', 'the Åland Islands', 'shared', null, VAT_6_1],
  ['IT', '22061', null, 'Campione d’Italia', 'shared', null, VAT_6_1],
  ['DE', '27498', null, 'Heligoland', 'apart', null, VAT_6_2],
  ['DE', '78266', null, 'Büsingen', 'apart', 'CH', `${VAT_6_2}; ${SWISS}`],
  ['ES', '51', null, 'Ceuta', 'apart', null, VAT_6_2],
  ['ES', '52', null, 'Melilla', 'apart', null, VAT_6_2],
  ['IT', '23041', null, 'Livigno', 'apart', null, VAT_6_2],
  ['FR', '980', 'MC', 'Monaco', 'shared', 'FR', VAT_7],
  ['GB', 'IM', 'IM', 'the Isle of Man', 'shared', 'GB', UK],
  ['DK', '38', 'FO', 'the Faroe Islands', 'apart', null, NO_TREATY],
  ['DK', '39', 'GL', 'Greenland', 'apart', null, NO_TREATY],
  ['FR', '975', 'PM', 'Saint Pierre and Miquelon', 'apart', null, NO_TREATY],
  ['FR', '97133 977', 'BL', 'Saint Barthélemy', 'apart', null, NO_TREATY],
  ['FR', '984', 'TF', 'the French Southern Territories', 'apart', null, NO_TREATY],
  ['FR', '986', 'WF', 'Wallis and Futuna', 'apart', null, NO_TREATY],
  ['FR', '987', 'PF', 'French Polynesia', 'apart', null, NO_TREATY],
  ['FR', '988', 'NC', 'New Caledonia', 'apart', null, NO_TREATY],
  ['FR', '989', null, 'Clipperton Island', 'apart', null, NO_TREATY],
  ['IT', '4789', 'SM', 'San Marino', 'shared', null, NO_TREATY],
  ['IT', '00120', 'VA', 'Vatican City', 'apart', null, NO_TREATY],
  ['GB', 'JE', 'JE', 'Jersey', 'shared', null, UK],
  ['GB', 'GY', 'GG', 'Guernsey', 'shared', null, UK],
  ['GB', 'GX', 'GI', 'Gibraltar', 'apart', null, UK],
  ['GB', 'FIQQ', 'FK', 'the Falkland Islands', 'apart', null, UK],
  ['GB', 'SIQQ', 'GS', 'South Georgia and the South Sandwich Islands', 'apart', null, UK],
  ['GB', 'STHL ASCN TDCU', 'SH', 'Saint Helena, Ascension and Tristan da Cunha', 'apart', null, UK],
  ['GB', 'BBND', 'IO', 'the British Indian Ocean Territory', 'apart', null, UK],
  ['GB', 'PCRN', 'PN', 'the Pitcairn Islands', 'apart', null, UK],
  ['GB', 'TKCA', 'TC', 'the Turks and Caicos Islands', 'apart', null, UK],
  ['GB', 'BIQQ', 'AQ', 'the British Antarctic Territory', 'apart', null, UK],
  ['CH', '9485 9486 9487 9488 9489 949', 'LI', 'Liechtenstein', 'shared', 'CH', SWISS],
  ['CH', '8238', null, 'Büsingen', 'shared', 'CH', SWISS],
  ['CH', '7562 7563', null, 'Samnaun', 'apart', null, SWISS],
  ['NO', '917 8099', 'SJ', 'Svalbard and Jan Mayen', 'apart', null, NORWEGIAN],
  ['AU', '2899', 'NF', 'Norfolk Island', 'apart', null, AUSTRALIAN],
  ['AU', '6798', 'CX', 'Christmas Island', 'apart', null, AUSTRALIAN],
  ['AU', '6799', 'CC', 'the Cocos (Keeling) Islands', 'apart', null, AUSTRALIAN],
  ['CN', '999077', 'HK', 'Hong Kong', 'apart', null, CHINA_POST],
  ['CN', '999078', 'MO', 'Macao', 'apart', null, CHINA_POST],
  ['US', 'PR', 'PR', 'Puerto Rico', 'shared', 'US', US_CUSTOMS],
  ['US', 'VI', 'VI', 'the U.S. Virgin Islands', 'apart', 'US', US_CUSTOMS],
  ['US', 'GU', 'GU', 'Guam', 'apart', 'US', US_CUSTOMS],
  ['US', 'AS', 'AS', 'American Samoa', 'apart', 'US', US_CUSTOMS],
  ['US', 'MP', 'MP', 'the Northern Mariana Islands', 'apart', 'US', US_CUSTOMS],
  ['US', 'AA AE AP', null, 'a military post office', 'apart', 'US', US_POST],
  ['US', 'FM', 'FM', 'Micronesia', 'apart', null, US_POST],
  ['US', 'MH', 'MH', 'the Marshall Islands', 'apart', null, US_POST],
  ['US', 'PW', 'PW', 'Palau', 'apart', null, US_POST],
]

/**
 * Places whose tax or customs are not those of the country whose codes their addresses have. docs/territories.md has them with their
 * sources, and what is not among them.
 */
export const TERRITORIES: readonly Territory[] = ROWS.map(([within, codes, own, name, customs, taxedAs, source]) => ({
  within,
  codes: codes.split(' '),
  own,
  name,
  sharesCustoms: customs === 'shared',
  taxedAs,
  source,
}))

const BY_COUNTRY = /* @__PURE__ */ Map.groupBy(TERRITORIES, ({ within }) => within)
const BY_OWN = /* @__PURE__ */ new Map(TERRITORIES.flatMap((row) => (row.own === null ? [] : [[row.own, row] as const])))

/** Returns the territory of a place, by its own code or by the codes that it has of a country; null: it is in none. */
export function territoryAt({ country, state, postalCode }: AddressedPlace): Territory | null {
  const own = BY_OWN.get(country)
  if (own) return own
  const rows = BY_COUNTRY.get(country)
  if (!rows) return null
  if (country === 'US') {
    const code = stateCode(country, state ?? '', postalCode)
    return rows.find(({ codes }) => codes.includes(code)) ?? null
  }
  if (postalCode === '') return null
  const plain = plainPostalCode(postalCode, country)
  let best: { row: Territory; length: number } | null = null
  for (const row of rows) {
    for (const code of row.codes) {
      const isLetters = /^[A-Z]{2}$/.test(code) // an area of the United Kingdom: JE2, not JEX
      if (!plain.startsWith(code) || (isLetters && !/^\d/.test(plain.slice(2)))) continue
      if (best === null || code.length > best.length) best = { row, length: code.length }
    }
  }
  return best?.row ?? null
}

/**
 * Returns the codes that addresses of a country can have: its own, of the places with its postal codes, and of the country whose postal
 * codes it has.
 */
export const codesBeside = (country: string): readonly string[] => [
  country,
  ...(BY_COUNTRY.get(country) ?? []).flatMap(({ own }) => own ?? []),
  ...[BY_OWN.get(country)].flatMap((row) => row?.within ?? []),
]

/** Returns true where the tax or the customs of a place are not those of the country whose codes it has. */
export const isApart = ({ within, taxedAs, sharesCustoms }: Territory): boolean => !sharesCustoms || taxedAs !== within
