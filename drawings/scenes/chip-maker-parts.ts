import type { Size } from '#drawings/cardboard.ts'
import { loosePiece } from '#drawings/chips.ts'
import type { Flat } from '#drawings/ink.ts'
import { along, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { castor, discRow } from './machine-details.ts'

/** A lamp with a yellow dome. */
export function lamp(scene: Scene, at: Point, radius: number): void {
  scene.cylinder(at, 'z', radius * 1.25, radius * 0.7, 'deep', 'deep')
  scene.cylinder(along(at, 'z', radius * 0.7), 'z', radius, radius * 1.6, 'tape', 'tape')
  scene.disc(along(at, 'z', radius * 2.3), 'z', radius * 0.5, 'top', 'detail')
}

/** A corrugated sheet that stands in the feed opening, along x. */
export function feedSheet(scene: Scene, [x, y, z]: Point, length: number, height: number): void {
  const corner = (part: number, up: number): Point => [x + length * part, y, z + up]
  const slant = height * 0.16
  scene.face([corner(0, 0), corner(1, 0), corner(1, height + slant), corner(0, height)], 'board')
  scene.lines([0.2, 0.4, 0.6, 0.8].map((part) => [corner(part, 0), corner(part, height + slant * part)]))
}

/** The cutting cassette, drawn out of a right face by half its depth: a frame with the discs of its shaft on top. */
export function cassette(scene: Scene, [x, y, z]: Point, [depth, width, height]: Size, blades: number): void {
  const plate = width * 0.05
  scene.face(rectangle('x', [x, y - plate * 2, z - 10], width + plate * 4, height + 20), 'deep')
  scene.box([x, y - plate, z], [depth, plate, height], { top: 'tape' })
  scene.face(rectangle('z', [x, y, z + height * 0.5], depth, width), 'deep')
  discRow(scene, [x + depth * 0.46, y, z + height * 0.62], width, blades, depth * 0.36)
  scene.face(rectangle('x', [x + depth, y, z], width, height * 0.62), 'right')
  scene.box([x, y + width, z], [depth, plate, height], { top: 'tape' })
  scene.disc([x + depth * 0.46, y + width + plate, z + height * 0.58], 'y', depth * 0.2, 'deep', 'detail')
  scene.line(
    [
      [x + depth, y + width * 0.36, z + height * 0.3],
      [x + depth, y + width * 0.64, z + height * 0.3],
    ],
    'pale',
  )
}

/** A rotor with straight knives in an open housing, and its hood standing open behind; `z` is the housing's rim. */
export function rotorBench(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, blades: number): void {
  const [rim, radius] = [width * 0.12, length * 0.24]
  const axis: Point = [x + length * 0.55, y + rim, z + radius * 0.1]
  // the hood, hinged at the back: its inside with the feed opening
  scene.box([x + length * 0.02, y + width * 0.04, z], [length * 0.08, width * 0.92, height * 1.5], { right: 'tint', top: 'top' })
  scene.face(rectangle('x', [x + length * 0.1, y + width * 0.2, z + height * 0.5], width * 0.6, height * 0.7), 'deep')
  scene.face(rectangle('z', [x + length * 0.2, y + rim, z], length * 0.7, width - 2 * rim), 'deep')
  const half: Point[] = Array.from({ length: 17 }, (_, index) => {
    const turn = (index / 16) * Math.PI
    return [axis[0] + Math.cos(turn) * radius, y + width - rim, axis[2] + Math.sin(turn) * radius]
  })
  const shell = half.slice(0, 13)
  scene.face([...shell.map(([a, , c]): Point => [a, y + rim, c]), ...[...shell].reverse()], 'left')
  // the knives stand in two rows, staggered, as the rotor's halves do
  const rows = Math.ceil(blades / 2)
  const inside = width - 2 * rim
  for (let knife = 0; knife < blades; knife++) {
    const turn = Math.PI * (0.1 + (0.56 * (Math.floor(knife / 2) + 0.5)) / rows)
    const from = y + rim + (knife % 2 ? inside * 0.5 : inside * 0.03)
    const on = (angle: number, across: number, reach: number): Point => [
      axis[0] + Math.cos(angle) * radius * reach,
      from + across,
      axis[2] + Math.sin(angle) * radius * reach,
    ]
    const long = inside * 0.46
    scene.face([on(turn, 0, 1), on(turn, long, 1), on(turn + 0.2, long, 1.16), on(turn + 0.2, 0, 1.16)], 'right')
    scene.face([on(turn, long, 1), on(turn + 0.2, long, 1.16), on(turn + 0.26, long, 1)], 'deep', 'detail')
  }
  scene.face(half, 'top')
  scene.disc([axis[0], y + width - rim, axis[2] + radius * 0.22], 'y', radius * 0.16, 'deep', 'detail')
}

/** A belt that rises from the machine's foot to its discharge, on a post with castors, with chips on it. */
export function risingBelt(scene: Scene, [x, y, z]: Point, [run, width, rise]: Size): void {
  const [bed, rail] = [90, width * 0.07]
  const level = (part: number): number => z + rise * Math.max(0, (part - 0.12) / 0.88)
  const profile = (up: number, down: number): readonly Flat[] => [
    [x, z - down],
    [x, z + up],
    [x + run * 0.12, z + up],
    [x + run, z + rise + up],
    [x + run, z + rise - down],
    [x + run * 0.12, z - down],
  ]
  const post = 60
  for (const across of [y + rail, y + width - post - rail]) {
    castor(scene, [x + run * 0.72 + post / 2, across + post, 0], 46)
    scene.box([x + run * 0.72, across, 90], [post, post, level(0.72) - bed - 90])
  }
  scene.prism(profile(0, bed), y, width)
  scene.prism(profile(bed * 0.5, 0), y, rail)
  slide(scene, [x + run * 0.14, y + rail, z], [run * 0.84, width - 2 * rail, -rise * 0.96])
  scene.prism(profile(bed * 0.5, bed), y + width - rail, rail)
  scene.disc([x + run - bed * 0.6, y + width, z + rise - bed * 0.4], 'y', bed * 0.3, 'deep', 'detail')
}

/** Two rollers with fine grooves, slid out of a left face for cleaning; how far they reach. */
export function openRollers(scene: Scene, [x, y, z]: Point, radius: number, long: number): number {
  scene.face(rectangle('y', [x - radius * 1.35, y, z - radius * 1.5], radius * 3.9, radius * 3), 'deep')
  for (const [at, turn] of [
    [x, 0],
    [x + radius * 1.25, 0.1],
  ] as const) {
    const reach = radius * 0.6
    scene.cylinder([at, y, z], 'y', reach, long, 'left', 'top')
    const grooves = Array.from({ length: 11 }, (_, index): readonly Point[] => {
      const angle = -0.7 + turn + index * 0.3
      const on = (across: number): Point => [at + Math.cos(angle) * reach, y + across, z + Math.sin(angle) * reach]
      return [on(8), on(long)]
    })
    scene.lines(grooves)
    const teeth = Array.from({ length: 18 }, (_, index): readonly Point[] => {
      const angle = (index / 18) * Math.PI * 2
      return [0.82, 1].map((part): Point => [at + Math.cos(angle) * reach * part, y + long, z + Math.sin(angle) * reach * part])
    })
    scene.lines(teeth)
    scene.cylinder([at, y + long, z], 'y', reach * 0.36, long * 0.12, 'right', 'deep')
  }
  return long * 1.14
}

/** Strips in a zigzag that slide down a slope along x: `fall` is what they lose in height. */
export function zigzagStream(scene: Scene, [x, y, z]: Point, [length, width, fall]: Size): void {
  const strips = 6
  for (let strip = 0; strip < strips; strip++) {
    const across = y + (width * strip) / strips
    const wide = (width / strips) * 0.5
    const folds = 9
    const edge = (at: number): Point[] =>
      Array.from({ length: folds + 1 }, (_, index) => {
        const part = index / folds
        return [x + length * part, at, z - fall * part + (index % 2 ? 26 : 0)]
      })
    scene.face([...edge(across), ...edge(across + wide).reverse()], strip % 2 ? 'board' : 'lining', 'detail')
  }
}

/** Curled chips that slide down a slope along x; `fall` is what they lose in height. */
export function slide(scene: Scene, [x, y, z]: Point, [length, width, fall]: Size): void {
  const rows = 6
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < 7; column++) {
      const [along, across] = [(row + 0.3 + scene.random() * 0.6) / rows, (column + 0.2 + scene.random() * 0.6) / 7]
      loosePiece(
        scene,
        [x + length * along, y + width * across, z - fall * along + 6],
        Math.min(width * 0.11, Math.abs(length) * 0.09),
        'curled',
      )
    }
}
