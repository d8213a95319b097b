import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryInText } from '#domain/country-name.ts'
import { type Currency, toMinor } from '#domain/money.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { OTHER_COUNTRIES, rateErrors, type ZoneArea, type ZoneRate } from '#domain/shipping-zones.ts'
import { hasStates, stateCode, stateWord } from '#domain/states.ts'
import { lookupKey, normalizeIdentifier } from '#domain/text.ts'
import { readCsv } from '#server/platform/vendors/spreadsheet-csv.ts'
import { RATE_COLUMNS } from './write-rates.ts'

/** A zone of a file of rates. */
export interface RatedZone {
  name: string
  areas: ZoneArea[]
  rates: ZoneRate[]
}

/** A problem of a file, with its line; line 1 has the titles. */
interface LineProblem {
  line: number
  text: string
}

type Cells = Record<(typeof RATE_COLUMNS)[number], string>

const COUNTRIES = new Set([...COUNTRY_CODES, OTHER_COUNTRIES])
const MAX_KG = 1_000_000

/** Values that a file does not have; those of the same band of the zone stay. */
const UNSAID = {
  freeFromCents: null,
  volumeDivisor: null,
  maxUnitGrams: null,
  maxLongestMm: null,
  maxGirthMm: null,
  carrier: null,
  extras: [],
} as const

/** Reads the cells of one line, and collects what is wrong with them. */
class LineReader {
  readonly problems: string[] = []
  readonly #cells: Cells
  constructor(cells: Cells) {
    this.#cells = cells
  }

  text(column: keyof Cells, max: number, isRequired = false): string | null {
    const text = this.#cells[column]
    if (text === '' && isRequired) this.problems.push(`${column} is empty.`)
    if (text.length > max) this.problems.push(`${column} has more than ${max} characters.`)
    return text === '' ? null : text
  }

  oneOf<Value extends string>(column: keyof Cells, values: readonly [Value, ...Value[]]): Value {
    const text = this.#cells[column].toLowerCase()
    const found = values.find((value) => value === text)
    if (!found) this.problems.push(`${column} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, not "${this.#cells[column]}".`)
    return found ?? values[0]
  }

  country(): string {
    const code = this.#cells.country.toUpperCase()
    if (!COUNTRIES.has(code)) this.problems.push(`country must be a code of two letters or *, not "${this.#cells.country}".`)
    return code
  }

  /** The code of a state where the country has a list of them; null for an empty cell. */
  state(): string | null {
    const text = this.text('state', 60)
    const country = this.#cells.country.toUpperCase()
    if (text === null || !hasStates(country)) return text?.toUpperCase() ?? null
    const code = stateCode(country, text)
    if (code === '') this.problems.push(`state must be a ${stateWord(country)} of ${countryInText(country)}, not "${text}".`)
    return code
  }

  /** Grams; null for an empty cell. */
  grams(column: 'minKg' | 'maxKg'): number | null {
    const text = this.#cells[column]
    if (text === '') return null
    const isWeight = /^\d{1,7}(\.\d{1,3})?$/.test(text) && Number(text) <= MAX_KG
    if (!isWeight) this.problems.push(`${column} must be a weight in kg with at most three decimals, not "${text}".`)
    return isWeight ? Math.round(Number(text) * 1000) : 0
  }

