import { chipPile, type Size, upMarks } from '../cardboard.ts'
import { type Point, rectangle, type Scene } from '../iso.ts'
import { flatBody, NO_MEASURES, type SceneDefinition } from './definition.ts'

const SACK: Size = [900, 520, 200] // its height is the bag's length

/** A paper sack of chips. */
export const chipBag: SceneDefinition = {
  noun: () => 'paper sack of cardboard packing chips',
  measures: ({ bagSize }) => flatBody(bagSize, SACK, 3).measures,
  paint: (scene, { bagSize }) => {
    const body = flatBody(bagSize, SACK, 3)
    const [height, width] = body.size
    const deep = width * 0.42
    const fold = height * 0.12
    const pinch = deep * 0.44
    scene.shadow([0, 0, 0], width, deep, width * 0.32)
    const shoulder = height - fold
    scene.face([[0, deep, 0], [width, deep, 0], [width, deep, shoulder * 0.86], [width, deep - pinch, shoulder], [0, deep - pinch, shoulder], [0, deep, shoulder * 0.86]], 'lining')
    scene.face([[width, 0, 0], [width, deep, 0], [width, deep, shoulder * 0.86], [width, deep / 2, shoulder], [width, 0, shoulder * 0.86]], 'edge')
    scene.lines([[[width, deep / 2, 0], [width, deep / 2, shoulder * 0.72], [width, deep, shoulder * 0.86]], [[width, deep / 2, shoulder * 0.72], [width, 0, shoulder * 0.86]]])
    scene.line([[0, deep, shoulder * 0.86], [width, deep, shoulder * 0.86]], 'fold')
    const lip: readonly Point[] = [[0, deep - pinch, shoulder], [width, deep - pinch, shoulder], [width, deep - pinch, height], [0, deep - pinch, height]]
    scene.face(lip, 'board')
    scene.line([[width * 0.03, deep - pinch, height - fold * 0.5], [width * 0.97, deep - pinch, height - fold * 0.5]], 'fold')
    scene.face(rectangle('y', [width * 0.16, deep, shoulder * 0.42], width * 0.68, shoulder * 0.32), 'right')
    flute(scene, [width * 0.5, deep, shoulder * 0.58], width * 0.13)
    upMarks(scene, 'y', [width / 2, deep, shoulder * 0.14], width * 0.08)
    scene.dimension([0, deep, 0], [width, deep, 0], [0, 1, 0], body.width)
    scene.dimension([0, deep, 0], [0, deep, height], [-1, 1, 0], body.length)
  },
}

/** A woven big bag of chips on a pallet. */
export const bulkBag: SceneDefinition = {
  noun: () => 'bulk bag of cardboard packing chips on a pallet',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [side, high, deck] = [900, 860, 140]
    scene.shadow([0, 0, 0], side + 60, side + 60, 260)
    pallet(scene, side + 60, deck)
    const [from, to] = [30, side + 30]
    const top = deck + high
    strap(scene, [from + 60, from, top], 'x')
    strap(scene, [from, from + 240, top], 'y')
    scene.face(rectangle('z', [from, from, top], side, side), 'edge')
    scene.face(rectangle('y', [from, from, top - 120], side, 120), 'lining')
    scene.face(rectangle('x', [from, from, top - 120], side, 120), 'board')
    chipPile(scene, [from + 20, from + 20, top - 60], [side - 40, side - 40, 230], 56)
    const bulge = 46
    scene.face([[from, to, deck], [to, to, deck], [to, to + bulge, deck + high * 0.3], [to, to + bulge, deck + high * 0.7], [to, to, top], [from, to, top], [from - bulge, to, deck + high * 0.7], [from - bulge, to, deck + high * 0.3]], 'top')
    scene.face([[to, to, deck], [to, from, deck], [to + bulge, from, deck + high * 0.3], [to + bulge, from, deck + high * 0.7], [to, from, top], [to, to, top], [to, to + bulge, deck + high * 0.7], [to, to + bulge, deck + high * 0.3]], 'right')
    scene.lines([0.2, 0.8].map((part): readonly Point[] => [[from + side * part, to + 24, deck + 30], [from + side * part, to + 24, top - 20]]), 'outline')
    scene.lines([0.2, 0.8].map((part): readonly Point[] => [[to + 24, from + side * part, deck + 30], [to + 24, from + side * part, top - 20]]), 'pale')
    upMarks(scene, 'y', [from + side / 2, to + 30, deck + high * 0.3], 80)
    strap(scene, [from + 60, to, top], 'x')
    strap(scene, [to, from + 240, top], 'y')
  },
}

function pallet(scene: Scene, side: number, height: number): void {
  for (const part of [0, 0.42, 0.84])
    for (const across of [0, 0.42, 0.84]) scene.box([side * part, side * across, 0], [side * 0.16, side * 0.16, height - 30], { top: 'board', left: 'board', right: 'edge' })
  scene.box([0, 0, height - 30], [side, side, 30], { top: 'board', left: 'lining', right: 'edge' })
}

function strap(scene: Scene, [x, y, z]: Point, axis: 'x' | 'y'): void {
  const at = (along: number, up: number): Point => (axis === 'x' ? [x + along, y, z + up] : [x, y + along, z + up])
  for (const from of [0, 520]) {
    const [low, high] = [-70, 190]
    scene.face([at(from, low), at(from + 70, high), at(from + 190, high), at(from + 260, low), at(from + 200, low), at(from + 150, high - 70), at(from + 110, high - 70), at(from + 60, low)], 'right')
  }
}

function flute(scene: Scene, [x, y, z]: Point, unit: number): void {
  const wave: Point[] = Array.from({ length: 25 }, (_, index) => [x + (index / 6 - 2) * unit, y, z + Math.sin((index / 12) * 2 * Math.PI) * 0.5 * unit])
  const liner = (up: number): readonly Point[] => [[x - 2 * unit, y, z + up * unit], [x + 2 * unit, y, z + up * unit]]
  scene.lines([liner(0.9), liner(-0.9), wave], 'pale')
}
