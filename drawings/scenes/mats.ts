import { board, cutSlits, drape, drapedMat, layers, type Size, slitMat, upMarks } from '#drawings/cardboard.ts'
import type { Flat } from '#drawings/ink.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, flatBody, type Measure, NO_MEASURES, roundBody, type SceneDefinition } from './definition.ts'

const STACK: Size = [900, 620, 24]
const MAX_PIECES = 200
const RIM = 80 // of a pad that is slit in its middle
const SLENDEREST = 30 // ratio of an edge strip's length to its leg

/** A pack of mats, as high as its pieces are thick together; slit, slit inside a whole rim, or plain. */
export const matStack: SceneDefinition = {
  noun: ({ piecesPerPack, features }) => {
    const mats = features.has('unslit')
      ? 'plain cardboard mats'
      : features.has('wholeRim')
        ? 'slit cardboard pads with a whole rim'
        : 'slit cardboard mats'
    return piecesPerPack ? `pack of ${piecesPerPack} ${mats}` : `stack of ${mats}`
  },
  measures: ({ sheetSize }) => flatBody(sheetSize, STACK).measures,
  needs: ['sheetSize'],
  paint: (scene, { sheetSize, piecesPerPack, thickness, features }) => {
    const body = flatBody(sheetSize, STACK)
    const [length, width, neutral] = body.size
    const count = clamp(piecesPerPack ?? 6, 1, MAX_PIECES)
    const thick = body.length && thickness ? thickness.mm : neutral
    const height = clamp(thick * count, length * 0.02, Math.max(length, width) * 1.6)
    scene.shadow([0, 0, 0], length, width, height * 0.4)
    scene.box([0, 0, 0], [length, width, height], { top: 'board', left: 'lining', right: 'edge' })
    layers(scene, [length, width, height], count)
    const rim = features.has('wholeRim') ? RIM : 0
    const profile: readonly Flat[] = [
      [rim, height],
      [length - rim, height],
    ]
    if (rim > 0) scene.face(rectangle('z', [rim, rim, height], length - 2 * rim, width - 2 * rim), 'none', 'fold')
    if (features.has('unslit')) liftedCorner(scene, [length, width, height])
    else cutSlits(scene, profile, rim, width - 2 * rim)
    measureFloor(scene, body)
  },
}

/** The near corner of the top sheet, bent up to show its underside. */
function liftedCorner(scene: Scene, [length, width, height]: Size): void {
  const fold = Math.min(length, width) * 0.3
  scene.face(
    [
      [length - fold, width, height],
      [length, width - fold, height],
      [length, width, height],
    ],
    'edge',
    'bare',
  )
  scene.face(
    [
      [length - fold, width, height],
      [length, width - fold, height],
      [length - fold * 0.72, width - fold * 0.72, height + fold * 0.42],
    ],
    'lining',
  )
}

