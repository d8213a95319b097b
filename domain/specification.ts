import type { Attribute } from './attribute.ts'
import { formatQuantity, numberIn, numberProblem, type Unit } from './units.ts'

const MAX_TEXT = 200
const normalized = (text: string) => text.trim().toLowerCase()

/** Returns the number of a row such as `430 mm` or `about 68 dB(A) at 1 m (estimate)` in a unit, rounded, or null. The database reads rows alike (`read_quantity`). */
export function readRowNumber(text: string, unit: Unit | null, decimals: number): number | null {
  const words = text.replaceAll(/[\s\u00a0\u202f\u2009]+/g, ' ').trim()
  const quantity = words.replace(/^(?:about|approx\.|ca\.|up to|max\.) /i, '').replace(/( at [^()]*)?( \([^()]*\))?$/i, '')
  return numberIn(quantity, unit, decimals)
}

type Rated = Pick<Attribute, 'kind' | 'unit' | 'decimals' | 'choices'>

/** Returns the value that a row's text gives to an attribute: a number, the value of a choice, or a text; null for none. */
export function readRowValue(text: string, { kind, unit, decimals, choices }: Rated): number | string | null {
  if (kind === 'number') return readRowNumber(text, unit, decimals)
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

/** Returns the text of a row for a typed value, or the sentence that says what to type. */
export function rowText(typed: string, { kind, unit, decimals, choices }: Rated): { text: string } | { problem: string } {
  const given = typed.trim()
  if (kind === 'number') {
    const number = numberIn(given, unit, decimals)
    return number === null ? { problem: numberProblem(unit) } : { text: formatQuantity(number, unit) }
  }
  if (kind === 'text') return given.length > MAX_TEXT ? { problem: `At most ${MAX_TEXT} characters are accepted` } : { text: given }
  const label = choices.find((choice) => choice.value === given || normalized(choice.label) === normalized(given))?.label
  return label === undefined ? { problem: 'Please choose from the list.' } : { text: label }
}

/**
 * Sets an attribute's row to a text, or removes it for an empty one. A row that already says the same stays as it is. A new row follows that of the attribute
 * before it in `attributes`, the order of the category.
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
