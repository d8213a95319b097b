import { chipPile, fluteMark, type Size, upMarks } from '#drawings/cardboard.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { flatBody, type SceneDefinition, solidBody } from './definition.ts'

const BIG_BAG: Size = [900, 900, 900]
const SACK: Size = [900, 520, 200] // its height is the bag's length

/** A paper sack of chips. */
export const chipBag: SceneDefinition = {
  noun: () => 'paper sack of cardboard packing chips',
  measures: ({ bagSize }) => flatBody(bagSize, SACK, 3).measures,
  paint: (scene, { bagSize }) => {
    const body = flatBody(bagSize, SACK, 3)
    const [height, width] = body.size
    const deep = width * 0.34
    const fold = height * 0.12
    const pinch = deep / 2
    scene.shadow([0, 0, 0], width, deep, width * 0.32)
    const shoulder = height - fold
    scene.face(
      [
        [0, deep, 0],
        [width, deep, 0],
        [width, deep, shoulder * 0.86],
        [width, deep - pinch, shoulder],
        [0, deep - pinch, shoulder],
        [0, deep, shoulder * 0.86],
      ],
      'lining',
    )
    scene.face(
      [
        [width, 0, 0],
        [width, deep, 0],
        [width, deep, shoulder * 0.86],
        [width, deep / 2, shoulder],
        [width, 0, shoulder * 0.86],
      ],
      'edge',
    )
    scene.lines([
      [
        [width, deep / 2, 0],
        [width, deep / 2, shoulder * 0.72],
        [width, deep, shoulder * 0.86],
      ],
      [
        [width, deep / 2, shoulder * 0.72],
        [width, 0, shoulder * 0.86],
      ],
    ])
    scene.line(
      [
        [0, deep, shoulder * 0.86],
        [width, deep, shoulder * 0.86],
      ],
      'fold',
    )
    const lip: readonly Point[] = [
      [0, deep - pinch, shoulder],
      [width, deep - pinch, shoulder],
      [width, deep - pinch, height],
      [0, deep - pinch, height],
    ]
    scene.face(lip, 'board')
    scene.line(
      [
        [width * 0.03, deep - pinch, height - fold * 0.5],
        [width * 0.97, deep - pinch, height - fold * 0.5],
      ],
      'fold',
    )
    scene.face(rectangle('y', [width * 0.16, deep, shoulder * 0.42], width * 0.68, shoulder * 0.32), 'right')
    fluteMark(scene, 'y', [width * 0.5, deep, shoulder * 0.58], width * 0.13)
    upMarks(scene, 'y', [width / 2, deep, shoulder * 0.14], width * 0.08)
    scene.dimension([0, deep, 0], [width, deep, 0], [0, 1, 0], body.width)
    scene.dimension([0, deep, 0], [0, deep, height], [-1, 1, 0], body.length)
  },
}

/** A woven big bag of chips on a pallet. */
export const bulkBag: SceneDefinition = {
  noun: () => 'bulk bag of cardboard packing chips on a pallet',
  measures: ({ bulkBagSize }) => solidBody(bulkBagSize, BIG_BAG, 3).measures,
  paint: (scene, { bulkBagSize }) => {
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
