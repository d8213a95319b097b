import type { Size } from '#drawings/cardboard.ts'
import type { Scene } from '#drawings/iso.ts'
import type { Plan } from '#drawings/plan.ts'
import type { Dimensions, DrawingSpecifications, FlatSize, Length, ROWS } from '#drawings/specifications.ts'
import type { Placement } from '#drawings/svg.ts'

/** A size that a drawing shows with a dimension line, and the word for it. */
export type Measure = { readonly length: Length; readonly word: 'long' | 'wide' | 'high' | 'thick' | 'in diameter' | 'between its slits' }

/** One kind of drawing: its name, the sizes it shows and how it is painted. */
export type SceneDefinition = {
  /** The subject, such as "benchtop mat maker". */
  readonly noun: (specifications: DrawingSpecifications) => string
  /** The action, such as "with a slit mat leaving the front". */
  readonly detail?: (specifications: DrawingSpecifications) => string
  /** The sizes with a dimension line; none makes the drawing a schematic that is not to scale. */
  readonly measures: (specifications: DrawingSpecifications) => readonly Measure[]
  /** The rows without which another product than the fitting one cannot be drawn so. */
  readonly needs?: readonly (keyof typeof ROWS)[]
  /** The caption, where it is not about dimension lines. */
  readonly caption?: (specifications: DrawingSpecifications) => string
  readonly paint: (scene: Scene, specifications: DrawingSpecifications) => void
}

/** One kind of flat drawing. */
export type PlanDefinition = Omit<SceneDefinition, 'paint'> & {
  readonly placement?: Placement
  readonly paint: (plan: Plan, specifications: DrawingSpecifications) => void
}

/** Sizes to draw with; the labels are undefined where the proportions are neutral. */
export type Body = {
  readonly size: Size
  readonly length?: string
  readonly width?: string
  readonly height?: string
  readonly measures: readonly Measure[]
}

const MAX_SLENDERNESS = 9 // maximum ratio of longest to shortest side in a readable drawing

/** Returns the specified solid, or the neutral one when it is missing or too slender to draw. */
export function solidBody(known: Dimensions | null, neutral: Size, slenderest = MAX_SLENDERNESS): Body {
  if (!known) return { size: neutral, measures: [] }
  const { length, width, height } = known
  const size: Size = [length.mm, width.mm, height.mm]
  if (Math.max(...size) > Math.min(...size) * slenderest) return { size: neutral, measures: [] }
  const measures: readonly Measure[] = [
    { length, word: 'long' },
    { length: width, word: 'wide' },
    { length: height, word: 'high' },
  ]
  return { size, length: length.label, width: width.label, height: height.label, measures }
}

/** Returns a specified flat size with a given height, or the neutral one. */
export function flatBody(known: FlatSize | null, neutral: Size, slenderest = MAX_SLENDERNESS): Body {
  if (!known) return { size: neutral, measures: [] }
  const { length, width } = known
  if (Math.max(length.mm, width.mm) > Math.min(length.mm, width.mm) * slenderest) return { size: neutral, measures: [] }
  const height = (neutral[2] / Math.max(neutral[0], neutral[1])) * Math.max(length.mm, width.mm)
  const measures: readonly Measure[] = [
    { length, word: 'long' },
    { length: width, word: 'wide' },
  ]
  return { size: [length.mm, width.mm, height], length: length.label, width: width.label, measures }
}

/** Returns length and diameter of a round object, each neutral when it is missing or does not fit the other. */
export function roundBody(length: Length | null, diameter: Length | null, neutral: Size, slenderest = MAX_SLENDERNESS): Body {
  const ratio = length && diameter ? length.mm / diameter.mm : 1
  const isDrawable = ratio < slenderest && ratio > 1 / slenderest
  const [long, thick] = isDrawable ? [length, diameter] : [null, null]
  const scale = long ? long.mm / neutral[0] : thick ? thick.mm / neutral[1] : 1
  const measures: Measure[] = []
  if (long) measures.push({ length: long, word: 'long' })
  if (thick) measures.push({ length: thick, word: 'in diameter' })
  const across = thick?.mm ?? neutral[1] * scale
  return {
    size: [long?.mm ?? neutral[0] * scale, across, across],
    ...(long ? { length: long.label } : {}),
    ...(thick ? { width: thick.label } : {}),
    measures,
  }
}

/** For drawings that show no sizes. */
export const NO_MEASURES = (): readonly Measure[] => []