/** A roll of slit mat with its end unrolled. */
export const matRoll: SceneDefinition = {
  noun: () => 'roll of slit cardboard mat',
  detail: () => 'with its end unrolled',
  measures: ({ rollWidth, rollDiameter }) => roundBody(rollWidth, rollDiameter, [620, 440, 440]).measures,
  needs: ['rollWidth'],
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
  noun: () => 'folded cardboard edge strips',
  needs: ['legLength'],
  measures: (specifications) => profileOf(specifications).measures,
  paint: (scene, specifications) => {
    const { long, leg, longLabel, legLabel } = profileOf(specifications)
    const wall = clamp(specifications.thickness?.mm ?? leg * 0.12, leg * 0.08, leg * 0.2)
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
  const isDrawable = legLength !== null && long.mm < legLength.mm * SLENDEREST && long.mm > legLength.mm * 2
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

/** A sleeve around what it is made for: a bottle, a magnum or a jar with its lid; the flat wraps lie beside it. */
export const wrapSleeve: SceneDefinition = {
  noun: ({ features, piecesPerPack }) => {
    const kind = features.has('jar') ? 'jar sleeve' : features.has('magnum') ? 'magnum bottle sleeve' : 'bottle sleeve'
    return piecesPerPack ? `${kind}, pack of ${piecesPerPack} wraps` : kind
  },
  detail: ({ features }) => (features.has('jar') ? 'one around a jar with its lid' : 'one around a bottle'),
  measures: ({ sheetSize }) => flatBody(sheetSize, WRAP, 4).measures,
  needs: ['sheetSize'],
  paint: (scene, { sheetSize, thickness, piecesPerPack, features }) => {
    const body = flatBody(sheetSize, WRAP, 4)
    const [length, width] = body.size
    const thick = body.length && thickness ? thickness.mm : length * 0.014
    const pile = clamp((piecesPerPack ?? 20) * thick * 0.2, thick * 4, width * 0.5) // a part of the pack
    const radius = (length / Math.PI) * 0.46
    const away = radius * 1.5
    scene.shadow([0, 0, 0], length, width, pile)
    scene.shadow([length / 2 - radius, -away - radius * 2, 0], radius * 2.4, radius * 2, radius * 2)
    const middle: Point = [length * 0.5, -away - radius, 0]
    sleeve(scene, middle, radius, width)
    if (features.has('jar')) jarTop(scene, [middle[0], middle[1], width], radius * 0.86)
    else bottleTop(scene, [middle[0], middle[1], width], radius * 0.84, features.has('magnum'))
    scene.box([0, 0, 0], [length, width, pile], { top: 'board', left: 'lining', right: 'edge' })
    layers(scene, [length, width, pile], Math.round(pile / thick))
    cutSlits(
      scene,
      [
        [0, pile],
        [length, pile],
      ],
      0,
      width,
    )
    measureFloor(scene, body)
  },
}

const WRAP: Size = [280, 260, 4]

/** The lid of a jar and the rim of its glass, above the sleeve. */
function jarTop(scene: Scene, [x, y, z]: Point, radius: number): void {
  scene.cylinder([x, y, z - radius * 0.1], 'z', radius, radius * 0.24, 'tint', 'tint')
  scene.cylinder([x, y, z + radius * 0.14], 'z', radius * 1.04, radius * 0.5, 'tape', 'tape')
  const ridges = Array.from({ length: 13 }, (_, index): readonly Point[] => {
    const turn = -Math.PI / 4 + 0.12 + (index / 12) * (Math.PI - 0.24)
    const [a, b] = [x + Math.cos(turn) * radius * 1.04, y + Math.sin(turn) * radius * 1.04]
    return [
      [a, b, z + radius * 0.2],
      [a, b, z + radius * 0.58],
    ]
  })
  scene.lines(ridges).disc([x, y, z + radius * 0.64], 'z', radius * 0.82, 'none', 'detail')
}

/** Shoulder, neck and capsule of a bottle above the sleeve; a magnum has a long shoulder and foil down its neck. */
function bottleTop(scene: Scene, [x, y, z]: Point, radius: number, isMagnum: boolean): void {
  const steps: readonly (readonly [radius: number, height: number])[] = isMagnum
    ? [
        [1, 0.2],
        [0.9, 0.3],
        [0.76, 0.3],
        [0.62, 0.3],
        [0.5, 0.3],
      ]
    : [
        [1, 0.36],
        [0.86, 0.2],
        [0.62, 0.16],
        [0.4, 0.9],
      ]
  let level = z
  for (const [part, high] of steps) {
    scene.cylinder([x, y, level], 'z', radius * part, radius * high, 'right', 'right')
    level += radius * high
  }
  if (isMagnum) {
    scene.cylinder([x, y, level], 'z', radius * 0.46, radius * 0.7, 'tape', 'tape')
    scene.cylinder([x, y, level + radius * 0.7], 'z', radius * 0.54, radius * 0.14, 'tape', 'tape')
    scene.cylinder([x, y, level + radius * 0.84], 'z', radius * 0.4, radius * 0.3, 'top', 'top')
  } else scene.cylinder([x, y, level], 'z', radius * 0.44, radius * 0.5, 'tape', 'tape')
}

function sleeve(scene: Scene, [x, y, z]: Point, radius: number, height: number): void {
  scene.cylinder([x, y, z], 'z', radius, height, 'board', 'lining')
  scene.disc([x, y, z + height], 'z', radius * 0.9, 'deep')
  const rows = clamp(Math.round((height / radius) * 1.4), 3, 9)
  const half = (height / rows) * 0.36
  const cuts: Point[][] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < 9; column++) {
      const turn = -0.62 + (column + (row % 2) / 2) * 0.3
      if (turn > 2.1) continue
      const level = z + (height * (row + 0.5)) / rows
      const on = (angle: number, up: number): Point => [x + radius * Math.cos(angle), y + radius * Math.sin(angle), level + up]
      cuts.push([on(turn, -half), on(turn + 0.05, 0), on(turn, half), on(turn - 0.05, 0)])
    }
  scene.faces(cuts, 'right', 'bare')
}

/** Length and width along the two front edges on the floor. */
function measureFloor(scene: Scene, { size: [length, width], ...labels }: Body): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width)
}
