import { board, openCarton, type Size, upMarks } from '#drawings/cardboard.ts'
import { chipPile } from '#drawings/chips.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { cassette, feedSheet, lamp, openRollers, risingBelt, rotorBench, slide, zigzagStream } from './chip-maker-parts.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { controls, conveyorBed, discRow, feet, legs, vents } from './machine-details.ts'

const NEUTRAL_FLOOR: Size = [760, 600, 1350]
const NEUTRAL_BENCH: Size = [520, 460, 560]
const CHIP = 38
const PLAIN_BLADES = 13

/** A machine that cuts used board into chips for filling. */
export const chipMaker: SceneDefinition = {
  noun: (specifications) => `${isBench(specifications) ? 'benchtop' : (specifications.installation ?? 'floor-standing')} chip maker`,
  detail: (specifications) => details(specifications),
  measures: (specifications) => bodyOf(specifications).measures,
  paint: (scene, specifications) => {
    const { features } = specifications
    if (isBench(specifications)) paintBench(scene, specifications)
    else if (features.has('rotor')) paintRotor(scene, specifications)
    else if (features.has('risingBelt')) paintLine(scene, specifications)
    else paintFloor(scene, specifications)
  },
}

function details(specifications: DrawingSpecifications): string {
  const { features, blades, discharge } = specifications
  const count = blades ? `${blades} ` : ''
  if (isBench(specifications)) return `with ${count}discs in the throat and chips on the ramp`
  if (features.has('rotor')) return `with its hood open: a rotor with ${count}knives, and the screen in front of it`
  if (features.has('risingBelt')) return 'with a flattened box in the throat and chips on a rising belt'
  if (features.has('cassette')) return `with its cassette of ${count}discs drawn half out`
  if (features.has('openRollers')) return 'with its rollers open to the side and zigzag strips leaving'
  return `with cardboard in the hopper and ${discharge === 'conveyor' ? 'chips on a conveyor' : 'a box of chips'}`
}

function isBench({ installation, dimensions }: DrawingSpecifications): boolean {
  return installation ? installation === 'benchtop' : dimensions !== null && dimensions.height.mm < 800
}

/** The sizes of the machine. An open hood stands higher than it, and an infeed table where the line of its height would run. */
function bodyOf(specifications: DrawingSpecifications): Body {
  const body = solidBody(specifications.dimensions, isBench(specifications) ? NEUTRAL_BENCH : NEUTRAL_FLOOR, 6)
  if (!specifications.features.has('rotor') && !specifications.features.has('risingBelt')) return body
  const { height: _hidden, measures, ...rest } = body
  return { ...rest, measures: measures.filter(({ word }) => word !== 'high') }
}

/** The dimension lines; `right` and `left` keep them clear of what stands beside the machine. */
function measureBody(scene: Scene, { size: [length, width, height], ...labels }: Body, right: number, left = 0): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length, left)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width, right)
  scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], labels.height)
}

/** The housing on legs with its drive and controls; its underside is at `base`. */
function housingOf(scene: Scene, [length, width]: Size, base: number, housing: number): void {
  const leg = clamp(length * 0.07, 30, 70)
  legs(scene, [0, 0, 0], [length, width * 0.4, base], leg)
  scene.box([0, leg, base * 0.18], [length, width - 2 * leg, 24])
  legs(scene, [0, width - leg, 0], [length, leg, base], leg)
  scene.box([0, 0, base], [length, width, housing])
  const panel = clamp(housing * 0.52, 100, 180)
  controls(scene, [length * 0.93 - panel, width, base + housing * 0.22], panel)
}

function drive(scene: Scene, [x, y, z]: Point, radius: number, long: number): void {
  scene.disc([x, y, z], 'y', radius * 1.25, 'none', 'detail')
  scene.cylinder([x, y, z], 'y', radius, long, 'right', 'top')
  scene.disc([x, y + long, z], 'y', radius * 0.56, 'none', 'detail')
}

