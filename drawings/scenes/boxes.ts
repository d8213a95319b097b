import { KRAFT, openCarton, type Size, upMarks } from '#drawings/cardboard.ts'
import { chipPile, KINDS, loosePiece } from '#drawings/chips.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import type { DrawingSpecifications } from '#drawings/specifications.ts'
import { type Body, NO_MEASURES, type SceneDefinition, solidBody } from './definition.ts'

const CARTON: Size = [560, 460, 400]

/** A carton full of packing chips. */
export const chipBox: SceneDefinition = {
  noun: ({ piece }) => `box of ${piece ? KINDS[piece.kind] : 'cardboard packing chips'}`,
  measures: (specifications) => bodyOf(specifications).measures,
  needs: ['boxSize'],
  paint: (scene, specifications) =>
    paintCarton(scene, bodyOf(specifications), ([length, width, height]) => {
      const chip = Math.max(length, width) * 0.062
      chipPile(scene, [10, 10, height * 0.9], [length - 20, width - 20, height * 0.22], chip, specifications.piece?.kind)
    }),
}

/** A carton full of narrow shreds for filling voids. */
export const voidFill: SceneDefinition = {
  noun: () => 'box of shredded cardboard void fill',
  measures: (specifications) => bodyOf(specifications).measures,
  needs: ['boxSize'],
  paint: (scene, specifications) =>
    paintCarton(scene, bodyOf(specifications), ([length, width, height]) => {
      const chip = Math.max(length, width) * 0.062
      chipPile(scene, [10, 10, height * 0.9], [length - 20, width - 20, height * 0.22], chip, 'zigzag')
    }),
}

/** An open, empty carton: nothing found, nothing in the cart. */
export const emptyBox: SceneDefinition = {
  noun: () => 'open, empty cardboard box',
  measures: NO_MEASURES,
  paint: (scene) =>
    paintCarton(scene, { size: [540, 460, 330], measures: [] }, ([length, width]) => {
      scene.line(
        [
          [0, width / 2, 0],
          [length, width / 2, 0],
        ],
        'fold',
      )
    }),
}

/** A carton with only a few chips left. */
export const lowBox: SceneDefinition = {
  noun: () => 'nearly empty box of packing chips',
  measures: NO_MEASURES,
  paint: (scene) =>
    paintCarton(scene, { size: [540, 460, 300], measures: [] }, ([length, width, height]) => {
      chipPile(scene, [length * 0.04, width * 0.04, height * 0.06], [length * 0.62, width * 0.62, height * 0.18], 30)
    }),
}

/** A closed carton with yellow tape: the order is on its way. */
export const tapedBox: SceneDefinition = {
  noun: () => 'packed cardboard box closed with yellow tape',
  measures: NO_MEASURES,
  paint: (scene) => {
    paintClosed(scene, CARTON, true)
    const [length, width, height] = CARTON
    scene.face(rectangle('x', [length, width * 0.63, height * 0.5], width * 0.31, height * 0.34), 'top')
    const bars = [0.1, 0.17, 0.3, 0.36, 0.5, 0.62, 0.68, 0.82].map((part): readonly Point[] => [
      [length, width * (0.655 + 0.26 * part), height * 0.56],
      [length, width * (0.655 + 0.26 * part), height * 0.66],
    ])
    scene.lines(bars, 'outline')
    scene.lines(
      [0.77, 0.72].map((up, line): readonly Point[] => [
        [length, width * 0.9, height * up],
        [length, width * (line ? 0.76 : 0.68), height * up],
      ]),
    )
  },
}

/** The first step from box to mat: a used carton with torn tape. */
export const stepBox: SceneDefinition = {
  noun: () => 'used cardboard box',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height]: Size = [500, 420, 300]
    scene.shadow([0, 0, 0], length, width, 150)
    scene.box([0, 0, 0], [length, width, height], KRAFT)
    scene.box([50, 60, height], [length * 0.62, width * 0.66, height * 0.52], KRAFT)
    scene.face(rectangle('z', [50, 60 + width * 0.28, height * 1.52], length * 0.62, width * 0.1), 'tape')
    scene.face(rectangle('x', [50 + length * 0.62, 60 + width * 0.28, height * 1.4], width * 0.1, height * 0.12), 'tape')
    upMarks(scene, 'y', [length * 0.28, width, height * 0.2], 36)
    scene.face(rectangle('x', [length, width * 0.42, height * 0.7], width * 0.14, height * 0.3), 'tape')
    scene.face(rectangle('y', [length * 0.58, width, height * 0.36], length * 0.3, height * 0.36), 'top')
    scene.lines(
      [0.62, 0.54, 0.46].map((up): readonly Point[] => [
        [length * 0.62, width, height * up],
        [length * 0.84, width, height * up],
      ]),
    )
  },
}

function bodyOf({ boxSize }: DrawingSpecifications): Body {
  return solidBody(boxSize, CARTON, 5)
}

function paintCarton(scene: Scene, body: Body, fill: (size: Size) => void): void {
  const [length, width, height] = body.size
  scene.shadow([0, 0, 0], length, width, height * 0.36)
  openCarton(scene, [0, 0, 0], body.size, () => fill(body.size))
  const unit = Math.min(height, width) * 0.09
  upMarks(scene, 'y', [length * 0.5, width, height * 0.18], unit)
  upMarks(scene, 'x', [length, width * 0.5, height * 0.18], unit)
  scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
  scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width)
  scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  if (body.measures.length > 0) return
  for (const [x, y] of [
    [0.5, 1.42],
    [0.62, 1.5],
    [0.56, 1.56],
  ])
    if (fill.length > 0 && height > 390) loosePiece(scene, [length * (x ?? 0), width * (y ?? 0), 0], 30, 'curled')
}

function paintClosed(scene: Scene, [length, width, height]: Size, isTaped: boolean): void {
  scene.shadow([0, 0, 0], length, width, height * 0.4)
  scene.box([0, 0, 0], [length, width, height], KRAFT)
  scene.line([
    [0, width / 2, height],
    [length, width / 2, height],
  ])
  if (isTaped) {
    scene.face(rectangle('z', [0, width * 0.42, height], length, width * 0.16), 'tape')
    scene.face(rectangle('x', [length, width * 0.42, height * 0.72], width * 0.16, height * 0.28), 'tape')
  }
  upMarks(scene, 'y', [length * 0.5, width, height * 0.26], height * 0.11)
}
