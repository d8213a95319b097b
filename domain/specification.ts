import { formatQuantity, numberIn, numberProblem, type Unit } from './units.ts'

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
type AttributeUse = { key: string; isRequired: boolean; isFacet: boolean; isCompared: boolean }

/** Condition of a filter by an attribute: a range with both ends included, either side open, or choices of which any fits. */
type SpecificationRange = { min?: number | undefined; max?: number | undefined }
type SpecificationFilter = SpecificationRange | { choices: string[] }

const BOUND = /^-?\d{1,12}(?:\.\d{1,6})?$/
const CHOICE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reads a filter as addresses have it: `400..700`, `400..`, `..700` and `430` of a number, `ramp,conveyor` of a choice; null where it is neither. */
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

const number = (key: string, label: string, unit: Unit | null, decimals = 0, names: readonly string[] = []): Attribute => ({
  key,
  label,
  kind: 'number',
  unit,
  decimals,
  choices: [],
  names: [label.toLowerCase(), ...names],
})

const choice = (key: string, label: string, choices: readonly Choice[]): Attribute => ({
  key,
  label,
  kind: 'choice',
  unit: null,
  decimals: 0,
  choices,
  names: [label.toLowerCase()],
})

const SINGLE_PHASE = '230 v, 50/60 hz, single phase'
const THREE_PHASE = '400 v, 50 hz, three phase'

/** Attributes that a new shop has. */
export const SEEDED_ATTRIBUTES: readonly Attribute[] = [
  number('feed-width', 'Feed width', 'mm'),
  number('board-thickness', 'Board thickness', 'mm', 1),
  number('feed-speed', 'Feed speed', 'm/min', 1),
  number('throughput', 'Throughput', 'units/h'),
  number('power', 'Power', 'kW', 2),
  choice('supply', 'Supply', [
    {
      value: '230-v',
      label: '230 V, single phase',
      names: [
        SINGLE_PHASE,
        `${SINGLE_PHASE}, 16 a`,
        `${SINGLE_PHASE}, from the machine`,
        '230 v, 50 hz, single phase',
        '230 v, 50 hz, single phase, 16 a',
      ],
    },
    {
      value: '400-v-three-phase',
      label: '400 V, three phase',
      names: [
        THREE_PHASE,
        `${THREE_PHASE}, 16 a`,
        `${THREE_PHASE}, 32 a`,
        '400 v, 50 hz or 480 v, 60 hz, three phase',
        '400 v, 50 hz or 480 v, 60 hz, three phase, 16 a',
      ],
    },
    { value: '24-v-dc', label: '24 V DC', names: ['24 v dc, adapter for 100–240 v included', '10–30 v dc, pnp'] },
  ]),
  number('noise', 'Noise', 'dB(A)'),
  number('net-weight', 'Net weight', 'kg', 1, ['weight']),
  choice('installation', 'Installation', [
    { value: 'benchtop', label: 'Benchtop' },
    { value: 'floor-standing', label: 'Floor-standing' },
    { value: 'in-line', label: 'In-line' },
  ]),
  choice('discharge', 'Discharge', [
    { value: 'ramp', label: 'Ramp' },
    { value: 'conveyor', label: 'Conveyor' },
  ]),
  choice('format', 'Format', [
    { value: 'mat', label: 'Mat' },
    { value: 'roll', label: 'Roll' },
    { value: 'loose-chips', label: 'Loose chips' },
    { value: 'bulk-bag', label: 'Loose chips, bulk bag' },
    { value: 'loose-strips', label: 'Loose strips' },
    { value: 'edge-strip', label: 'Edge strip' },
    { value: 'sleeve', label: 'Sleeve' },
  ]),
  number('width', 'Width', 'mm', 0, ['roll width']),
  number('length', 'Length', 'mm', 0, ['roll length']),
  number('thickness', 'Thickness', 'mm', 1),
  number('grammage', 'Grammage', 'g/m²'),
  number('pieces-per-pack', 'Pieces per pack', null),
  number('recycled-content', 'Recycled content', '%'),
]

const use = (key: string, { isRequired = false, isFacet = true, isCompared = true } = {}): AttributeUse => ({
  key,
  isRequired,
  isFacet,
  isCompared,
})

const required = (key: string) => use(key, { isRequired: true })

const MACHINE = [
  required('feed-width'),
  use('board-thickness'),
  use('feed-speed'),
  required('throughput'),
  required('power'),
  required('supply'),
  use('noise'),
  required('net-weight'),
  use('installation'),
  use('discharge'),
]
const EQUIPMENT = [use('feed-width'), use('power'), use('supply'), use('noise'), use('net-weight')]
const MATERIAL = [
  required('format'),
  use('width'),
  use('length'),
  use('thickness'),
  use('grammage'),
  use('pieces-per-pack'),
  use('recycled-content'),
]

/** Attributes of the categories that a new shop has, by the category's value, in their order. */
export const SEEDED_ATTRIBUTE_USES: Readonly<Record<string, readonly AttributeUse[]>> = {
  'mat-maker': MACHINE,
  'chip-maker': MACHINE,
  accessories: EQUIPMENT,
  'replacement-parts': [use('net-weight')],
  mat: MATERIAL,
  chip: MATERIAL.filter(({ key }) => key === 'format' || key === 'recycled-content'),
}
