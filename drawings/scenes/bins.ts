import type { Size } from '#drawings/cardboard.ts'
import { chipPile } from '#drawings/chips.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { type SceneDefinition, solidBody } from './definition.ts'
import { castor } from './machine-details.ts'

const BIN: Size = [730, 580, 1080]

/** A container for chips: a wheeled bin with a lid for the chute, or an open cart with a front flap. */
export const collectionBin: SceneDefinition = {
  noun: ({ features }) =>
    features.has('flap') ? 'open chip cart on castors' : features.has('lid') ? 'wheeled collection bin' : 'collection bin',
  detail: ({ features }) =>
    features.has('flap')
      ? 'with its front flap down, full of chips'
      : features.has('lid')
        ? 'with an opening for the chute in its lid'
        : 'full of packing chips',
  measures: ({ dimensions }) => solidBody(dimensions, BIN, 7).measures,
  needs: ['dimensions'],
  paint: (scene, { dimensions, features }) => {
    const body = solidBody(dimensions, BIN, 7)
    const [length, width, height] = body.size
    scene.shadow([0, 0, 0], length, width, height * 0.3)
    if (features.has('lid')) paintBin(scene, body.size)
    else paintCart(scene, body.size, features.has('flap'))
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width, features.has('flap') ? height * 0.28 : 0)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}

/** A plastic bin that narrows towards its foot, on two wheels at the back. */
function paintBin(scene: Scene, [length, width, height]: Size): void {
  const wheel = 100
  const [lid, taper] = [height * 0.09, Math.min(length, width) * 0.1]
  const rim = height - lid
  // wheels of 200 mm on an axle at the far left
  for (const y of [taper, width - taper * 0.4]) scene.cylinder([wheel * 0.7, y - 50, wheel], 'y', wheel, 50, 'deep', 'deep')
  const corners = (inset: number, z: number): readonly [Point, Point, Point, Point] => [
    [inset, inset, z],
    [length - inset, inset, z],
    [length - inset, width - inset, z],
    [inset, width - inset, z],
  ]
  const [, low1, low2, low3] = corners(taper, 30)
  const [, top1, top2, top3] = corners(0, rim)
  scene.face([low3, low2, top2, top3], 'left').face([low1, low2, top2, top1], 'right')
  scene.cylinder([wheel * 0.7, width - taper * 0.4 - 20, wheel], 'y', wheel, 40, 'deep', 'deep')
  scene.disc([wheel * 0.7, width - taper * 0.4 + 20, wheel], 'y', wheel * 0.5, 'top', 'detail')
  scene.lines(
    [0.3, 0.7].map((part): readonly Point[] => [
      [taper + (length - 2 * taper) * part, width - taper * 0.9, height * 0.14],
      [length * part, width - taper * 0.12, rim - 60],
    ]),
  )
  scene.box([-20, -20, rim], [length + 40, width + 40, lid])
  // the chute's opening, lined with a brush
  const [x, y, a, b] = [length * 0.22, width * 0.2, length * 0.56, width * 0.6]
  scene.face(rectangle('z', [x, y, height], a, b), 'deep')
  const bristles = Array.from({ length: 15 }, (_, index): readonly Point[] => [
    [x + (a * (index + 0.5)) / 15, y, height],
    [x + (a * (index + 0.5)) / 15, y + b * 0.22, height],
  ])
  const facing = bristles.map((line) => line.map(([px, py, pz], end): Point => [px, end ? y + b * 0.78 : y + b, pz + 0 * py]))
  scene.lines([...bristles, ...facing], 'pale')
  scene.cylinder([-34, width * 0.12, rim + lid * 0.5], 'y', lid * 0.3, width * 0.76, 'deep', 'deep')
}

/** A cart of panels with steel corners on four castors; its front panel may fold down. */
function paintCart(scene: Scene, [length, width, height]: Size, hasFlap: boolean): void {
  const wheel = clamp(height * 0.09, 30, 80)
  const spots: readonly (readonly [number, number])[] = [
    [0.12, 0.14],
    [0.88, 0.14],
    [0.12, 0.92],
    [0.88, 0.92],
  ]
  for (const [x, y] of spots) castor(scene, [length * x, width * y, 0], wheel)
  const low = wheel * 2
  const hinge = hasFlap ? height * 0.61 : height
  scene.face(rectangle('y', [0, 0, height * 0.5], length, height * 0.5), 'lining')
  scene.face(rectangle('x', [0, 0, height * 0.5], width, height * 0.5), 'board')
  const rise = Math.min(length, width) * 0.2
  chipPile(scene, [14, 14, hinge - rise * 0.4], [length - 28, width - 28, hasFlap ? height * 0.22 : rise], Math.max(length, width) * 0.055)
  scene.face(rectangle('y', [0, width, low], length, height - low), 'board')
  scene.face(rectangle('x', [length, 0, low], width, hinge - low), 'edge')
  const corner = length * 0.05
  for (const x of [0, length - corner]) scene.face(rectangle('y', [x, width, low], corner, height - low), 'left')
  for (const y of [0, width - corner]) scene.face(rectangle('x', [length, y, low], corner, hinge - low), 'right')
  if (!hasFlap) return
  // the far end of the front's frame stands, the flap hangs outwards from its hinges
  scene.face(
    [
      [length, corner, hinge],
      [length, width - corner, hinge],
      [length + height * 0.26, width - corner, hinge - height * 0.12],
      [length + height * 0.26, corner, hinge - height * 0.12],
    ],
    'lining',
  )
  scene.face(rectangle('x', [length + height * 0.26, corner, hinge - height * 0.12 - 20], width - 2 * corner, 20), 'edge')
  for (const part of [0.22, 0.78]) scene.disc([length, width * part, hinge - 30], 'x', 16, 'deep', 'detail')
}
