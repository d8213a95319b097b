import { normalizeIdentifier } from './text.ts'

/**
 * Postal codes by country (ISO 3166, two letters): the shapes that they have, with the countries that have them, and what comes before a
 * code where it is written with a prefix. Digits are 9, letters A, either X; a blank or hyphen may be left out by those who type. Source:
 * Universal Postal Union, "Postal addressing systems in member countries", compared with the address data of Google (libaddressinput, June
 * 2025).
 */
const SHAPES: readonly (readonly [shapes: string, countries: string])[] = [
  ['999', 'IS FO AD'],
  ['9999', 'AL AM AT AU AZ BD BE BG CC CH CV CX CY DK ET GE GL HT HU LI LU LV MD MK NE NF NO NZ PH SI SJ TN ZA'],
  [
    '99999',
    'AX BA BL BT CU DE DO DZ EE ES FI FR GF GP HN HR ID IQ IT JO KE KR KW LK LT MA MC ME MF MM MQ MV MX MY NC NI NP PE PF PK PM RE RS SA SM SN TH TR ' +
      'UA UY VA WF YT ZM',
  ],
  ['99999|99999-9999', 'US PR VI GU AS MP FM MH PW'],
  ['999 99', 'CZ GR SE SK'],
  ['999999', 'BY CN CO IN KG NG RO RU SG TJ TM UZ'],
  ['9999999', 'CL'],
  ['99999|9999999', 'IL'],
  ['99-999', 'PL'],
  ['9999-999', 'PT'],
  ['99999-999', 'BR'],
  ['999-9999', 'JP'],
  ['A9A 9A9', 'CA'],
  ['9999|A9999AAA', 'AR'],
  ['A9 9AA|A99 9AA|AA9 9AA|AA99 9AA|A9A 9AA|AA9A 9AA|AAAA 9AA', 'GB GG GI IM JE FK'],
  ['A99 XXXX|A9A XXXX', 'IE'],
  ['AAA 9999', 'MT'],
  ['9999 AA', 'NL'],
  ['AA9999', 'BN'],
]

/** Prefixes that codes are written with. */
const PREFIXES: Readonly<Record<string, string>> = { AD: 'AD', AZ: 'AZ ', HT: 'HT', LT: 'LT-', LV: 'LV-', MD: 'MD-' }

/** Countries that have no postal codes. Source: as above, "countries without a postcode system". */
const WITHOUT: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CF CG CI CM CW DJ DM ER FJ GA GD GM GQ GY HK KI KM KN KP ML MO MR NR QA RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU ' +
    'YE ZW'
  ).split(' '),
)

/** Countries whose addresses often go without the code that they could have. */
const SPARING: ReadonlySet<string> = new Set('AD AZ BN BT CL CO CU CV DO ET HN HT IQ JO KW MM MV NE NG NI NP PE SN ZM'.split(' '))

const EXAMPLES =
  'AT 1010|AU 2000|BE 1000|BG 1000|BR 01310-100|CA K1A 0B1|CH 8001|CY 1010|CZ 110 00|DE 10115|DK 1050|EE 10111|ES 28001|FI 00100|FR 75001|GB SW1A 1AA|' +
  'GG GY1 1AA|GI GX11 1AA|GR 105 57|HR 10000|HU 1051|IE D02 X285|IM IM1 1AA|IS 101|IT 00184|JE JE2 3AB|JP 100-0001|LI 9490|LT LT-01100|LU 1111|LV LV-1010|' +
  'MT VLT 1117|MX 06000|NL 1012 JS|NO 0150|NZ 6011|PL 00-001|PT 1100-148|RO 010011|SE 111 20|SG 018956|SI 1000|SK 811 01|US 60607'

const CLASSES: Readonly<Record<string, string>> = { 9: '[0-9]', A: '[A-Z]', X: '[0-9A-Z]' }

/** A shape with the pattern of its codes without blanks and hyphens. */
interface Shape {
  shape: string
  pattern: RegExp
}

const shapesOf = (text: string): Shape[] =>
  text.split('|').map((shape) => ({
    shape,
    pattern: new RegExp(`^${[...shape.replace(/[ -]/g, '')].map((character) => CLASSES[character]).join('')}$`),
  }))

const KNOWN: ReadonlyMap<string, readonly Shape[]> = new Map(
  SHAPES.flatMap(([text, countries]) => {
    const shapes = shapesOf(text)
    return countries.split(' ').map((country) => [country, shapes] as const)
  }),
)

/** Sentence about an address of a business without the postal code that its country has. */
export const POSTAL_CODE_MISSING = 'Please enter your postal code'

