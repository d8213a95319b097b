import { board, drape, drapedMat, type Size, slitMat } from '#drawings/cardboard.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { type DrawingSpecifications, readSpecifications } from '#drawings/specifications.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { cabinet, castors, controls, conveyorBed, discRow, feet, frame, legs, stand, vents } from './machine-details.ts'
import { dustPort, type Feed, feedRollers, gapScale, hourMeter, photocells, trimBin, trimKnives, tunnelGuard } from './mat-maker-parts.ts'

type Kind = 'benchtop' | 'floor-standing' | 'in-line'

const NEUTRAL: Readonly<Record<Kind, Size>> = {
  benchtop: [620, 520, 480],
  'floor-standing': [860, 680, 1120],
  'in-line': [1700, 900, 1250],
}
const PLAIN_BLADES = 15
const MAX_BLADES = 60 // more would run together

/** A machine that slits sheets of used board into mats. */
export const matMaker: SceneDefinition = {
  noun: (specifications) => `${kindOf(specifications)} mat maker`,
  detail: (specifications) =>
    `with ${discs(specifications)}a slit mat leaving ${conveys(specifications) ? 'on a conveyor' : 'down the front'}`,
  // the infeed stands where its line would run
  measures: (specifications) => bodyOf(specifications).measures.filter(({ word }) => word !== 'high'),
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
  paint: (scene) =>
    paintMatMaker(scene, readSpecifications({ name: '', specifications: { discharge: 'ramp', installation: 'benchtop' } }), 2.3),
}

const discs = ({ blades }: DrawingSpecifications): string => (blades ? `a row of ${blades} discs in the open throat and ` : '')

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
  const { features } = specifications
  const kind = kindOf(specifications)
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const fed = clamp(specifications.feedWidth?.mm ?? width * 0.74, width * 0.3, width * 0.86)
  const headHeight = kind === 'benchtop' ? height : clamp(height * 0.46, height * 0.36, 620)
  const base = height - headHeight
  const feed: Feed = { y: (width - fed) / 2, width: fed, level: base + headHeight * (kind === 'benchtop' ? 0.4 : 0.34) }
  const isConveyed = conveys(specifications)
  const run = isConveyed ? length * (features.has('foldingBelt') ? 0.4 : 0.62) : kind === 'benchtop' ? height * 0.72 : headHeight * 0.8
  const bin = features.has('trimKnives') ? width * 0.3 : 0
  scene.shadow([0, 0, 0], length, width + bin, height * 0.3)
  infeed(scene, feed, length, kind === 'in-line' ? base : 0, entering)
  if (features.has('feedRollers')) feedRollers(scene, feed, length * 0.34)
  if (features.has('photocells')) photocells(scene, [-length * 0.27, feed.y + feed.width + 18, feed.level], headHeight * 0.15)
  if (features.has('tunnelGuard')) tunnelGuard(scene, feed, length * 0.3, headHeight * 0.34)
  const foot = kind === 'benchtop' ? 22 : 0
  if (kind === 'benchtop') feet(scene, [0, 0, 0], [length, width, 22], 24)
  else if (kind === 'in-line') frame(scene, [length, width, base])
  else if (features.has('castors')) castors(scene, [length, width, base])
  else if (isConveyed) cabinet(scene, [0, 0, 0], [length, width, base])
  else stand(scene, [length, width, base])
  head(scene, [0, 0, base + foot], [length, width, height - base - foot], feed, specifications)
  if (features.has('gapScale')) gapScale(scene, [length * 0.34, width, base + headHeight * 0.18], headHeight * 0.46)
  if (features.has('hourMeter')) hourMeter(scene, [length * 0.5, width, base + headHeight * 0.42], headHeight * 0.15)
  const slot = clamp(headHeight * 0.11, 24, 70)
  scene.face(rectangle('x', [length, feed.y - 14, feed.level - slot * 0.55], fed + 28, slot), 'deep')
  if (features.has('photocells')) photocells(scene, [length, feed.y + fed + 18, feed.level + slot], headHeight * 0.15)
  if (isConveyed) outfeed(scene, feed, length, run, features.has('foldingBelt'))
  else ramp(scene, feed, length, run, kind === 'benchtop' ? 8 : feed.level - headHeight * 0.62)
  if (bin > 0) trimBin(scene, [length * 0.3, width, 0], [length * 0.26, bin, base * 0.8], base + headHeight * 0.3)
  const clear = kind === 'benchtop' && !isConveyed ? run * 1.32 : isConveyed ? run : 0
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length, bin)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width, clear)
}

