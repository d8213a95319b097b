/** A length in a specification: millimeters for the proportions, and its text for the label. */
export type Length = { readonly mm: number; readonly label: string }

/** Length, width and height, in the customary order. */
export type Dimensions = { readonly length: Length; readonly width: Length; readonly height: Length }

/** A flat size: length (along the feed) and width. */
export type FlatSize = { readonly length: Length; readonly width: Length }

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
}

type Entry = { readonly key: string; readonly value: string }

const MILLIMETRES = { mm: 1, cm: 10, m: 1000 } as const
const MAX_MM = 30_000
const MIN_MM = 0.2
const MAX_VALUE_LENGTH = 120 // maximum characters of a value; longer text is prose, not a size
const NUMBER = String.raw`-?\d{1,6}(?:[.,]\d{1,3})?`
const SIZE = new RegExp(
  String.raw`^[^\d-]{0,12}?(${NUMBER})\s*(mm|cm|m)?(?:\s*[×xX*]\s*(${NUMBER})\s*(mm|cm|m)?)?(?:\s*[×xX*]\s*(${NUMBER})\s*(mm|cm|m)?)?(?!\d|[.,]\d)`,
  'u',
)

/** Parses the sizes and kinds that a drawing needs from a product's free-form `specifications`. */
export function readSpecifications(specifications: Readonly<Record<string, string>>): DrawingSpecifications {
  const entries = Object.entries(specifications).map(([key, value]) => ({
    key: key.toLowerCase().trim(),
    value: value.slice(0, MAX_VALUE_LENGTH),
  }))
  return {
    dimensions: solid(find(entries, 'dimensions', 'size', 'machine size', 'overall dimensions', 'footprint')),
    feedWidth: single(find(entries, 'feed width', 'working width', 'infeed width')),
    installation: installation(find(entries, 'installation', 'type', 'design')?.value ?? ''),
    discharge: discharge(find(entries, 'discharge', 'outfeed', 'output')?.value ?? ''),
    carriesChips: /chip/iu.test(find(entries, 'capacity', 'carries')?.value ?? ''),
    blades: count(find(entries, 'blades', 'number of blades', 'knives'), 200),
    sheetSize: flat(find(entries, 'sheet size', 'mat size', 'sheet', 'board size')),
    thickness: single(find(entries, 'thickness', 'mat thickness')),
    piecesPerPack: count(find(entries, 'pieces per pack', 'pack size', 'sheets per pack', 'pieces'), 10_000),
    rollWidth: single(find(entries, 'roll width')),
    rollDiameter: single(find(entries, 'roll diameter')),
    boxSize: solid(find(entries, 'box size', 'carton size', 'pack size', 'package size')),
    bagSize: flat(find(entries, 'bag size', 'sack size')),
    bulkBagSize: solid(find(entries, 'bag size')),
    faceLength: single(find(entries, 'face length')),
    legLength: single(find(entries, 'leg length')),
    length: single(find(entries, 'length', 'roller length', 'shaft length', 'blade length')),
    diameter: single(find(entries, 'diameter', 'roller diameter', 'blade diameter', 'outer diameter')),
  }
}

/** Returns the first entry with one of `names`, ignoring case and brackets with a unit or an order of sizes: "(mm)", "(L × W × H)". */
function find(entries: readonly Entry[], ...names: readonly string[]): Entry | null {
  for (const name of names) {
    const entry = entries.find(({ key }) => key.replace(/\s*\((?:l\s*[×x*]\s*w[^)]*?)?,?\s*(?:in\s)?(?:mm|cm|m)?\)$/u, '') === name)
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
