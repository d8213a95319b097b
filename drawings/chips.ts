import type { Size } from './cardboard.ts'
import type { Ink } from './ink.ts'
import { clamp, type Point, rectangle, type Scene } from './iso.ts'
import type { Piece } from './specifications.ts'

type Kind = Piece['kind']

/** Names of the kinds of chips. */
export const KINDS: Readonly<Record<Kind, string>> = {
  curled: 'curled cardboard chips',
  flat: 'short flat cardboard chips',
  coarse: 'coarse cardboard chips',
  zigzag: 'zigzag cardboard strips',
}

/** Size of a drawn piece of each kind, compared with that of a curled chip. */
const SIZES: Readonly<Record<Kind, number>> = { curled: 1, flat: 0.62, coarse: 1.5, zigzag: 1.1 }
const MOST = 13 // pieces along a side of a heap

const INKS: readonly (readonly [Ink, Ink])[] = [
  ['board', 'lining'],
  ['lining', 'top'],
  ['edge', 'board'],
  ['left', 'edge'],
  ['top', 'board'],
]

/** A heap of chips on a rectangle; the middle rises by `rise`. `chip` is the length of a curled one. */
export function chipPile(scene: Scene, [x, y, z]: Point, [length, width, rise]: Size, chip: number, kind: Kind = 'curled'): void {
  const random = scene.random
  const unit = chip * SIZES[kind]
  const columns = clamp(Math.round(length / (unit * 1.08)), 2, MOST)
  const rows = clamp(Math.round(width / (unit * 1.08)), 2, MOST)
  scene.face(rectangle('z', [x, y, z], length, width), 'edge', 'bare')
  const spots: Point[] = []
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const [u, v] = [(column + 0.2 + random() * 0.6) / columns, (row + 0.2 + random() * 0.6) / rows]
      const edge = Math.max(Math.abs(2 * u - 1), Math.abs(2 * v - 1))
      spots.push([x + u * length, y + v * width, z + rise * (1 - edge ** 2.4) * (0.85 + 0.3 * random())])
    }
  }
  spots.sort((a, b) => a[0] + a[1] - b[0] - b[1])
  const fitted = Math.max(unit, (length / columns) * 0.86, (width / rows) * 0.86) // a large heap leaves no gaps
  for (const spot of spots) loosePiece(scene, spot, fitted, kind)
}

/** One piece that lies on the others. */
export function loosePiece(scene: Scene, [x, y, z]: Point, unit: number, kind: Kind): void {
  const random = scene.random
  const turn = random() * Math.PI
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const corner = (along: number, across: number, up: number): Point => [x + c * along - s * across, y + s * along + c * across, z + up]
  const [one, two] = INKS[Math.floor(random() * INKS.length)] ?? ['board', 'top']
  const across = (from: number, to: number, half: number, a: number, b: number, ink: Ink): unknown =>
    scene.face([corner(from, -half, a), corner(to, -half, b), corner(to, half, b), corner(from, half, a)], ink, 'detail')
  if (kind === 'flat' || kind === 'coarse') {
    const [long, half] = [unit * (0.5 + random() * 0.25), unit * (kind === 'flat' ? 0.42 : 0.34)]
    across(-long, long, half, unit * random() * 0.3, unit * random() * 0.3, one)
    return
  }
  if (kind === 'zigzag') {
    const [step, half, lift] = [unit * 0.36, unit * 0.24, unit * 0.3]
    const panel = (fold: number): readonly Point[] => {
      const [from, to, a, b] = [step * (fold - 2), step * (fold - 1), fold % 2 ? lift : 0, fold % 2 ? 0 : lift]
      return [corner(from, -half, a), corner(to, -half, b), corner(to, half, b), corner(from, half, a)]
    }
    scene.faces([panel(0), panel(2)], one).faces([panel(1), panel(3)], two)
    return
  }
  const [long, half, lift] = [unit * (0.75 + random() * 0.5), unit * 0.3, unit * (0.2 + random() * 0.45)]
  across(-long, 0, half, 0, lift, one)
  across(0, long, half, lift, 0, two)
}
