import type { Flat, Ink } from './ink.ts'
import type { Plan } from './plan.ts'
import type { Piece } from './specifications.ts'

/** Slits of a mat: staggered rows, `pitch` apart across the feed, opened a little as a mat does when it bends. */
export function slitRows(plan: Plan, [x, y]: Flat, [width, height]: Flat, pitch: number): void {
  const [long, bridge] = [pitch * 2.6, pitch * 0.7]
  const open = pitch * 0.13
  const slits: (readonly Flat[])[] = []
  for (let row = 0; (row + 1) * pitch < height; row++) {
    const level = y + (row + 0.75) * pitch
    const first = row % 2 ? -(long + bridge) / 2 : 0
    for (let from = x + first + bridge; from < x + width; from += long + bridge) {
      const [a, b] = [Math.max(from, x), Math.min(from + long, x + width)]
      if (b - a < pitch * 0.5) continue
      const bend = Math.min(pitch * 0.5, (b - a) / 2)
      slits.push([
        [a, level],
        [a + bend, level - open],
        [b - bend, level - open],
        [b, level],
        [b - bend, level + open],
        [a + bend, level + open],
      ])
    }
  }
  plan.faces(slits, 'deep', 'bare')
}

/** The ends of a piece's width, of one that is wholly in sight, and the direction of its dimension line. */
type Measured = { readonly from: Flat; readonly to: Flat; readonly away: Flat }

/**
 * Pieces at their own size over a rectangle, on top of one another, and one alone on the ground at the lower right to be measured; `spared`
 * is a circle (x, y, radius) that stays free for something else.
 */
export function chipsOn(
  plan: Plan,
  [x, y]: Flat,
  [width, height]: Flat,
  piece: Piece,
  spared?: readonly [number, number, number],
): Measured {
  const { random } = plan
  const mean = MEANS[piece.kind] * piece.width.mm
  const step = mean * 0.62
  const clear = spared ?? [x + width - 55, y + height - 38, 34]
  const spots: Flat[] = []
  for (let column = 0; column * step < width + step; column++)
    for (let row = 0; row * step < height + step; row++) {
      const spot: Flat = [x + (column + random() * 0.9) * step, y + (row + random() * 0.9) * step]
      const reach = Math.hypot((spot[0] - clear[0]) * (spared ? 1 : 0.8), spot[1] - clear[1])
      if (reach > clear[2] + (spared ? -mean * 0.4 : mean * 0.5 + 4)) spots.push(spot)
    }
  for (let index = spots.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [a, b] = [spots[index], spots[other]]
    if (a && b) [spots[index], spots[other]] = [b, a]
  }
  for (const spot of spots) chip(plan, spot, piece, random() * Math.PI * 2)
  const alone: Flat = [clear[0], clear[1]]
  if (!spared) chip(plan, alone, piece, 0)
  const half = piece.width.mm / 2
  const end = piece.kind === 'zigzag' ? 21 : Math.min((piece.from + piece.to) / 4, 24)
  return piece.kind === 'flat'
    ? { from: [alone[0] - half, alone[1] + half], to: [alone[0] + half, alone[1] + half], away: [0, 1] }
    : { from: [alone[0] + end, alone[1] - half], to: [alone[0] + end, alone[1] + half], away: [1, 0] }
}

/** Distance of the pieces from one another, compared with their width. */
const MEANS: Readonly<Record<Piece['kind'], number>> = { flat: 1, curled: 3.1, coarse: 2.2, zigzag: 6.4 }
const FOLD = 7 // mm from fold to fold of a zigzag strip

const INKS: readonly (readonly [face: Ink, back: Ink])[] = [
  ['board', 'lining'],
  ['lining', 'edge'],
  ['edge', 'lining'],
  ['board', 'edge'],
]

/** One piece around `spot`, its length along the direction `turn`. */
function chip(plan: Plan, [x, y]: Flat, piece: Piece, turn: number): void {
  const { random } = plan
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const at = (along: number, across: number): Flat => [x + c * along - s * across, y + s * along + c * across]
  const [face, back] = INKS[Math.floor(random() * INKS.length)] ?? INKS[0] ?? ['board', 'lining']
  const half = piece.width.mm / 2
  if (piece.kind === 'flat') {
    const part = turn === 0 ? 1 : (piece.from + random() * (piece.to - piece.from)) / piece.to
    const [a, b] = [half * part, half * (turn === 0 ? 0.72 : Math.max(piece.from / piece.to, part * (0.6 + random() * 0.4)))]
    plan.face([at(-a, -b), at(a, -b * 0.92), at(a * 0.94, b), at(-a * 0.96, b)], face, 'detail')
    return
  }
  const long = turn === 0 ? Math.min((piece.from + piece.to) / 2, 48) : piece.from + random() * (piece.to - piece.from)
  if (piece.kind === 'coarse') {
    plan.face([at(-long / 2, -half), at(long / 2, -half * 0.96), at(long / 2, half), at(-long / 2, half)], face, 'detail')
    plan.lines([[at(-long / 2 + 2, half * 0.3), at(long / 2 - 2, half * 0.3)]])
    return
  }
  // a strip whose panels turn their face and their back up in turn; a curled one also bends to the side
  const isZigzag = piece.kind === 'zigzag'
  const shown = isZigzag ? Math.min(long, 42) : long
  const panels = isZigzag ? Math.round(shown / FOLD) : 4
  const bend = (index: number): number => (isZigzag ? 0 : Math.sin((index / panels) * Math.PI) * half)
  const sides: Flat[][][] = [[], []]
  for (let panel = 0; panel < panels; panel++) {
    const [from, to] = [(panel / panels - 0.5) * shown, ((panel + 1) / panels - 0.5) * shown]
    const [a, b] = [bend(panel), bend(panel + 1)]
    sides[panel % 2]?.push([at(from, a - half), at(to, b - half), at(to, b + half), at(from, a + half)])
  }
  plan.faces(sides[0] ?? [], face).faces(sides[1] ?? [], back)
}
