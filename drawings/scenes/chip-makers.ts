import { chipPile, fluteMark, openCarton, type Size, upMarks } from '#drawings/cardboard.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, type SceneDefinition, solidBody } from './definition.ts'
import { controls, conveyorBed, feet, legs, vents } from './machine-details.ts'

const NEUTRAL_FLOOR: Size = [760, 600, 1350]
const NEUTRAL_BENCH: Size = [520, 460, 560]
const CHIP = 26

/** A machine that cuts used board into chips for filling. */
export const chipMaker: SceneDefinition = {
  noun: (specifications) => `${isBench(specifications) ? 'benchtop' : (specifications.installation ?? 'floor-standing')} chip maker`,
  detail: (specifications) => {
    if (isBench(specifications)) return 'with cardboard in the slot and a tray of chips'
    return `with cardboard in the hopper and ${specifications.discharge === 'conveyor' ? 'chips on a conveyor' : 'a box of chips'}`
  },
  measures: (specifications) => bodyOf(specifications).measures,
  paint: (scene, specifications) => {
    const body = bodyOf(specifications)
    if (isBench(specifications)) paintBench(scene, body)
    else paintFloor(scene, body, specifications.discharge === 'conveyor')
  },
}

function isBench({ installation, dimensions }: DrawingSpecifications): boolean {
  return installation ? installation === 'benchtop' : dimensions !== null && dimensions.height.mm < 800
}

function bodyOf(specifications: DrawingSpecifications): Body {
  return solidBody(specifications.dimensions, isBench(specifications) ? NEUTRAL_BENCH : NEUTRAL_FLOOR, 6)
}

function measureBody(scene: Scene, { size: [length, width, height], ...labels }: Body, clear: number): void {
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], labels.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], labels.width, clear)
  scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], labels.height)
}

function paintFloor(scene: Scene, body: Body, isConveyed: boolean): void {
  const [length, width, height] = body.size
  const base = height * 0.44
  const housing = height * 0.28
  const funnel = height - base - housing
  scene.shadow([0, 0, 0], length, width, height * 0.22)
  const leg = clamp(length * 0.07, 30, 70)
  legs(scene, [0, 0, 0], [length, width * 0.4, base], leg)
  scene.box([0, leg, base * 0.18], [length, width - 2 * leg, 24])
  legs(scene, [0, width - leg, 0], [length, leg, base], leg)
  scene.box([0, 0, base], [length, width, housing])
  const panel = clamp(housing * 0.52, 100, 180)
  controls(scene, [length * 0.93 - panel, width, base + housing * 0.22], panel)
  scene.disc([length * 0.28, width, base + housing * 0.5], 'y', housing * 0.38, 'none', 'detail')
  scene.cylinder([length * 0.28, width, base + housing * 0.5], 'y', housing * 0.3, Math.min(120, width * 0.2), 'right', 'top')
  scene.disc([length * 0.28, width + Math.min(120, width * 0.2), base + housing * 0.5], 'y', housing * 0.17, 'none', 'detail')
  fluteMark(scene, 'x', [length, width * 0.5, base + housing * 0.62], clamp(width * 0.08, 20, 50))
  const flare = Math.min(length, width) * 0.14
  const inset = flare + 6
  scene.hopper([inset, inset, base + housing], [length - 2 * inset, width - 2 * inset, funnel], flare)
  feedSheet(scene, [length * 0.28, width * 0.5, height - 4], length * 0.44, height * 0.14)
  if (isConveyed) {
    const [run, bed, level] = [length * 0.7, clamp(base * 0.14, 50, 110), base * 0.62]
    legs(scene, [length + run * 0.1, width * 0.16, 0], [run * 0.76, width * 0.68, level - bed], 40)
    scene.face(rectangle('x', [length, width * 0.24, level], width * 0.52, base - level), 'deep')
    conveyorBed(scene, [length, width * 0.16, level - bed], [run, width * 0.68, bed])
    chipPile(scene, [length + run * 0.04, width * 0.28, level], [run * 0.84, width * 0.44, bed * 1.2], Math.max(CHIP, length * 0.022))
    return measureBody(scene, body, run)
  }
  measureBody(scene, body, chute(scene, body.size, base, base + housing * 0.24))
}

