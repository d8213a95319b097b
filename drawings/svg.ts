import { escapeMarkup } from '#domain/markup.ts'
import { DARK_INKS, DARK_NOTES, type Dimension, type Flat, GROUND, INKS, NOTES, type Shape, type Step, WEIGHTS } from './ink.ts'

/** A whole drawing, or the bold one without numerals for places narrower than 200 CSS pixels. */
export type Size = 'full' | 'card'

/** Width and height of a drawing in CSS pixels, by its size. */
export const FRAMES = { full: { width: 800, height: 600 }, card: { width: 600, height: 600 } } as const

/**
 * Placement of a drawing: fitted to its frame, or with `scale` pixels for each millimeter from its upper left corner; `sheet` is its size
 * on paper.
 */
export type Placement = { readonly scale?: number; readonly sheet?: { readonly width: string; readonly height: string } }

const MARGIN = { full: 44, card: 42 } as const // free space around the drawing; on a card the subject fills 86%
const CARD_WEIGHT = 1.8 // strokes of a card, compared with those of a whole drawing
const NUMERAL = 31 // height of the dimension numerals, as in ink.ts; 11.6 px on a card 300 px wide
const NUMERAL_WIDTH = 0.56 // of a character, in NUMERALs
const OFFSET = 34 // distance of a dimension line from the object it measures
const ARROW = { length: 15, half: 5 } as const
const FITTING_ROUNDS = 10 // numerals do not scale with the object, so the fit is found iteratively

type View = { readonly scale: number; readonly x: number; readonly y: number }
type Text = { readonly id: string; readonly title: string; readonly description: string }
type Bounds = { x0: number; y0: number; x1: number; y1: number }

/** Writes shapes and dimension lines as one SVG document that fills its frame. */
export class SceneSvg {
  readonly #shapes: readonly Shape[]
  readonly #dimensions: readonly Dimension[]
  readonly #size: Size
  readonly #placement: Placement

  constructor(shapes: readonly Shape[], dimensions: readonly Dimension[], size: Size, placement: Placement = {}) {
    this.#shapes = shapes
    this.#dimensions = size === 'card' ? [] : dimensions
    this.#size = size
    this.#placement = placement
  }

