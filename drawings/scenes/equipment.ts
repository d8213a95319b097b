import { chipPile, drapedMat, type Size, slitMat, upMarks } from '#drawings/cardboard.ts'
import type { Flat } from '#drawings/ink.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { castor, conveyorBed, legs } from './machine-details.ts'
import { rollSlits } from './mats.ts'

const STAND: Size = [620, 620, 620]

/** A stand that holds a roll of mat and lets it unroll; its length is along the axle. */
export const rollStand: SceneDefinition = {
  noun: () => 'roll stand',
  detail: () => 'with a roll of slit mat',
  measures: (specifications) => bodyOf(specifications, STAND).measures,
  paint: (scene, { dimensions, rollDiameter, rollWidth }) => {
    const body = solidBody(dimensions, STAND, 7)
    const [span, foot, height] = body.size
    const beam = clamp(height * 0.09, 30, 70)
    const axle = height - beam * 0.6
    const radius = clamp(
      body.length && rollDiameter ? rollDiameter.mm / 2 : height * 0.44,
      height * 0.2,
      Math.min(axle - beam * 1.2, foot * 0.8),
    )
    const wide = clamp(body.length && rollWidth ? rollWidth.mm : span * 0.8, span * 0.4, span - 2 * beam - 20)
    scene.shadow([0, 0, 0], foot, span, height * 0.2)
    const side = (y: number): void => {
      scene.box([0, y, 0], [foot, beam, beam])
      scene.box([foot / 2 - beam / 2, y, beam], [beam, beam, height - beam])
    }
    side(0)
    scene.box([foot / 2 - beam * 0.4, beam, beam * 0.1], [beam * 0.8, span - 2 * beam, beam * 0.7])
    const from = (span - wide) / 2
    const [x, z] = [foot / 2, axle]
    scene.cylinder([x, beam, z], 'y', beam * 0.4, from - beam, 'right', 'right')
    scene.cylinder([x, from, z], 'y', radius, wide, 'board', 'lining')
    for (const part of [0.86, 0.72, 0.58, 0.44, 0.3]) scene.disc([x, from + wide, z], 'y', radius * part, 'none', 'detail')
    rollSlits(scene, [x, from, z], radius, wide)
    const end: readonly Flat[] = [
      [x + radius, z],
      [x + radius * 1.02, z - radius * 0.6],
      [x + radius * 1.12, z - radius],
      [x + radius * 1.3, z - radius * 1.3],
    ]
    drapedMat(scene, { profile: end, y: from, width: wide, thickness: radius * 0.06 })
    scene.cylinder([x, from + wide, z], 'y', beam * 0.4, span - beam - from - wide, 'right', 'right')
    side(span - beam)
    scene.disc([x, span, z], 'y', beam * 0.36, 'top', 'detail')
    scene.dimension([foot, span, 0], [foot, 0, 0], [1, 0, 0], body.length, Math.max(0, radius * 1.3 - foot / 2))
    scene.dimension([0, span, 0], [foot, span, 0], [0, 1, 0], body.width)
    scene.dimension([0, span, 0], [0, span, height], [-1, 1, 0], body.height)
  },
}

/** A roller table in front of a machine. */
export const infeedTable: SceneDefinition = {
  noun: () => 'infeed roller table',
  measures: (specifications) => bodyOf(specifications, [1100, 620, 720]).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1100, 620, 720])
    const [length, width, height] = body.size
    const rail = clamp(height * 0.11, 40, 90)
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    legs(scene, [length * 0.06, 0, 0], [length * 0.88, width, height - rail], 50)
    scene.box([length * 0.1, width - 46, height * 0.22], [length * 0.8, 34, 34])
    scene.box([0, 0, height - rail], [length, 36, rail])
    const count = clamp(Math.round(length / 95), 6, 16)
    scene.face(rectangle('z', [0, 36, height - rail * 0.7], length, width - 72), 'deep')
    for (let roller = 0; roller < count; roller++)
      scene.cylinder([((roller + 0.5) * length) / count, 36, height - rail * 0.4], 'y', rail * 0.32, width - 72, 'top', 'top')
    scene.box([0, width - 36, height - rail], [length, 36, rail])
    for (let roller = 0; roller < count; roller++)
      scene.disc([((roller + 0.5) * length) / count, width, height - rail * 0.4], 'y', rail * 0.14, 'deep', 'bare')
    scene.face(rectangle('x', [length, 36, height - rail], width - 72, rail * 0.5), 'right')
    measureFrame(scene, body)
  },
}

