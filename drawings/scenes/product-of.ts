import type { Flat } from '#drawings/ink.ts'
import type { Plan } from '#drawings/plan.ts'
import { chipsOn, slitRows } from '#drawings/samples.ts'
import type { DrawingSpecifications, Length, Piece } from '#drawings/specifications.ts'
import type { Measure, PlanDefinition } from './definition.ts'

const PX_PER_MM = 96 / 25.4
/** Size of the frame of 800 × 600 pixels, in millimeters. */
const SHEET = { width: 800 / PX_PER_MM, height: 600 / PX_PER_MM } as const
const CUT = 20 // distance of the mat's cut edges from the frame

/** The product of a machine at its own size on a screen of 96 dpi: a corner of a mat, or chips. */
export const productOf: PlanDefinition = {
  noun: ({ piece, slitSpacing }) => (piece && !slitSpacing ? `${KINDS[piece.kind]} from this chip maker` : 'slit mat from this mat maker'),
  detail: ({ piece, slitSpacing }) => (piece && !slitSpacing ? 'seen from above' : 'with one corner and two cut edges'),
  measures: (specifications) => measured(specifications),
  caption: () => 'What it makes. Drawn 1:1 at 96 dpi.',
  placement: { scale: PX_PER_MM },
  paint: (plan, specifications) => {
    plan.rectangle([0, 0], SHEET.width, SHEET.height, 'none', 'bare')
    if (specifications.slitSpacing) paintMat(plan, specifications)
    else paintChips(plan, specifications)
  },
}

const KINDS = { curled: 'curled chips', flat: 'short flat chips', coarse: 'coarse chips', zigzag: 'zigzag strips' } as const

function measured({ slitSpacing, piece, screen }: DrawingSpecifications): readonly Measure[] {
  const length = slitSpacing ?? (piece && screened({ piece, screen }).width)
  return length ? [{ length, word: slitSpacing ? 'between its slits' : 'wide' }] : []
}

function paintMat(plan: Plan, { slitSpacing }: DrawingSpecifications): void {
  const pitch = slitSpacing?.mm ?? 14
  const [right, bottom] = [SHEET.width - CUT - 8, SHEET.height - CUT - 12]
  const corner: readonly Flat[] = [
    [0, 0],
    [right, 0],
    [right, bottom],
    [0, bottom],
  ]
  const raised = corner.map(([x, y]): Flat => [x + 3, y + 3])
  plan.face(raised, 'shadow', 'bare').face(corner, 'board')
  plan.lines([
    [
      [0, bottom - 3],
      [right - 3, bottom - 3],
      [right - 3, 0],
    ],
  ])
  slitRows(plan, [0, 0], [right - 4, bottom - 4], pitch)
  const row = (Math.floor((bottom - 4) / pitch) - 1.25) * pitch // where a row of slits is
  plan.dimension([right, row - pitch], [right, row], [1, 0], slitSpacing?.label)
}

function paintChips(plan: Plan, { piece, screen }: DrawingSpecifications): void {
  if (!piece) return
  const made = screened({ piece, screen })
  const shown = chipsOn(plan, [0, 0], [SHEET.width, SHEET.height], made)
  plan.dimension(shown.from, shown.to, shown.away, made.width.label)
}

/** The pieces that a screen lets through are named by its holes. */
const screened = ({ piece, screen }: { piece: Piece; screen: Length | null }): Piece =>
  piece.kind === 'flat' && screen ? { ...piece, width: screen, to: screen.mm } : piece
