import { board, drape, drapedMat, type Size, slitMat, upMarks } from '#drawings/cardboard.ts'
import type { Flat } from '#drawings/ink.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, flatBody, type Measure, NO_MEASURES, roundBody, type SceneDefinition } from './definition.ts'

const STACK: Size = [900, 620, 24]
const MAX_DRAWN = 9

/** A pack of flat slit mats. */
export const matStack: SceneDefinition = {
  noun: ({ piecesPerPack }) => (piecesPerPack ? `pack of ${piecesPerPack} slit cardboard mats` : 'stack of slit cardboard mats'),
  measures: ({ sheetSize }) => flatBody(sheetSize, STACK).measures,
  paint: (scene, { sheetSize, piecesPerPack, thickness }) => {
    const body = flatBody(sheetSize, STACK)
    const [length, width, neutral] = body.size
    const thick = clamp(body.length ? (thickness?.mm ?? neutral) : neutral, length * 0.016, length * 0.05)
    const count = clamp(piecesPerPack ?? 6, 1, MAX_DRAWN)
    scene.shadow([0, 0, 0], length, width, length * 0.06)
    const play = length * 0.014
    for (let sheet = 0; sheet < count; sheet++) {
      const isTop = sheet === count - 1
      const shift = (): number => (isTop || sheet === 0 ? 0 : (scene.random() - 0.5) * 2 * play)
      slitMat(scene, [shift(), shift(), sheet * thick * 1.2], [length, width, thick], isTop)
    }
    measureFloor(scene, body)
  },
}

/** A roll of slit mat with its end unrolled. */
export const matRoll: SceneDefinition = {
  noun: () => 'roll of slit cardboard mat',
  detail: () => 'with its end unrolled',
  measures: ({ rollWidth, rollDiameter }) => roundBody(rollWidth, rollDiameter, [620, 440, 440]).measures,
  paint: (scene, { rollWidth, rollDiameter }) => {
    const body = roundBody(rollWidth, rollDiameter, [620, 440, 440])
    const [width, diameter] = body.size
    const radius = diameter / 2
    const run = Math.max(diameter * 1.1, width * 0.7)
    scene.shadow([-radius * 0.6, 0, 0], radius, width, radius * 1.2)
    slitMat(scene, [0, 0, 0], [run, width, diameter * 0.03])
    scene.cylinder([0, 0, radius], 'y', radius, width, 'board', 'lining')
    rollSlits(scene, [0, 0, radius], radius, width)
    for (const part of [0.84, 0.68, 0.52, 0.36]) scene.disc([0, width, radius], 'y', radius * part, 'none', 'detail')
    scene.disc([0, width, radius], 'y', radius * 0.2, 'deep')
    scene.dimension([run, width, 0], [run, 0, 0], [1, 0, 0], body.length)
    scene.dimension([0, width, 0], [0, width, diameter], [-1, 1, 0], body.width, radius * 0.75)
  },
}

/** The slits in the outside of a roll that lies along y, from the middle of its far end. */
export function rollSlits(scene: Scene, [x, y, z]: Point, radius: number, width: number): void {
  const rows = clamp(Math.round(width / 44), 4, 14)
  const on = (turn: number, across: number): Point => [x + radius * Math.cos(turn), y + across, z + radius * Math.sin(turn)]
  const cuts: Point[][] = []
  for (let row = 1; row < rows; row++)
    for (let column = row % 2 ? 0 : 0.5; column < 6; column++) {
      const turn = 0.05 + column * 0.3
      const half = (width / rows) * 0.2
      const across = (width * row) / rows
      cuts.push([on(turn, across), on(turn + 0.1, across - half), on(turn + 0.2, across), on(turn + 0.1, across + half)])
    }
  scene.faces(cuts, 'right', 'bare')
}

/** The third step from box to mat: one mat, draped over the object it protects. */
export const stepMat: SceneDefinition = {
  noun: () => 'slit cardboard mat',
  detail: () => 'draped over a box',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height]: Size = [420, 460, 260]
    scene.shadow([0, 40, 0], length + 240, width - 80, 60)
    scene.box([0, 40, 0], [length, width - 80, height], { top: 'top', left: 'lining', right: 'right' })
    upMarks(scene, 'y', [length * 0.5, width - 40, height * 0.24], 30)
    const over: readonly Flat[] = [[-26, height + 16], ...drape([length * 0.72, height + 22], [length + 190, 14], 90)]
    drapedMat(scene, { profile: over, y: 70, width: width - 140, thickness: 16 })
  },
}

/** A folded sheet of board with its dashed fold lines. */
export const flatBoard: SceneDefinition = {
  noun: () => 'flattened cardboard box',
  detail: () => 'with dashed fold lines',
  measures: ({ sheetSize }) => flatBody(sheetSize, STACK).measures,
  paint: (scene, { sheetSize }) => {
    const body = flatBody(sheetSize, [960, 640, 16])
    const [length, width, thick] = body.size
    scene.shadow([0, 0, 0], length, width, length * 0.03)
    board(scene, [0, 0, 0], [length, width, thick])
    const across = [0.18, 0.5, 0.68].map((part): readonly Point[] => [
      [length * part, 0, thick],
      [length * part, width, thick],
    ])
    const down = [0.25, 0.75].map((part): readonly Point[] => [
      [0, width * part, thick],
      [length, width * part, thick],
    ])
    scene.lines([...across, ...down], 'fold')
    scene.lines(
      [0.18, 0.5, 0.68].flatMap((part) => [
        [
          [length * part, width * 0.75, thick],
          [length * part, width, thick],
        ],
        [
          [length * part, 0, thick],
          [length * part, width * 0.25, thick],
        ],
      ]),
      'outline',
    )
    measureFloor(scene, body)
  },
}

