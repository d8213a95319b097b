import type { Size } from '#drawings/cardboard.ts'
import { type Axis, clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, NO_MEASURES, roundBody, type SceneDefinition } from './definition.ts'

const ROLLER: Size = [640, 220, 220]
const PLAIN_BLADES = 13
const MAX_BLADES = 26
const MAX_SLENDERNESS = 14 // maximum ratio of length to diameter in a readable drawing

/** A shaft with ring knives and spacers. */
export const cutterRoller: SceneDefinition = {
  noun: ({ blades }) => (blades ? `cutter roller with ${blades} blades` : 'cutter roller'),
  measures: (specifications) => rollerBody(specifications).measures,
  paint: (scene, specifications) => {
    const body = rollerBody(specifications)
    const [overall, diameter] = body.size
    const [radius, length] = [diameter / 2, faceOf(overall, specifications)]
    const end = (overall - length) / 2 // of the shaft, on either side
    const count = clamp(specifications.blades ?? PLAIN_BLADES, 1, MAX_BLADES)
    const pitch = length / count
    const shaft = radius * 0.3
    scene.shadow([-radius * 0.1, 0, 0], radius * 0.6, length, radius * 0.8)
    scene.cylinder([0, -end, radius], 'y', shaft, end + 2, 'left', 'top')
    for (let blade = 0; blade < count; blade++) {
      scene.cylinder([0, blade * pitch, radius], 'y', radius * 0.74, pitch * 0.6, 'left', 'left')
      scene.cylinder([0, (blade + 0.6) * pitch, radius], 'y', radius, pitch * 0.4, 'right', 'top')
    }
    scene.disc([0, length, radius], 'y', radius * 0.72, 'none', 'detail')
    boltCircle(scene, [0, length, radius], 'y', radius * 0.53, radius * 0.07)
    scene.cylinder([0, length, radius], 'y', shaft, end, 'left', 'top')
    measureRoller(scene, body, length)
  },
}

