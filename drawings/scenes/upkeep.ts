import type { Size } from '#drawings/cardboard.ts'
import type { Ink } from '#drawings/ink.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { NO_MEASURES, roundBody, type SceneDefinition, solidBody } from './definition.ts'

const EXTRACTOR: Size = [760, 480, 1180]

/** A dust extractor: each cartridge stands in its housing above a clear dust bag, the fan beside them. */
export const dustExtractor: SceneDefinition = {
  noun: ({ features }) => (features.has('twoCartridges') ? 'dust extractor with two cartridges' : 'dust extractor with one cartridge'),
  detail: ({ features }) => (features.has('twoCartridges') ? 'above two dust bags' : 'above a clear dust bag'),
  measures: ({ dimensions }) => solidBody(dimensions, EXTRACTOR, 5).measures,
  needs: ['dimensions'],
  paint: (scene, { dimensions, features }) => {
    const body = solidBody(dimensions, EXTRACTOR, 5)
    const [length, width, height] = body.size
    const plate = height * 0.04
    const count = features.has('twoCartridges') ? 2 : 1
    const radius = Math.min(width * 0.44, (length * 0.62) / (2 * count))
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    scene.box([0, 0, 0], [length, width, plate])
    for (let unit = 0; unit < count; unit++) cartridgeUnit(scene, [radius * (1.06 + unit * 2.04), width / 2, plate], radius, height)
    const from = radius * (2.06 * count + 0.1)
    fanUnit(scene, [from, width / 2, plate], [length - from - 20, width, height])
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}

/** A dust bag, the ring it hangs from, and the pleated cartridge above it under a lid; the foot's middle is at `at`. */
function cartridgeUnit(scene: Scene, [x, y, z]: Point, radius: number, height: number): void {
  const level = (part: number): number => z + (height - z) * part
  const part = (from: number, to: number, grow: number, side: Ink, end: Ink): unknown =>
    scene.cylinder([x, y, level(from)], 'z', radius * grow, level(to) - level(from), side, end)
  part(0, 0.12, 0.86, 'edge', 'edge')
  part(0.12, 0.36, 0.86, 'tint', 'tint')
  part(0.36, 0.385, 0.96, 'tape', 'tape')
  part(0.385, 0.5, 0.96, 'right', 'top')
  part(0.5, 0.95, 0.8, 'top', 'top')
  const pleats = Array.from({ length: 15 }, (_, index): readonly Point[] => {
    const turn = -Math.PI / 4 + 0.1 + (index / 14) * (Math.PI - 0.2)
    const [a, b] = [x + Math.cos(turn) * radius * 0.8, y + Math.sin(turn) * radius * 0.8]
    return [
      [a, b, level(0.5)],
      [a, b, level(0.95)],
    ]
  })
  scene.lines(pleats)
  part(0.95, 1, 0.9, 'right', 'top')
  scene.disc([x, y, level(1)], 'z', radius * 0.3, 'none', 'detail')
}

/** The fan with its inlet, above its motor. */
function fanUnit(scene: Scene, [x, y, z]: Point, [length, width, height]: Size): void {
  const radius = Math.min(length * 0.6, width * 0.4)
  const axle = z + (height - z) * 0.44
  const deep = Math.min(length * 0.5, radius)
  scene.box([x + length * 0.1, y - width * 0.16, z], [length * 0.56, width * 0.32, axle - radius - z])
  scene.cylinder([x - length * 0.1, y, axle], 'x', radius * 0.5, length * 0.2, 'left', 'left')
  scene.cylinder([x + length * 0.08, y, axle], 'x', radius, deep, 'left', 'top')
  scene.disc([x + length * 0.08 + deep, y, axle], 'x', radius * 0.8, 'none', 'detail')
  scene.cylinder([x + length * 0.08 + deep, y, axle], 'x', radius * 0.46, length - length * 0.08 - deep, 'left', 'deep')
}

/** A pleated filter cartridge. */
export const filterCartridge: SceneDefinition = {
  noun: () => 'pleated filter cartridge',
  measures: ({ length, diameter }) => roundBody(length, diameter, [640, 420, 420]).measures,
  needs: ['length', 'diameter'],
  paint: (scene, { length, diameter }) => {
    const body = roundBody(length, diameter, [640, 420, 420])
    const [overall, across] = body.size
    const [rim, cap] = [across / 2, overall * 0.07]
    const radius = rim * 0.9
    const height = overall - 2 * cap
    scene.shadow([-rim * 0.3, -rim * 0.9, 0], rim * 0.8, rim * 1.8, rim * 1.2)
    scene.cylinder([0, 0, 0], 'z', rim, cap, 'right', 'right')
    scene.cylinder([0, 0, cap], 'z', radius, height, 'top', 'top')
    const pleats = Array.from({ length: 23 }, (_, index): readonly Point[] => {
      const turn = -Math.PI / 4 + 0.08 + (index / 22) * (Math.PI - 0.16)
      const [x, y] = [Math.cos(turn) * radius, Math.sin(turn) * radius]
      return [
        [x, y, cap],
        [x, y, cap + height],
      ]
    })
    scene.lines(pleats)
    for (const level of [0.36, 0.68]) band(scene, radius, cap + height * level, overall * 0.04)
    scene.cylinder([0, 0, cap + height], 'z', rim, cap, 'right', 'top')
    scene.disc([0, 0, overall], 'z', rim * 0.65, 'none', 'detail')
    scene.disc([0, 0, overall], 'z', rim * 0.5, 'deep')
    const side = rim * Math.SQRT1_2 // the silhouette's left and right
    scene.dimension([-side, side, 0], [-side, side, overall], [-1, 1, 0], body.length)
    scene.dimension([-side, side, 0], [side, -side, 0], [1, 1, 0], body.width, rim * 0.75)
  },
}

/** Oil, grease and a cloth for the cutters. */
export const lubricantKit: SceneDefinition = {
  noun: () => 'lubricant kit',
  detail: () => 'with oil bottle, grease tin and brush',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([0, 0, 0], 560, 330, 120)
    scene.box([0, 0, 0], [200, 130, 360])
    scene.cylinder([100, 65, 360], 'z', 42, 40, 'left', 'top')
    scene.cylinder([100, 65, 400], 'z', 24, 90, 'tape', 'tape')
    scene.face(rectangle('y', [24, 130, 90], 152, 170), 'top')
    drop(scene, [100, 130, 170], 52)
    scene.cylinder([390, 110, 0], 'z', 125, 150, 'right', 'right')
    scene.cylinder([390, 110, 150], 'z', 132, 34, 'left', 'top')
    scene.disc([390, 110, 184], 'z', 104, 'none', 'detail')
    scene.box([70, 290, 0], [270, 44, 30], { top: 'tape' })
    scene.box([340, 282, 0], [50, 60, 38], { top: 'top' })
    scene.box([390, 278, 4], [90, 68, 30], { top: 'lining', left: 'board', right: 'edge' })
    scene.lines(
      [0.2, 0.4, 0.6, 0.8].map((part): readonly Point[] => [
        [390, 278 + 68 * part, 34],
        [480, 278 + 68 * part, 34],
      ]),
    )
  },
}

