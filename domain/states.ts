import { normalizeIdentifier } from './text.ts'

const UNITED_STATES =
  'AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|' +
  'GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|' +
  'MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
  'NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|' +
  'SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|' +
  'WI Wisconsin|WY Wyoming'
const CANADA =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|' +
  'ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon'

/** A state with its two-letter code. */
type State = readonly [code: string, name: string]

const listOf = (text: string): readonly State[] => text.split('|').map((line) => [line.slice(0, 2), line.slice(3)] as const)

/** States of the countries whose addresses have one, by country; codes are those of ISO 3166-2 without the country. */
const STATES: Readonly<Record<string, readonly State[]>> = { US: listOf(UNITED_STATES), CA: listOf(CANADA) }

/** Returns the states of a country in the order of their names; empty where addresses have none. */
export const statesOf = (country: string): readonly State[] => STATES[country] ?? []

/** Returns the code of a state that an address has as code or name, in any case; '' where the country has no such state. */
export function stateCode(country: string, text: string): string {
  const wanted = normalizeIdentifier(text).toUpperCase()
  return statesOf(country).find(([code, name]) => code === wanted || name.toUpperCase() === wanted)?.[0] ?? ''
}

/** Returns the name of a state, or the code itself where the country has no such state. */
export const stateName = (country: string, code: string): string => statesOf(country).find(([known]) => known === code)?.[1] ?? code
