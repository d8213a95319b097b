import type { Dimension, Flat, Ink, Shape, Weight } from './ink.ts'
import { SceneSvg, type Size } from './svg.ts'

/** A point in the scene in millimeters: x runs right and down, y left and down, z up. */
export type Point = readonly [x: number, y: number, z: number]

/** The axis a round thing turns around, or that a flat rectangle faces. */
export type Axis = 'x' | 'y' | 'z'

/** The faces of a solid that the viewer sees. */
export type Faces = { readonly top?: Ink; readonly left?: Ink; readonly right?: Ink }

const COS = Math.cos(Math.PI / 6)
const SIN = 0.5
const TILT = { x: -60, y: 60, z: 0 } as const // of the ellipse a circle becomes
/** Half the long axis of the ellipse that a circle of radius 1 becomes; the short one is 1/√3 of it. */
const STRETCH = Math.sqrt(1.5)

/** Isometric projection of a point onto the drawing's plane. */
function project([x, y, z]: Point): Flat {
  return [(x - y) * COS, (x + y) * SIN - z]
}

/** A repeatable random source in [0, 1): the same seed gives the same numbers. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Clamps `value` to the range from `least` to `most`. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** Corners of a rectangle that faces `axis`, from its lowest corner; `a` and `b` run along the other axes in order. */
export function rectangle(axis: Axis, [x, y, z]: Point, a: number, b: number): readonly Point[] {
  if (axis === 'x')
    return [
      [x, y, z],
      [x, y + a, z],
      [x, y + a, z + b],
      [x, y, z + b],
    ]
  if (axis === 'y')
    return [
      [x, y, z],
      [x + a, y, z],
      [x + a, y, z + b],
      [x, y, z + b],
    ]
  return [
    [x, y, z],
    [x + a, y, z],
    [x + a, y + b, z],
    [x, y + b, z],
  ]
}

/** The point `distance` further along `axis`. */
export function along([x, y, z]: Point, axis: Axis, distance: number): Point {
  if (axis === 'x') return [x + distance, y, z]
  return axis === 'y' ? [x, y + distance, z] : [x, y, z + distance]
}

/** An isometric drawing: shapes are painted in the order they are added, so the far ones come first. */
export class Scene {
  readonly random: () => number
  readonly #shapes: Shape[] = []
  readonly #dimensions: Dimension[] = []

  constructor(seed: string) {
    this.random = seededRandom(seed)
  }

  /** A filled polygon. */
  face(points: readonly Point[], ink: Ink, weight: Weight = 'outline'): this {
    return this.faces([points], ink, weight)
  }

  /** Many filled polygons that do not overlap, such as the slits of a mat. */
  faces(polygons: readonly (readonly Point[])[], ink: Ink, weight: Weight = 'detail'): this {
    return this.#add(polygons, ink, weight, true)
  }

  /** A line through the points. */
  line(points: readonly Point[], weight: Weight = 'outline'): this {
    return this.lines([points], weight)
  }

  /** Many lines of one weight. */
  lines(lines: readonly (readonly Point[])[], weight: Weight = 'detail'): this {
    return this.#add(lines, 'none', weight, false)
  }

  /** A box from its lowest corner; `size` is along x, y and z. */
  box(at: Point, [length, width, height]: Point, { top = 'top', left = 'left', right = 'right' }: Faces = {}): this {
    this.face(rectangle('y', along(at, 'y', width), length, height), left)
    this.face(rectangle('x', along(at, 'x', length), width, height), right)
    return this.face(rectangle('z', along(at, 'z', height), length, width), top)
  }

