import type { Size } from '#drawings/cardboard.ts'
import { type Axis, clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, roundBody, type SceneDefinition } from './definition.ts'

const ROLLER: Size = [640, 220, 220]
const PLAIN_BLADES = 13
const MAX_BLADES = 60 // more would run together
const MAX_DISCS = 80
const PER_ROW = 17
const MAX_KNIVES = 8
const MAX_SLENDERNESS = 14 // maximum ratio of length to diameter in a readable drawing

/** A shaft with ring knives and spacers, or the corrugated pair of a strip cutter. */
export const cutterRoller: SceneDefinition = {
  noun: ({ blades, features }) => {
    if (features.has('plainRoller')) return 'pair of strip rollers with fine corrugation'
    const kind = features.has('shaftOnly') ? 'perforating shaft' : 'cutter roller'
    return blades ? `${kind} with ${blades} discs` : kind
  },
  measures: (specifications) => rollerBody(specifications).measures,
  needs: ['length', 'diameter'],
  paint: (scene, specifications) => {
    const body = rollerBody(specifications)
    const [overall, diameter] = body.size
    const [radius, length] = [diameter / 2, faceOf(overall, specifications)]
    const end = (overall - length) / 2 // of the shaft, on either side
    if (specifications.features.has('plainRoller')) stripRoller(scene, [diameter * 1.16, 0, radius], radius, length, end)
    const count = clamp(specifications.blades ?? PLAIN_BLADES, 1, MAX_BLADES)
    const pitch = length / count
    const shaft = radius * 0.3
    if (specifications.features.has('plainRoller')) {
      stripRoller(scene, [0, 0, radius], radius, length, end)
      return measureRoller(scene, body, length)
    }
    scene.shadow([-radius * 0.1, 0, 0], radius * 0.6, length, radius * 0.8)
    if (!specifications.features.has('shaftOnly')) scene.cylinder([0, -end * 0.7, radius], 'y', shaft * 1.9, end * 0.34, 'tint', 'top')
    scene.cylinder([0, -end, radius], 'y', shaft, end + 2, 'left', 'top')
    for (let blade = 0; blade < count; blade++) {
      scene.cylinder([0, blade * pitch, radius], 'y', radius * 0.74, pitch * 0.6, 'left', 'left')
      scene.cylinder([0, (blade + 0.6) * pitch, radius], 'y', radius, pitch * 0.4, 'right', 'top')
    }
    scene.disc([0, length, radius], 'y', radius * 0.72, 'none', 'detail')
    boltCircle(scene, [0, length, radius], 'y', radius * 0.53, radius * 0.07)
    // sealed bearings come with the complete roller only
    if (!specifications.features.has('shaftOnly'))
      scene.cylinder([0, length + end * 0.3, radius], 'y', shaft * 1.9, end * 0.34, 'tint', 'top')
    scene.cylinder([0, length, radius], 'y', shaft, end, 'left', 'top')
    measureRoller(scene, body, length)
  },
}

/** A roller with fine corrugation along its face and shaft ends, from the far end of its face. */
function stripRoller(scene: Scene, [x, y, z]: Point, radius: number, length: number, end: number): void {
  scene.cylinder([x, y - end, z], 'y', radius * 0.42, end + 2, 'left', 'top')
  scene.cylinder([x, y, z], 'y', radius, length, 'tint', 'top')
  const rings = Array.from({ length: 29 }, (_, index): readonly Point[] =>
    Array.from({ length: 13 }, (_, step): Point => {
      const turn = -Math.PI / 4 + (step / 12) * Math.PI
      return [x + Math.cos(turn) * radius, y + (length * (index + 1)) / 30, z + Math.sin(turn) * radius]
    }),
  )
  scene.lines(rings)
  scene.disc([x, y + length, z], 'y', radius * 0.7, 'none', 'detail')
  scene.cylinder([x, y + length, z], 'y', radius * 0.42, end, 'left', 'top')
}

/** A rubber-covered feed roller. */
export const feedRoller: SceneDefinition = {
  noun: ({ features }) => (features.has('grooved') ? 'grooved rubber feed roller' : 'rubber feed roller'),
  measures: (specifications) => rollerBody(specifications).measures,
  needs: ['length', 'diameter'],
  paint: (scene, specifications) => {
    const body = rollerBody(specifications)
    const [overall, diameter] = body.size
    const [radius, length] = [diameter / 2, faceOf(overall, specifications)]
    const end = (overall - length) / 2 // of the shaft, on either side
    scene.shadow([-radius * 0.1, 0, 0], radius * 0.6, length, radius * 0.8)
    scene.cylinder([0, -end, radius], 'y', radius * 0.34, end + 2, 'left', 'top')
    scene.cylinder([0, 0, radius], 'y', radius, length, 'right', 'deep')
    const grooves = Array.from({ length: specifications.features.has('grooved') ? 9 : 0 }, (_, index): readonly Point[] => {
      const turn = -0.7 + index * 0.28
      const on = (across: number): Point => [radius * Math.cos(turn), across, radius + radius * Math.sin(turn)]
      return [on(length * 0.03), on(length * 0.97)]
    })
    scene.lines(grooves, 'pale')
    scene.disc([0, length, radius], 'y', radius * 0.78, 'left')
    scene.cylinder([0, length, radius], 'y', radius * 0.34, end * 0.7, 'left', 'top')
    scene.cylinder([0, length + end * 0.7, radius], 'y', radius * 0.22, end * 0.3, 'left', 'top')
    measureRoller(scene, body, length)
  },
}

