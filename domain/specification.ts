import type { Attribute } from './attribute.ts'
import { lookupKey, normalizeIdentifier, pluralize } from './text.ts'
import { boundProblem, formatQuantity, numberIn, numberProblem, readQuantity, type Unit, unitOf } from './units.ts'

const MAX_TEXT = 200
const normalized = (text: string) => text.trim().toLowerCase()

/** Leaves out what a row says beside its quantity: `about 68 dB(A) at 1 m (estimate)` is `68 dB(A)`. */
function quantityOf(text: string): string {
  const said = text
    .replaceAll(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .trim()
    .replace(/^(?:about|approx\.|ca\.|up to|max\.) /i, '')
    .replace(/ \([^()]*\)$/, '')
  const after = Math.max(said.lastIndexOf('('), said.lastIndexOf(')')) + 1
  const condition = said.slice(after).search(/ at /i)
  return condition < 0 ? said : said.slice(0, after + condition)
}

/**
 * Returns the number of a row such as `430 mm` or `about 68 dB(A) at 1 m (estimate)` in a unit, rounded, or null. The database reads rows
 * alike (`read_quantity`).
 */
export function readRowNumber(text: string, unit: Unit | null, decimals: number): number | null {
  return numberIn(quantityOf(text), unit, decimals)
}

/** A number with its unit, the mark or word between two ends, and a second number with what follows it. */
const RANGE =
  /^(?:(?:from|von|de) )?([-−]?[.,]?\d(?:[\d.,' ]*\d)?)((?:[^\d.,…–—−-]+[23]?)?)(?: ?(?:-|–|—|−|…|\.\.\.?) ?| (?:to|bis|à) )([-−]?[.,]?\d.*)$/i

/** Both ends of a range, the lower one first. */
interface SpecificationEnds {
  min: number
  max: number
}

/**
 * Returns the ends of a row such as `2–5 m/min`, `2 m to 50 m` or `from 10 to 14 mm (double wall)` in a unit, rounded, or null: also for a
 * single number, and for one that ends below its beginning. The database reads rows alike (`read_range`).
 */
export function readRowRange(text: string, unit: Unit | null, decimals: number): SpecificationEnds | null {
  if (readRowNumber(text, unit, decimals) !== null) return null
  const [, low = '', lowUnit = '', high = ''] = RANGE.exec(quantityOf(text)) ?? []
  const upper = readQuantity(high)
  if (!upper) return null
  const min = numberIn(`${low} ${lowUnit.trim() || (upper.unit ?? '')}`, unit, decimals)
  const max = numberIn(high, unit, decimals)
  return min !== null && max !== null && min < max ? { min, max } : null
}

/** Writes both ends: `2–5 m/min`, and with a word between them where one is below zero. */
export function formatRange({ min, max }: SpecificationEnds, unit: Unit | null): string {
  const upper = formatQuantity(max, unit)
  const lower = formatQuantity(min, unit)
  const symbol = upper.replace(/^[-\d.]+/, '')
  const isSame = lower.endsWith(symbol) && /^-?[\d.]+$/.test(lower.slice(0, lower.length - symbol.length))
  const first = isSame ? lower.slice(0, lower.length - symbol.length) : lower
  return min < 0 || !isSame ? `${first} to ${upper}` : `${first}–${upper}`
}

/** Returns the ends of a text that is a range and says nothing else. */
const typedRange = (text: string, unit: Unit | null, decimals: number) =>
  quantityOf(text) === text.trim() ? readRowRange(text, unit, decimals) : null

type Rated = Pick<Attribute, 'kind' | 'unit' | 'decimals' | 'choices'>

/**
 * Returns the value that a row's text gives to an attribute: a number, a range as `2–5`, the value of a choice, or a text; null for none.
 */
export function readRowValue(text: string, { kind, unit, decimals, choices }: Rated): number | string | null {
  if (kind === 'number') {
    const ends = readRowRange(text, unit, decimals)
    return ends ? formatRange(ends, null) : readRowNumber(text, unit, decimals)
  }
  if (kind === 'text') return text.trim().slice(0, MAX_TEXT) || null
  const wanted = normalized(text)
  return choices.find(({ value, label, names = [] }) => [value, label.toLowerCase(), ...names].includes(wanted))?.value ?? null
}

type Row = { name: string; value: string }

/** Returns the place of the row that gives an attribute its value, or -1. */
export function rowOf(rows: readonly Row[], attribute: Pick<Attribute, 'names'> & Rated): number {
  for (const name of attribute.names) {
    const at = rows.findIndex((row) => normalized(row.name) === name && readRowValue(row.value, attribute) !== null)
    if (at >= 0) return at
  }
  return -1
}

/**
 * Returns the sentence for a quantity that an attribute cannot have, or null: one out of bounds, or a count with more decimals than it has.
 */
function quantityProblem(text: string, { unit, decimals }: Pick<Attribute, 'unit' | 'decimals'>): string | null {
  const ends = typedRange(text, unit, decimals)
  if (ends) return boundProblem(ends.min, unit) ?? boundProblem(ends.max, unit)
  const number = numberIn(text, unit, decimals)
  if (number === null) return numberProblem(unit)
  const isFiner = unit === null && numberIn(text, unit, 6) !== number
  if (isFiner) return decimals === 0 ? 'Please enter a whole number.' : `Please enter at most ${pluralize(decimals, 'decimal')}.`
  return boundProblem(number, unit)
}

/** Decimals of a stored number. */
const STORED_DECIMALS = 6
/** Units outside of the metric system: what is given in them is shown in the unit of its specification. */
const CUSTOMARY: readonly (Unit | null)[] = ['in', 'ft', 'lb', 'hp']

/**
 * Returns a typed quantity as its row has it: in the metric unit in which it was typed, unless rounding changes it; else in that of its
 * specification.
 */
function writtenQuantity(typed: string, { unit, decimals }: Pick<Attribute, 'unit' | 'decimals'>): string {
  const ends = typedRange(typed, unit, decimals)
  if (ends) return displayRange(ends, unit, typed)
  const [read, number] = [readQuantity(typed), numberIn(typed, unit, decimals) ?? 0]
  const isKept =
    read !== null &&
    read.unit !== null &&
    !CUSTOMARY.includes(read.unit) &&
    read.unit !== 'year' &&
    numberIn(typed, unit, STORED_DECIMALS) === number
  return isKept ? formatQuantity(Number(read.number), read.unit) : formatQuantity(number, unit)
}

/** Returns the text of a row for a typed value, or the sentence that says what to type. */
export function rowText(typed: string, attribute: Rated): { text: string } | { problem: string } {
  const { kind, choices } = attribute
  const given = kind === 'text' ? typed.trim() : normalizeIdentifier(typed.replaceAll('″', '"'))
  if (kind === 'number') {
    const problem = quantityProblem(given, attribute)
    return problem === null ? { text: writtenQuantity(given, attribute) } : { problem }
  }
  if (kind === 'text') return given.length > MAX_TEXT ? { problem: `At most ${MAX_TEXT} characters are accepted` } : { text: given }
  const label = choices.find((choice) => choice.value === given || lookupKey(choice.label) === lookupKey(given))?.label
  return label === undefined ? { problem: 'Please choose from the list.' } : { text: label }
}

/**
 * Sets an attribute's row to a text, or removes it for an empty one. A row that already says the same stays as it is. A new row follows
 * that of the attribute before it in `attributes`, the order of the category.
 */
export function withRow<R extends Row>(
  rows: readonly R[],
  attribute: Attribute,
  text: string,
  attributes: readonly Attribute[],
  rowFor: (row: Row) => R,
): R[] {
  const at = rowOf(rows, attribute)
  const present = rows[at]
  if (text === '') return rows.filter((_, place) => place !== at)
  if (present) {
    const isSame = readRowValue(present.value, attribute) === readRowValue(text, attribute)
    return isSame ? [...rows] : rows.map((row) => (row === present ? { ...row, value: text } : row))
  }
  const named = rows.findIndex((row) => attribute.names.includes(normalized(row.name)))
  if (named >= 0) return rows.map((row, place) => (place === named ? { ...row, value: text } : row))
  const before = attributes.slice(
    0,
    attributes.findIndex(({ key }) => key === attribute.key),
  )
  const place = Math.max(-1, ...before.map((other) => rowOf(rows, other))) + 1
  return [...rows.slice(0, place), rowFor({ name: attribute.label, value: text }), ...rows.slice(place)]
}

/** Returns the attribute that a row of this name belongs to. */
const attributeOf = ({ name }: Row, attributes: readonly Attribute[]) => attributes.find(({ names }) => names.includes(normalized(name)))

/**
 * Returns the sentence for an entered row whose number its attribute cannot have, or null. A text that is no number says something of its
 * own.
 */
export function rowProblem(row: Row, attributes: readonly Attribute[]): string | null {
  const attribute = attributeOf(row, attributes)
  if (attribute?.kind !== 'number' || readRowValue(row.value, attribute) === null) return null
  return quantityProblem(quantityOf(row.value), attribute)
}

/** Returns an entered row as it is stored: a bare quantity in the attribute's unit, a choice by its label, any other text as it is. */
function settled<R extends Row>(row: R, attributes: readonly Attribute[]): R {
  const attribute = attributeOf(row, attributes)
  const read = attribute && attribute.kind !== 'text' && rowText(row.value, attribute)
  return read && 'text' in read ? { ...row, value: read.text } : row
}

/** Returns whether these rows are stored ones in their order, with none of another text. */
function areStored(rows: readonly Row[], stored: readonly Row[]): boolean {
  let place = 0
  return rows.every(({ name, value }) => {
    place = stored.findIndex((row, at) => at >= place && row.name === name && row.value === value) + 1
    return place > 0
  })
}

/**
 * Returns the rows of a product after somebody entered them. A stored row keeps its text, a new or changed one is settled, and the typed
 * ones come first, in the order of the category. Rows that are all stored in this order stay as they are.
 */
export function enteredRows<R extends Row>(rows: readonly R[], stored: readonly Row[], attributes: readonly Attribute[]): R[] {
  if (areStored(rows, stored)) return [...rows]
  const next = rows.map((row) => (areStored([row], stored) ? row : settled(row, attributes)))
  const typed = new Set(attributes.map((attribute) => rowOf(next, attribute)).filter((at) => at >= 0))
  return [...[...typed].flatMap((at) => next[at] ?? []), ...next.filter((_, at) => !typed.has(at))]
}

/**
 * Returns how a number is shown: by its row's text where that says the same in the same or another metric unit (`25 m` for 25000 mm), else
 * with its unit.
 */
export function displayNumber(number: number, unit: Unit | null, text: string): string {
  const said = readQuantity(quantityOf(text))
  const isBare = readQuantity(text) !== null && said?.unit === unit
  if (isBare && numberIn(text, unit, STORED_DECIMALS) === number) return formatQuantity(number, unit) // five digits in a larger unit
  const isIn = said?.unit === unit || (said !== null && said.unit !== null && !CUSTOMARY.includes(said.unit))
  return isIn && numberIn(quantityOf(text), unit, STORED_DECIMALS) === number ? text : formatQuantity(number, unit)
}

/**
 * Returns how a range is shown: in the metric unit of both its ends in its row's text where that says the same, else in its own unit. A row
 * that says more keeps its words.
 */
export function displayRange(ends: SpecificationEnds, unit: Unit | null, text: string): string {
  const said = quantityOf(text)
  const [, , lowUnit = '', high = ''] = RANGE.exec(said) ?? []
  const written = readQuantity(high)?.unit ?? unit
  const isMetric = !CUSTOMARY.includes(written) && (lowUnit.trim() === '' || unitOf(lowUnit) === written)
  const read = isMetric ? readRowRange(text, written, STORED_DECIMALS) : null
  const stored = read && readRowRange(text, unit, STORED_DECIMALS)
  if (!read || stored?.min !== ends.min || stored.max !== ends.max) return formatRange(ends, unit)
  return said === text.trim() ? formatRange(read, written) : text
}
