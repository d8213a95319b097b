import { countryInText } from './country-name.ts'

/**
 * States of the United States in the order of their names, with territories, freely associated states and military post: code, name, and
 * the first digits of their ZIP codes. Source: USPS, Publication 28 (Appendix B) and Labeling List L002.
 */
const UNITED_STATES = `
AL Alabama 350-369
AK Alaska 995-999
AS American Samoa 96799
AZ Arizona 850-865
AR Arkansas 716-729
AA Armed Forces Americas 340
AE Armed Forces Europe 090-099
AP Armed Forces Pacific 962-966
CA California 900-961
CO Colorado 800-816
CT Connecticut 060-069
DE Delaware 197-199
DC District of Columbia 200 202-205 569
FL Florida 320-339 341-349
GA Georgia 300-319 398 399
GU Guam 96910-96932
HI Hawaii 967 968
ID Idaho 832-838
IL Illinois 600-629
IN Indiana 460-479
IA Iowa 500-528
KS Kansas 660-679
KY Kentucky 400-427
LA Louisiana 700-714
ME Maine 039-049
MH Marshall Islands 96960-96979
MD Maryland 206-219
MA Massachusetts 010-027 05501 05544
MI Michigan 480-499
FM Micronesia 96941-96944
MN Minnesota 550-567
MS Mississippi 386-397
MO Missouri 630-658
MT Montana 590-599
NE Nebraska 680-693
NV Nevada 889-898
NH New Hampshire 030-038
NJ New Jersey 070-089
NM New Mexico 870-884
NY New York 005 100-149 06390
NC North Carolina 270-289
ND North Dakota 580-588
MP Northern Mariana Islands 96950-96952
OH Ohio 430-459
OK Oklahoma 730-749
OR Oregon 970-979
PW Palau 96939 96940
PA Pennsylvania 150-196
PR Puerto Rico 006 007 009
RI Rhode Island 028 029
SC South Carolina 290-299
SD South Dakota 570-577
TN Tennessee 370-385
TX Texas 750-799 885 73301 73344
VI U.S. Virgin Islands 008
UT Utah 840-847
VT Vermont 050-059
VA Virginia 201 220-246
WA Washington 980-994
WV West Virginia 247-268
WI Wisconsin 530-549
WY Wyoming 820-831 83414`

/**
 * ZIP codes of post offices that deliver across the border of a state, with the other state. Source: Census Bureau, ZIP code tabulation
 * areas of 2010.
 */
const ACROSS = '02861 MA|42223 TN|59221 ND|63673 IL|71749 LA|73949 TX|81137 NM|84536 AZ|86044 UT|86515 NM|88063 TX|89439 CA|97635 CA'

/** Provinces of Canada, with the first characters of their postal codes. Source: Canada Post, Addressing Guidelines. */
const CANADA = `
AB Alberta T
BC British Columbia V
MB Manitoba R
NB New Brunswick E
NL Newfoundland and Labrador A
NT Northwest Territories X0E X0G X1A
NS Nova Scotia B
NU Nunavut X0A X0B X0C
ON Ontario K L M N P
PE Prince Edward Island C
QC Quebec G H J
SK Saskatchewan S
YT Yukon Y`

/** Offices of Canada that deliver in another province, too: those of the government in Ottawa and Gatineau, and Flin Flon. */
const ACROSS_CANADA = 'K1A QC|R8A SK'

/** Other ways to write a state: the abbreviations before there were two letters, and names that people use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  US:
    'Ala AL|Ariz AZ|Ark AR|Calif CA|Cal CA|Colo CO|Conn CT|Del DE|Fla FL|Ill IL|Ind IN|Kan KS|Kans KS|Mass MA|Mich MI|Minn MN|Miss MS|Mont MT|Neb NE|' +
    'Nebr NE|Nev NV|N Mex NM|N Car NC|N Dak ND|Okla OK|Ore OR|Oreg OR|Penn PA|Penna PA|S Car SC|S Dak SD|Tenn TN|Tex TX|Virg VA|Wash WA|W Va WV|Wis WI|' +
    'Wisc WI|Wyo WY|New York State NY|Washington State WA|Washington DC DC|Virgin Islands VI|US Virgin Islands VI|Northern Marianas MP|Federated States of Micronesia FM',
  CA:
    'Alta AB|Man MB|Newfoundland NL|Newfoundland & Labrador NL|NF NL|NWT NT|Ont ON|PEI PE|Que QC|PQ QC|Sask SK|Yukon Territory YT|Colombie-Britannique BC|' +
    'Nouveau-Brunswick NB|Terre-Neuve-et-Labrador NL|Terre-Neuve NL|Territoires du Nord-Ouest NT|Nouvelle-Écosse NS|Île-du-Prince-Édouard PE',
}

/** A state with its two-letter code. */
type State = readonly [code: string, name: string]

