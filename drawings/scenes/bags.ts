import { type Size, upMarks } from '#drawings/cardboard.ts'
import { chipPile, KINDS } from '#drawings/chips.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { flatBody, type SceneDefinition, solidBody } from './definition.ts'

const BIG_BAG: Size = [900, 900, 900]
const SACK: Size = [900, 600, 160]

/** A filled paper bag that lies flat, with a window on the chips in it. */
export const chipBag: SceneDefinition = {
  noun: ({ piece }) => `paper bag of ${KINDS[piece?.kind ?? 'curled']}`,
  detail: ({ bagSize }) => (bagSize ? 'laid flat' : ''),
  measures: ({ bagSize }) => flatBody(bagSize, SACK, 3).measures,
  needs: ['bagSize'],
  paint: (scene, { bagSize, piece }) => {
    const body = flatBody(bagSize, SACK, 3)
    const [length, width] = body.size
    const [high, seam, inset] = [width * 0.26, length * 0.06, width * 0.11]
    scene.shadow([0, 0, 0], length, width, high * 0.7)
    // the sewn ends lie flat on the floor, the filled middle rises between them
    scene.box([0, width * 0.04, 0], [seam, width * 0.92, 8], { top: 'board', left: 'board', right: 'edge' })
    scene.box([length - seam, width * 0.04, 0], [seam, width * 0.92, 8], { top: 'board', left: 'board', right: 'edge' })
    const stitch = (x: number): readonly Point[] => [
      [x, width * 0.08, 8],
      [x, width * 0.92, 8],
    ]
    scene.lines([stitch(seam / 2), stitch(length - seam / 2)], 'fold')
    const ring = (out: number, level: number): readonly [Point, Point, Point, Point] => [
      [seam + out, out * 0.8, level],
      [length - seam - out, out * 0.8, level],
      [length - seam - out, width - out * 0.8, level],
      [seam + out, width - out * 0.8, level],
    ]
    const [, low1, low2, low3] = ring(0, 0)
    const middle = ring(inset * 0.2, high * 0.62)
    const [, mid1, mid2, mid3] = middle
    const top = ring(inset, high)
    const [, top1, top2, top3] = top
    scene.face(middle, 'lining')
    scene.face([low3, low2, mid2, mid3], 'board').face([low1, low2, mid2, mid1], 'edge')
    scene.face([mid3, mid2, top2, top3], 'lining').face([mid1, mid2, top2, top1], 'board')
    scene.face(top, 'lining')
    const [x, y, a, b] = [length * 0.26, width * 0.24, length * 0.48, width * 0.5]
    scene.face(rectangle('z', [x, y, high], a, b), 'deep')
    chipPile(scene, [x + 8, y + 8, high], [a - 16, b - 16, 14], Math.max(length, width) * 0.05, piece?.kind ?? 'curled')
    scene.face(rectangle('z', [x, y, high], a, b), 'none')
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
  },
}

/** A woven big bag of chips on a pallet. */
export const bulkBag: SceneDefinition = {
  noun: ({ piece }) => `bulk bag of ${KINDS[piece?.kind ?? 'curled']}`,
  detail: () => 'with four lifting loops on a pallet',
  needs: ['bulkBagSize'],
  measures: ({ bulkBagSize }) => solidBody(bulkBagSize, BIG_BAG, 3).measures,
  paint: (scene, { bulkBagSize, piece }) => {
    const body = solidBody(bulkBagSize, BIG_BAG, 3)
    const [length, width, height] = body.size
    const deck = height * 0.15
    const top = deck + height
    const rim = height * 0.12
    const bulge = height * 0.05
    scene.shadow([0, 0, 0], length, width, height * 0.3)
    pallet(scene, [length, width, deck])
    straps(scene, 'x', [0, 0, top], length, height)
    straps(scene, 'y', [0, 0, top], width, height)
    scene.face(rectangle('y', [0, 0, top - rim], length, rim), 'lining')
    scene.face(rectangle('x', [0, 0, top - rim], width, rim), 'board')
    chipPile(
      scene,
      [length * 0.02, width * 0.02, top - rim * 0.5],
      [length * 0.96, width * 0.96, height * 0.24],
      Math.max(length, width) * 0.062,
      piece?.kind ?? 'curled',
    )
    const [low, high] = [deck + height * 0.3, deck + height * 0.7]
    scene.face(
      [
        [0, width, deck],
        [length, width, deck],
        [length, width + bulge, low],
        [length, width + bulge, high],
        [length, width, top],
        [0, width, top],
        [-bulge, width, high],
        [-bulge, width, low],
      ],
      'top',
    )
    scene.face(
      [
        [length, width, deck],
        [length, 0, deck],
        [length + bulge, 0, low],
        [length + bulge, 0, high],
        [length, 0, top],
        [length, width, top],
        [length, width + bulge, high],
        [length, width + bulge, low],
      ],
      'right',
    )
    const seam = (part: number, axis: 'x' | 'y'): readonly Point[] =>
      [deck + height * 0.04, low, high, top].map((z, index): Point => {
        const out = [0.2, 1, 1, 0][index] ?? 0
        return axis === 'x' ? [length * part, width + bulge * out, z] : [length + bulge * out, width * part, z]
      })
    scene.lines(
      [0.2, 0.8].map((part) => seam(part, 'x')),
      'detail',
    )
    scene.lines(
      [0.2, 0.8].map((part) => seam(part, 'y')),
      'pale',
    )
    upMarks(scene, 'y', [length / 2, width + bulge, deck + height * 0.3], Math.min(length, height) * 0.09)
    straps(scene, 'x', [0, width, top], length, height)
    straps(scene, 'y', [length, 0, top], width, height)
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
    scene.dimension([0, width, deck], [0, width, top], [-1, 1, 0], body.height, bulge)
  },
}

function pallet(scene: Scene, [length, width, height]: Size): void {
  for (const part of [0, 0.42, 0.84])
    for (const across of [0, 0.42, 0.84])
      scene.box([length * part, width * across, 0], [length * 0.16, width * 0.16, height * 0.78], {
        top: 'board',
        left: 'board',
        right: 'edge',
      })
  scene.box([0, 0, height * 0.78], [length, width, height * 0.22], { top: 'board', left: 'lining', right: 'edge' })
}

/** Two lifting loops on one side of the rim. */
function straps(scene: Scene, axis: 'x' | 'y', [x, y, z]: Point, side: number, height: number): void {
  const [wide, up, band] = [side * 0.26, height * 0.2, side * 0.06]
  const at = (along: number, level: number): Point => (axis === 'x' ? [x + along, y, z + level] : [x, y + along, z + level])
  for (const from of [side * 0.07, side * 0.67]) {
    const to = from + wide
    const outside = [at(from, -up * 0.4), at(from + band * 0.9, up), at(to - band * 0.9, up), at(to, -up * 0.4)]
    const inside = [at(to - band, -up * 0.4), at(to - band * 1.7, up - band), at(from + band * 1.7, up - band), at(from + band, -up * 0.4)]
    scene.face([...outside, ...inside], 'right', 'detail')
  }
}
