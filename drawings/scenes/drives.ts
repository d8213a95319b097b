import type { Size } from '#drawings/cardboard.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { boltCircle } from './cutters.ts'
import { roundBody, type SceneDefinition, solidBody } from './definition.ts'

const MOTOR: Size = [420, 220, 260]

/** A drive belt as it is delivered: a toothed loop of its length and section, or a pair of V-belts. */
export const driveBelt: SceneDefinition = {
  noun: ({ features }) => (features.has('vBelt') ? 'pair of V-belts' : 'toothed drive belt'),
  detail: ({ length }) => (length ? `a loop of ${length.label} mm` : ''),
  measures: ({ width }) => beltBody(width).measures.map(({ length }) => ({ length, word: 'wide' })),
  paint: (scene, { length, width, features }) => {
    const body = beltBody(width)
    // a loop of this length around two wheels: half a circle at either end and two straight runs
    const around = length?.mm ?? 640
    const wide = body.size[1] * (body.width ? 1 : around / 640)
    const radius = around * 0.1
    const straight = (around - 2 * Math.PI * radius) / 2
    const thick = Math.max(around * 0.012, wide * 0.2)
    const isPair = features.has('vBelt')
    scene.shadow([-radius, 0, 0], straight + 2 * radius, isPair ? wide * 2.6 : wide, radius * 0.5)
    for (const y of isPair ? [0, wide * 1.9] : [0]) band(scene, [0, y, radius], [straight, wide, radius], thick, !isPair)
    const z = radius * 2
    scene.dimension([straight, wide, z], [straight, 0, z], [1, 0, 0.4], body.width, radius * 1.1)
  },
}

const beltBody = (width: DrawingSpecifications['width']) => roundBody(null, width, [640, 20, 20], 60)

/** A belt on its edge: two half circles, around `x` to `x` + straight; toothed inside. */
function band(scene: Scene, [x, y, z]: Point, [straight, wide, radius]: Size, thick: number, isToothed: boolean): void {
  const path = (reach: number): (readonly [number, number])[] => {
    const arc = (center: number, from: number, to: number): (readonly [number, number])[] =>
      Array.from({ length: 13 }, (_, index) => {
        const turn = from + ((to - from) * index) / 12
        return [center + Math.cos(turn) * reach, z + Math.sin(turn) * reach] as const
      })
    return [...arc(x, Math.PI * 1.5, Math.PI * 0.5), ...arc(x + straight, Math.PI * 0.5, -Math.PI * 0.5)]
  }
  const at =
    (across: number) =>
    ([a, b]: readonly [number, number]): Point => [a, across, b]
  const strips = (loop: (readonly [number, number])[], isFacing: (slope: number) => boolean): readonly (readonly Point[])[] =>
    loop.flatMap(([x0, z0], index) => {
      const [x1, z1] = loop[(index + 1) % loop.length] ?? [x0, z0]
      return isFacing(z0 - z1 + x1 - x0) ? [[at(y)([x0, z0]), at(y)([x1, z1]), at(y + wide)([x1, z1]), at(y + wide)([x0, z0])]] : []
    })
  const [outer, inner] = [path(radius), path(radius - thick)]
  scene.faces(
    strips(inner, (slope) => slope < 0),
    'deep',
    'bare',
  )
  if (isToothed) {
    const count = Math.round(straight / (thick * 2))
    const teeth = Array.from({ length: count }, (_, index): readonly Point[] => {
      const a = x + (straight * (index + 0.3)) / count
      return [
        [a, y, z - radius + thick],
        [a, y + wide, z - radius + thick],
      ]
    })
    scene.lines(teeth, 'pale')
  }
  scene.faces(
    strips(outer, (slope) => slope > 0),
    'right',
    'bare',
  )
  scene.line(outer.slice(6, 26).map(at(y)), 'outline')
  scene.faces([outer.map(at(y + wide)), [...inner].reverse().map(at(y + wide))], 'left', 'outline')
}

/** An electric motor: on a foot with a gearbox, or with a flange; shaft and terminal box. */
export const motor: SceneDefinition = {
  noun: ({ features }) => (features.has('gear') ? 'gear motor with foot and hollow shaft' : 'electric motor with flange and shaft'),
  measures: ({ dimensions }) => solidBody(dimensions, MOTOR, 5).measures,
  paint: (scene, { dimensions, features }) => {
    const body = solidBody(dimensions, MOTOR, 5)
    const [length, width, height] = body.size
    const radius = Math.min(width, height * 0.8) / 2
    const axis: Point = [0, width / 2, radius]
    const isGeared = features.has('gear')
    scene.shadow([0, 0, 0], length, width, height * 0.4)
    const [fan, finned] = [length * 0.14, length * (isGeared ? 0.46 : 0.58)]
    scene.cylinder(axis, 'x', radius * 0.92, fan, 'left', 'left')
    if (!isGeared) for (const part of [0.3, 0.62]) scene.box([length * part, width * 0.06, 0], [length * 0.1, width * 0.88, radius * 0.3])
    const fins = 9
    for (let fin = 0; fin < fins; fin++) {
      const from = fan + (finned * fin) / fins
      scene.cylinder([from, axis[1], axis[2]], 'x', radius * 0.86, (finned / fins) * 0.5, 'deep', 'deep')
      scene.cylinder([from + (finned / fins) * 0.5, axis[1], axis[2]], 'x', radius, (finned / fins) * 0.5, 'right', 'tint')
    }
    const head = fan + finned
    scene.box([fan + finned * 0.3, width * 0.26, radius * 1.86], [finned * 0.4, width * 0.48, height - radius * 1.86])
    scene.face(rectangle('z', [fan + finned * 0.38, width * 0.34, height], finned * 0.24, width * 0.32), 'tape', 'detail')
    if (isGeared) {
      const high = Math.min(height * 0.92, radius * 2.3)
      scene.box([head, 0, 0], [length - head, width, high])
      const center: Point = [head + (length - head) / 2, width, high * 0.46]
      scene.disc(center, 'y', (length - head) * 0.36, 'top')
      boltCircle(scene, center, 'y', (length - head) * 0.29, radius * 0.07)
      scene.disc(center, 'y', (length - head) * 0.17, 'deep')
      for (const part of [0.18, 0.82]) scene.disc([length, width * part, high * 0.12], 'x', radius * 0.09, 'deep', 'detail')
    } else {
      scene.cylinder([head, axis[1], axis[2]], 'x', radius, length * 0.06, 'left', 'top')
      boltCircle(scene, [head + length * 0.06, axis[1], axis[2]], 'x', radius * 0.82, radius * 0.08, 4)
      scene.cylinder([head + length * 0.06, axis[1], axis[2]], 'x', radius * 0.42, length * 0.04, 'left', 'top')
      scene.cylinder([head + length * 0.1, axis[1], axis[2]], 'x', radius * 0.24, length * 0.9 - head, 'left', 'top')
    }
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}
