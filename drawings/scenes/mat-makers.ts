import { board, drape, drapedMat, type Size, slitMat } from '#drawings/cardboard.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { castor, controls, conveyorBed, door, feet, legs, vents } from './machine-details.ts'

type Kind = 'benchtop' | 'floor-standing' | 'in-line'
type Feed = { readonly y: number; readonly width: number; readonly level: number }

const NEUTRAL: Readonly<Record<Kind, Size>> = {
  benchtop: [620, 520, 480],
  'floor-standing': [860, 680, 1120],
  'in-line': [1700, 900, 1250],
}
const PLAIN_BLADES = 15

/** A machine that slits sheets of used board into mats. */
export const matMaker: SceneDefinition = {
  noun: (specifications) => `${kindOf(specifications)} mat maker`,
  detail: (specifications) => `with a slit mat leaving ${conveys(specifications) ? 'on a conveyor' : 'down the front'}`,
  measures: (specifications) => bodyOf(specifications).measures.filter(({ word }) => word !== 'high'), // the infeed stands where its line would run
  paint: paintMatMaker,
}

/** The benchtop machine at work, for the top of the home page. */
export const hero: SceneDefinition = {
  noun: () => 'mat maker',
  detail: () => 'with a sheet of cardboard entering and a slit mat draping out of the front',
  measures: matMaker.measures,
  paint: (scene, specifications) => paintMatMaker(scene, specifications, 1.9),
}

/** The second step from box to mat: a sheet enters the machine. */
export const stepMachine: SceneDefinition = {
  noun: () => 'mat maker',
  detail: () => 'with a flattened box entering at the back',
  measures: () => [],
  paint: (scene, specifications) =>
    paintMatMaker(scene, { ...specifications, dimensions: null, discharge: 'ramp', installation: 'benchtop' }, 2.3),
}

function kindOf({ installation, dimensions }: DrawingSpecifications): Kind {
  if (installation) return installation
  return dimensions && dimensions.height.mm > 800 ? 'floor-standing' : 'benchtop'
}

function conveys({ discharge, installation }: DrawingSpecifications): boolean {
  return discharge ? discharge === 'conveyor' : installation === 'in-line'
}

function bodyOf(specifications: DrawingSpecifications): Body {
  return solidBody(specifications.dimensions, NEUTRAL[kindOf(specifications)], 6)
}

function paintMatMaker(scene: Scene, specifications: DrawingSpecifications, entering = 1): void {
  const kind = kindOf(specifications)
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const fed = clamp(specifications.feedWidth?.mm ?? width * 0.74, width * 0.3, width * 0.82)
  const headHeight = kind === 'benchtop' ? height : clamp(height * 0.46, height * 0.36, 620)
  const base = height - headHeight
  const feed: Feed = { y: (width - fed) / 2, width: fed, level: base + headHeight * (kind === 'benchtop' ? 0.4 : 0.34) }
  const isConveyed = conveys(specifications)
  const run = isConveyed ? length * 0.62 : kind === 'benchtop' ? height * 0.72 : headHeight * 0.8
  scene.shadow([0, 0, 0], length, width, height * 0.3)
  infeed(scene, feed, length, kind === 'in-line' ? base : 0, entering)
  if (kind === 'benchtop') feet(scene, [0, 0, 0], [length, width, 22], 24)
  if (kind === 'floor-standing') cabinet(scene, [length, width, base])
  if (kind === 'in-line') frame(scene, [length, width, base])
  head(
    scene,
    [0, 0, base + (kind === 'benchtop' ? 22 : 0)],
    [length, width, height - base - (kind === 'benchtop' ? 22 : 0)],
    specifications.blades ?? PLAIN_BLADES,
  )
  const slot = clamp(headHeight * 0.11, 24, 70)
  scene.face(rectangle('x', [length, feed.y - 14, feed.level - slot * 0.55], fed + 28, slot), 'deep')
  if (isConveyed) outfeed(scene, feed, length, run)
  else ramp(scene, feed, length, run, kind === 'benchtop' ? 8 : feed.level - headHeight * 0.62)
  const clear = kind === 'benchtop' && !isConveyed ? run * 1.32 : isConveyed ? run : 0
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width, clear)
}