/** A belt conveyor with a mat on it. */
export const conveyor: SceneDefinition = {
  noun: () => 'belt conveyor',
  detail: ({ carriesChips }) => (carriesChips ? 'rising from a heap of chips' : 'carrying slit mats'),
  measures: (specifications) => bodyOf(specifications, [1700, 560, 760]).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1700, 560, 760])
    const [length, width, height] = body.size
    const bed = clamp(height * 0.16, 60, 130)
    if (specifications.carriesChips) {
      paintRising(scene, body.size)
      return measureFrame(scene, body)
    }
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    legs(scene, [length * 0.1, 0, 0], [length * 0.8, width, height - bed], 54)
    scene.box([length * 0.4, width * 0.3, height - bed * 2.6], [length * 0.16, width * 0.5, bed * 1.6], { left: 'left' })
    conveyorBed(scene, [0, 0, height - bed], [length, width, bed])
    for (const part of [0.08, 0.54]) slitMat(scene, [length * part, width * 0.14, height], [length * 0.34, width * 0.72, 18])
    measureFrame(scene, body)
  },
}

/** A table to cut mats to length. */
export const cuttingTable: SceneDefinition = {
  noun: () => 'cutting table',
  detail: () => 'with a mat under the cutting bar',
  measures: (specifications) => bodyOf(specifications, [1200, 760, 860]).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1200, 760, 860])
    const [length, width, height] = body.size
    const top = 50
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    legs(scene, [20, 20, 0], [length - 40, width - 40, height - top], 60)
    scene.box([30, 30, height * 0.26], [length - 60, width - 60, 30])
    scene.box([0, 0, height - top], [length, width, top])
    slitMat(scene, [length * 0.04, width * 0.2, height], [length * 0.78, width * 0.6, 14])
    const at = length * 0.62
    scene.box([at, width * 0.04, height], [70, 50, 120])
    scene.box([at, width * 0.06, height + 60], [70, width * 0.88, 50], { top: 'tape' })
    scene.box([at, width * 0.9, height], [70, 50, 120])
    scene.cylinder([at + 35, width * 0.9 + 50, height + 84], 'y', 22, 130, 'deep', 'top')
    const ticks = Array.from({ length: 17 }, (_, index): readonly Point[] => [
      [(length * (index + 1)) / 18, width, height - 8],
      [(length * (index + 1)) / 18, width, height - (index % 4 ? 22 : 36)],
    ])
    scene.lines(ticks)
    measureFrame(scene, body)
  },
}

/** A table on which mats are stacked. */
export const stacker: SceneDefinition = {
  noun: () => 'mat stacker',
  detail: () => 'with a pile of slit mats',
  measures: (specifications) => bodyOf(specifications, [1000, 800, 1100]).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1000, 800, 1100])
    const [length, width, height] = body.size
    const post = 60
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    scene.box([0, 0, 0], [length, width, 70])
    for (const y of [0, width - post]) scene.box([0, y, 70], [post, post, height - 70])
    scene.box([0, post, height - 90], [post, width - 2 * post, 90])
    const deck = height * 0.3
    scene.box([post, width * 0.08, deck - 50], [length - post, width * 0.84, 50])
    for (let mat = 0; mat < 8; mat++)
      slitMat(scene, [post + 30 + (mat % 2) * 12, width * 0.13, deck + mat * 26], [length - post - 80, width * 0.74, 22], mat === 7)
    const over = height * 0.8
    drapedMat(scene, {
      profile: [
        [post, over],
        [length * 0.36, over - 24],
        [length * 0.62, over - 120],
      ],
      y: width * 0.13,
      width: width * 0.74,
      thickness: 20,
    })
    measureFrame(scene, body)
  },
}