  /** A side profile (x and z, clockwise as seen from the left) extruded along y; slopes get the tint. */
  prism(profile: readonly Flat[], y: number, width: number, { top = 'top', left = 'left', right = 'right' }: Faces = {}): this {
    profile.forEach(([x0, z0], index) => {
      const [x1, z1] = profile[(index + 1) % profile.length] ?? [x0, z0]
      const [across, up] = [z0 - z1, x1 - x0] // the outward normal
      if (across + up <= 0) return
      const slope: Ink = across > 0 && up > 0 ? 'tint' : up > 0 ? top : right
      this.face(
        [
          [x0, y, z0],
          [x1, y, z1],
          [x1, y + width, z1],
          [x0, y + width, z0],
        ],
        slope,
      )
    })
    return this.face(
      profile.map(([x, z]): Point => [x, y + width, z]),
      left,
    )
  }

  /** A hopper: an open funnel that widens by `flare` on each side towards the top. */
  hopper([x, y, z]: Point, [length, width, height]: Point, flare: number): this {
    const ring = (out: number, level: number): readonly Point[] =>
      rectangle('z', [x - out, y - out, level], length + 2 * out, width + 2 * out)
    const [, b1, b2, b3] = ring(0, z)
    const rim = ring(flare, z + height)
    const [, t1, t2, t3] = rim
    if (b1 && b2 && b3 && t1 && t2 && t3) this.face([b3, b2, t2, t3], 'left').face([b1, b2, t2, t1], 'right')
    return this.face(rim, 'top').face(ring(flare - 16, z + height), 'deep')
  }

  /** A cylinder from the middle of its far end along `axis`. */
  cylinder(start: Point, axis: Axis, radius: number, length: number, side: Ink = 'left', end: Ink = 'top'): this {
    const [far, near] = [project(start), project(along(start, axis, length))]
    const [a, b] = rim(far, axis, radius)
    const [c, d] = rim(near, axis, radius)
    const arc = { radius: radius * STRETCH, tilt: TILT[axis] }
    this.#shapes.push({ ink: side, weight: 'outline', closed: true, loops: [[{ to: a }, { to: b, ...arc }, { to: d }, { to: c, ...arc }]] })
    return this.disc(along(start, axis, length), axis, radius, end)
  }

  /** A flat disc that faces `axis`. */
  disc(center: Point, axis: Axis, radius: number, ink: Ink = 'none', weight: Weight = 'outline'): this {
    const [a, b] = rim(project(center), axis, radius)
    const arc = { radius: radius * STRETCH, tilt: TILT[axis] }
    this.#shapes.push({ ink, weight, closed: true, loops: [[{ to: a }, { to: b, ...arc }, { to: a, ...arc }]] })
    return this
  }

  /** The shadow of an object on the floor, to the right. */
  shadow([x, y, z]: Point, length: number, width: number, reach: number): this {
    const points: readonly Point[] = [
      [x, y, z],
      [x + reach, y, z],
      [x + length + reach, y, z],
      [x + length + reach, y + width, z],
      [x + length, y + width, z],
      [x, y + width, z],
    ]
    return this.face(points, 'shadow', 'bare')
  }

  /**
   * A dimension line beside the object in the direction `away`; `clear` millimeters keep it clear of what is in front. Without a label (the
   * size is not specified) nothing is drawn.
   */
  dimension(from: Point, to: Point, away: Point, label: string | undefined, clear = 0): this {
    if (label !== undefined) this.#dimensions.push({ from: project(from), to: project(to), away: project(away), clear, label })
    return this
  }

  /** The finished drawing, fitted to the frame of its size. */
  toSvg(size: Size): SceneSvg {
    return new SceneSvg(this.#shapes, this.#dimensions, size)
  }

  #add(loops: readonly (readonly Point[])[], ink: Ink, weight: Weight, closed: boolean): this {
    this.#shapes.push({ ink, weight, closed, loops: loops.map((loop) => loop.map((point) => ({ to: project(point) }))) })
    return this
  }
}

/** The ends of the long axis of the ellipse a circle becomes; clockwise from the first to the second is its far side. */
function rim([x, y]: Flat, axis: Axis, radius: number): readonly [Flat, Flat] {
  const angle = (TILT[axis] * Math.PI) / 180
  const reach = (axis === 'z' ? -1 : 1) * radius * STRETCH
  const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach]
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ]
}
