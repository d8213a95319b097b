import { type Features, readFeatures } from './features.ts'

/** A length in a specification: millimeters for the proportions, and its text for the label. */
export type Length = { readonly mm: number; readonly label: string }

/** Length, width and height, in the customary order. */
export type Dimensions = { readonly length: Length; readonly width: Length; readonly height: Length }

/** A flat size: length (along the feed) and width. */
export type FlatSize = { readonly length: Length; readonly width: Length }

/** Pieces of packing chips: how they look, and the size that they are named by. */
export type Piece = {
  readonly kind: 'curled' | 'flat' | 'coarse' | 'zigzag'
  readonly width: Length
  readonly from: number
  readonly to: number
}

/** The specifications that a drawing can use; missing or absurd values are null. */
export type DrawingSpecifications = {
  readonly dimensions: Dimensions | null
  readonly feedWidth: Length | null
  readonly installation: 'benchtop' | 'floor-standing' | 'in-line' | null
  readonly discharge: 'ramp' | 'conveyor' | null
  /** True for a conveyor that carries loose chips. */
  readonly carriesChips: boolean
  readonly blades: number | null
  readonly sheetSize: FlatSize | null
  readonly thickness: Length | null
  readonly piecesPerPack: number | null
  readonly rollWidth: Length | null
  readonly rollDiameter: Length | null
  readonly boxSize: Dimensions | null
  readonly bagSize: FlatSize | null
  readonly bulkBagSize: Dimensions | null
  readonly length: Length | null
  readonly faceLength: Length | null
  readonly legLength: Length | null
  readonly diameter: Length | null
  readonly bore: Length | null
  readonly width: Length | null
  readonly slitSpacing: Length | null
  readonly screen: Length | null
  readonly serviceSpace: Length | null
  readonly piece: Piece | null
  /** Parts and kinds that the name or the list of features names. */
  readonly features: Features
}

/** The subject of a drawing: a product, or a made-up name and no specifications for the shop's own scenes. */
export type DrawingSubject = {
  readonly slug: string
  readonly name: string
  readonly specifications: Readonly<Record<string, string>>
  readonly features?: readonly string[]
}

/** Names of the rows that a refusal asks for. */
export const ROWS = {
  dimensions: 'Dimensions',
  sheetSize: 'Sheet size',
  rollWidth: 'Roll width',
  boxSize: 'Box size',
  bagSize: 'Bag size',
  bulkBagSize: 'Bag size',
  legLength: 'Leg length',
  length: 'Length',
  diameter: 'Diameter',
} as const satisfies Partial<Record<keyof DrawingSpecifications, string>>

type Entry = { readonly key: string; readonly value: string }
/** By name in lower case, without brackets. */
type Entries = Map<string, Entry>

/** Brackets with a unit or an order of sizes behind a name: "(mm)", "(L × W × H)". */
const UNIT = /\s*\((?:l\s*[×x*]\s*w[^)]*?)?,?\s*(?:in\s)?(?:mm|cm|m)?\)$/u

const MILLIMETRES = { mm: 1, cm: 10, m: 1000 } as const
const MAX_MM = 30_000
const MIN_MM = 0.2
const COARSE_MM = 15 // width from which chips are coarse
const MAX_VALUE_LENGTH = 120 // maximum characters of a value; longer text is prose, not a size
const NUMBER = String.raw`-?\d{1,6}(?:[.,]\d{1,3})?`
const SIZE = new RegExp(
  String.raw`^[^\d-]{0,12}?(${NUMBER})\s*(mm|cm|m)?(?:\s*[×xX*]\s*(${NUMBER})\s*(mm|cm|m)?)?(?:\s*[×xX*]\s*(${NUMBER})\s*(mm|cm|m)?)?(?!\d|[.,]\d)`,
  'u',
)

/** Reads the sizes and kinds that a drawing needs from a product's name, its free-form `specifications` and its list of features. */
export const readSpecifications = ({ name, specifications, features = [] }: Omit<DrawingSubject, 'slug'>): DrawingSpecifications =>
  new ReadSpecifications(readEntries(specifications), readFeatures(name, features))

/** Parses each value when it is asked for: the texts of a list need few of them. */
class ReadSpecifications implements DrawingSpecifications {
  readonly #entries: Entries
  readonly features: Features

  constructor(entries: Entries, features: Features) {
    this.#entries = entries
    this.features = features
  }