function infeed(scene: Scene, feed: Feed, length: number, floor: number, entering: number): void {
  const table = length * 0.34
  const thick = 22
  if (floor > 0) legs(scene, [-table + 20, feed.y, 0], [table * 0.4, feed.width, feed.level - thick], 40)
  scene.box([-table, feed.y - 18, feed.level - thick], [table, feed.width + 36, thick - 4])
  board(scene, [-table * (0.6 + entering * 0.8), feed.y + 6, feed.level], [table * (0.7 + entering * 0.8), feed.width - 12, 16])
}

function head(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, blades: number): void {
  const top = z + height
  scene.prism(
    [
      [x, z],
      [x, top - height * 0.16],
      [x + length * 0.1, top],
      [x + length * 0.76, top],
      [x + length, top - height * 0.26],
      [x + length, z],
    ],
    y,
    width,
  )
  const [from, to] = [x + length * 0.2, x + length * 0.62] // the window over the cutters
  scene.face(rectangle('z', [from, y + width * 0.12, top], to - from, width * 0.76), 'deep')
  const count = clamp(blades, 5, 22) // more would run together on a card
  const discs = Array.from({ length: count }, (_, index): readonly Point[] => {
    const across = y + width * (0.16 + (0.68 * (index + 0.5)) / count)
    return [
      [from + length * 0.05, across, top],
      [to - length * 0.05, across, top],
    ]
  })
  scene.lines(discs, 'pale')
  const front = y + width
  const panel = clamp(height * 0.34, 90, Math.min(200, height * 0.42, length * 0.26))
  scene.face(rectangle('y', [x + length * 0.06, front, z + height * 0.1], length * 0.5, height * 0.6), 'none', 'detail')
  vents(scene, [x + length * 0.11, front, z + height * 0.16], length * 0.26, height * 0.22)
  scene.line([
    [x + length * 0.52, front, z + height * 0.32],
    [x + length * 0.52, front, z + height * 0.48],
  ])
  controls(scene, [x + length * 0.68, front, z + height * 0.22], panel)
}

function cabinet(scene: Scene, [length, width, height]: Size): void {
  const inset = Math.min(length, width) * 0.05
  const clear = clamp(height * 0.14, 40, 90)
  for (const [x, y] of [
    [length * 0.16, width * 0.2],
    [length * 0.84, width * 0.2],
    [length * 0.16, width * 0.86],
    [length * 0.84, width * 0.86],
  ])
    castor(scene, [x ?? 0, y ?? 0, 0], clear * 0.5)
  scene.box([inset, inset, clear], [length - 2 * inset, width - 2 * inset, height - clear])
  const door1 = (length - 2 * inset) * 0.42
  door(scene, [inset * 1.8, width - inset, clear + inset], door1, height - clear - inset * 2)
  door(scene, [inset * 2.2 + door1, width - inset, clear + inset], door1, height - clear - inset * 2)
}

function frame(scene: Scene, [length, width, height]: Size): void {
  legs(scene, [30, 30, 0], [length * 0.94 - 30, width - 60, height], 70)
  scene.box([60, width - 90, height * 0.2], [length * 0.9, 50, 50])
  const [at, wide] = [length * 0.3, length * 0.4] // the drive's housing hangs in the frame
  scene.box([at, width * 0.2, height * 0.3], [wide, width * 0.76, height * 0.7], { left: 'left' })
  vents(scene, [at + wide * 0.15, width * 0.96, height * 0.42], wide * 0.7, height * 0.4)
}

function ramp(scene: Scene, feed: Feed, length: number, run: number, end: number): void {
  const profile = drape([length, feed.level], [length + run, end], end < 20 ? run * 0.22 : 0)
  if (end > 20) {
    const chute: readonly Point[] = [
      [length, feed.y - 10, feed.level - 40],
      [length + run * 0.5, feed.y - 10, feed.level - 90],
      [length + run * 0.5, feed.y + feed.width + 10, feed.level - 90],
      [length, feed.y + feed.width + 10, feed.level - 40],
    ]
    scene.face(chute, 'top')
  }
  drapedMat(scene, { profile, y: feed.y + 8, width: feed.width - 16, thickness: 14 })
}

function outfeed(scene: Scene, feed: Feed, length: number, run: number): void {
  const [bed, side] = [64, 36]
  legs(scene, [length + run * 0.12, feed.y - side, 0], [run * 0.76, feed.width + 2 * side, feed.level - bed], 36)
  conveyorBed(scene, [length, feed.y - side, feed.level - bed], [run, feed.width + 2 * side, bed])
  slitMat(scene, [length, feed.y + 8, feed.level], [run * 0.86, feed.width - 16, 14])
}