/** The chute and the carton under it; how far they reach from the machine. */
function chute(scene: Scene, [length, width]: Size, base: number, start: number): number {
  const drop = base * 0.36
  const reach = length * 0.26
  const [near, far] = [width * 0.3, width * 0.7]
  const end = base - drop
  scene.face(
    [
      [length, near, start],
      [length, far, start],
      [length + reach, far, end + 50],
      [length + reach, near, end + 50],
    ],
    'top',
  )
  scene.face(
    [
      [length, far, start],
      [length + reach, far, end + 50],
      [length + reach, far, end],
      [length, far, base + 10],
    ],
    'left',
  )
  scene.face(rectangle('x', [length + reach, near, end], width * 0.4, 50), 'deep')
  const carton: Size = [Math.min(460, length * 0.62), width * 0.74, base * 0.46]
  const spot: Point = [length + reach * 0.55, width * 0.13, 0]
  const pile: Size = [carton[0] - 16, carton[1] - 16, carton[2] * 0.34]
  openCarton(scene, spot, carton, () => chipPile(scene, [spot[0] + 8, spot[1] + 8, carton[2] * 0.8], pile, CHIP))
  upMarks(scene, 'x', [spot[0] + carton[0], spot[1] + carton[1] / 2, carton[2] * 0.18], carton[2] * 0.11)
  return reach * 0.55 + carton[0] + 40
}

function paintBench(scene: Scene, body: Body): void {
  const [length, width, height] = body.size
  const foot = 20
  const tray = height * 0.34
  scene.shadow([0, 0, 0], length, width, height * 0.3)
  feet(scene, [0, 0, 0], [length, width, foot], 22)
  scene.prism(
    [
      [0, foot],
      [0, height * 0.84],
      [length * 0.6, height * 0.84],
      [length, height * 0.62],
      [length, foot],
    ],
    0,
    width,
  )
  scene.face(rectangle('x', [length, width * 0.1, foot + height * 0.05], width * 0.8, tray), 'deep')
  const pull = length * 0.42
  openCartonTray(scene, [length, width * 0.14, foot + height * 0.06], [pull, width * 0.72, tray * 0.62])
  const panel = clamp(height * 0.24, 80, 130)
  controls(scene, [length * 0.08, width, height * 0.42], panel)
  vents(scene, [length * 0.5, width, height * 0.12], length * 0.36, height * 0.2)
  scene.box([length * 0.1, width * 0.16, height * 0.84], [length * 0.42, width * 0.68, height * 0.16])
  scene.face(rectangle('z', [length * 0.2, width * 0.24, height], length * 0.22, width * 0.52), 'deep')
  feedSheet(scene, [length * 0.31, width * 0.7, height], -width * 0.4, height * 0.3)
  measureBody(scene, body, pull)
}

/** A pulled-out tray of chips. */
function openCartonTray(scene: Scene, [x, y, z]: Point, [length, width, height]: Size): void {
  scene.face(rectangle('z', [x, y, z], length, width), 'deep')
  scene.face(rectangle('y', [x, y, z], length, height), 'lining')
  chipPile(scene, [x + 8, y + 8, z + height * 0.7], [length - 14, width - 14, height * 0.5], 22)
  scene.face(rectangle('y', [x, y + width, z], length, height), 'left')
  scene.face(rectangle('x', [x + length, y - 8, z - 4], width + 16, height + 8), 'top')
  scene.line([
    [x + length, y + width * 0.36, z + height * 0.62],
    [x + length, y + width * 0.64, z + height * 0.62],
  ])
}

/** A corrugated sheet that stands in the feed opening: along x, or along y for a negative length. */
function feedSheet(scene: Scene, [x, y, z]: Point, length: number, height: number): void {
  const corner = (part: number, up: number): Point => (length > 0 ? [x + length * part, y, z + up] : [x, y + length * part, z + up])
  const slant = height * 0.16
  scene.face([corner(0, 0), corner(1, 0), corner(1, height + slant), corner(0, height)], 'board')
  scene.lines([0.2, 0.4, 0.6, 0.8].map((part) => [corner(part, 0), corner(part, height + slant * part)]))
}