/** States of a country and how they are found. */
interface States {
  list: readonly State[]
  byName: ReadonlyMap<string, string>
  /** Codes by the first characters of a postal code. */
  byPostcode: ReadonlyMap<string, string>
  /** Other states that are served from places with these first characters. */
  across: ReadonlyMap<string, string>
}

const plainName = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD')).toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Returns the codes of "900-902" one by one. */
function codesOf(range: string): string[] {
  const [from = '', to = from] = range.split('-')
  const count = Number(to) - Number(from) + 1
  return /^\d/.test(from) ? Array.from({ length: count }, (_, at) => String(Number(from) + at).padStart(from.length, '0')) : [from]
}

const pairsOf = (text: string) => text.split('|').map((pair) => [pair.slice(0, pair.lastIndexOf(' ')), pair.slice(-2)] as const)

function readStates(country: string, text: string, across: string): States {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...words] = line.split(' ')
      const first = words.findIndex((word) => /\d/.test(word) || (country === 'CA' && word.length === 1))
      return { code, name: words.slice(0, first).join(' '), postcodes: words.slice(first) }
    })
  return {
    list: rows.map(({ code, name }) => [code, name]),
    byName: new Map([
      ...pairsOf(OTHER_NAMES[country] ?? '').map(([name, code]) => [plainName(name), code] as const),
      ...rows.flatMap(({ code, name }) => [[plainName(name), code] as const, [code, code] as const]),
    ]),
    byPostcode: new Map(rows.flatMap(({ code, postcodes }) => postcodes.flatMap(codesOf).map((start) => [start, code] as const))),
    across: new Map(pairsOf(across)),
  }
}

/**
 * States of the countries whose addresses have one, read when they are asked for; codes are those of ISO 3166-2 and, of the United States,
 * of its post.
 */
const known = new Map<string, States>()

function statesIn(country: string): States | null {
  if (!hasStates(country)) return null
  let states = known.get(country)
  if (!states) {
    states = country === 'US' ? readStates(country, UNITED_STATES, ACROSS) : readStates(country, CANADA, ACROSS_CANADA)
    known.set(country, states)
  }
  return states
}

/** Returns true if addresses of a country need a state. */
export const hasStates = (country: string): boolean => country === 'US' || country === 'CA'

/** Returns the states of a country in the order of their names; empty where addresses have none. */
export const statesOf = (country: string): readonly State[] => statesIn(country)?.list ?? []

const STARTS = [5, 3, 1]

/** Looks up the longest start of a postal code. */
function findStart(starts: ReadonlyMap<string, string>, postalCode: string): string {
  const plain = plainName(postalCode)
  return STARTS.map((length) => (plain.length < length ? undefined : starts.get(plain.slice(0, length)))).find(Boolean) ?? ''
}

/** Returns the state of a postal code; '' where the country has no states, or the code is not one of theirs. */
export const stateOfPostcode = (country: string, postalCode: string): string =>
  findStart(statesIn(country)?.byPostcode ?? new Map(), postalCode)

/**
 * Returns the code of a state that an address has as code or name, in any case; '' where the country has no such state.
 * @param postalCode the state of a postal code counts before a text that disagrees with it
 */
export function stateCode(country: string, text: string, postalCode = ''): string {
  const states = statesIn(country)
  if (!states) return ''
  const typed = states.byName.get(text) ?? states.byName.get(plainName(text)) ?? ''
  if (postalCode === '') return typed
  const found = stateOfPostcode(country, postalCode)
  return found === '' || isStateOfPostcode(country, typed, postalCode) ? typed : found
}

/** Returns true if a state has a postal code, or there is a post office that delivers to it from there. */
export function isStateOfPostcode(country: string, code: string, postalCode: string): boolean {
  if (code === '') return false
  return stateOfPostcode(country, postalCode) === code || findStart(statesIn(country)?.across ?? new Map(), postalCode) === code
}

/** Returns the name of a state, or the code itself where the country has no such state. */
export const stateName = (country: string, code: string): string => statesOf(country).find(([state]) => state === code)?.[1] ?? code

/** Returns the name of a state for use within a sentence: "Alaska", "the District of Columbia". */
export function stateInText(country: string, code: string): string {
  const name = stateName(country, code)
  return /^(District|Northern|Northwest|Marshall|U\.S\.)/.test(name) ? `the ${name}` : name
}

/** Returns what the states of a country are called. */
export const stateWord = (country: string): 'state' | 'province' => (country === 'CA' ? 'province' : 'state')

/** Returns the label of a field for it. */
export const stateLabel = (country: string): 'State' | 'Province' => (stateWord(country) === 'state' ? 'State' : 'Province')

/** Returns the sentence about a text that is no state of a country. */
export const stateError = (country: string): string => `Please choose a ${stateWord(country)} of ${countryInText(country)}.`
