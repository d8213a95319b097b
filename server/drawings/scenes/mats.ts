import { board, drape, drapedMat, foldedChip, slitMat, type Size, upMarks } from '../cardboard.ts'
import type { Flat } from '../ink.ts'
import { clamp, type Point, type Scene } from '../iso.ts'
import { type Body, flatBody, NO_MEASURES, roundBody, type SceneDefinition } from './definition.ts'

const STACK: Size = [900, 620, 24]
const MOST_DRAWN = 9

/** A pack of flat slit mats. */
export const matStack: SceneDefinition = {
  noun: ({ piecesPerPack }) => (piecesPerPack ? `pack of ${piecesPerPack} slit cardboard mats` : 'stack of slit cardboard mats'),
  measures: ({ sheetSize }) => flatBody(sheetSize, STACK).measures,
  paint: (scene, { sheetSize, piecesPerPack, thickness }) => {
    const body = flatBody(sheetSize, STACK)
    const [length, width, neutral] = body.size
    const thick = clamp(body.length ? (thickness?.mm ?? neutral) : neutral, length * 0.016, length * 0.05)
    const count = clamp(piecesPerPack ?? 6, 1, MOST_DRAWN)
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
    rollSlits(scene, radius, width)
    for (const part of [0.84, 0.68, 0.52, 0.36]) scene.disc([0, width, radius], 'y', radius * part, 'none', 'detail')
    scene.disc([0, width, radius], 'y', radius * 0.2, 'deep')
    scene.dimension([run, width, 0], [run, 0, 0], [1, 0, 0], body.length)
    scene.dimension([-radius, width, 0], [-radius, width, diameter], [-1, 1, 0], body.width)
  },
}

function rollSlits(scene: Scene, radius: number, width: number): void {
  const rows = clamp(Math.round(width / 44), 4, 14)
  const on = (turn: number, across: number): Point => [radius * Math.cos(turn), across, radius + radius * Math.sin(turn)]
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

/** The third step from box to mat: one mat, draped over a thing it protects. */
export const stepMat: SceneDefinition = {
  noun: () => 'slit cardboard mat',
  detail: () => 'draped over a box',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height]: Size = [420, 460, 260]
    scene.shadow([-60, 0, 0], length + 240, width, 60)
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
    const across = [0.18, 0.5, 0.68].map((part): readonly Point[] => [[length * part, 0, thick], [length * part, width, thick]])
    const down = [0.25, 0.75].map((part): readonly Point[] => [[0, width * part, thick], [length, width * part, thick]])
    scene.lines([...across, ...down], 'fold')
    scene.lines([0.18, 0.5, 0.68].flatMap((part) => [[[length * part, width * 0.75, thick], [length * part, width, thick]], [[length * part, 0, thick], [length * part, width * 0.25, thick]]]), 'outline')
    for (let chip = 0; chip < 3; chip++) foldedChip(scene, [length * (0.5 + chip * 0.07), width * (1.14 + (chip % 2) * 0.08), 0], length * 0.03)
    measureFloor(scene, body)
  },
}

/** L and U profiles that protect edges. */
export const edgeProtector: SceneDefinition = {
  noun: () => 'cardboard edge protectors',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [long, leg, wall] = [900, 130, 16]
    scene.shadow([0, 0, 0], long, 520, 40)
    for (const y of [0, 190]) {
      scene.prism([[0, 0], [0, wall], [long, wall], [long, 0]], y, leg, { top: 'board', left: 'edge', right: 'lining' })
      scene.box([0, y, wall], [long, wall, leg], { top: 'lining', left: 'board', right: 'lining' })
    }
    const y = 390
    scene.box([0, y, 0], [long, leg + wall, wall], { top: 'board', left: 'edge', right: 'lining' })
    scene.box([0, y, wall], [long, wall, leg * 0.8], { top: 'lining', left: 'board', right: 'lining' })
    scene.box([0, y + leg, 0], [long, wall, leg * 0.8 + wall], { top: 'lining', left: 'board', right: 'lining' })
    scene.lines([0.25, 0.5, 0.75].map((part): readonly Point[] => [[long * part, y + leg + wall, 4], [long * part, y + leg + wall, leg * 0.8 + wall - 4]]))
  },
}

/** A bottle in a sleeve of slit board. */
export const bottleSleeve: SceneDefinition = {
  noun: () => 'cardboard wrap sleeves',
  detail: () => 'with one around a bottle',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([-100, 0, 0], 130, 200, 160)
    for (const [x, y] of [[-120, -60], [170, -60]]) sleeve(scene, [x ?? 0, y ?? 0, 0], 96, 330, x !== -120)
    scene.cylinder([30, 200, 0], 'z', 76, 400, 'right', 'right')
    scene.cylinder([30, 200, 400], 'z', 52, 34, 'right', 'right')
    scene.cylinder([30, 200, 434], 'z', 28, 120, 'right', 'top')
    scene.cylinder([30, 200, 530], 'z', 32, 46, 'tape', 'tape')
    sleeve(scene, [30, 200, 0], 96, 330, false)
  },
}

function sleeve(scene: Scene, [x, y, z]: Point, radius: number, height: number, isEmpty: boolean): void {
  scene.cylinder([x, y, z], 'z', radius, height, 'board', isEmpty ? 'lining' : 'none')
  if (isEmpty) scene.disc([x, y, z + height], 'z', radius * 0.84, 'deep')
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