  get dimensions() {
    return solid(find(this.#entries, 'dimensions', 'size', 'machine size', 'overall dimensions', 'footprint'))
  }
  get feedWidth() {
    return single(find(this.#entries, 'feed width', 'working width', 'infeed width'))
  }
  get installation() {
    return installation(find(this.#entries, 'installation', 'type', 'design')?.value ?? '')
  }
  get discharge() {
    return discharge(find(this.#entries, 'discharge', 'outfeed', 'output')?.value ?? '')
  }
  get carriesChips() {
    return /chip/iu.test(find(this.#entries, 'capacity', 'carries')?.value ?? '')
  }
  get blades() {
    return count(find(this.#entries, 'blades', 'number of blades', 'knives'), 200)
  }
  get sheetSize() {
    return flat(find(this.#entries, 'sheet size', 'mat size', 'sheet', 'board size'))
  }
  get thickness() {
    return single(find(this.#entries, 'thickness', 'mat thickness'))
  }
  get piecesPerPack() {
    return count(find(this.#entries, 'pieces per pack', 'pack size', 'sheets per pack', 'pieces'), 10_000)
  }
  get rollWidth() {
    return single(find(this.#entries, 'roll width'))
  }
  get rollDiameter() {
    return single(find(this.#entries, 'roll diameter'))
  }
  get boxSize() {
    return solid(find(this.#entries, 'box size', 'carton size', 'pack size', 'package size'))
  }
  get bagSize() {
    return flat(find(this.#entries, 'bag size', 'sack size'))
  }
  get bulkBagSize() {
    return solid(find(this.#entries, 'bag size'))
  }
  get faceLength() {
    return single(find(this.#entries, 'face length'))
  }
  get legLength() {
    return single(find(this.#entries, 'leg length'))
  }
  get length() {
    return single(find(this.#entries, 'length', 'roller length', 'shaft length', 'blade length'))
  }
  get diameter() {
    return single(find(this.#entries, 'diameter', 'roller diameter', 'blade diameter', 'outer diameter'))
  }
  get bore() {
    return single(find(this.#entries, 'bore'))
  }
  get width() {
    return single(find(this.#entries, 'width', 'belt width'))
  }
  get slitSpacing() {
    return single(find(this.#entries, 'slit spacing', 'slit pitch', 'perforation pitch'))
  }
  get screen() {
    return single(find(this.#entries, 'screen'))
  }
  get serviceSpace() {
    return single(find(this.#entries, 'service space', 'service clearance'))
  }
  get piece() {
    return piece(find(this.#entries, 'piece size', 'chip size'))
  }
}

function readEntries(specifications: DrawingSubject['specifications']): Entries {
  const entries: Entries = new Map()
  for (const [key, value] of Object.entries(specifications)) {
    const typed = key.toLowerCase().trim()
    const bare = typed.replace(UNIT, '')
    if (!entries.has(bare)) entries.set(bare, { key: typed, value: value.slice(0, MAX_VALUE_LENGTH) })
  }
  return entries
}

/** Returns the first entry with one of `names`. */
function find(entries: Entries, ...names: readonly string[]): Entry | null {
  for (const name of names) {
    const entry = entries.get(name)
    if (entry) return entry
  }
  return null
}

/** Returns the one to three lengths in an entry; a length without a unit takes the unit that follows it, else mm. */
function lengths(entry: Entry | null): readonly (Length | null)[] {
  const match = entry ? SIZE.exec(entry.value) : null
  if (!entry || !match) return []
  const inKey = /\((?:[^)]*\s)?(mm|cm|m)\)/u.exec(entry.key)?.[1]
  const fallback = match[6] ?? match[4] ?? match[2] ?? inKey ?? 'mm'
  const parts = [match[1], match[3], match[5]].filter((part) => part !== undefined)
  return parts.map((part, index) => toLength(part, match[index * 2 + 2] ?? fallback))
}

function toLength(numeral: string, unit: string): Length | null {
  const factor = unit === 'm' || unit === 'cm' ? MILLIMETRES[unit] : MILLIMETRES.mm
  const isGrouped = /^\d{1,3},\d{3}$/u.test(numeral) // 1,200 is not 1.2
  const mm = Number(numeral.replace(',', isGrouped ? '' : '.')) * factor
  if (!Number.isFinite(mm) || mm < MIN_MM || mm > MAX_MM) return null
  return { mm, label: unit === 'mm' ? numeral : `${numeral} ${unit}` }
}

function single(entry: Entry | null): Length | null {
  return lengths(entry)[0] ?? null
}

function flat(entry: Entry | null): FlatSize | null {
  const [length, width, height] = lengths(entry)
  return length && width && height === undefined ? { length, width } : null
}

function solid(entry: Entry | null): Dimensions | null {
  const [length, width, height] = lengths(entry)
  return length && width && height ? { length, width, height } : null
}

/** Parses the size of chips: "8 × 30–60 mm, curled", "8–20 mm, flat", "4 mm wide, zigzag". */
function piece(entry: Entry | null): Piece | null {
  const match = /^(\d{1,3}(?:\.\d)?)\s*(?:mm)?\s*(?:wide|(×)\s*(\d{1,3}))?(?:\s*[–-]\s*(\d{1,3}))?/u.exec(entry?.value ?? '')
  const [text, first = '', cross, long, to] = match ?? []
  if (!entry || !text || Number(first) < 1) return null
  const kind = /zigzag/iu.test(entry.value)
    ? 'zigzag'
    : /curl/iu.test(entry.value)
      ? 'curled'
      : cross && Number(first) >= COARSE_MM
        ? 'coarse'
        : 'flat'
  const width: Length = { mm: Number(first), label: first }
  if (cross) return { kind, width, from: Number(long), to: Math.max(Number(to ?? long), Number(long)) }
  // a range of sizes is named by its largest, which the screen lets through
  if (to) return { kind, width: { mm: Number(to), label: to }, from: Number(first), to: Number(to) }
  return { kind, width, from: width.mm * 6, to: width.mm * 12 }
}

function count(entry: Entry | null, most: number): number | null {
  const match = /^\s*(\d{1,6})(?![\d.,]|\s*[×x*])/u.exec(entry?.value ?? '')
  const number = Number(match?.[1] ?? Number.NaN)
  return number >= 1 && number <= most ? number : null
}

function installation(value: string): DrawingSpecifications['installation'] {
  if (/bench|table-?top/iu.test(value)) return 'benchtop'
  if (/in-?line/iu.test(value)) return 'in-line'
  return /floor|free-?standing/iu.test(value) ? 'floor-standing' : null
}

function discharge(value: string): DrawingSpecifications['discharge'] {
  if (/conveyor|belt/iu.test(value)) return 'conveyor'
  return /ramp|chute|slide/iu.test(value) ? 'ramp' : null
}
