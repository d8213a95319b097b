import type { Flat } from '#drawings/ink.ts'
import type { Plan } from '#drawings/plan.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import type { PlanDefinition } from './definition.ts'

const SERVICE = 800
const PALLET = { long: 1200, wide: 800 } as const
const PERSON = 1750
const DOOR = { wide: 900, high: 2000 } as const
const GRID = 1000
const SHOULDERS = 520
const SPACE = 260
const GAP = 450 // between floor plan and front view

/** The floor plan of a machine with its service space, and its front beside a person, a pallet and a door. */
export const footprint: PlanDefinition = {
  noun: ({ installation }) => `footprint of the ${installation === 'benchtop' ? 'bench machine' : 'machine'}`,
  detail: () => 'on a 1 m grid with its service space, and its front beside a person, a pallet and a door',
  measures: ({ dimensions }) =>
    dimensions
      ? [
          { length: dimensions.length, word: 'long' },
          { length: dimensions.width, word: 'wide' },
          { length: dimensions.height, word: 'high' },
        ]
      : [],
  caption: ({ serviceSpace }) =>
    `Floor plan on a 1 m grid with ${Math.round(serviceOf(serviceSpace))} mm of service space in front and behind. Front view with a person of 1.75 m, a Euro pallet of 1200 × 800 mm and a door 900 mm wide.`,
  paint: (plan, specifications) => {
    const { dimensions, serviceSpace } = specifications
    if (!dimensions) return
    const [length, width, height] = [dimensions.length.mm, dimensions.width.mm, dimensions.height.mm]
    const front = DOOR.wide + SHOULDERS + width + PALLET.long + 5 * SPACE // everything in the front view, with space around it
    const floor = {
      wide: Math.max(PALLET.long + 200, width + 400),
      long: Math.max(length + 2 * serviceOf(serviceSpace), front - PALLET.wide * 0.9),
    }
    paintFloor(plan, floor, dimensions, serviceOf(serviceSpace))
    paintFront(plan, floor, [width, height], specifications)
  },
}

/** Space to leave in front of and behind a machine, in millimeters, where its maker gives none. */
const serviceOf = (given: DrawingSpecifications['serviceSpace']): number => given?.mm ?? SERVICE

type Floor = { readonly wide: number; readonly long: number }
type Sizes = NonNullable<DrawingSpecifications['dimensions']>

function paintFloor(plan: Plan, { wide, long }: Floor, sizes: Sizes, service: number): void {
  const [length, width] = [sizes.length.mm, sizes.width.mm]
  const all = long + PALLET.wide * 0.9
  plan.rectangle([0, 0], all, wide, 'top')
  const across = Array.from({ length: Math.ceil(all / GRID) - 1 }, (_, index): readonly Flat[] => [
    [(index + 1) * GRID, 0],
    [(index + 1) * GRID, wide],
  ])
  const down = Array.from({ length: Math.ceil(wide / GRID) - 1 }, (_, index): readonly Flat[] => [
    [0, (index + 1) * GRID],
    [all, (index + 1) * GRID],
  ])
  plan.lines([...across, ...down])
  const top = (wide - width) / 2
  plan.rectangle([0, top], service, width, 'tint', 'fold').rectangle([service + length, top], service, width, 'tint', 'fold')
  plan.rectangle([service, top], length, width, 'right')
  plan.lines(
    [
      [
        [service + length * 0.3, top],
        [service + length * 0.3, top + width],
      ],
      [
        [service + length * 0.7, top],
        [service + length * 0.7, top + width],
      ],
    ],
    'pale',
  )
  palletFromAbove(plan, [all - PALLET.wide + PALLET.wide * 0.05, (wide - PALLET.long) / 2])
  personFromAbove(plan, [service * 0.5, wide / 2])
  plan.dimension([service, 0], [service + length, 0], [0, -1], sizes.length.label)
  plan.dimension([0, top], [0, top + width], [-1, 0], sizes.width.label)
}

/** A Euro pallet with its five boards. */
function palletFromAbove(plan: Plan, [x, y]: Flat): void {
  for (const part of [0, 0.21, 0.42, 0.63, 0.84])
    plan.rectangle([x + PALLET.wide * part - PALLET.wide * 0.0, y], PALLET.wide * 0.16, PALLET.long, 'board', 'detail')
}

function personFromAbove(plan: Plan, [x, y]: Flat): void {
  const shoulders: readonly Flat[] = Array.from({ length: 20 }, (_, index) => {
    const turn = (index / 20) * Math.PI * 2
    return [x + Math.cos(turn) * 130, y + Math.sin(turn) * 230]
  })
  plan.face(shoulders, 'lining', 'detail').circle([x, y], 95, 'edge', 'detail')
}

function paintFront(plan: Plan, { wide, long }: Floor, [width, height]: Flat, { dimensions, installation }: DrawingSpecifications): void {
  const ground = wide + GAP + Math.max(DOOR.high, PERSON, height + (installation === 'benchtop' ? 850 : 0)) + 100
  const all = long + PALLET.wide * 0.9
  const bench = installation === 'benchtop' ? 850 : 0
  plan.rectangle([0, ground], all, 40, 'edge')
  const space = (all - DOOR.wide - SHOULDERS - width - PALLET.long) / 5
  let x = space
  plan.rectangle([x, ground - DOOR.high], DOOR.wide, DOOR.high, 'lining')
  plan.rectangle([x + 60, ground - DOOR.high + 60], DOOR.wide - 120, DOOR.high - 60, 'left', 'detail')
  plan.circle([x + DOOR.wide - 140, ground - 980], 34, 'deep', 'detail')
  x += DOOR.wide + space
  person(plan, [x + SHOULDERS / 2, ground])
  x += SHOULDERS + space
  if (bench) {
    plan.rectangle([x - 120, ground - bench], width + 240, 50, 'edge')
    for (const leg of [x - 80, x + width + 20]) plan.rectangle([leg, ground - bench + 50], 60, bench - 50, 'edge', 'detail')
  }
  plan.rectangle([x, ground - bench - height], width, height, 'right')
  plan.rectangle([x + width * 0.1, ground - bench - height * 0.62], width * 0.8, height * 0.16, 'deep', 'detail')
  plan.dimension([x + width, ground - bench], [x + width, ground - bench - height], [1, 0], dimensions?.height.label)
  x += width + space
  const [pallet, stack] = [144, 90]
  plan.rectangle([x, ground - pallet], PALLET.long, 40, 'board', 'detail')
  for (const part of [0, 0.44, 0.88])
    plan.rectangle([x + PALLET.long * part, ground - pallet + 40], PALLET.long * 0.12, stack, 'board', 'detail')
}

/** A person from the front, feet at `x`, `ground`. */
function person(plan: Plan, [x, ground]: Flat): void {
  const at = (across: number, up: number): Flat => [x + across, ground - up]
  const side = [
    [20, 800],
    [40, 0],
    [130, 0],
    [150, 860],
    [190, 860],
    [235, 840],
    [225, 1330],
    [150, 1440],
    [60, 1460],
  ] as const
  const right = side.map(([across, up]) => at(across, up))
  const left = [...side].reverse().map(([across, up]) => at(-across, up))
  plan.face([...right, ...left], 'right').circle(at(0, PERSON - 120), 120, 'lining')
}
