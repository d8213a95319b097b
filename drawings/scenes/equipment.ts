import { board, cutSlits, drapedMat, layers, type Size, slitMat } from '#drawings/cardboard.ts'
import { chipPile } from '#drawings/chips.ts'
import type { Flat } from '#drawings/ink.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { castor, conveyorBed, legs } from './machine-details.ts'

/** A table in front of a machine: with rollers, or with a plain top between side rails and a shelf for sheets. */
export const infeedTable: SceneDefinition = {
  noun: ({ features }) => (features.has('sideRails') ? 'infeed table with side rails' : 'infeed table with a roller top'),
  measures: (specifications) => bodyOf(specifications, TABLE).measures,
  needs: ['dimensions'],
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, TABLE)
    const [length, width, height] = body.size
    const rail = clamp(height * 0.11, 40, 90)
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    if (specifications.features.has('sideRails')) paintPlainTable(scene, body.size, rail)
    else paintRollerTable(scene, body.size, rail)
    measureFrame(scene, body)
  },
}

const TABLE: Size = [1100, 620, 720]
const ROLLERS = 18

function paintRollerTable(scene: Scene, [length, width, height]: Size, rail: number): void {
  legs(scene, [length * 0.06, 0, 0], [length * 0.88, width, height - rail], 50)
  scene.box([length * 0.1, width - 46, height * 0.22], [length * 0.8, 34, 34])
  scene.box([0, 0, height - rail], [length, 36, rail])
  scene.face(rectangle('z', [0, 36, height - rail * 0.7], length, width - 72), 'deep')
  for (let roller = 0; roller < ROLLERS; roller++)
    scene.cylinder([((roller + 0.5) * length) / ROLLERS, 36, height - rail * 0.4], 'y', rail * 0.3, width - 72, 'top', 'top')
  scene.box([0, width - 36, height - rail], [length, 36, rail])
  for (let roller = 0; roller < ROLLERS; roller++)
    scene.disc([((roller + 0.5) * length) / ROLLERS, width, height - rail * 0.4], 'y', rail * 0.14, 'deep', 'bare')
  scene.face(rectangle('x', [length, 36, height - rail], width - 72, rail * 0.5), 'right')
}

function paintPlainTable(scene: Scene, [length, width, height]: Size, rail: number): void {
  const top = height - rail
  legs(scene, [length * 0.04, 0, 0], [length * 0.92, width * 0.5, top - 30], 46)
  scene.box([length * 0.06, width * 0.06, height * 0.34], [length * 0.88, width * 0.88, 26])
  for (let sheet = 0; sheet < 5; sheet++)
    board(scene, [length * 0.12, width * 0.14, height * 0.34 + 26 + sheet * 24], [length * 0.74, width * 0.72, 18])
  legs(scene, [length * 0.04, width - 46, 0], [length * 0.92, 46, top - 30], 46)
  scene.box([0, 0, top - 30], [length, width, 30])
  // the rails are set to the width of the sheet between them
  const inset = width * 0.08
  scene.box([length * 0.04, inset, top], [length * 0.92, 24, rail])
  board(scene, [length * 0.1, inset + 30, top], [length * 0.82, width - 2 * inset - 60, 16])
  scene.box([length * 0.04, width - inset - 24, top], [length * 0.92, 24, rail])
  for (const part of [0.24, 0.76]) {
    scene.cylinder([length * part, width - inset, top + rail * 0.5], 'y', rail * 0.12, width * 0.05, 'deep', 'deep')
    scene.disc([length * part, width - inset + width * 0.05, top + rail * 0.5], 'y', rail * 0.26, 'tape')
  }
}

/** A belt conveyor with a mat on it. */
export const conveyor: SceneDefinition = {
  noun: ({ carriesChips }) => (carriesChips ? 'inclined chip conveyor' : 'flat belt conveyor'),
  detail: ({ carriesChips }) => (carriesChips ? 'rising from a heap of chips' : 'carrying slit mats'),
  measures: (specifications) => bodyOf(specifications, [1700, 560, 760]).measures,
  needs: ['dimensions'],
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1700, 560, 760])
    const [length, width, height] = body.size
    const bed = clamp(height * 0.16, 60, 130)
    if (specifications.carriesChips) {
      paintRising(scene, body.size)
      return measureFrame(scene, body)
    }
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    const wheel = specifications.features.has('castors') ? 44 : 0
    if (wheel > 0) for (const x of [length * 0.1 + 27, length * 0.9 - 27]) for (const y of [40, width - 14]) castor(scene, [x, y, 0], wheel)
    legs(scene, [length * 0.1, 0, wheel * 1.8], [length * 0.8, width, height - bed - wheel * 1.8], 54)
    scene.box([length * 0.4, width * 0.3, height - bed * 2.6], [length * 0.16, width * 0.5, bed * 1.6], { left: 'left' })
    conveyorBed(scene, [0, 0, height - bed], [length, width, bed])
    for (const part of [0.08, 0.54]) slitMat(scene, [length * part, width * 0.14, height], [length * 0.34, width * 0.72, 18])
    measureFrame(scene, body)
  },
}