/** A set of blades: discs where the specification gives a diameter, straight knives otherwise. */
export const bladeSet: SceneDefinition = {
  noun: (specifications) => (specifications.diameter ? ringKnives.noun(specifications) : named(specifications, 'straight knives')),
  detail: (specifications) => (specifications.diameter ? (ringKnives.detail?.(specifications) ?? '') : ''),
  measures: (specifications) => (specifications.diameter ? ringKnives.measures(specifications) : knifeBody(specifications).measures),
  paint: (scene, specifications) => {
    if (specifications.diameter) return ringKnives.paint(scene, specifications)
    const count = clamp(piecesOf(specifications) ?? 4, 2, MAX_KNIVES)
    const body = knifeBody(specifications)
    const [long] = body.size
    const pitch = long * 0.27
    scene.shadow([0, 0, 0], long, pitch * count - long * 0.06, long * 0.03)
    for (let knife = 0; knife < count; knife++) flatKnife(scene, knife * pitch, long)
    const front = (count - 1) * pitch + long * 0.2
    scene.dimension([0, front, 0], [long, front, 0], [0, 1, 0], body.length)
  },
}

const knifeBody = ({ length }: DrawingSpecifications): Body => roundBody(length, null, [760, 150, 150])

/** Discs of a cutter shaft, one in front of the others, each with its bore. */
export const ringKnives: SceneDefinition = {
  noun: (specifications) => named(specifications, 'discs'),
  detail: ({ bore }) => (bore ? 'each with its bore' : ''),
  measures: ({ diameter }) => roundBody(null, diameter, [300, 260, 260]).measures,
  needs: ['diameter'],
  paint: (scene, specifications) => {
    const { diameter, bore } = specifications
    const body = roundBody(null, diameter, [300, 260, 260])
    const radius = body.size[1] / 2
    const count = clamp(piecesOf(specifications) ?? 5, 1, MAX_DISCS)
    const hole = body.width && bore ? clamp(bore.mm / 2, radius * 0.1, radius * 0.7) : radius * 0.34
    // a large set stands in several rows
    const rows = Math.ceil(count / PER_ROW)
    const [thick, pitch, lane] = [radius * 0.07, radius * 0.26, radius * 2.5]
    const inRow = Math.ceil(count / rows)
    scene.shadow([-radius * 0.1, 0, 0], (rows - 1) * lane + radius * 0.6, inRow * pitch, radius * 0.5)
    for (let disc = 0; disc < count; disc++) {
      const [row, place] = [Math.floor(disc / inRow), disc % inRow]
      ringKnife(scene, [row * lane, place * pitch, radius], radius, thick, hole, place === inRow - 1 || disc === count - 1)
    }
    const front = (inRow - 1) * pitch + thick
    scene.dimension([-radius, front, 0], [-radius, front, radius * 2], [-1, 1, 0], body.width, radius * 0.1)
  },
}

/** A cutting cassette: two shafts of meshing discs in a frame. */
export const cutterHead: SceneDefinition = {
  noun: ({ blades }) => (blades ? `cutting cassette with two shafts of ${blades} discs` : 'cutting cassette with two shafts'),
  detail: () => 'in a frame with lifting eyes',
  measures: ({ length }) => cassetteBody(length).measures,
  needs: ['length'],
  paint: (scene, { length, diameter, blades }) => {
    const body = cassetteBody(length)
    const [overall] = body.size
    const radius = body.length && diameter ? clamp(diameter.mm / 2, overall * 0.06, overall * 0.2) : overall * 0.12
    const count = clamp(blades ?? PLAIN_BLADES, 1, MAX_BLADES)
    const plate = overall * 0.06
    const width = overall - 2 * plate
    const [deep, height] = [radius * 5.2, radius * 3.6]
    const level = height * 0.62
    scene.shadow([0, 0, 0], deep, overall, radius * 1.3)
    scene.box([0, 0, 0], [deep, plate, height])
    scene.box([0, plate, 0], [deep, width, radius * 0.5])
    const pitch = width / count
    for (const [x, shift] of [
      [deep * 0.32, 0],
      [deep * 0.68, 0.5],
    ] as const)
      for (let blade = 0; blade < count; blade++) {
        scene.cylinder([x, plate + (blade + shift * 0.9) * pitch, level], 'y', radius * 0.62, pitch * 0.52, 'left', 'left')
        scene.cylinder([x, plate + (blade + 0.45 + shift * 0.9) * pitch, level], 'y', radius, pitch * 0.42, 'right', 'top')
      }
    scene.box([0, plate + width, 0], [deep, plate, height])
    for (const x of [deep * 0.32, deep * 0.68]) {
      scene.disc([x, overall, level], 'y', radius * 0.74, 'left', 'detail')
      boltCircle(scene, [x, overall, level], 'y', radius * 0.58, radius * 0.08)
      scene.cylinder([x, overall, level], 'y', radius * 0.34, x > deep / 2 ? radius * 0.9 : radius * 0.3, 'left', 'top')
    }
    for (const y of [plate * 0.5, overall - plate * 0.5]) {
      scene.cylinder([deep / 2, y, height], 'z', plate * 0.36, plate * 0.3, 'tape', 'tape')
      eye(scene, [deep / 2, y, height + plate * 0.9], plate * 0.62)
    }
    // the shafts' length is the cassette's: along y, on its right
    scene.dimension([deep, overall, 0], [deep, 0, 0], [1, 0, 0], body.length)
  },
}

