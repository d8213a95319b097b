import { COUNTRY_CODES, countryCodeOf } from '#domain/country-codes.ts'
import { gtinProblem } from '#domain/gtin.ts'
import type { ImportField } from '#domain/import-fields.ts'
import { CELL_OF, cellsOfKinds, PLAIN_KEYS, type PlainKey, plainField } from '#domain/product-fields.ts'
import { type DecimalSign, plainNumber } from '#domain/table-format.ts'
import { lookupKey } from '#domain/text.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'
import { LENGTHS, unitIn, WEIGHTS } from './read-headings.ts'

/*
 * Values as other shops and people write them, in the form of the shop's own layout. What can mean two things stays as it is, and is
 * reported.
 */

function isWhole(key: PlainKey): boolean {
  const field = plainField(key)
  return field.kind === 'number' && !field.decimals
}

/** Fields whose numbers have no decimals. */
const WHOLE: readonly ImportField[] = ['stock', 'leadTimeDays', ...PLAIN_KEYS.filter(isWhole).map((key) => CELL_OF[key])]
const COUNTED =
  /\s*(?:stk|stück|stueck|st|pcs|pc|p[iè]+e?ces?|units?|ea|pces?|unités?|days?|tage?n?|werktage?n?|business days|working days|jours?(?: ouvrés)?|months?|monate?n?|mois)\.?$/i
const YEARS = /^(\d{1,2})\s*(?:years?|yrs?|jahre?|ans?)\.?$/i

/**
 * Returns a typed number as the layout has it: `12.0000` units are 12, `12,- €` is 12. A whole number that may have thousands or decimals
 * stays.
 */
export function numberIn(field: ImportField, typed: string, decimal: DecimalSign): string {
  const text = typed.replace(/(\d)[.,]\s*[-–—]{1,2}(?=$|\s)/, '$1').trim()
  if (!WHOLE.includes(field)) return plainNumber(text, decimal).replace(/^(-?\d*\.\d{2})0+$/, '$1')
  const years = field === 'warrantyMonths' ? YEARS.exec(text) : null
  if (years) return String(Number(years[1]) * 12)
  const counted = text.replace(COUNTED, '').trim()
  const own = decimal === 'comma' ? /^\d{1,3},\d{3}$/ : /^\d{1,3}\.\d{3}$/
  return own.test(counted) ? typed : plainNumber(counted, decimal).replace(/^(-?\d+)\.0+$/, '$1')
}

/** Fields with a weight, and with a side of the package. */
const MASS: readonly ImportField[] = ['weightKg', 'weightGrams']
const SIDES: readonly ImportField[] = ['packageLengthCm', 'packageWidthCm', 'packageHeightCm']
export const isMeasure = (field: ImportField): boolean => MASS.includes(field) || SIDES.includes(field) || field === 'packageMm'

const factorIn = (unit: string | null, factors: Readonly<Record<string, number>>): number | null =>
  unit !== null && Object.hasOwn(factors, unit) ? (factors[unit] ?? null) : null

const rounded = (value: number) => Number(value.toPrecision(12))
/** Rounds what was converted to whole grams, and sides to a hundredth of a centimeter. */
const DIGITS: Partial<Record<ImportField, number>> = { weightKg: 3, weightGrams: 0 }

/** Units that a row or its heading gives a measure whose cell has none. */
export interface MeasureUnits {
  heading: string | null
  weight: string | null
  size: string | null
}