  /** Writes the document; title and description are escaped here. */
  write({ id, title, description }: Text): string {
    const view = this.#fit()
    const { width, height } = FRAMES[this.#size]
    const sheet = (this.#size === 'full' && this.#placement.sheet) || { width, height }
    const paint = (shapes: readonly Shape[]): string => shapes.map((shape) => writeShape(shape, view)).join('')
    const shadows = paint(this.#shapes.filter(({ ink }) => ink === 'shadow'))
    const shapes = paint(this.#shapes.filter(({ ink }) => ink !== 'shadow'))
    const dimensions = this.#dimensions.map((dimension) => writeDimension(dimension, view)).join('')
    const isSample = this.#placement.scale !== undefined // it fills the frame, so that nothing is left beside it
    const stripes = this.#size === 'full' ? `<path d="${flutes()}" class="flutes"/>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escapeMarkup(title)}</title><desc id="${id}-d">${escapeMarkup(description)}</desc><style>${styles(id, this.#size)}</style><g id="${id}"><path d="M0${-height}h${width}v${3 * height}H0z" class="ground"/>${stripes}${shadows}${isSample ? shapes + dimensions : dimensions + shapes}</g></svg>`
  }

  /** Returns the scale and offset that show the drawing large and centered. */
  #fit(): View {
    const { width, height } = FRAMES[this.#size]
    const margin = MARGIN[this.#size]
    let view: View = { scale: this.#placement.scale ?? 1, x: 0, y: 0 }
    for (let round = 0; round < FITTING_ROUNDS && this.#placement.scale === undefined; round++) {
      const { x0, y0, x1, y1 } = this.#bounds(view)
      const grow = Math.min((width - 2 * margin) / Math.max(1, x1 - x0), (height - 2 * margin) / Math.max(1, y1 - y0))
      view = { scale: view.scale * grow, x: 0, y: 0 }
    }
    if (this.#placement.scale !== undefined) {
      const full = FRAMES.full // whose middle a smaller frame shows
      return { scale: view.scale, x: (width - full.width) / 2, y: (height - full.height) / 2 }
    }
    const { x0, y0, x1, y1 } = this.#bounds(view)
    return { scale: view.scale, x: (width - x0 - x1) / 2, y: (height - y0 - y1) / 2 }
  }

  #bounds(view: View): Bounds {
    const bounds: Bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
    const include = ([x, y]: Flat, margin = 0): void => {
      bounds.x0 = Math.min(bounds.x0, x - margin)
      bounds.y0 = Math.min(bounds.y0, y - margin)
      bounds.x1 = Math.max(bounds.x1, x + margin)
      bounds.y1 = Math.max(bounds.y1, y + margin)
    }
    for (const { loops, ink } of this.#shapes) {
      if (ink === 'shadow' && this.#size === 'card') continue
      for (const loop of loops)
        loop.forEach(({ to, radius, tilt }, index) => {
          include(place(to, view))
          const last = loop[index - 1]
          if (radius === undefined || !last) return
          // an arc is half an ellipse between the ends of its long axis
          const [x, y] = place([(last.to[0] + to[0]) / 2, (last.to[1] + to[1]) / 2], view)
          const [across, up] = [
            radius * view.scale * (tilt ? Math.SQRT1_2 : 1),
            radius * view.scale * (tilt ? Math.sqrt(5 / 6) : Math.sqrt(1 / 3)),
          ]
          include([x - across, y - up])
          include([x + across, y + up])
        })
    }
    for (const dimension of this.#dimensions) {
      const { start, end, run, middle } = layOut(dimension, view)
      const half = (dimension.label.length * NUMERAL * NUMERAL_WIDTH) / 2
      for (const point of [start, end]) include(point, 6)
      const [across, up] = [run[0] * half, run[1] * half]
      include([middle[0] - across, middle[1] - up], NUMERAL * 0.5)
      include([middle[0] + across, middle[1] + up], NUMERAL * 0.5)
    }
    return bounds
  }
}

function place([x, y]: Flat, view: View): Flat {
  return [x * view.scale + view.x, y * view.scale + view.y]
}

/** Writes a shape as a path with short relative steps, rounded to a tenth of a pixel without drift. */
function writeShape({ ink, weight, closed, loops }: Shape, view: View): string {
  let [x, y] = [0, 0]
  const step = ({ to, radius, tilt }: Step, first: boolean): string => {
    const [px, py] = place(to, view)
    const [nx, ny] = [Math.round(px * 10), Math.round(py * 10)]
    const move = `${numeral(nx - x)}${ny < y ? '' : ' '}${numeral(ny - y)}`
    ;[x, y] = [nx, ny]
    if (first) return `m${move}`
    if (radius === undefined) return `l${move}`
    const long = Math.round(radius * view.scale * 10)
    return `a${numeral(long)} ${numeral(Math.round(long / Math.sqrt(3)))} ${tilt ?? 0} 0 1 ${move}`
  }
  const path = loops.map((loop) => {
    let start: Flat = [x, y]
    const steps = loop.map((part, index) => {
      const written = step(part, index === 0)
      if (index === 0) start = [x, y]
      return written
    })
    if (closed) [x, y] = start
    return `${steps.join('')}${closed ? 'z' : ''}`
  })
  const style = weight === 'outline' ? ink : `${ink} ${weight}`
  return `<path class="${style}" d="${path.join('').replace(/^m/u, 'M')}"/>`
}

/** Formats tenths as a short decimal: 5 is ".5" and -120 is "-12". */
function numeral(tenths: number): string {
  return String(tenths / 10).replace(/^(-?)0\./u, '$1.')
}

function layOut({ from, to, away, clear, label }: Dimension, view: View) {
  const [start, end] = [place(from, view), place(to, view)]
  const length = Math.hypot(away[0], away[1]) || 1
  const out: Flat = [away[0] / length, away[1] / length]
  const shift = ([x, y]: Flat, by: number): Flat => [x + out[0] * by, y + out[1] * by]
  const off = OFFSET + clear * view.scale
  const [a, b] = [shift(start, off), shift(end, off)]
  const span = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const run: Flat = [(b[0] - a[0]) / span, (b[1] - a[1]) / span]
  // the side of the line that faces away from the object
  const outward = -run[1] * out[0] + run[0] * out[1] > 0 ? 1 : -1
  const lift = NUMERAL * 0.72
  const middle: Flat = [(a[0] + b[0]) / 2 - run[1] * outward * lift, (a[1] + b[1]) / 2 + run[0] * outward * lift]
  return { start: a, end: b, run, span, shift, off, feet: [start, end] as const, middle, label }
}

function writeDimension(dimension: Dimension, view: View): string {
  const { start, end, run, span, shift, off, feet, middle, label } = layOut(dimension, view)
  const line = (a: Flat, b: Flat): string => `M${pair(a)}L${pair(b)}`
  const extensions = feet.map((foot) => line(shift(foot, 5), shift(foot, off + 8))).join('')
  const outside = span < 3.2 * ARROW.length ? -1 : 1 // arrows point in from outside a short line
  const beyond = outside < 0 ? ARROW.length * 1.8 : 0
  const ends: readonly Flat[] = [
    [start[0] - run[0] * beyond, start[1] - run[1] * beyond],
    [end[0] + run[0] * beyond, end[1] + run[1] * beyond],
  ]
  const arrow = ([x, y]: Flat, way: number): string => {
    const [ux, uy] = [run[0] * way * ARROW.length, run[1] * way * ARROW.length]
    const [sx, sy] = [-run[1] * ARROW.half, run[0] * ARROW.half]
    return `M${pair([x, y])}L${pair([x + ux + sx, y + uy + sy])} ${pair([x + ux - sx, y + uy - sy])}z`
  }
  const [first = start, last = end] = ends
  let angle = (Math.atan2(run[1], run[0]) * 180) / Math.PI
  if (angle > 89 || angle <= -91) angle -= Math.sign(angle) * 180
  return `<path class="extension" d="${extensions}"/><path class="measure" d="${line(first, last)}"/><path class="arrow" d="${arrow(start, outside)}${arrow(end, -outside)}"/><text transform="translate(${pair(middle)}) rotate(${Math.round(angle)})" y="${numeral(Math.round(NUMERAL * 3.6))}">${escapeMarkup(label)}</text>`
}

function pair([x, y]: Flat): string {
  return `${numeral(Math.round(x * 10))} ${numeral(Math.round(y * 10))}`
}

/**
 * The stripes of the board's flutes under the liner, from edge to edge; like the ground, they go on above and below for a frame that is
 * taller.
 */
function flutes(): string {
  const { width, height } = FRAMES.full
  const pitch = 12.5 // divides the width, so the stripes end evenly
  return Array.from({ length: width / pitch }, (_, index) => `M${(index + 0.5) * pitch}${-height}v${3 * height}`).join('')
}

/** The inline style sheet; its rules hold only inside the drawing's own group. A screen with a dark theme has its own colors. */
function styles(id: string, size: Size): string {
  const bold = size === 'card' ? CARD_WEIGHT : 1
  const rule = (name: string, style: string): string => `#${id} ${name}{${style}}`
  const fills = (inks: Readonly<Record<string, string>>): string =>
    Object.entries(inks)
      .map(([name, color]) => rule(`.${name}`, `fill:${color}`))
      .join('')
  const weights = Object.entries(WEIGHTS).map(([name, style]) => rule(`.${name}`, strokeOf(style, bold)))
  const rules = [
    rule('path', `${strokeOf(WEIGHTS.outline, bold)};stroke-linejoin:round;stroke-linecap:round`),
    fills(INKS),
    ...weights,
    rule('.ground', `fill:${GROUND.light};stroke:none`),
    ...(size === 'full' ? NOTES.map(([name, style]) => rule(name, style)) : []),
  ]
  const dark = [
    fills(DARK_INKS),
    rule('.cable', `stroke:${DARK_INKS.tint}`),
    rule('.deep:not(.bare)', `stroke:${DARK_INKS.right}`), // an opening would run into the ground
    rule('.ground', `fill:${GROUND.dark}`),
    ...(size === 'full' ? DARK_NOTES.map(([name, style]) => rule(name, style)) : []),
  ]
  return `${rules.join('')}@media screen and (prefers-color-scheme:dark){${dark.join('')}}`
}

/** Returns a style with its line widths and dashes multiplied. */
function strokeOf(style: string, by: number): string {
  return style.replace(/(stroke-width|stroke-dasharray):([\d. ]+)/gu, (_, name: string, values: string) => {
    const scaled = values.split(' ').map((value) => Number((Number(value) * by).toFixed(1)))
    return `${name}:${scaled.join(' ')}`
  })
}