  /** Cents of both currencies; null for empty cells. */
  amounts(usd: keyof Cells, eur: keyof Cells): Record<Currency, number> | null {
    const [one, other] = [this.#cells[usd], this.#cells[eur]]
    if (one === '' && other === '') return null
    if (one === '' || other === '') this.problems.push(`${usd} and ${eur} must both have an amount or both be empty.`)
    const centsOf = (column: keyof Cells, text: string): number => {
      const cents = toMinor(text)
      if (text !== '' && (cents === null || cents < 0)) this.problems.push(`${column} must be an amount of 0 or more, not "${text}".`)
      return Math.max(0, cents ?? 0)
    }
    return { USD: centsOf(usd, one), EUR: centsOf(eur, other) }
  }

  days(column: 'minDays' | 'maxDays'): number {
    const text = this.#cells[column]
    const isWhole = /^\d{1,2}$/.test(text) && Number(text) <= 90
    if (!isWhole) this.problems.push(`${column} must be a whole number from 0 to 90, not "${text}".`)
    return isWhole ? Number(text) : 0
  }
}

function readLine(cells: Cells): { zone: string; area: ZoneArea; rate: ZoneRate; problems: string[] } {
  const line = new LineReader(cells)
  const upper = (text: string | null) => text?.toUpperCase() ?? null
  const zone = line.text('zone', 80, true) ?? ''
  const area = {
    country: line.country(),
    state: line.state(),
    postcodeFrom: upper(line.text('from', 12)),
    postcodeTo: upper(line.text('to', 12)),
  }
  if (area.postcodeFrom === null && area.postcodeTo !== null) line.problems.push('to has a postal code, and from has none.')
  if (area.country === OTHER_COUNTRIES && (area.state ?? area.postcodeFrom) !== null)
    line.problems.push("* can't have a state or postal codes.")
  const rate: ZoneRate = {
    ...UNSAID,
    class: line.oneOf('class', SHIPPING_CLASSES),
    method: line.oneOf('method', SHIPPING_METHODS),
    minGrams: line.grams('minKg') ?? 0,
    maxGrams: line.grams('maxKg'),
    priceCents: line.amounts('usd', 'eur'),
    perKgCents: line.amounts('perKgUsd', 'perKgEur') ?? { USD: 0, EUR: 0 },
    minDays: line.days('minDays'),
    maxDays: line.days('maxDays'),
  }
  return { zone, area, rate, problems: line.problems }
}

const bandKey = (rate: ZoneRate) => `${rate.class} ${rate.method} ${rate.minGrams} ${rate.maxGrams}`
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Reads a file of rates. Each zone has the places and the bands of its lines; what is wrong is named with its line, as is a band that has
 * other values in another line, or that overlaps with one before it.
 */
export function readRates(csv: string): { zones: RatedZone[]; problems: LineProblem[] } {
  const file = readCsv(Buffer.from(csv), {})
  const [titles = [], ...records] = 'sheets' in file ? (file.sheets[0]?.rows ?? []) : []
  const names = titles.map((title) => lookupKey(String(title ?? '')))
  const missing = RATE_COLUMNS.filter((column) => !names.includes(column.toLowerCase()))
  if (missing.length > 0) return { zones: [], problems: [{ line: 1, text: `The file has no column ${missing.join(', ')}.` }] }
  const zones = new Map<string, RatedZone & { lines: number[] }>()
  const problems: LineProblem[] = []
  for (const [at, record] of records.entries()) {
    if (record.every((cell) => cell === null)) continue
    const line = at + 2
    const cellOf = (column: (typeof RATE_COLUMNS)[number]) => {
      const text = String(record[names.indexOf(column.toLowerCase())] ?? '')
      return column === 'zone' ? text.trim() : normalizeIdentifier(text)
    }
    const cells = Object.fromEntries(RATE_COLUMNS.map((column) => [column, cellOf(column)])) as Cells // one for each column
    const { zone: name, area, rate, problems: found } = readLine(cells)
    problems.push(...found.map((text) => ({ line, text })))
    if (found.length > 0) continue
    const zone = zones.get(name) ?? { name, areas: [], rates: [], lines: [] }
    zones.set(name, zone)
    if (!zone.areas.some((known) => isSame(known, area))) zone.areas.push(area)
    const band = zone.rates.find((known) => bandKey(known) === bandKey(rate))
    if (band && !isSame(band, rate)) problems.push({ line, text: `An earlier line has different values for this band of ${name}.` })
    if (band) continue
    zone.rates.push(rate)
    zone.lines.push(line)
  }
  for (const { rates, lines } of zones.values()) {
    problems.push(...rateErrors(rates).map(({ at, text }) => ({ line: lines[at] ?? 0, text })))
  }
  return {
    zones: [...zones.values()].map(({ lines: _lines, ...zone }) => zone),
    problems: problems.toSorted((one, other) => one.line - other.line),
  }
}
