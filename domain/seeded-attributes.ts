import type { Attribute, AttributeUse, Choice } from './attribute.ts'
import type { Unit } from './units.ts'

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

/** A way to feed a machine, as sellers choose it; `names` are other texts of a row that say the same. */
const supply = (value: string, volts: string, phases: 'single' | 'three'): Choice => {
  const label = `${volts}, ${phases} phase`
  const plain = label.toLowerCase()
  const others = phases === 'single' ? [`${plain}, from the machine`] : [`${plain}, 32 a`]
  return { value, label, names: [plain, `${plain}, 16 a`, ...others] }
}

/** Attributes that a new shop has. */
export const SEEDED_ATTRIBUTES: readonly Attribute[] = [
  number('feed-width', 'Feed width', 'mm'),
  number('board-thickness', 'Board thickness', 'mm', 1),
  number('feed-speed', 'Feed speed', 'm/min', 1),
  number('throughput', 'Throughput', 'units/h'),
  number('power', 'Power', 'kW', 2),
  choice('supply', 'Supply', [
    supply('230-v-50-60-hz', '230 V, 50/60 Hz', 'single'),
    supply('230-v-50-hz', '230 V, 50 Hz', 'single'),
    supply('400-v-50-hz-three-phase', '400 V, 50 Hz', 'three'),
    supply('400-v-50-hz-480-v-60-hz-three-phase', '400 V, 50 Hz or 480 V, 60 Hz', 'three'),
    supply('100-240-v-50-60-hz', '100–240 V, 50/60 Hz', 'single'),
    supply('120-v-60-hz', '120 V, 60 Hz', 'single'),
    supply('240-v-60-hz', '240 V, 60 Hz', 'single'),
    supply('208-v-60-hz-three-phase', '208 V, 60 Hz', 'three'),
    supply('480-v-60-hz-three-phase', '480 V, 60 Hz', 'three'),
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
