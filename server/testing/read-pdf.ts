import { inflateSync } from 'node:zlib'

/** Facts of one of our PDFs that tests check. */
interface ReadPdf {
  pages: number
  /** Text of each page. */
  pageTexts: string[]
  /** All text in the order of painting, one line for each run of text. */
  text: string
  /** Tags of the structure, such as H1, in the order of the document's objects. */
  tags: string[]
  /** True if the document says that it is tagged; its language. */
  isTagged: boolean
  language: string | null
}

function objectsOf(source: string): Map<string, string> {
  return new Map([...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]))
}

function streamOf(body: string): string {
  const [, raw = ''] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? []
  const bytes = Buffer.from(raw, 'latin1')
  return (body.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

/** Glyph to text, from the font's own table. */
function glyphsOf(cmap: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, from = '', , list = ''] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const texts = [...list.matchAll(/<([^>]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    )
    texts.forEach((text, index) => glyphs.set(Number.parseInt(from, 16) + index, text))
  }
  return glyphs
}

/** Reads a PDF that pdfkit wrote; no reader for others. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes.toString('latin1'))
  const bodies = [...objects.values()]
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name = '', id = ''] of bodies.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (cmap) fonts.set(name, glyphsOf(streamOf(objects.get(cmap) ?? '')))
  }
  const contents = bodies.filter((body) => /\/Type \/Page\n/.test(body)).flatMap((body) => /\/Contents (\d+) 0 R/.exec(body)?.[1] ?? [])
  const pageTexts = contents.map((id) => {
    const lines: string[] = []
    let font = new Map<number, string>()
    for (const [, name, runs = ''] of streamOf(objects.get(id) ?? '').matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name) ?? font
      else
        lines.push(
          [...runs.matchAll(/<(\w+)>/g)]
            .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
            .map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '')
            .join(''),
        )
    }
    return lines.join('\n')
  })
  return {
    pages: contents.length,
    pageTexts,
    text: pageTexts.join('\n'),
    tags: bodies.flatMap((body) => (body.includes('/Type /StructTreeRoot') ? [] : (/\/S \/(\w+)/.exec(body)?.[1] ?? []))),
    isTagged: bodies.some((body) => /\/MarkInfo <<\s*\/Marked true/.test(body) || /\/Marked true/.test(body)),
    language: /\/Lang \(([^)]*)\)/.exec(bodies.join('\n'))?.[1] ?? null,
  }
}