/** A cart that collects chips under a machine. */
export const collectionBin: SceneDefinition = {
  noun: () => 'collection bin on castors',
  detail: () => 'full of packing chips',
  measures: (specifications) => bodyOf(specifications, [820, 620, 760]).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [820, 620, 760])
    const [length, width, height] = body.size
    const wheel = clamp(height * 0.09, 30, 80)
    scene.shadow([0, 0, 0], length, width, height * 0.3)
    for (const [x, y] of [
      [0.12, 0.14],
      [0.88, 0.14],
      [0.12, 0.92],
      [0.88, 0.92],
    ])
      castor(scene, [length * (x ?? 0), width * (y ?? 0), 0], wheel)
    const low = wheel * 2
    scene.face(rectangle('y', [0, 0, height * 0.6], length, height * 0.4), 'lining')
    scene.face(rectangle('x', [0, 0, height * 0.6], width, height * 0.4), 'left')
    chipPile(scene, [14, 14, height * 0.84], [length - 28, width - 28, Math.min(length, width) * 0.2], Math.max(length, width) * 0.055)
    scene.face(rectangle('y', [0, width, low], length, height - low), 'left')
    scene.face(rectangle('x', [length, 0, low], width, height - low), 'right')
    scene.box([-14, width - 8, height - 34], [length + 28, 30, 34])
    scene.box([length - 8, -14, height - 34], [30, width + 44, 34])
    for (const part of [0.33, 0.67])
      scene.line(
        [
          [length * part, width, low + 20],
          [length * part, width, height - 60],
        ],
        'detail',
      )
    upMarks(scene, 'y', [length / 2, width, low + (height - low) * 0.3], height * 0.07)
    scene.line(
      [
        [length, width * 0.3, height * 0.66],
        [length, width * 0.7, height * 0.66],
      ],
      'pale',
    )
    measureFrame(scene, body)
  },
}

function bodyOf({ dimensions }: DrawingSpecifications, neutral: Size): Body {
  return solidBody(dimensions, neutral, 7)
}

function measureFrame(scene: Scene, { size: [length, width, height], ...labels }: Body): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width)
  scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], labels.height)
}

/** A belt with cleats that lifts chips out of the trough at its low end. */
function paintRising(scene: Scene, [length, width, height]: Size): void {
  const bed = clamp(height * 0.08, 50, 130)
  const [low, rail] = [height * 0.22, width * 0.07]
  const belt = (part: number): number => height - bed * 0.4 - (height - bed * 0.4 - low) * part
  const profile = (wall: number): readonly Flat[] => [
    [0, height - bed * 1.4],
    [0, belt(0) + wall],
    [length, low + wall],
    [length, low - bed],
  ]
  const leg = clamp(width * 0.1, 40, 70)
  scene.shadow([0, 0, 0], length, width, height * 0.1)
  for (const y of [0, width - leg]) for (const part of [0.1, 0.66]) scene.box([length * part, y, 0], [leg, leg, belt(part) - bed])
  scene.box([length * 0.1, width - leg * 0.8, low * 0.6], [length * 0.56, leg * 0.6, leg * 0.6])
  scene.prism(profile(0), 0, width)
  const cleats = Array.from({ length: 13 }, (_, index) => (index + 1) / 16)
  scene.lines(
    cleats.map((part): readonly Point[] => [
      [length * part, rail, belt(part)],
      [length * part, width - rail, belt(part)],
    ]),
    'outline',
  )
  scene.prism(profile(bed * 0.4), 0, rail)
  const [start, rim] = [length * 0.8, belt(0.8) - bed * 0.2]
  chipPile(scene, [start, rail, rim - bed * 0.5], [length - start, width - 2 * rail, bed], Math.max(width * 0.06, 26))
  scene.prism(profile(bed * 0.4), width - rail, rail)
  scene.disc([bed * 0.9, width, height - bed], 'y', bed * 0.24, 'deep', 'detail')
  scene.face(rectangle('y', [start, width, low * 0.3], length - start, rim - low * 0.3), 'left')
  scene.face(rectangle('x', [length, 0, low * 0.3], width, rim - low * 0.3), 'right')
}
