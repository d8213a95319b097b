import { fluteMark, type Size } from '#drawings/cardboard.ts'
import type { Ink } from '#drawings/ink.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { NO_MEASURES, roundBody, type SceneDefinition, solidBody } from './definition.ts'

const EXTRACTOR: Size = [760, 480, 1180]

/** A dust extractor: fan, filter sack and dust drum. */
export const dustExtractor: SceneDefinition = {
  noun: () => 'dust extractor',
  detail: () => 'with a filter sack above a dust drum',
  measures: ({ dimensions }) => solidBody(dimensions, EXTRACTOR, 5).measures,
  paint: (scene, { dimensions }) => {
    const body = solidBody(dimensions, EXTRACTOR, 5)
    const [length, width, height] = body.size
    const plate = height * 0.04
    const radius = Math.min(width * 0.4, length * 0.28)
    const [x, y] = [length * 0.34, width / 2]
    const level = (part: number): number => plate + (height - plate) * part
    const part = (from: number, to: number, grow: number, side: Ink, end: Ink): unknown =>
      scene.cylinder([x, y, level(from)], 'z', radius * grow, level(to) - level(from), side, end)
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    scene.box([0, 0, 0], [length, width, plate])
    part(0, 0.34, 0.92, 'lining', 'lining')
    part(0.34, 0.36, 1, 'tape', 'tape')
    part(0.36, 0.5, 1.12, 'right', 'top')
    part(0.5, 0.52, 1, 'tape', 'tape')
    part(0.52, 1, 0.92, 'top', 'top')
    scene.disc([x, y, height], 'z', radius * 0.64, 'none', 'detail')
    const seam = (turn: number, from: number, to: number): readonly Point[] => {
      const [seamX, seamY] = [x + radius * 0.92 * Math.cos(turn), y + radius * 0.92 * Math.sin(turn)]
      return [
        [seamX, seamY, level(from)],
        [seamX, seamY, level(to)],
      ]
    }
    scene.lines([-0.2, 0.35, 0.8, 1.25, 1.75].map((turn) => seam(turn, 0.54, 0.99)))
    scene.lines([0.9, 1.5].map((turn) => seam(turn, 0.03, 0.31)))
    const [fan, axle]: readonly [number, number] = [radius * 0.78, level(0.43)]
    const from = x + radius * 1.02
    scene.cylinder([from, y, axle], 'x', fan * 0.5, radius * 0.2, 'left', 'left')
    scene.cylinder([from + radius * 0.2, y, axle], 'x', fan, radius * 0.42, 'left', 'top')
    scene.cylinder([from + radius * 0.62, y, axle], 'x', fan * 0.5, radius * 0.45, 'left', 'deep')
    const motor = level(0.24) - plate
    scene.box([length * 0.72, width * 0.3, plate], [length * 0.2, width * 0.4, motor])
    scene.lines(
      [0.4, 0.5, 0.6].map((across): readonly Point[] => [
        [length * 0.92, width * across, plate + motor * 0.2],
        [length * 0.92, width * across, plate + motor * 0.8],
      ]),
      'pale',
    )
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}

/** A pleated filter cartridge. */
export const filterCartridge: SceneDefinition = {
  noun: () => 'pleated filter cartridge',
  measures: ({ length, diameter }) => roundBody(length, diameter, [640, 420, 420]).measures,
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

/** An open tool case with spanner, keys and driver. */
export const toolKit: SceneDefinition = {
  noun: () => 'tool kit',
  detail: () => 'in an open case',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height] = [620, 420, 90]
    scene.shadow([0, 0, 0], length, width, 70)
    scene.box([0, -50, 0], [length, 50, height + 330], { left: 'deep' })
    scene.box([0, 0, 0], [length, width, height])
    scene.face(rectangle('z', [24, 24, height], length - 48, width - 48), 'deep')
    spanner(scene, [70, 90, height], 360)
    for (const [index, long] of [250, 200, 150].entries()) {
      const y = 190 + index * 60
      scene.face(
        [
          [80, y, height],
          [80 + long, y, height],
          [80 + long, y - 24, height],
          [96 + long, y - 24, height],
          [96 + long, y + 16, height],
          [80, y + 16, height],
        ],
        'tint',
        'detail',
      )
    }
    scene.face(rectangle('z', [430, 70, height], 130, 56), 'tape')
    scene.face(rectangle('z', [420, 200, height], 150, 60), 'tape')
    scene.face(rectangle('z', [370, 222, height], 50, 16), 'top', 'detail')
    scene.face(rectangle('z', [420, 310, height], 150, 56), 'top')
    scene.lines(
      [450, 480, 510, 540].map((x): readonly Point[] => [
        [x, 310, height],
        [x, 366, height],
      ]),
    )
    for (const x of [130, 430]) scene.box([x, width, 34], [60, 14, 40], { left: 'tape', top: 'tape' })
    scene.box([260, width, 30], [110, 34, 18])
    fluteMark(scene, 'y', [length / 2, 0, height + 170], 76)
  },
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
  scene.face(rectangle('z', [x + 30, y - 12, z], length - 60, 24), 'top')
  for (const [at, radius] of [
    [x + 20, 34],
    [x + length - 20, 28],
  ]) {
    scene.disc([at ?? x, y, z], 'z', radius ?? 30, 'top')
    scene.disc([at ?? x, y, z], 'z', (radius ?? 30) * 0.5, 'deep', 'detail')
  }
}