/** L profiles that protect edges: two that lie on one leg, one that stands like a roof. */
export const edgeProtector: SceneDefinition = {
  noun: () => 'L-shaped cardboard edge protectors',
  measures: (specifications) => profileOf(specifications).measures,
  paint: (scene, specifications) => {
    const { long, leg, longLabel, legLabel } = profileOf(specifications)
    const wall = leg * 0.12
    const pitch = leg * 1.5
    scene.shadow([0, 0, 0], long, pitch * 3, leg * 0.3)
    const end = { top: 'lining', left: 'board', right: 'right' } as const
    for (const y of [0, pitch]) {
      scene.box([0, y + wall, 0], [long, leg - wall, wall], { ...end, top: 'board' })
      scene.box([0, y, 0], [long, wall, leg], end)
      scene.face(rectangle('z', [0, y + wall, wall], long, leg - wall), 'board')
    }
    const [ridge, low] = [pitch * 2 + leg * 0.75, leg * Math.SQRT1_2]
    scene.face(
      [
        [0, ridge, low],
        [long, ridge, low],
        [long, ridge + low, 0],
        [0, ridge + low, 0],
      ],
      'board',
    )
    scene.face(
      [
        [long, ridge, low],
        [long, ridge + low, 0],
        [long, ridge + low - wall * 1.4, 0],
        [long, ridge, low - wall * 1.4],
        [long, ridge - low + wall * 1.4, 0],
        [long, ridge - low, 0],
      ],
      'right',
    )
    scene.line(
      [
        [0, ridge, low],
        [long, ridge, low],
      ],
      'outline',
    )
    const cuts = [0.2, 0.4, 0.6, 0.8].map((part): readonly Point[] => [
      [long * part, ridge + low * 0.1, low * 0.9],
      [long * part, ridge + low * 0.9, low * 0.1],
    ])
    scene.lines(cuts, 'fold')
    scene.dimension([0, ridge + low, 0], [long, ridge + low, 0], [0, 1, 0], longLabel)
    scene.dimension([long, 0, 0], [long, 0, leg], [1, -1, 0], legLabel)
  },
}

function profileOf({ length, sheetSize, legLength }: DrawingSpecifications): {
  long: number
  leg: number
  longLabel?: string
  legLabel?: string
  measures: readonly Measure[]
} {
  const long = length ?? sheetSize?.length
  if (!long) return { long: 900, leg: 130, measures: [] }
  const isDrawable = legLength !== null && long.mm < legLength.mm * 16 && long.mm > legLength.mm * 2
  if (!isDrawable) return { long: long.mm, leg: long.mm / 8, longLabel: long.label, measures: [{ length: long, word: 'long' }] }
  return {
    long: long.mm,
    leg: legLength.mm,
    longLabel: long.label,
    legLabel: legLength.label,
    measures: [
      { length: long, word: 'long' },
      { length: legLength, word: 'high' },
    ],
  }
}

/** A bottle in a sleeve of slit board. */
export const wrapSleeve: SceneDefinition = {
  noun: () => 'cardboard wrap sleeves',
  detail: () => 'with one around a bottle',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([-60, -120, 0], 240, 380, 140)
    sleeve(scene, [-30, -40, 0], 96, 330)
    sleeve(scene, [220, -40, 0], 96, 330)
    sleeve(scene, [60, 190, 0], 96, 330)
    scene.cylinder([60, 190, 330], 'z', 76, 100, 'right', 'right')
    scene.cylinder([60, 190, 430], 'z', 54, 30, 'right', 'right')
    scene.cylinder([60, 190, 460], 'z', 30, 110, 'right', 'right')
    scene.cylinder([60, 190, 556], 'z', 34, 50, 'tape', 'tape')
  },
}

function sleeve(scene: Scene, [x, y, z]: Point, radius: number, height: number): void {
  scene.cylinder([x, y, z], 'z', radius, height, 'board', 'lining')
  scene.disc([x, y, z + height], 'z', radius * 0.84, 'deep')
  const cuts: Point[][] = []
  for (let row = 0; row < 7; row++)
    for (let column = 0; column < 9; column++) {
      const turn = -0.62 + (column + (row % 2) / 2) * 0.3
      if (turn > 2.1) continue
      const level = z + height * (0.1 + row * 0.13)
      const on = (angle: number, up: number): Point => [x + radius * Math.cos(angle), y + radius * Math.sin(angle), level + up]
      cuts.push([on(turn, -height * 0.045), on(turn + 0.05, 0), on(turn, height * 0.045), on(turn - 0.05, 0)])
    }
  scene.faces(cuts, 'right', 'bare')
}

/** Length and width along the two front edges on the floor. */
function measureFloor(scene: Scene, { size: [length, width], ...labels }: Body): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width)
}