/** A table to cut mats to length. */
export const cuttingTable: SceneDefinition = {
  noun: () => 'cutting table',
  detail: () => 'with a mat under the cutting bar',
  measures: (specifications) => bodyOf(specifications, [1200, 760, 860]).measures,
  needs: ['dimensions'],
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1200, 760, 860])
    const [length, width, height] = body.size
    const top = 50
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    legs(scene, [20, 20, 0], [length - 40, width - 40, height - top], 60)
    scene.box([30, 30, height * 0.26], [length - 60, width - 60, 30])
    scene.box([0, 0, height - top], [length, width, top])
    slitMat(scene, [length * 0.04, width * 0.2, height], [length * 0.78, width * 0.6, 14])
    const at = length * 0.62
    scene.box([at, width * 0.04, height], [70, 50, 120])
    scene.box([at, width * 0.06, height + 60], [70, width * 0.88, 50], { top: 'tape' })
    scene.box([at, width * 0.9, height], [70, 50, 120])
    scene.cylinder([at + 35, width * 0.9 + 50, height + 84], 'y', 22, 130, 'deep', 'top')
    const ticks = Array.from({ length: 17 }, (_, index): readonly Point[] => [
      [(length * (index + 1)) / 18, width, height - 8],
      [(length * (index + 1)) / 18, width, height - (index % 4 ? 22 : 36)],
    ])
    scene.lines(ticks)
    measureFrame(scene, body)
  },
}

/** A table on which mats are stacked. */
export const stacker: SceneDefinition = {
  noun: () => 'mat stacker',
  detail: () => 'with a pile of slit mats',
  measures: (specifications) => bodyOf(specifications, [1000, 800, 1100]).measures,
  needs: ['dimensions'],
  paint: (scene, specifications) => {
    const body = bodyOf(specifications, [1000, 800, 1100])
    const [length, width, height] = body.size
    const post = 60
    scene.shadow([0, 0, 0], length, width, height * 0.2)
    scene.box([0, 0, 0], [length, width, 70])
    for (const y of [0, width - post]) scene.box([0, y, 70], [post, post, height - 70])
    scene.box([0, post, height - 90], [post, width - 2 * post, 90])
    const deck = height * 0.3
    scene.box([post, width * 0.08, deck - 50], [length - post, width * 0.84, 50])
    const [pile, from]: [Size, Point] = [
      [length - post - 80, width * 0.74, height * 0.16],
      [post + 30, width * 0.13, deck],
    ]
    scene.box(from, pile, { top: 'board', left: 'lining', right: 'edge' })
    layers(scene, pile, 8, from)
    cutSlits(
      scene,
      [
        [from[0], deck + pile[2]],
        [from[0] + pile[0], deck + pile[2]],
      ],
      from[1],
      pile[1],
    )
    const over = height * 0.8
    drapedMat(scene, {
      profile: [
        [post, over],
        [length * 0.36, over - 24],
        [length * 0.62, over - 120],
      ],
      y: width * 0.13,
      width: width * 0.74,
      thickness: 20,
    })
    measureFrame(scene, body)
  },
}

function bodyOf({ dimensions }: DrawingSpecifications, neutral: Size): Body {
  return solidBody(dimensions, neutral, 7)
}

function measureFrame(scene: Scene, { size: [length, width, height], ...labels }: Body): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width)
  scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], labels.height)
}

/** A belt with cleats that lifts chips out of the trough at its low end. */
function paintRising(scene: Scene, [length, width, height]: Size): void {
  const bed = clamp(height * 0.08, 50, 130)
  const [low, rail] = [height * 0.22, width * 0.07]
  const belt = (part: number): number => height - bed * 0.4 - (height - bed * 0.4 - low) * part
  const profile = (wall: number): readonly Flat[] => [
    [0, height - bed * 1.4],
    [0, belt(0) + wall],
    [length, low + wall],
    [length, low - bed],
  ]
  const leg = clamp(width * 0.1, 40, 70)
  scene.shadow([0, 0, 0], length, width, height * 0.1)
  for (const y of [0, width - leg]) for (const part of [0.1, 0.66]) scene.box([length * part, y, 0], [leg, leg, belt(part) - bed])
  scene.box([length * 0.1, width - leg * 0.8, low * 0.6], [length * 0.56, leg * 0.6, leg * 0.6])
  scene.prism(profile(0), 0, width)
  const cleats = Array.from({ length: 13 }, (_, index) => (index + 1) / 16)
  scene.lines(
    cleats.map((part): readonly Point[] => [
      [length * part, rail, belt(part)],
      [length * part, width - rail, belt(part)],
    ]),
    'outline',
  )
  scene.prism(profile(bed * 0.4), 0, rail)
  const [start, rim] = [length * 0.8, belt(0.8) - bed * 0.2]
  chipPile(scene, [start, rail, rim - bed * 0.5], [length - start, width - 2 * rail, bed], Math.max(width * 0.06, 26))
  scene.prism(profile(bed * 0.4), width - rail, rail)
  scene.disc([bed * 0.9, width, height - bed], 'y', bed * 0.24, 'deep', 'detail')
  scene.face(rectangle('y', [start, width, low * 0.3], length - start, rim - low * 0.3), 'left')
  scene.face(rectangle('x', [length, 0, low * 0.3], width, rim - low * 0.3), 'right')
}
