import type { CatalogProduct, Scene, SpecPair } from './types.ts'

type Defaulted = 'featured' | 'status' | 'energyEfficiency' | 'materialSavings' | 'carbonReduction' | 'images' | 'fullDescription'

type Draft = Omit<CatalogProduct, Defaulted | 'type'> &
  Partial<Pick<CatalogProduct, 'featured' | 'status' | 'energyEfficiency' | 'materialSavings' | 'carbonReduction'>> & {
    paragraphs: readonly string[]
    /** Scene of the main drawing; the further views follow from the product. */
    drawing: Scene
  }

function finish(draft: Draft, type: CatalogProduct['type']): CatalogProduct {
  const { paragraphs, drawing, ...rest } = draft
  return {
    featured: false,
    status: 'Active',
    energyEfficiency: '',
    materialSavings: '',
    carbonReduction: '',
    ...rest,
    type,
    fullDescription: paragraphs.join('\n\n'),
    images: [{ url: `/drawings/${draft.slug}/${drawing}.svg`, alt: '' }],
  }
}

export const machine = (draft: Draft): CatalogProduct => finish(draft, 'machine')
export const material = (draft: Draft): CatalogProduct => finish(draft, 'material')

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)))
const cubicMetres = (value: number): string => `${rounded(value, value < 0.1 ? 3 : 2)} m³`
const kilograms = (value: number): string => `${rounded(value, 1)} kg`

interface Board {
  /** Grams of board per square meter of mat. */
  grammage: number
  /** Thickness of the slit mat lying loose, in millimeters. */
  thickness: number
  flute: string
  /** Distance of the slits from one another across the feed, in millimeters; a plain mat has none. */
  slits?: number
  moisture?: string
  origin: string
}

const boardRows = (board: Board): SpecPair[] => [
  ...(board.slits ? [['Slit spacing', `${board.slits} mm`] as const] : []),
  ['Grammage', `about ${board.grammage} g/m²`],
  ['Density', `${rounded(board.grammage / board.thickness, 0)} kg/m³`],
  ['Flute', board.flute],
  ['Recycled content', '100%'],
  ['Origin', board.origin],
  ['Moisture', board.moisture ?? '6–9%'],
]

/** A pack of flat pieces: volume and weight are computed from size, thickness, count and grammage. */
export function sheetPack(
  pack: Board & { format: string; length: number; width: number; pieces: number; extra?: readonly SpecPair[] },
): SpecPair[] {
  const area = (pack.length / 1000) * (pack.width / 1000) * pack.pieces
  return [
    ['Format', pack.format],
    ['Sheet size', `${pack.length} × ${pack.width} mm`],
    ['Width', `${pack.width} mm`],
    ['Length', `${pack.length} mm`],
    ['Thickness', `${pack.thickness} mm`],
    ['Pieces per pack', String(pack.pieces)],
    ['Area per pack', `${rounded(area, 1)} m²`],
    ['Volume', cubicMetres((area * pack.thickness) / 1000)],
    ['Pack weight', kilograms((area * pack.grammage) / 1000)],
    ...boardRows(pack),
    ...(pack.extra ?? []),
  ]
}

/** A roll: its diameter is computed from length, thickness and a 76 mm core. */
export function roll(pack: Board & { width: number; meters: number; extra?: readonly SpecPair[] }): SpecPair[] {
  const area = (pack.width / 1000) * pack.meters
  const diameter = Math.sqrt((4 * pack.meters * 1000 * pack.thickness) / Math.PI + 76 * 76)
  return [
    ['Format', 'Roll'],
    ['Roll width', `${pack.width} mm`],
    ['Roll length', `${pack.meters} m`],
    ['Roll diameter', `${Math.round(diameter / 10) * 10} mm`],
    ['Core', '76 mm, card'],
    ['Thickness', `${pack.thickness} mm`],
    ['Area per pack', `${rounded(area, 1)} m²`],
    ['Volume', cubicMetres((area * pack.thickness) / 1000)],
    ['Pack weight', kilograms((area * pack.grammage) / 1000)],
    ...boardRows(pack),
    ...(pack.extra ?? []),
  ]
}

interface Loose {
  format: string
  /** Filling volume in cubic meters. */
  volume: number
  /** Bulk density when filled, in kilograms per cubic meter. */
  density: number
  piece: string
  flute: string
  origin: string
  moisture?: string
  box?: string
  bag?: string
  extra?: readonly SpecPair[]
}

export function loose(pack: Loose): SpecPair[] {
  const rows: SpecPair[] = [['Format', pack.format]]
  if (pack.box) rows.push(['Box size', pack.box])
  if (pack.bag) rows.push(['Bag size', pack.bag])
  rows.push(
    ['Piece size', pack.piece],
    ['Volume', cubicMetres(pack.volume)],
    ['Density', `${pack.density} kg/m³`],
    ['Pack weight', kilograms(pack.volume * pack.density)],
    ['Flute', pack.flute],
    ['Recycled content', '100%'],
    ['Origin', pack.origin],
    ['Moisture', pack.moisture ?? '6–9%'],
    ...(pack.extra ?? []),
  )
  return rows
}