function paintFloor(scene: Scene, specifications: DrawingSpecifications): void {
  const { features, discharge, blades, feedWidth } = specifications
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const base = height * 0.44
  const housing = height * 0.28
  const funnel = height - base - housing
  scene.shadow([0, 0, 0], length, width, height * 0.22)
  housingOf(scene, body.size, base, housing)
  const reach = Math.min(120, width * 0.2)
  if (!features.has('openRollers')) drive(scene, [length * 0.28, width, base + housing * 0.5], housing * 0.3, reach)
  const flare = Math.min(length, width) * 0.14
  const inset = flare + 6
  scene.hopper([inset, inset, base + housing], [length - 2 * inset, width - 2 * inset, funnel], flare)
  feedSheet(scene, [length * 0.28, width * 0.5, height - 4], length * 0.44, height * 0.14)
  if (discharge === 'conveyor') {
    const [run, bed, level] = [length * 0.7, clamp(base * 0.14, 50, 110), base * 0.62]
    legs(scene, [length + run * 0.1, width * 0.16, 0], [run * 0.76, width * 0.68, level - bed], 40)
    scene.face(rectangle('x', [length, width * 0.24, level], width * 0.52, base - level), 'deep')
    conveyorBed(scene, [length, width * 0.16, level - bed], [run, width * 0.68, bed])
    chipPile(scene, [length + run * 0.04, width * 0.28, level], [run * 0.84, width * 0.44, bed * 1.2], Math.max(CHIP, length * 0.022))
    return measureBody(scene, body, run)
  }
  const clear = chute(scene, body.size, base, features.has('openRollers'))
  if (features.has('cassette')) {
    const fed = clamp(feedWidth?.mm ?? width * 0.6, width * 0.4, width * 0.8)
    cassette(scene, [length, (width - fed) / 2, base + housing * 0.08], [length * 0.4, fed, housing * 0.8], blades ?? PLAIN_BLADES)
  }
  const out = features.has('openRollers')
    ? openRollers(scene, [length * 0.3, width, base + housing * 0.5], housing * 0.34, width * 0.52)
    : 0
  measureBody(scene, body, clear, out)
}

/** The chute and the carton under it; how far they reach from the machine. */
function chute(scene: Scene, [length, width]: Size, base: number, isZigzag: boolean): number {
  const start = base - 6
  const reach = length * 0.26
  const [near, far] = [width * 0.3, width * 0.7]
  const end = base * 0.62
  const slope: readonly Point[] = [
    [length, near, start],
    [length, far, start],
    [length + reach, far, end + 50],
    [length + reach, near, end + 50],
  ]
  const cheek: readonly Point[] = [
    [length, far, start],
    [length + reach, far, end + 50],
    [length + reach, far, end],
    [length, far, start - 60],
  ]
  scene.face(slope, 'top').face(cheek, 'left')
  scene.face(rectangle('x', [length + reach, near, end], width * 0.4, 50), 'deep')
  if (isZigzag) zigzagStream(scene, [length, near + width * 0.04, start + 8], [reach, width * 0.32, start - end - 50])
  const carton: Size = [Math.min(460, length * 0.62), width * 0.74, base * 0.46]
  const spot: Point = [length + reach * 0.55, width * 0.13, 0]
  const pile: Size = [carton[0] - 16, carton[1] - 16, carton[2] * 0.34]
  openCarton(scene, spot, carton, () => {
    if (isZigzag) zigzagStream(scene, [spot[0] + 20, spot[1] + 16, carton[2]], [carton[0] - 40, carton[1] - 32, 40])
    else chipPile(scene, [spot[0] + 8, spot[1] + 8, carton[2] * 0.8], pile, CHIP)
  })
  upMarks(scene, 'x', [spot[0] + carton[0], spot[1] + carton[1] / 2, carton[2] * 0.18], carton[2] * 0.11)
  return reach * 0.55 + carton[0] + 40
}

/** A rotor machine with its hood lifted. */
function paintRotor(scene: Scene, specifications: DrawingSpecifications): void {
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const base = height * 0.36
  const housing = height * 0.3
  scene.shadow([0, 0, 0], length, width, height * 0.22)
  housingOf(scene, body.size, base, housing)
  drive(scene, [length * 0.26, width, base + housing * 0.46], housing * 0.26, Math.min(90, width * 0.15))
  rotorBench(scene, [0, 0, base + housing], [length, width, height - base - housing], specifications.blades ?? 6)
  scene.face(rectangle('x', [length, width * 0.26, base * 0.5], width * 0.48, base * 0.5), 'deep')
  const screen = rotorScreen(scene, body.size, base)
  measureBody(scene, body, screen)
}

/** The screen that belongs under the rotor, leaning in front of the machine; how far it reaches. */
function rotorScreen(scene: Scene, [length, width]: Size, base: number): number {
  const [from, to, foot, top] = [width * 0.16, width * 0.84, length + 250, base * 1.25]
  // a plate bent along its length: its middle bulges towards the viewer
  const at = (across: number, part: number): Point => [
    foot - (foot - length - 30) * part + Math.sin(part * Math.PI) * 70,
    from + (to - from) * across,
    top * part,
  ]
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
  scene.face([...steps.map((part) => at(0, part)), ...[...steps].reverse().map((part) => at(1, part))], 'tint')
  const holes: Point[][] = []
  for (let row = 1; row < 10; row++)
    for (let column = 1; column < 12; column++) {
      const [across, part] = [(column + (row % 2 ? 0 : 0.5)) / 12.5, row / 10]
      holes.push(
        Array.from({ length: 8 }, (_, index) => {
          const turn = (index / 8) * Math.PI * 2
          return at(across + Math.cos(turn) * 0.026, part + Math.sin(turn) * 0.032)
        }),
      )
    }
  scene.faces(holes, 'deep', 'bare')
  return foot - length + 40
}

