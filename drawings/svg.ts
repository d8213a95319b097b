import { escapeMarkup } from '#domain/markup.ts'
import { type Dimension, type Flat, INKS, type Shape, type Step, WEIGHTS } from './ink.ts'

/** Width of every drawing in CSS pixels. */
export const WIDTH = 800
/** Height of every drawing in CSS pixels. */
export const HEIGHT = 600

const MARGIN = 44 // free space around the drawing
const NUMERAL = 31 // height of the dimension numerals; 11.6 px on a card 300 px wide
const NUMERAL_WIDTH = 0.56 // of a character, in NUMERALs
const OFFSET = 34 // distance of a dimension line from the object it measures
const ARROW = { length: 15, half: 5 } as const
const FITTING_ROUNDS = 10 // numerals do not scale with the object, so the fit is found iteratively

type View = { readonly scale: number; readonly x: number; readonly y: number }
type Bounds = { x0: number; y0: number; x1: number; y1: number }

/** Writes shapes and dimension lines as one SVG document that fills a 4:3 frame. */
export class SceneSvg {
  readonly #shapes: readonly Shape[]
  readonly #dimensions: readonly Dimension[]

  constructor(shapes: readonly Shape[], dimensions: readonly Dimension[]) {
    this.#shapes = shapes
    this.#dimensions = dimensions
  }

  /** Writes the document; `title` and `description` are escaped here. */
  write(id: string, title: string, description: string): string {
    const view = this.#fit()
    const paint = (shapes: readonly Shape[]): string => shapes.map((shape) => writeShape(shape, view)).join('')
    const shadows = paint(this.#shapes.filter(({ ink }) => ink === 'shadow'))
    const shapes = paint(this.#shapes.filter(({ ink }) => ink !== 'shadow'))
    const dimensions = this.#dimensions.map((dimension) => writeDimension(dimension, view)).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escapeMarkup(title)}</title><desc id="${id}-d">${escapeMarkup(description)}</desc><style>${styles(id)}</style><g id="${id}"><path d="M0 0h${WIDTH}v${HEIGHT}H0z" class="ground"/><path d="${flutes()}" class="flutes"/>${shadows}${dimensions}${shapes}</g></svg>`
  }

  /** Returns the scale and offset that show the drawing large and centered. */
  #fit(): View {
    let view: View = { scale: 1, x: 0, y: 0 }
    for (let round = 0; round < FITTING_ROUNDS; round++) {
      const { x0, y0, x1, y1 } = this.#bounds(view)
      const grow = Math.min((WIDTH - 2 * MARGIN) / Math.max(1, x1 - x0), (HEIGHT - 2 * MARGIN) / Math.max(1, y1 - y0))
      view = { scale: view.scale * grow, x: 0, y: 0 }
    }
    const { x0, y0, x1, y1 } = this.#bounds(view)
    return { scale: view.scale, x: (WIDTH - x0 - x1) / 2, y: (HEIGHT - y0 - y1) / 2 }
  }

  #bounds(view: View): Bounds {
    const bounds: Bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
    const include = ([x, y]: Flat, margin = 0): void => {
      bounds.x0 = Math.min(bounds.x0, x - margin)
      bounds.y0 = Math.min(bounds.y0, y - margin)
      bounds.x1 = Math.max(bounds.x1, x + margin)
      bounds.y1 = Math.max(bounds.y1, y + margin)
    }
    for (const { loops } of this.#shapes)
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

/** The stripes of the board's flutes under the liner, from edge to edge. */
function flutes(): string {
  const pitch = 12.5 // divides the width, so the stripes end evenly
  return Array.from({ length: WIDTH / pitch }, (_, index) => `M${(index + 0.5) * pitch} 0v${HEIGHT}`).join('')
}

/** The inline style sheet; its rules hold only inside the drawing's own group. */
function styles(id: string): string {
  const inks = Object.entries(INKS).map(([name, color]) => `#${id} .${name}{fill:${color}}`)
  const weights = Object.entries(WEIGHTS).map(([name, style]) => `#${id} .${name}{${style}}`)
  return [
    `#${id} path{${WEIGHTS.outline};stroke-linejoin:round;stroke-linecap:round}`,
    ...inks,
    ...weights,
    `#${id} .ground{fill:#DCB57F;stroke:none}`,
    `#${id} .flutes{fill:none;stroke:#C9995C;stroke-opacity:.3;stroke-width:5;stroke-linecap:butt}`,
    `#${id} .extension{fill:none;stroke-width:1.4;stroke-dasharray:4 4;stroke-linecap:butt}`,
    `#${id} .measure{fill:none;stroke-width:1.8}`,
    `#${id} .arrow{fill:#141E66;stroke:none}`,
    `#${id} text{font:700 ${NUMERAL}px Arial,Helvetica,sans-serif;fill:#141E66;text-anchor:middle}`,
  ].join('')
}
