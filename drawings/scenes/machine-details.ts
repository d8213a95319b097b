import type { Size } from '#drawings/cardboard.ts'
import { clamp, type Point, rectangle, type Scene } from '#drawings/iso.ts'

/** A control panel on a left face, around its lower left corner: display, start and stop buttons. */
export function controls(scene: Scene, [x, y, z]: Point, width: number): void {
  const height = width * 1.15
  scene.face(rectangle('y', [x, y, z], width, height), 'top')
  scene.face(rectangle('y', [x + width * 0.14, y, z + height * 0.48], width * 0.72, height * 0.38), 'deep', 'detail')
  scene.disc([x + width * 0.3, y, z + height * 0.23], 'y', width * 0.14, 'tape', 'detail')
  scene.disc([x + width * 0.7, y, z + height * 0.23], 'y', width * 0.14, 'right', 'detail')
}

/** Ventilation slots on a left face, from the lower left corner. */
export function vents(scene: Scene, [x, y, z]: Point, width: number, height: number): void {
  const count = clamp(Math.round(height / 26), 3, 8)
  scene.lines(
    Array.from({ length: count }, (_, index): readonly Point[] => {
      const level = z + ((index + 0.5) / count) * height
      return [
        [x, y, level],
        [x + width, y, level],
      ]
    }),
  )
}

/** A cupboard door on a left face with its handle. */
export function door(scene: Scene, [x, y, z]: Point, width: number, height: number): void {
  scene.face(rectangle('y', [x, y, z], width, height), 'none', 'detail')
  scene.line([
    [x + width * 0.88, y, z + height * 0.58],
    [x + width * 0.88, y, z + height * 0.42],
  ])
}

/** Four legs with feet under a rectangle at `at`; `height` is up to the underside. */
export function legs(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, thick: number): void {
  const spots: readonly (readonly [number, number])[] = [
    [x, y],
    [x + length - thick, y],
    [x, y + width - thick],
    [x + length - thick, y + width - thick],
  ]
  for (const [legX, legY] of spots) scene.box([legX, legY, z], [thick, thick, height])
}

/** Four short feet or castors, flush with the corners of a rectangle on the floor. */
export function feet(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, radius: number): void {
  const inset = radius * 1.6
  for (const [footX, footY] of [
    [x + inset, y + inset],
    [x + length - inset, y + inset],
    [x + inset, y + width - inset],
    [x + length - inset, y + width - inset],
  ])
    scene.cylinder([footX ?? x, footY ?? y, z], 'z', radius, height, 'deep', 'deep')
}

/** A castor seen from the side. */
export function castor(scene: Scene, [x, y, z]: Point, radius: number): void {
  scene.cylinder([x, y - radius * 0.4, z + radius], 'y', radius, radius * 0.8, 'deep', 'deep')
  scene.disc([x, y + radius * 0.4, z + radius], 'y', radius * 0.4, 'top', 'detail')
}

/** A belt or roller bed along x: two end rollers, side rails and the belt between them. */
export function conveyorBed(scene: Scene, [x, y, z]: Point, [length, width, height]: Size): void {
  const rail = clamp(width * 0.06, 8, 40)
  scene.cylinder([x + length, y + rail, z + height / 2], 'y', height * 0.5, width - 2 * rail, 'deep', 'deep')
  scene.box([x, y + rail, z + height * 0.3], [length, width - 2 * rail, height * 0.7], { top: 'lining' })
  scene.box([x, y, z], [length, rail, height])
  scene.box([x, y + width - rail, z], [length, rail, height])
  scene.disc([x + length - height * 0.6, y + width, z + height / 2], 'y', height * 0.26, 'deep', 'detail')
}
