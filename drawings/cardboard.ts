import type { Flat } from './ink.ts'
import { clamp, type Faces, type Point, rectangle, type Scene } from './iso.ts'

/** Length, width and height in millimeters. */
export type Size = readonly [length: number, width: number, height: number]

/** A sheet that is bent along its length: a side profile (x and z) and its place across. */
type Draped = {
  readonly profile: readonly Flat[]
  readonly y: number
  readonly width: number
  readonly thickness: number
}

const SLIT = { long: 62, across: 30 } as const // pitch of the slits along and across the feed

const CLOSEST = 0.034 // distance of two drawn gaps between sheets, as a share of the pack's length

/** Printed cardboard: the faces of a closed carton or of a stack of board. */
export const KRAFT: Faces = { top: 'lining', left: 'board', right: 'edge' }

/** A sheet of corrugated board that lies flat, with the wave of its flutes in the front edge. */
export function board(scene: Scene, [x, y, z]: Point, [length, width, thickness]: Size): void {
  scene.box([x, y, z], [length, width, thickness], { top: 'board', left: 'lining', right: 'edge' })
  const waves = clamp(Math.round(length / 26), 6, 30)
  const wave: Point[] = Array.from({ length: waves * 2 + 1 }, (_, index) => [
    x + (index / (waves * 2)) * length,
    y + width,
    z + thickness * (index % 2 ? 0.85 : 0.15),
  ])
  scene.line(wave, 'detail')
}

/** A mat that lies flat: staggered slits in the top of a sheet. */
export function slitMat(scene: Scene, [x, y, z]: Point, [length, width, thickness]: Size): void {
  drapedMat(scene, {
    profile: [
      [x, z + thickness],
      [x + length, z + thickness],
    ],
    y,
    width,
    thickness,
  })
}

/** A mat that hangs or bends along its profile, with its cut edge at the front. */
export function drapedMat(scene: Scene, { profile, y, width, thickness }: Draped): void {
  const near = y + width
  const at =
    (across: number, drop = 0) =>
    ([x, z]: Flat): Point => [x, across, z - drop]
  const back = [...profile].reverse()
  scene.face([...profile.map(at(near)), ...back.map(at(near, thickness))], 'edge')
  const [endX, endZ] = profile.at(-1) ?? [0, 0]
  scene.face(rectangle('x', [endX, y, endZ - thickness], width, thickness), 'edge')
  scene.face([...profile.map(at(y)), ...back.map(at(near))], 'board')
  cutSlits(scene, profile, y, width)
}

/** Staggered slits in the surface of a sheet along its profile. */
export function cutSlits(scene: Scene, profile: readonly Flat[], y: number, width: number): void {
  const at =
    (across: number) =>
    ([x, z]: Flat): Point => [x, across, z]
  const measured = measure(profile)
  const columns = clamp(Math.round(measured.length / SLIT.long), 3, 15)
  const rows = clamp(Math.round(width / SLIT.across), 5, 20)
  const cuts: Point[][] = []
  for (let row = 1; row < rows; row++) {
    for (let column = row % 2 ? 0.1 : 0.6; column + 0.8 <= columns; column++) {
      const across = y + (width * row) / rows
      const half = (width / rows) * 0.24
      const [a, b, c] = [column, column + 0.38, column + 0.76].map((step) => measured.at((step / columns) * measured.length))
      if (a && b && c) cuts.push([at(across)(a), at(across - half)(b), at(across)(c), at(across + half)(b)])
    }
  }
  scene.faces(cuts, 'right', 'bare')
}

/** The gaps between the sheets of a pack from its far corner on; of a high one, between every few. */
export function layers(scene: Scene, [length, width, height]: Size, count: number, [x, y, z]: Point = [0, 0, 0]): void {
  const every = Math.ceil((count * Math.max(length, width, height) * CLOSEST) / height)
  const levels = Array.from({ length: Math.ceil(count / every) - 1 }, (_, index) => z + ((index + 1) * every * height) / count)
  scene.lines(
    levels.map((level): readonly Point[] => {
      const shift = (): number => scene.random() * length * 0.006
      return [
        [x + shift(), y + width, level],
        [x + length, y + width, level],
        [x + length, y + shift(), level],
      ]
    }),
  )
}