const cassetteBody = (length: DrawingSpecifications['length']): Body => roundBody(length, null, [620, 420, 420])

/** A lifting eye that faces the left. */
function eye(scene: Scene, [x, y, z]: Point, radius: number): void {
  scene.cylinder([x, y - radius * 0.15, z], 'y', radius, radius * 0.3, 'tape', 'tape')
  scene.disc([x, y + radius * 0.15, z], 'y', radius * 0.5, 'deep')
}

/** Bolts on a circle around `center`. */
export function boltCircle(scene: Scene, [x, y, z]: Point, axis: Axis, radius: number, bolt: number, count = 6): void {
  for (let index = 0; index < count; index++) {
    const turn = (index / count) * Math.PI * 2 + 0.3
    const [a, b] = [Math.cos(turn) * radius, Math.sin(turn) * radius]
    scene.disc(axis === 'y' ? [x + a, y, z + b] : axis === 'x' ? [x, y + a, z + b] : [x + a, y + b, z], axis, bolt, 'deep', 'bare')
  }
}

function piecesOf({ blades, piecesPerPack }: DrawingSpecifications): number | null {
  return blades ?? piecesPerPack
}

function named(specifications: DrawingSpecifications, things: string): string {
  const count = piecesOf(specifications)
  return count ? `set of ${count} ${things}` : `set of ${things}`
}

function rollerBody({ length, diameter, dimensions }: DrawingSpecifications): Body {
  if (length || diameter || !dimensions) return roundBody(length, diameter, ROLLER, MAX_SLENDERNESS)
  return roundBody(dimensions.length, dimensions.height.mm === dimensions.width.mm ? dimensions.width : null, ROLLER, MAX_SLENDERNESS)
}

/** The length of the part between the shaft's ends. */
function faceOf(overall: number, { faceLength, length }: DrawingSpecifications): number {
  const known = length && faceLength && faceLength.mm < length.mm ? faceLength.mm : null
  return clamp(known ?? overall * 0.82, overall * 0.5, overall * 0.94)
}

function measureRoller(scene: Scene, { size: [overall, diameter], ...labels }: Body, face: number): void {
  const radius = diameter / 2
  const end = (overall - face) / 2
  const out = radius * Math.SQRT1_2 // where the silhouette is farthest to the upper left
  scene.dimension([0, face + end, radius], [0, -end, radius], [-1, 0, 1], labels.length, out * 1.6)
  scene.dimension([0, face, 0], [0, face, diameter], [-1, 1, 0], labels.width, radius * 0.9 + end * 0.87)
}

/** A straight knife with two edges and three screw holes. */
function flatKnife(scene: Scene, y: number, length: number): void {
  const [width, thick] = [length * 0.2, length * 0.04]
  const bevel = (from: number, to: number, top: number): readonly Point[] => [
    [0, y + from, top],
    [length, y + from, top],
    [length, y + to, thick - top],
    [0, y + to, thick - top],
  ]
  scene.face(bevel(width * 0.2, 0, thick), 'tint')
  scene.box([0, y + width * 0.2, 0], [length, width * 0.6, thick], { top: 'top', left: 'left', right: 'right' })
  scene.face(bevel(width * 0.8, width, thick), 'right')
  for (const part of [0.14, 0.5, 0.86]) scene.disc([length * part, y + width * 0.5, thick], 'z', width * 0.16, 'deep')
}

function ringKnife(scene: Scene, [x, y, z]: Point, radius: number, thick: number, hole: number, isFront: boolean): void {
  const teeth = 18
  const outline: Point[] = Array.from({ length: teeth * 2 }, (_, index) => {
    const turn = (index / (teeth * 2)) * Math.PI * 2
    const reach = index % 2 ? radius * 0.92 : radius
    return [x + Math.cos(turn) * reach, y + thick, z + Math.sin(turn) * reach]
  })
  scene.cylinder([x, y, z], 'y', radius * 0.96, thick, 'right', 'right')
  scene.face(outline, 'top')
  if (!isFront) return // the others stand behind it
  scene.disc([x, y + thick, z], 'y', radius * 0.78, 'none', 'detail')
  scene.disc([x, y + thick, z], 'y', hole, 'deep')
  const key = hole * 0.28
  scene.face(rectangle('y', [x - key, y + thick, z + hole * 0.8], key * 2, hole * 0.46), 'deep', 'bare')
}