/** A rubber-covered feed roller. */
export const feedRoller: SceneDefinition = {
  noun: () => 'rubber feed roller',
  measures: (specifications) => rollerBody(specifications).measures,
  paint: (scene, specifications) => {
    const body = rollerBody(specifications)
    const [overall, diameter] = body.size
    const [radius, length] = [diameter / 2, faceOf(overall, specifications)]
    const end = (overall - length) / 2 // of the shaft, on either side
    scene.shadow([-radius * 0.1, 0, 0], radius * 0.6, length, radius * 0.8)
    scene.cylinder([0, -end, radius], 'y', radius * 0.34, end + 2, 'left', 'top')
    scene.cylinder([0, 0, radius], 'y', radius, length, 'right', 'deep')
    const grooves = Array.from({ length: 9 }, (_, index): readonly Point[] => {
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

/** Blades in a row: discs where the specification gives a diameter, flat knives otherwise. */
export const bladeSet: SceneDefinition = {
  noun: (specifications) => (specifications.diameter ? ringKnives.noun(specifications) : named(specifications, 'flat blades')),
  measures: (specifications) => (specifications.diameter ? ringKnives.measures(specifications) : []),
  paint: (scene, specifications) => {
    if (specifications.diameter) return ringKnives.paint(scene, specifications)
    const count = clamp(piecesOf(specifications) ?? 4, 2, 5)
    scene.shadow([0, 0, 0], 760, 206 * count - 56, 26)
    for (let blade = 0; blade < count; blade++) flatKnife(scene, blade * 206, 760)
  },
}

/** Ring knives, one in front of the others. */
export const ringKnives: SceneDefinition = {
  noun: (specifications) => named(specifications, 'ring knives'),
  measures: ({ diameter }) => roundBody(null, diameter, [300, 260, 260]).measures,
  paint: (scene, specifications) => {
    const { diameter } = specifications
    const body = roundBody(null, diameter, [300, 260, 260])
    const radius = body.size[1] / 2
    const count = clamp(piecesOf(specifications) ?? 5, 2, 7)
    const [pitch, thick] = [radius * 0.72, radius * 0.13]
    scene.shadow([-radius * 0.1, 0, 0], radius * 0.5, count * pitch, radius * 0.7)
    for (let ring = 0; ring < count; ring++) ringKnife(scene, [0, ring * pitch, radius], radius, thick)
    const front = (count - 1) * pitch + thick
    scene.dimension([0, front, 0], [0, front, radius * 2], [-1, 1, 0], body.width, radius * 0.8)
  },
}

/** A complete cutter head: two shafts in a frame. */
export const cutterHead: SceneDefinition = {
  noun: () => 'cutter head',
  detail: () => 'with two meshing shafts in a frame',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height, plate] = [420, 620, 300, 46]
    scene.shadow([0, 0, 0], length, width + 2 * plate, 130)
    scene.box([0, 0, 0], [length, plate, height])
    scene.box([0, plate, 0], [length, width, 40])
    for (const x of [length * 0.3, length * 0.72]) {
      const count = 11
      const pitch = width / count
      for (let blade = 0; blade < count; blade++) {
        scene.cylinder([x, plate + blade * pitch, height * 0.56], 'y', 62, pitch * 0.5, 'left', 'left')
        scene.cylinder([x, plate + (blade + 0.5) * pitch, height * 0.56], 'y', 96, pitch * 0.5, 'right', 'top')
      }
    }
    scene.box([0, plate + width, 0], [length, plate, height])
    for (const x of [length * 0.3, length * 0.72]) {
      scene.disc([x, width + 2 * plate, height * 0.56], 'y', 66, 'left', 'detail')
      scene.cylinder([x, width + 2 * plate, height * 0.56], 'y', 34, x > 200 ? 130 : 50, 'left', 'top')
      boltCircle(scene, [x, width + 2 * plate, height * 0.56], 'y', 50, 7)
    }
    for (const [x, z] of [
      [26, 26],
      [length - 26, 26],
      [26, height - 26],
      [length - 26, height - 26],
    ])
      scene.disc([x ?? 0, width + 2 * plate, z ?? 0], 'y', 12, 'deep', 'detail')
    scene.face(rectangle('z', [length * 0.42, 4, height], length * 0.16, plate - 8), 'tape', 'detail')
    scene.face(rectangle('z', [length * 0.42, plate + width + 4, height], length * 0.16, plate - 8), 'tape', 'detail')
  },
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

function flatKnife(scene: Scene, y: number, length: number): void {
  const [x, z, width, thick] = [0, 0, 150, 30]
  scene.box([x, y, z], [length, width * 0.74, thick], { top: 'top', left: 'left', right: 'right' })
  scene.face(
    [
      [x, y + width * 0.74, z + thick],
      [x + length, y + width * 0.74, z + thick],
      [x + length, y + width, z],
      [x, y + width, z],
    ],
    'right',
  )
  scene.face(
    [
      [x + length, y + width * 0.74, z],
      [x + length, y + width * 0.74, z + thick],
      [x + length, y + width, z],
    ],
    'deep',
  )
  for (const part of [0.14, 0.5, 0.86]) {
    scene.disc([x + length * part, y + width * 0.34, z + thick], 'z', 24, 'deep')
  }
}

function ringKnife(scene: Scene, [x, y, z]: Point, radius: number, thick: number): void {
  const teeth = 18
  const outline = (across: number): Point[] =>
    Array.from({ length: teeth * 2 }, (_, index) => {
      const turn = (index / (teeth * 2)) * Math.PI * 2
      const reach = index % 2 ? radius * 0.88 : radius
      return [x + Math.cos(turn) * reach, across, z + Math.sin(turn) * reach]
    })
  scene.cylinder([x, y, z], 'y', radius * 0.95, thick, 'right', 'right')
  scene.face(outline(y + thick), 'top')
  scene.disc([x, y + thick, z], 'y', radius * 0.7, 'none', 'detail')
  boltCircle(scene, [x, y + thick, z], 'y', radius * 0.54, radius * 0.07, 4)
  scene.disc([x, y + thick, z], 'y', radius * 0.34, 'deep')
}