/** A smooth profile that leaves level at `from` and falls to `to`, then lies flat for `rest`. */
export function drape([x0, z0]: Flat, [x1, z1]: Flat, rest = 0): readonly Flat[] {
  const curve: Flat[] = Array.from({ length: 13 }, (_, index) => {
    const part = index / 12
    return [x0 + (x1 - x0) * part, z1 + (z0 - z1) * (1 - part * part * (3 - 2 * part))]
  })
  return rest > 0 ? [...curve, [x1 + rest, z1]] : curve
}

/** A carton that is open at the top, from its floor corner; `fill` paints what is inside. */
export function openCarton(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, fill: () => void): void {
  const [farX, farY, top] = [x + length, y + width, z + height]
  const flap = Math.min(height * 0.42, length * 0.34, width * 0.34)
  const [out, down] = [flap * 0.8, flap * 0.55]
  scene.face(
    [
      [x, y, top],
      [farX, y, top],
      [farX - flap * 0.16, y - out, top + down * 0.7],
      [x + flap * 0.16, y - out, top + down * 0.7],
    ],
    'lining',
  )
  scene.face(
    [
      [x, y, top],
      [x, farY, top],
      [x - out, farY - flap * 0.16, top + down * 0.7],
      [x - out, y + flap * 0.16, top + down * 0.7],
    ],
    'top',
  )
  scene.face(rectangle('z', [x, y, z], length, width), 'board')
  scene.face(rectangle('y', [x, y, z], length, height), 'board')
  scene.face(rectangle('x', [x, y, z], width, height), 'edge')
  fill()
  scene.face(rectangle('y', [x, farY, z], length, height), 'board')
  scene.face(rectangle('x', [farX, y, z], width, height), 'edge')
  scene.face(
    [
      [x, farY, top],
      [farX, farY, top],
      [farX - flap * 0.16, farY + out, top - down],
      [x + flap * 0.16, farY + out, top - down],
    ],
    'top',
  )
  scene.face(
    [
      [farX, y, top],
      [farX, farY, top],
      [farX + out, farY - flap * 0.16, top - down],
      [farX + out, y + flap * 0.16, top - down],
    ],
    'lining',
  )
}

/** The two "this way up" arrows with their ground line, printed on a left (`y`) or right (`x`) face around a point. */
export function upMarks(scene: Scene, axis: 'x' | 'y', [x, y, z]: Point, unit: number): void {
  const spot = (across: number, up: number): Point =>
    axis === 'y' ? [x + across * unit, y, z + up * unit] : [x, y + across * unit, z + up * unit]
  const arrows = [-1.1, 1.1].map((side) =>
    [
      [-0.27, 0],
      [0.27, 0],
      [0.27, 1.2],
      [0.75, 1.2],
      [0, 2.3],
      [-0.75, 1.2],
      [-0.27, 1.2],
    ].map(([across = 0, up = 0]) => spot(side + across, up)),
  )
  scene.faces(arrows, 'right', 'bare')
  scene.line([spot(-2.2, -0.5), spot(2.2, -0.5)])
}

function measure(profile: readonly Flat[]): { readonly length: number; readonly at: (distance: number) => Flat } {
  const marks: { distance: number; point: Flat }[] = []
  for (const point of profile) {
    const last = marks.at(-1)
    marks.push({ distance: last ? last.distance + Math.hypot(point[0] - last.point[0], point[1] - last.point[1]) : 0, point })
  }
  const at = (distance: number): Flat => {
    const next = marks.findIndex((mark) => mark.distance >= distance)
    const [a, b] = [marks[Math.max(0, next - 1)], marks[Math.max(0, next)]]
    if (!a || !b || b.distance === a.distance) return b?.point ?? [0, 0]
    const part = (distance - a.distance) / (b.distance - a.distance)
    return [a.point[0] + (b.point[0] - a.point[0]) * part, a.point[1] + (b.point[1] - a.point[1]) * part]
  }
  return { length: marks.at(-1)?.distance ?? 0, at }
}