/** Returns true if addresses of a country can have a postal code. */
export const hasPostalCodes = (country: string): boolean => !WITHOUT.has(country)

/** Returns true if an address of a country is not complete without a postal code. */
export const needsPostalCode = (country: string): boolean => KNOWN.has(country) && !SPARING.has(country)

/**
 * Returns true if `code` is possible in `country`, in any case, and with or without a country prefix ("D-10115"); true where codes are
 * unknown.
 */
export function isPostalCode(code: string, country: string): boolean {
  const shapes = KNOWN.get(country)
  if (!shapes) return true
  const own = plainPostalCode(code, country)
  return shapes.some(({ pattern }) => pattern.test(own))
}

/**
 * Signs that people write before the codes of a country, beside its code: those of three letters (ISO 3166, and of cars), and those before
 * codes that begin with letters. Before digits any one or two letters are a sign.
 */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AD AND|AR RA ARG|AT AUT|AU AUS|AX ALA FIN|BA BIH|BE BEL|BG BGR|BN BRU|BR BRA|CA CDN CAN|CH CHE|CL CHL RCH|CN CHN|CY CYP|CZ CZE|DE DEU GER|DK DNK|EE EST|' +
    'ES ESP|FI FIN|FK FLK|FR FRA|GB UK GBR|GG GBG GGY|GI GBZ GIB|GR GRC|HR HRV CRO|HU HUN|IE IRL|IL ISR|IM GBM IMN|IN IND|IS ISL|IT ITA|JE GBJ JEY|JP JPN|' +
    'KR KOR ROK|LI LIE|LT LTU|LU LUX|LV LVA|MC MCO|MD MDA|ME MNE|MK MKD NMK|MT M MLT|MX MEX|NL NLD|NO NOR|NZ NZL|PL POL|PT PRT|RO ROU|RS SRB|RU RUS|SA SAU KSA|' +
    'SE SWE|SG SGP|SI SVN SLO|SK SVK|SM SMR RSM|TR TUR|UA UKR|US USA'
  )
    .split('|')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)

/**
 * Returns a postal code to compare: in capitals, without blanks, hyphens and a sign of its country ("D-10115", "FIN-00100", "LV-1010",
 * "IRL-D02 X285").
 */
export function plainPostalCode(code: string, country: string): string {
  const plain = normalizeIdentifier(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const shapes = KNOWN.get(country)
  if (!shapes) return plain
  const signs = [country, ...(SIGNS[country]?.split(' ') ?? [])]
  if (shapes.every(({ shape }) => shape.startsWith('9')))
    return plain.replace(/^[A-Z]{1,3}(?=\d)/, (sign) => (sign.length < 3 || signs.includes(sign) ? '' : sign))
  const isCode = (text: string) => shapes.some(({ pattern }) => pattern.test(text))
  const sign = signs.find((own) => plain.startsWith(own) && isCode(plain.slice(own.length)))
  return sign !== undefined && !isCode(plain) ? plain.slice(sign.length) : plain
}

/**
 * Returns a postal code in the shape that its country writes: "1234 AB", "SW1A 1AA", "LV-1010". Where codes are unknown it is in
 * capitals, with single blanks; a country without codes has none.
 */
export function formatPostalCode(code: string, country: string): string {
  if (WITHOUT.has(country)) return ''
  const own = plainPostalCode(code, country)
  const known = KNOWN.get(country)?.find(({ pattern }) => pattern.test(own))
  if (!known) return code.toUpperCase().trim().replace(/\s+/g, ' ')
  let at = 0
  const written = known.shape.replace(/[9AX]/g, () => own.charAt(at++))
  return (PREFIXES[country] ?? '') + written
}

const LONGEST = 12

/**
 * Returns true if a postal code lies between two of its country, which may be their first characters only: 9000-100 is within 9000 to 9499.
 */
export function isWithinPostalCodes(code: string, country: string, [from, to]: readonly [from: string, to: string]): boolean {
  const plain = plainPostalCode(code, country).padEnd(LONGEST, '0')
  return plain >= plainPostalCode(from, country).padEnd(LONGEST, '0') && plain <= plainPostalCode(to, country).padEnd(LONGEST, 'Z')
}

/** Returns an example of the postal codes of `country`; null where they are unknown. */
export function postalCodeExample(country: string): string | null {
  const own = EXAMPLES.split('|').find((line) => line.startsWith(`${country} `))
  if (own) return own.slice(3)
  const shape = KNOWN.get(country)?.[0]?.shape
  return shape === undefined ? null : formatPostalCode(shape.replace(/9/g, '1').replace(/[AX]/g, 'A'), country)
}