/** An open tool case with its pieces in the base: puller, torque key, padlock, spanners, keys and bits. */
export const toolKit: SceneDefinition = {
  noun: ({ piecesPerPack }) => (piecesPerPack ? `tool kit of ${piecesPerPack} pieces` : 'tool kit'),
  detail: () => 'in an open case',
  measures: ({ dimensions }) => solidBody(dimensions, CASE, 5).measures.filter(({ word }) => word !== 'high'), // the open lid stands higher
  needs: ['dimensions'],
  paint: (scene, { dimensions, piecesPerPack }) => {
    const body = solidBody(dimensions, CASE, 5)
    const [length, width, height] = body.size
    const base = height * 0.62
    scene.shadow([0, 0, 0], length, width, height * 0.4)
    scene.box([0, -height * 0.38, base * 0.9], [length, height * 0.38, width], { left: 'left' })
    scene.face(rectangle('y', [length * 0.05, 0, base * 0.9 + width * 0.07], length * 0.9, width * 0.86), 'deep')
    scene.box([0, 0, 0], [length, width, base])
    const rim = length * 0.035
    scene.face(rectangle('z', [rim, rim, base], length - 2 * rim, width - 2 * rim), 'deep')
    paintPieces(scene, [length, width, base], piecesPerPack ?? 31)
    for (const part of [0.2, 0.72])
      scene.box([length * part, width, base * 0.4], [length * 0.08, 8, base * 0.5], { left: 'tape', top: 'tape' })
    scene.box([length * 0.38, width, base * 0.36], [length * 0.24, 18, base * 0.2])
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
  },
}

