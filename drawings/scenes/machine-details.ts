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
function door(scene: Scene, [x, y, z]: Point, width: number, height: number): void {
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

/**
 * The upper halves of `count` discs on a shaft along y that stands in an opening at `z`, from its far end at `at`.
 */
export function discRow(scene: Scene, [x, y, z]: Point, width: number, count: number, radius: number): void {
  const pitch = width / count
  const half = (across: number, reach: number): Point[] =>
    Array.from({ length: 13 }, (_, index) => {
      const turn = (index / 12) * Math.PI
      return [x + Math.cos(turn) * reach, across, z + Math.sin(turn) * reach]
    })
  for (let disc = 0; disc < count; disc++) {
    const across = y + (disc + 0.5) * pitch
    const thick = Math.min(pitch * 0.34, radius * 0.3)
    scene.face([...half(across - thick, radius).slice(0, 8), ...half(across, radius).slice(0, 8).reverse()], 'right', 'detail')
    scene.face(half(across, radius), 'top', 'detail')
  }
}

/** A cabinet with two doors on a plinth, from its far corner on the floor. */
export function cabinet(scene: Scene, [x, y, z]: Point, [length, width, height]: Size): void {
  const inset = Math.min(length, width) * 0.05
  const plinth = Math.min(40, height * 0.08)
  scene.box([x + inset * 1.6, y + inset * 1.6, z], [length - inset * 3.2, width - inset * 3.2, plinth], { left: 'deep', right: 'deep' })
  scene.box([x + inset, y + inset, z + plinth], [length - 2 * inset, width - 2 * inset, height - plinth])
  const wide = (length - 2 * inset) * 0.42
  door(scene, [x + inset * 1.8, y + width - inset, z + plinth + inset], wide, height - plinth - inset * 2)
  door(scene, [x + inset * 2.2 + wide, y + width - inset, z + plinth + inset], wide, height - plinth - inset * 2)
}

/** A cabinet on four castors with leveling feet. */
export function castors(scene: Scene, [length, width, height]: Size): void {
  const clear = clamp(height * 0.2, 60, 130)
  const spots: readonly (readonly [number, number])[] = [
    [0.14, 0.2],
    [0.86, 0.2],
    [0.14, 0.94],
    [0.86, 0.94],
  ]
  for (const [x, y] of spots) {
    castor(scene, [length * x, width * y, 0], clear * 0.46)
    scene.box([length * x - clear * 0.2, width * y - clear * 0.3, clear * 0.9], [clear * 0.4, clear * 0.4, clear * 0.12], {
      left: 'deep',
      right: 'deep',
    })
  }
  cabinet(scene, [0, 0, clear], [length, width, height - clear])
}

/** An open stand: four legs, a shelf between them and feet. */
export function stand(scene: Scene, [length, width, height]: Size): void {
  const leg = clamp(length * 0.08, 40, 80)
  const shelf = height * 0.24
  legs(scene, [0, 0, 0], [length, width * 0.5, height], leg)
  scene.box([leg * 0.4, leg * 0.4, shelf], [length - leg * 0.8, width - leg * 0.8, 30])
  legs(scene, [0, width - leg, 0], [length, leg, height], leg)
}

/** The frame of an in-line machine, with the housing of its drive. */
export function frame(scene: Scene, [length, width, height]: Size): void {
  legs(scene, [30, 30, 0], [length * 0.94 - 30, width - 60, height], 70)
  scene.box([60, width - 90, height * 0.2], [length * 0.9, 50, 50])
  const [at, wide] = [length * 0.3, length * 0.4]
  scene.box([at, width * 0.2, height * 0.3], [wide, width * 0.76, height * 0.7], { left: 'left' })
  vents(scene, [at + wide * 0.15, width * 0.96, height * 0.42], wide * 0.7, height * 0.4)
}
