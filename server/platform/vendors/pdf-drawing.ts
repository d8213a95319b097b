/* Draws one of the shop's drawings (drawings) into a PDF, as vector paths: sharp at any size, a few kB. */

interface Paint {
  fill: string | null
  stroke: string | null
  width: number
  dash: number[] | null
  strokeOpacity: number
}

type Style = ReadonlyMap<string, string>

const VIEW = { width: 800, height: 600 }
/** Elements under the object itself, repeated beside it. */
const BACKGROUND = ['ground', 'flutes']

/** Parses `a:1;b:2` into a map. */
function readStyle(text: string): Style {
  return new Map(
    text.split(';').flatMap((pair): [string, string][] => {
      const [name = '', value = ''] = pair.split(':')
      return name ? [[name.trim(), value.trim()]] : []
    }),
  )
}

/** Rules of the drawing's style sheet by class; `path` is the rule of every path. */
function readRules(svg: string): Map<string, Style> {
  const sheet = (/<style>([\s\S]*?)<\/style>/.exec(svg)?.[1] ?? '').replace(/@media[\s\S]*$/, '') // its last rule is for dark screens
  const rules = [...sheet.matchAll(/#[\w-]+ \.?([\w-]+)\{([^}]*)\}/g)]
  return new Map(rules.map(([, name = '', body = '']) => [name, readStyle(body)]))
}

function paintOf(classes: readonly string[], rules: Map<string, Style>): Paint {
  const style = new Map(['path', ...classes].flatMap((name) => [...(rules.get(name) ?? [])]))
  const ink = (name: string) => {
    const value = style.get(name)
    return value === undefined || value === 'none' ? null : value
  }
  return {
    fill: ink('fill'),
    stroke: ink('stroke'),
    width: Number(style.get('stroke-width') ?? 1),
    dash: style.get('stroke-dasharray')?.split(' ').map(Number) ?? null,
    strokeOpacity: Number(style.get('stroke-opacity') ?? 1),
  }
}

function paintPath(doc: PDFKit.PDFDocument, path: string, { fill, stroke, width, dash, strokeOpacity }: Paint): void {
  if (!fill && !stroke) return
  doc.save().path(path).lineWidth(width).lineJoin('round').strokeOpacity(strokeOpacity)
  const [on, off] = dash ?? []
  if (on) doc.dash(on, { space: off ?? on })
  if (fill && stroke) doc.fillAndStroke(fill, stroke)
  else if (fill) doc.fill(fill)
  else if (stroke) doc.stroke(stroke)
  doc.restore()
}

/**
 * Draws a whole drawing into the frame, with its background up to the edges. Dimension numerals are left out, because the text has them.
 */
export function paintDrawing(doc: PDFKit.PDFDocument, svg: string, frame: { x: number; y: number; width: number; height: number }): void {
  const rules = readRules(svg)
  const paths = [...svg.matchAll(/<path[^>]*>/g)].map(([element]) => ({
    path: / d="([^"]*)"/.exec(element)?.[1] ?? '',
    classes: (/ class="([^"]*)"/.exec(element)?.[1] ?? '').split(' '),
  }))
  const isBackground = ({ classes }: { classes: string[] }) => BACKGROUND.some((name) => classes.includes(name))
  const paint = (chosen: typeof paths) => {
    for (const { path, classes } of chosen) paintPath(doc, path, paintOf(classes, rules))
  }
  const scale = Math.min(frame.width / VIEW.width, frame.height / VIEW.height)
  const tiles = Math.ceil((frame.width / (VIEW.width * scale) - 1) / 2)
  doc.save().rect(frame.x, frame.y, frame.width, frame.height).clip()
  doc.translate(frame.x + (frame.width - VIEW.width * scale) / 2, frame.y + (frame.height - VIEW.height * scale) / 2).scale(scale)
  for (let tile = -tiles; tile <= tiles; tile += 1) {
    doc.save().translate(tile * VIEW.width, 0)
    paint(paths.filter(isBackground))
    doc.restore()
  }
  paint(paths.filter((each) => !isBackground(each)))
  doc.restore()
}
