import type { Dimension, Flat, Ink, Shape, Weight } from './ink.ts'
import { type Placement, SceneSvg, type Size } from './svg.ts'

const ROUND = 44 // corners of a drawn circle

/** A drawing without perspective, in millimeters: x runs right, y down. Shapes are painted in the order they are added. */
export class Plan {
  readonly random: () => number
  readonly #shapes: Shape[] = []
  readonly #dimensions: Dimension[] = []
  readonly #placement: Placement

  constructor(random: () => number, placement: Placement = {}) {
    this.random = random
    this.#placement = placement
  }

  /** A filled polygon. */
  face(points: readonly Flat[], ink: Ink, weight: Weight = 'outline'): this {
    return this.faces([points], ink, weight)
  }

  /** Many filled polygons. */
  faces(polygons: readonly (readonly Flat[])[], ink: Ink, weight: Weight = 'detail'): this {
    return this.#add(polygons, ink, weight, true)
  }

  /** Many lines of one weight. */
  lines(lines: readonly (readonly Flat[])[], weight: Weight = 'detail'): this {
    return this.#add(lines, 'none', weight, false)
  }

  /** A rectangle from its upper left corner. */
  rectangle([x, y]: Flat, width: number, height: number, ink: Ink, weight: Weight = 'outline'): this {
    return this.face(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      ink,
      weight,
    )
  }

  /** A circle around its center. */
  circle([x, y]: Flat, radius: number, ink: Ink, weight: Weight = 'outline'): this {
    const points = Array.from({ length: ROUND }, (_, index): Flat => {
      const turn = (index / ROUND) * Math.PI * 2
      return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius]
    })
    return this.face(points, ink, weight)
  }

  /** A dimension line in the direction `away`; without a label (the size is not specified) nothing is drawn. */
  dimension(from: Flat, to: Flat, away: Flat, label: string | undefined, clear = 0): this {
    if (label !== undefined) this.#dimensions.push({ from, to, away, clear, label })
    return this
  }

  /** The finished drawing. */
  toSvg(size: Size): SceneSvg {
    return new SceneSvg(this.#shapes, this.#dimensions, size, this.#placement)
  }

  #add(loops: readonly (readonly Flat[])[], ink: Ink, weight: Weight, closed: boolean): this {
    this.#shapes.push({ ink, weight, closed, loops: loops.map((loop) => loop.map((to) => ({ to }))) })
    return this
  }
}