function infeed(scene: Scene, feed: Feed, length: number, floor: number, entering: number): void {
  const table = length * 0.34
  const thick = 22
  if (floor > 0) legs(scene, [-table + 20, feed.y, 0], [table * 0.4, feed.width, feed.level - thick], 40)
  scene.box([-table, feed.y - 18, feed.level - thick], [table, feed.width + 36, thick - 4])
  board(scene, [-table * (0.6 + entering * 0.8), feed.y + 6, feed.level], [table * (0.7 + entering * 0.8), feed.width - 12, 16])
}

/** The head with its open throat, in which the discs of the upper shaft stand. */
function head(
  scene: Scene,
  [x, y, z]: Point,
  [length, width, height]: Size,
  feed: Feed,
  { blades, features }: DrawingSpecifications,
): void {
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
  const [from, to] = [x + length * 0.24, x + length * 0.66]
  scene.face(rectangle('z', [from, feed.y, top], to - from, feed.width), 'deep')
  if (features.has('trimKnives')) trimKnives(scene, [from + (to - from) * 0.22, feed.y, top], feed.width, (to - from) * 0.24)
  const radius = Math.min((to - from) * 0.42, height * 0.34)
  discRow(scene, [(from + to) / 2, feed.y, top], feed.width, clamp(blades ?? PLAIN_BLADES, 1, MAX_BLADES), radius)
  if (features.has('dustPort')) dustPort(scene, [x + length * 0.13, y + width * 0.5, top], 50)
  const front = y + width
  const panel = clamp(height * 0.34, 90, Math.min(200, height * 0.42, length * 0.26))
  const isFree = !features.has('gapScale') && !features.has('hourMeter')
  scene.face(rectangle('y', [x + length * 0.06, front, z + height * 0.1], length * 0.5, height * 0.6), 'none', 'detail')
  vents(scene, [x + length * 0.1, front, z + height * 0.16], length * (isFree ? 0.26 : 0.16), height * 0.22)
  if (isFree)
    scene.line([
      [x + length * 0.52, front, z + height * 0.32],
      [x + length * 0.52, front, z + height * 0.48],
    ])
  controls(scene, [x + length * 0.68, front, z + height * 0.22], panel)
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

function outfeed(scene: Scene, feed: Feed, length: number, run: number, folds: boolean): void {
  const [bed, side] = [64, 36]
  const [y, wide] = [feed.y - side, feed.width + 2 * side]
  if (folds) {
    // hinged to the machine and held by two struts, so that it folds down
    const strut = (across: number): readonly Point[] => [
      [length, across, feed.level - bed - run * 0.62],
      [length + run * 0.72, across, feed.level - bed],
      [length + run * 0.72 + 36, across, feed.level - bed],
      [length, across, feed.level - bed - run * 0.62 - 44],
    ]
    scene.face(strut(y + wide * 0.1), 'left').face(strut(y + wide), 'left')
  } else legs(scene, [length + run * 0.12, y, 0], [run * 0.76, wide, feed.level - bed], 36)
  conveyorBed(scene, [length, y, feed.level - bed], [run, wide, bed])
  if (folds) scene.cylinder([length + 20, y + wide - 4, feed.level - bed * 0.5], 'y', bed * 0.34, 34, 'tape', 'tape')
  slitMat(scene, [length, feed.y + 8, feed.level], [run * 0.86, feed.width - 16, 14])
}
