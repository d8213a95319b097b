import { drapedMat, type Size } from '#drawings/cardboard.ts'
import type { Flat } from '#drawings/ink.ts'
import { along, clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { type SceneDefinition, solidBody } from './definition.ts'
import { castor } from './machine-details.ts'
import { rollSlits } from './mats.ts'

const STAND: Size = [620, 620, 620]

/** A stand that holds a roll of mat and lets it unroll; its length is along the axle. */
export const rollStand: SceneDefinition = {
  noun: ({ features }) => (features.has('winder') ? 'powered winder' : 'roll stand'),
  detail: ({ features }) =>
    features.has('winder') ? 'with its drive and dancer arm, winding a roll' : 'with a tear bar and a roll of slit mat',
  measures: ({ dimensions }) => solidBody(dimensions, STAND, 7).measures,
  needs: ['dimensions'],
  paint: (scene, { dimensions, rollDiameter, rollWidth, features }) => {
    const isDriven = features.has('winder')
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
    if (features.has('castors')) for (const x of [foot * 0.1, foot * 0.9]) castor(scene, [x, beam, 0], beam * 0.34)
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
    if (isDriven) dancer(scene, [x, from, z], [radius, wide, beam])
    else drapedMat(scene, { profile: end, y: from, width: wide, thickness: radius * 0.06 })
    scene.cylinder([x, from + wide, z], 'y', beam * 0.4, span - beam - from - wide, 'right', 'right')
    side(span - beam)
    scene.disc([x, span, z], 'y', beam * 0.36, 'top', 'detail')
    if (isDriven) drive(scene, [x, span, z], beam)
    else tearBar(scene, [foot, beam, beam], [beam, span - 2 * beam, height * 0.16])
    scene.dimension([foot, span, 0], [foot, 0, 0], [1, 0, 0], body.length, Math.max(0, radius * (isDriven ? 1.7 : 1.3) - foot / 2))
    scene.dimension([0, span, 0], [foot, span, 0], [0, 1, 0], body.width, isDriven ? beam * 1.7 : 0)
    scene.dimension([0, span, 0], [0, span, height], [-1, 1, 0], body.height)
  },
}

/** The serrated edge to tear a mat against, across the stand's foot. */
function tearBar(scene: Scene, [x, y, z]: Point, [, width, height]: Size): void {
  for (const across of [y, y + width - 20]) scene.box([x - 24, across, z * 0.4], [24, 20, height])
  const teeth = 24
  const edge = Array.from(
    { length: teeth * 2 + 1 },
    (_, index): Point => [x, y + (width * index) / (teeth * 2), z * 0.4 + height + (index % 2 ? 16 : 0)],
  )
  scene.face([[x, y, z * 0.4 + height - 34], ...edge, [x, y + width, z * 0.4 + height - 34]], 'tape')
}

/** The winder's drive on the near post: motor housing, and the lever of the core chuck. */
function drive(scene: Scene, [x, y, z]: Point, beam: number): void {
  const [long, deep, high] = [beam * 3.4, beam * 1.6, beam * 4.2]
  const from: Point = [x - long * 0.5, y, z - high * 0.72]
  scene.box(from, [long, deep, high])
  scene.disc([x, y + deep, z], 'y', beam * 0.8, 'right')
  scene.face(
    [
      [x - beam * 0.14, y + deep, z],
      [x + beam * 0.14, y + deep, z],
      [x + beam * 1.1, y + deep, z + beam * 1.1],
      [x + beam * 0.8, y + deep, z + beam * 1.3],
    ],
    'tape',
  )
  scene.face(rectangle('y', [from[0] + long * 0.2, y + deep, from[2] + high * 0.14], long * 0.6, high * 0.26), 'deep', 'detail')
}

/** The dancer arm with its roller, which holds the incoming mat at an even pull. */
function dancer(scene: Scene, [x, y, z]: Point, [radius, wide, beam]: Size): void {
  const roller: Point = [x + radius * 1.5, y, z - radius * 0.5]
  const arm = (across: number): readonly Point[] => [
    [x + radius * 0.2, across, z - radius * 1.25],
    [roller[0] + beam * 0.2, across, roller[2] + beam * 0.2],
    [roller[0] + beam * 0.2, across, roller[2] - beam * 0.25],
    [x + radius * 0.2, across, z - radius * 1.25 - beam * 0.5],
  ]
  const sheet: readonly Flat[] = [
    [x + radius * 0.72, z + radius * 0.69],
    [roller[0] + beam * 0.1, roller[2] + beam * 0.42],
    [roller[0] + radius * 0.24, roller[2] - radius * 0.5],
  ]
  scene.face(arm(y), 'left')
  scene.cylinder(roller, 'y', beam * 0.4, wide, 'right', 'top')
  drapedMat(scene, { profile: sheet, y: y + wide * 0.03, width: wide * 0.94, thickness: radius * 0.05 })
  scene.face(arm(y + wide), 'left')
  scene.disc(along(roller, 'y', wide), 'y', beam * 0.24, 'deep', 'detail')
}