/** Returns a measure in the unit of its field. The unit in the cell counts before that of the row, and that before the heading's. */
export function measureIn(
  field: ImportField,
  cell: Exclude<SpreadsheetCell, null>,
  decimal: DecimalSign,
  units: MeasureUnits,
): SpreadsheetCell {
  if (field === 'packageMm') return packageIn(String(cell), decimal, units)
  const [factors, usual, given] = MASS.includes(field)
    ? [WEIGHTS, field === 'weightGrams' ? 'g' : 'kg', units.weight]
    : [LENGTHS, 'cm', units.size]
  const [, typed = '', word = ''] = /^(.*?\d[.,]?)\s*([a-zµ"″”']+)?\.?$/i.exec(String(cell).trim()) ?? ['', String(cell)]
  const own = factorIn(unitIn(word), factors)
  if (word !== '' && own === null) return cell
  const number = typeof cell === 'number' ? cell : Number(plainNumber(typed, decimal))
  const from = own ?? factorIn(given, factors) ?? factorIn(units.heading, factors) ?? factors[usual] ?? 1
  if (!Number.isFinite(number) || typed.trim() === '') return cell
  if (from === factors[usual]) return rounded(number)
  const converted = (number * from) / (factors[usual] ?? 1)
  const digits = DIGITS[field] ?? 2
  return Number(converted.toFixed(converted < 10 ** -digits ? 12 : digits))
}

/** Returns three sides in millimeters: `62 x 52 x 4.8 cm` is `620x520x48`. */
function packageIn(text: string, decimal: DecimalSign, { heading, size }: MeasureUnits): string {
  const unit = /([a-z"″”]+)\.?\s*$/i.exec(text.trim())?.[1] ?? ''
  const factor = factorIn(unitIn(unit), LENGTHS) ?? factorIn(size, LENGTHS) ?? factorIn(heading, LENGTHS) ?? LENGTHS.mm ?? 0.1
  const sides = text.split(/[x×*]/i).map((side) => Number(plainNumber(side.replace(/[a-z"″”.\s]+$/i, '').trim(), decimal)))
  const isFine = sides.every((side) => Number.isFinite(side) && side > 0 && (factor !== LENGTHS.mm || Number.isInteger(side)))
  return sides.length === 3 && isFine ? sides.map((side) => Math.round(rounded(side * factor * 10))).join('x') : text
}

/** Returns a GTIN without the signs between its digits, and with the zeros before it that spreadsheets take from numbers. */
export function gtinIn(text: string): string {
  const digits = /^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text
  const whole = /^\d{9,11}$/.test(digits) ? digits.padStart(12, '0') : /^\d{6,7}$/.test(digits) ? digits.padStart(8, '0') : digits
  return gtinProblem(whole) === null ? whole : digits
}

const two = (part: string) => part.padStart(2, '0')

/** Returns a day as ISO 8601, with its time where that is not midnight; a date that can mean two days stays as it is. */
export function dayIn(text: string): string {
  const [, date = '', time = ''] = /^([\d./-]+)(?:(?:T|,?\s+)(\d{1,2}:\d{2}.*))?$/.exec(text.trim()) ?? []
  const [, hour = '', minute = '', seconds = '', zone = ''] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(time) ?? []
  if (date === '' || (time !== '' && hour === '')) return text
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date)
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date)
  let day: string
  if (iso) day = `${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`
  else if (other) {
    const [, first = '', sign = '', second = '', year = ''] = other
    const isDayFirst = sign === '.' || Number(first) > 12
    if (!isDayFirst && Number(second) <= 12 && first !== second) return text
    const [dayPart, month] = isDayFirst ? [first, second] : [second, first]
    day = `${year.length === 2 ? '20' : ''}${year}-${two(month)}-${two(dayPart)}`
  } else return text
  const isMidnight = Number(hour || 0) + Number(minute || 0) + Number(seconds || 0) === 0
  if (isMidnight && zone === '') return day
  return `${day}T${two(hour)}:${minute}${zone && `:${seconds || '00'}${zone === 'UTC' ? 'Z' : zone}`}`
}

const SPOKEN: Readonly<Record<string, string>> = {
  'u.s.a.': 'US',
  'u.s.': 'US',
  'u.k.': 'GB',
  england: 'GB',
  holland: 'NL',
  'etats-unis': 'US',
}

let countries: Map<string, string> | undefined

/** Returns the two letters of a country that is written in English, German or French. */
export function countryIn(text: string): string {
  const name = lookupKey(text).replace(/^(?:made in|fabriqué en|hergestellt in)\s+/, '')
  if (name.length === 2) return name.toUpperCase()
  if (!countries) {
    countries = new Map(Object.entries(SPOKEN))
    for (const language of ['de', 'fr']) {
      const names = new Intl.DisplayNames([language], { type: 'region' })
      for (const code of COUNTRY_CODES) countries.set(lookupKey(names.of(code) ?? code), code)
    }
  }
  return countryCodeOf(name) || (countries.get(name) ?? text)
}

const list = (value: string, words: string) => words.split(' ').map((word) => [word, value] as const)

/** Words for the choices of a field, in English, German and French. */
const CHOICES: Partial<Record<ImportField, ReadonlyMap<string, string>>> = {
  status: new Map([
    ...list(
      'Active',
      'active true yes 1 published publish enabled visible online on aktiv ja wahr veröffentlicht sichtbar actif oui vrai publié activé',
    ),
    ...list(
      'Inactive',
      'draft archived unlisted false no 0 -1 2 private pending disabled hidden offline off inaktiv nein falsch entwurf versteckt',
    ),
    ...list('Inactive', 'archiviert inactif non faux brouillon masqué désactivé archivé proposed rejected'),
  ]),
  featured: new Map([...list('TRUE', 'ja oui wahr vrai'), ...list('FALSE', 'nein non falsch faux')]),
  ...Object.fromEntries(
    cellsOfKinds('flag').map((flag) => [flag, new Map([...list('yes', 'ja oui wahr vrai'), ...list('no', 'nein non falsch faux')])]),
  ),
  type: new Map([
    ...list('machine', 'machines maschine maschinen gerät geräte machinery appareil'),
    ...list('material', 'materials materialien matériau matériaux verbrauchsmaterial consumable consumables consommable consommables'),
  ]),
  shippingClass: new Map([
    ...list('parcel', 'paket päckchen colis package'),
    ...list('freight', 'fracht spedition palette pallet fret messagerie'),
  ]),
  taxClass: new Map([
    ...list('standard', 'normal regular full regelsatz normalsatz normale'),
    ...list('reduced', 'reduced-rate ermäßigt réduit réduite low'),
    ...list('zero', 'zero-rate none exempt nullsatz steuerfrei exonéré'),
  ]),
}

/** Returns one of a field's choices for a word of another language or shop. */
export const choiceIn = (field: ImportField, text: string): string => CHOICES[field]?.get(lookupKey(text)) ?? text

export const CHOICE_FIELDS = Object.keys(CHOICES) as ImportField[] // the keys of the object above

/** Returns the currency that a price names: a sign or code beside the number. */
export function currencyIn(text: string): 'USD' | 'EUR' | 'other' | null {
  if (/€|\bEUR(?:OS?)?\b/i.test(text)) return 'EUR'
  if (/(?:^|[^a-z])(?:US)?\s?\$|\bUSD\b|\bUS\$/i.test(text) && !/\b(?:CA|AU|NZ|HK|SG)\s?\$/i.test(text)) return 'USD'
  return /[£¥₽₹₺₩]|\b[A-Z]{2}\s?\$|\b(?!EUR|USD)[A-Z]{3}\b/.test(text) ? 'other' : null
}
