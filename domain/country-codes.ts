import { countryNameOf } from './country-name.ts'
import { normalizeIdentifier } from './text.ts'

/** Two-letter codes of ISO 3166-1. */
export const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO ' +
  'CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR ' +
  'HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN ' +
  'MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD ' +
  'SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE ' +
  'YT ZA ZM ZW'
).split(' ')

/** Names that people write for a country beside its English name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'UNITED STATES OF AMERICA': 'US',
  USA: 'US',
  'GREAT BRITAIN': 'GB',
  UK: 'GB',
  HOLLAND: 'NL',
  'CZECH REPUBLIC': 'CZ',
  'THE NETHERLANDS': 'NL',
  KOSOVO: 'XK',
}

/** Codes by the upper-case names of their countries, made when they are asked for: naming all countries takes a millisecond. */
let codesByName: ReadonlyMap<string, string> | null = null

/** Returns the code of a country by its name or code, in any case; '' where no country is called so. */
export function countryCodeOf(text: string): string {
  const wanted = normalizeIdentifier(text).toUpperCase()
  codesByName ??= new Map([
    ...COUNTRY_CODES.map((code) => [countryNameOf(code).toUpperCase(), code] as const),
    ...Object.entries(OTHER_NAMES),
  ])
  return codesByName.get(wanted) ?? (COUNTRY_CODES.includes(wanted) ? wanted : '')
}