/** An in-line machine: a flattened box enters at the back, chips leave on a rising belt. */
function paintLine(scene: Scene, specifications: DrawingSpecifications): void {
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const fed = clamp(specifications.feedWidth?.mm ?? width * 0.64, width * 0.4, width * 0.86)
  const y = (width - fed) / 2
  const [base, level] = [height * 0.3, height * 0.62]
  const machine = length * 0.56 // the belt is part of the length
  scene.shadow([0, 0, 0], length, width, height * 0.16)
  scene.box([-length * 0.1, y - 20, level - 24], [length * 0.1, fed + 40, 20])
  board(scene, [-length * 0.26, y + 6, level], [length * 0.3, fed - 12, 24])
  legs(scene, [0, 0, 0], [machine, width * 0.4, base], 110)
  legs(scene, [0, width - 110, 0], [machine, 110, base], 110)
  scene.prism(
    [
      [0, base],
      [0, height * 0.84],
      [machine * 0.16, height],
      [machine * 0.84, height],
      [machine, height * 0.8],
      [machine, base],
    ],
    0,
    width,
  )
  scene.face(rectangle('z', [machine * 0.28, y, height], machine * 0.4, fed), 'deep')
  discRow(scene, [machine * 0.48, y, height], fed, specifications.blades ?? PLAIN_BLADES, machine * 0.12)
  scene.face(rectangle('y', [machine * 0.07, width, base + height * 0.06], machine * 0.5, height * 0.34), 'none', 'detail')
  vents(scene, [machine * 0.12, width, base + height * 0.1], machine * 0.3, height * 0.14)
  controls(scene, [machine * 0.68, width, base + height * 0.14], machine * 0.15)
  scene.face(rectangle('x', [machine, y, base + 10], fed, height * 0.22), 'deep')
  const start = base * 0.92
  risingBelt(scene, [machine, y + fed * 0.12, start], [length - machine, fed * 0.76, clamp(1100, height * 0.5, height * 0.9) - start])
  measureBody(scene, body, 0)
}

function paintBench(scene: Scene, specifications: DrawingSpecifications): void {
  const { features, blades, feedWidth } = specifications
  const body = bodyOf(specifications)
  const [length, width, height] = body.size
  const foot = 20
  const fed = clamp(feedWidth?.mm ?? width * 0.56, width * 0.3, width * 0.8)
  const y = (width - fed) / 2
  const top = height * 0.84
  scene.shadow([0, 0, 0], length, width, height * 0.3)
  feet(scene, [0, 0, 0], [length, width, foot], 22)
  scene.prism(
    [
      [0, foot],
      [0, top],
      [length * 0.64, top],
      [length, height * 0.6],
      [length, foot],
    ],
    0,
    width,
  )
  scene.box([length * 0.06, y - 22, top], [length * 0.5, fed + 44, height * 0.16])
  scene.face(rectangle('z', [length * 0.12, y, height], length * 0.38, fed), 'deep')
  discRow(scene, [length * 0.31, y, height], fed, blades ?? PLAIN_BLADES, length * 0.14)
  if (features.has('lamp')) lamp(scene, [length * 0.58, width * 0.88, top - 2], height * 0.07)
  controls(scene, [length * 0.08, width, height * 0.42], clamp(height * 0.24, 80, 130))
  vents(scene, [length * 0.5, width, height * 0.12], length * 0.36, height * 0.2)
  const [start, reach] = [height * 0.36, length * 0.36]
  scene.face(rectangle('x', [length, y, height * 0.2], fed, height * 0.28), 'deep')
  scene.face(
    [
      [length, y - 10, start],
      [length, y + fed + 10, start],
      [length + reach, y + fed + 10, 30],
      [length + reach, y - 10, 30],
    ],
    'top',
  )
  slide(scene, [length, y + 24, start], [reach, fed - 48, start - 30])
  scene.face(
    [
      [length, y + fed + 10, start + 24],
      [length + reach, y + fed + 10, 54],
      [length + reach, y + fed + 10, 14],
      [length, y + fed + 10, start - 40],
    ],
    'left',
  )
  measureBody(scene, body, reach)
}
