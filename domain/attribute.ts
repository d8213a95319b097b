import type { Unit } from './units.ts'

/** Kinds of values that a typed specification has. */
export const ATTRIBUTE_KINDS = ['number', 'text', 'choice'] as const
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number]

/** Maximum number of choices of an attribute. */
export const MAX_CHOICES = 60

/** A value that can be chosen; `names` are other texts of a row that mean it, in lower case. */
export type Choice = { value: string; label: string; names?: readonly string[] }

/** A typed specification. `names` are the names of the rows that have its value, in lower case: its label, and others. */
export type Attribute = {
  key: string
  label: string
  kind: AttributeKind
  unit: Unit | null
  decimals: number
  choices: readonly Choice[]
  names: readonly string[]
}

/** Use of an attribute in a category. */
export type AttributeUse = { key: string; isRequired: boolean; isFacet: boolean; isCompared: boolean }

/** Condition of a filter by an attribute: a range with both ends included, either side open, or choices of which any fits. */
type SpecificationRange = { min?: number | undefined; max?: number | undefined }
type SpecificationFilter = SpecificationRange | { choices: string[] }

const BOUND = /^-?\d{1,12}(?:\.\d{1,6})?$/
const CHOICE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * Reads a filter as addresses have it: `400..700`, `400..`, `..700` and `430` of a number, `ramp,conveyor` of a choice; null where it is
 * neither.
 */
export function readSpecificationFilter(text: string, kind: AttributeKind): SpecificationFilter | null {
  if (kind === 'choice') {
    const choices = text.split(',')
    return choices.length <= MAX_CHOICES && choices.every((choice) => CHOICE.test(choice)) ? { choices } : null
  }
  const ends = text.split('..')
  if (kind !== 'number' || ends.length > 2 || ends.every((end) => end === '')) return null
  const [min = '', max = min] = ends
  if (![min, max].every((end) => end === '' || BOUND.test(end))) return null
  return { min: min === '' ? undefined : Number(min), max: max === '' ? undefined : Number(max) }
}