const CASE: Size = [460, 340, 150]

/** As many pieces as specified: five large ones, the others keys in rows. */
function paintPieces(scene: Scene, [length, width, z]: Size, pieces: number): void {
  const at = (x: number, y: number): Point => [length * x, width * y, z]
  spanner(scene, at(0.08, 0.16), length * 0.5)
  spanner(scene, at(0.08, 0.3), length * 0.42)
  // torque key, disc puller, padlock with its tag, gauge
  scene.face(rectangle('z', at(0.08, 0.39), length * 0.34, width * 0.05), 'top')
  scene.face(rectangle('z', at(0.42, 0.37), length * 0.2, width * 0.09), 'tape')
  const puller = at(0.78, 0.27)
  scene.disc(puller, 'z', length * 0.09, 'top').disc(puller, 'z', length * 0.035, 'deep', 'detail')
  scene.face(rectangle('z', at(0.72, 0.46), length * 0.12, width * 0.12), 'tape')
  scene.disc(at(0.78, 0.44), 'z', length * 0.035, 'none', 'outline')
  const rest = clamp(pieces - 5, 0, 40)
  const rows = rest > 12 ? 2 : 1
  const inRow = Math.ceil(rest / rows)
  for (let key = 0; key < rest; key++) {
    const [row, place] = [Math.floor(key / inRow), key % inRow]
    const long = 0.13 + 0.05 * (place / inRow)
    const x = 0.08 + (0.84 * (place + 0.2)) / inRow
    const y = 0.62 + row * 0.17 - (row ? 0 : 0.06)
    scene.face(rectangle('z', at(x, y), ((length * 0.84) / inRow) * 0.46, width * long * 0.8), key % 5 ? 'top' : 'tint', 'detail')
  }
}

function band(scene: Scene, radius: number, level: number, high: number): void {
  const edge = (z: number): Point[] =>
    Array.from({ length: 25 }, (_, index) => {
      const turn = -Math.PI / 4 + (index / 24) * Math.PI
      return [Math.cos(turn) * radius, Math.sin(turn) * radius, z]
    })
  scene.face([...edge(level), ...edge(level + high).reverse()], 'tape')
}

function drop(scene: Scene, [x, y, z]: Point, size: number): void {
  const round: Point[] = Array.from({ length: 17 }, (_, index) => {
    const turn = Math.PI * (1 - 0.12) + (index / 16) * Math.PI * 1.24
    return [x + Math.cos(turn) * size * 0.62, y, z - size * 0.1 + Math.sin(turn) * size * 0.62]
  })
  scene.face([[x, y, z + size * 1.2], ...round], 'right')
}

function spanner(scene: Scene, [x, y, z]: Point, length: number): void {
  const jaw = length * 0.1
  scene.face(rectangle('z', [x + jaw, y - jaw * 0.36, z], length - 2 * jaw, jaw * 0.72), 'top')
  for (const [at, radius] of [
    [x + jaw, jaw],
    [x + length - jaw, jaw * 0.84],
  ] as const)
    scene.disc([at, y, z], 'z', radius, 'top').disc([at, y, z], 'z', radius * 0.5, 'deep', 'detail')
}
