import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { paintDrawing } from './pdf-drawing.ts'

/* Tagged PDF documents in the shop's look: headings, text, figures, tables, page numbers. What reads aloud is tagged, ornament is an artifact. */

/** What a document says of itself. */
export interface PdfFacts {
  title: string
  /** One sentence. */
  subject: string
  author: string
  createdAt: Date
}

export interface PdfColumn {
  title: string
  /** Share of the table's width, beside the other columns. */
  share: number
  align?: 'left' | 'right'
}

/** The building blocks of a document, from top to bottom; pages break by themselves. */
export interface PdfWriter {
  heading: (level: 1 | 2 | 3, text: string) => void
  text: (text: string, look?: 'plain' | 'lead' | 'small' | 'strong') => void
  /** A sentence with the address it leads to. */
  link: (before: string, label: string, url: string) => void
  list: (items: readonly string[]) => void
  /** A framed strip: two to four figures, each with what it counts. */
  figures: (cells: readonly { figure: string; label: string }[]) => void
  /** The first cell of a row names the row. The head is repeated where the table goes on. `strong`: indexes of rows in bold. */
  table: (table: {
    caption: string
    columns: readonly PdfColumn[]
    rows: readonly (readonly string[])[]
    strong?: readonly number[]
  }) => void
  /** One of the shop's drawings, framed, over the whole width. */
  drawing: (svg: string, alt: string, height: number) => void
  /** Words that somebody said. */
  quote: (text: string, by: string) => void
  space: (points: number) => void
}

const FONTS = join(import.meta.dirname, 'fonts')
const INK = { ink: '#12173a', soft: '#474d6e', blue: '#2334a8', line: '#d5d9e5', tint: '#e9ecf3', kraft: '#c99b5f' }
const PAGE = { width: 595.28, height: 841.89, side: 52, top: 84, bottom: 64 }
const WIDTH = PAGE.width - 2 * PAGE.side
const LEFT = PAGE.side
const FLOOR = PAGE.height - PAGE.bottom
const SIZES = { 1: 21, 2: 13.5, 3: 11 } as const
const LOOKS = {
  plain: { font: 'text', size: 9.5, ink: INK.ink },
  lead: { font: 'text', size: 11.5, ink: INK.soft },
  small: { font: 'text', size: 8, ink: INK.soft },
  strong: { font: 'bold', size: 9.5, ink: INK.ink },
} as const

type Element = PDFKit.PDFStructureElement
type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  /** Of a header cell: what it heads. */
  scope?: 'Column' | 'Row'
  /** Of a figure: left, top, right, bottom on its page. */
  bbox?: [number, number, number, number]
}

/** Characters that our cut of the font lacks become their plain letter, or a question mark. */
function printable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } })._font // pdfkit has no other way to ask
  const has = (character: string) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  return [...text.normalize('NFC')].map((each) => (has(each) ? each : ([...each.normalize('NFKD')].find(has) ?? '?'))).join('')
}

function openDocument({ title, subject, author, createdAt }: PdfFacts): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: { left: PAGE.side, right: PAGE.side, top: PAGE.top, bottom: PAGE.bottom },
    pdfVersion: '1.7',
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets, // known to pdfkit, not yet to its types
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: join(FONTS, 'archivo-text.ttf'),
    info: {
      Title: title,
      Subject: subject,
      Author: author,
      Creator: author,
      Producer: author,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  doc.registerFont('text', join(FONTS, 'archivo-text.ttf'))
  doc.registerFont('bold', join(FONTS, 'archivo-bold.ttf'))
  doc.registerFont('display', join(FONTS, 'archivo-display.ttf'))
  return doc
}

/** What is only to be seen, not read aloud. */
function artifact(doc: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', paint: () => void): void {
  doc.markContent('Artifact', { type })
  paint()
  doc.endMarkedContent()
}

/** The mark and the shop's name above, title and page number below, on every page. */
function furnish(doc: PDFKit.PDFDocument, { title, author }: PdfFacts): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    artifact(doc, 'Pagination', () => {
      doc
        .save()
        .lineWidth(1.9)
        .moveTo(LEFT, 38)
        .lineTo(LEFT + 24, 38)
        .moveTo(LEFT, 51)
        .lineTo(LEFT + 24, 51)
        .stroke(INK.ink)
      doc
        .lineWidth(2.1)
        .path(`M${LEFT + 0.7} 44.5q2.8-6.4 5.7 0t5.7 0 5.7 0 5.7 0`)
        .stroke(INK.kraft)
        .restore()
      doc
        .font('display')
        .fontSize(13)
        .fillColor(INK.ink)
        .text(printable(doc, author), LEFT + 32, 38, { lineBreak: false })
      doc
        .save()
        .lineWidth(1.5)
        .moveTo(LEFT, 62)
        .lineTo(LEFT + WIDTH, 62)
        .stroke(INK.ink)
        .restore()
      doc.page.margins.bottom = 0 // the foot stands in the margin
      doc.font('text').fontSize(8).fillColor(INK.soft)
      doc.text(printable(doc, title), LEFT, PAGE.height - 40, { width: WIDTH - 90, height: 10, ellipsis: true })
      doc.text(`Page ${page - start + 1} of ${count}`, LEFT, PAGE.height - 40, { width: WIDTH, align: 'right', lineBreak: false })
      doc.page.margins.bottom = PAGE.bottom
    })
  }
}

function makeWriter(doc: PDFKit.PDFDocument, root: Element): PdfWriter {
  const add = (parent: Element, tag: string, paint: (() => void) | null, options: ElementOptions = {}): Element => {
    const element = doc.struct(tag, options)
    parent.add(element)
    if (paint) element.add(paint)
    return element
  }
  const room = (height: number) => {
    if (doc.y + height > FLOOR) doc.addPage()
  }
  const down = (points: number) => {
    doc.y += points
    doc.x = LEFT
  }
  const use = (font: 'text' | 'bold' | 'display', size: number, ink: string) => doc.font(font).fontSize(size).fillColor(ink)

  const heading: PdfWriter['heading'] = (level, text) => {
    use('display', SIZES[level], INK.ink)
    const words = printable(doc, text)
    down(level === 1 ? 0 : 12)
    room(doc.heightOfString(words, { width: WIDTH }) + 60) // never alone at the foot of a page
    add(root, `H${level}`, () => use('display', SIZES[level], INK.ink).text(words, LEFT, doc.y, { width: WIDTH, lineGap: 1 }))
    down(level === 1 ? 6 : 5)
  }

  const paragraph = (parent: Element, tag: string, text: string, look: keyof typeof LOOKS, x = LEFT) => {
    const { font, size, ink } = LOOKS[look]
    use(font, size, ink)
    const width = WIDTH - (x - LEFT)
    const words = printable(doc, text)
    room(Math.min(doc.heightOfString(words, { width, lineGap: 2 }), 120))
    add(parent, tag, () => use(font, size, ink).text(words, x, doc.y, { width, lineGap: 2 }))
    doc.x = LEFT
  }

  const list: PdfWriter['list'] = (items) => {
    const whole = add(root, 'L', null)
    for (const item of items) {
      use('text', 9.5, INK.ink)
      room(doc.heightOfString(item, { width: WIDTH - 14, lineGap: 2 }))
      const entry = add(whole, 'LI', null)
      const top = doc.y
      add(entry, 'Lbl', () => use('bold', 9.5, INK.blue).text('–', LEFT, top, { lineBreak: false }))
      doc.y = top
      paragraph(entry, 'LBody', item, 'plain', LEFT + 14)
      down(2)
      entry.end()
    }
    whole.end()
    down(4)
  }

  const figures: PdfWriter['figures'] = (cells) => {
    const each = WIDTH / cells.length
    use('text', 8.5, INK.soft)
    const height = 38 + Math.max(...cells.map(({ label }) => doc.heightOfString(label, { width: each - 24 })))
    room(height + 8)
    const top = doc.y
    artifact(doc, 'Layout', () => {
      doc.save().lineWidth(1.6).rect(LEFT, top, WIDTH, height).stroke(INK.ink)
      doc.lineWidth(1.2).dash(4, { space: 3 })
      for (let index = 1; index < cells.length; index += 1)
        doc
          .moveTo(LEFT + each * index, top + 1)
          .lineTo(LEFT + each * index, top + height - 1)
          .stroke(INK.ink)
      doc.restore()
    })
    cells.forEach(({ figure, label }, index) => {
      const x = LEFT + each * index + 12
      add(root, 'P', () => {
        use('display', 17, INK.ink).text(printable(doc, figure), x, top + 9, { width: each - 16, lineBreak: false })
        use('text', 8.5, INK.soft).text(printable(doc, label), x, top + 30, { width: each - 24 })
      })
    })
    doc.y = top + height
    down(10)
  }

  const table: PdfWriter['table'] = ({ caption, columns, rows, strong = [] }) => {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns.map(({ share }) => (WIDTH * share) / shares)
    const lefts = widths.map((_, index) => LEFT + widths.slice(0, index).reduce((sum, width) => sum + width, 0))
    const whole = add(root, 'Table', null)
    let drawn = 0
    const inner = (index: number) => (widths[index] ?? 0) - 10
    const heightOf = (cells: readonly string[], isBold: boolean) => {
      use(isBold ? 'bold' : 'text', 9, INK.ink)
      return Math.max(...cells.map((cell, index) => doc.heightOfString(printable(doc, cell), { width: inner(index) }))) + 9
    }
    const line = (cells: readonly string[], isBold: boolean, kind: 'head' | 'again' | 'row') => {
      const height = heightOf(cells, isBold)
      const top = doc.y
      artifact(doc, 'Layout', () => {
        if (kind !== 'row') doc.save().rect(LEFT, top, WIDTH, height).fill(INK.tint).restore()
        doc.save().lineWidth(kind === 'row' ? 0.6 : 1.4)
        doc
          .moveTo(LEFT, top + height)
          .lineTo(LEFT + WIDTH, top + height)
          .stroke(kind === 'row' ? INK.line : INK.ink)
          .restore()
      })
      const paint = (cell: string, index: number) => () => {
        use(isBold || kind !== 'row' ? 'bold' : 'text', 9, index === 0 && kind === 'row' && !isBold ? INK.soft : INK.ink)
        doc.text(printable(doc, cell), (lefts[index] ?? LEFT) + 5, top + 5, { width: inner(index), align: columns[index]?.align ?? 'left' })
      }
      if (kind === 'again') artifact(doc, 'Pagination', () => cells.forEach((cell, index) => paint(cell, index)()))
      else {
        const row = add(whole, 'TR', null)
        cells.forEach((cell, index) => {
          const isHeader = kind === 'head' || index === 0
          add(row, isHeader ? 'TH' : 'TD', paint(cell, index), isHeader ? { scope: kind === 'head' ? 'Column' : 'Row' } : {}).end()
        })
        row.end()
      }
      doc.y = top + height
      doc.x = LEFT
      drawn += 1
    }
    const titles = columns.map(({ title }) => title)
    use('bold', 9.5, INK.ink)
    room(60)
    add(whole, 'Caption', () => use('bold', 9.5, INK.ink).text(printable(doc, caption), LEFT, doc.y, { width: WIDTH }))
    down(3)
    line(titles, true, 'head')
    rows.forEach((cells, index) => {
      const isBold = strong.includes(index)
      if (doc.y + heightOf(cells, isBold) > FLOOR) {
        doc.addPage()
        if (drawn > 1) line(titles, true, 'again')
      }
      line(cells, isBold, 'row')
    })
    whole.end()
    down(10)
  }

  return {
    heading,
    list,
    figures,
    table,
    space: down,
    text: (text, look = 'plain') => {
      paragraph(root, 'P', text, look)
      down(4)
    },
    link: (before, label, url) => {
      use('text', 9.5, INK.ink)
      room(30)
      const words = add(root, 'P', () =>
        use('text', 9.5, INK.ink).text(printable(doc, before), LEFT, doc.y, { width: WIDTH, continued: true }),
      )
      words.add(
        doc.struct('Link', { alt: `${before}${label}` }, () => {
          use('text', 9.5, INK.blue).text(printable(doc, label), { link: url, underline: true })
        }),
      )
      down(4)
    },
    drawing: (svg, alt, height) => {
      room(height + 10)
      const top = doc.y
      add(
        root,
        'Figure',
        () => {
          paintDrawing(doc, svg, { x: LEFT, y: top, width: WIDTH, height })
          doc.save().lineWidth(1.6).rect(LEFT, top, WIDTH, height).stroke(INK.ink).restore()
        },
        { alt, bbox: [LEFT, top, LEFT + WIDTH, top + height] },
      )
      doc.y = top + height
      down(12)
    },
    quote: (text, by) => {
      use('text', 11.5, INK.soft)
      const height = doc.heightOfString(printable(doc, text), { width: WIDTH - 16, lineGap: 2 }) + 18
      room(height)
      const top = doc.y
      artifact(doc, 'Layout', () => doc.save().rect(LEFT, top, 3, height).fill(INK.kraft).restore())
      const said = add(root, 'BlockQuote', null)
      paragraph(said, 'P', text, 'lead', LEFT + 16)
      paragraph(said, 'P', by, 'small', LEFT + 16)
      said.end()
      down(8)
    },
  }
}

/** Makes a document: `write` is given the building blocks, once. */
export async function makePdf(facts: PdfFacts, write: (page: PdfWriter) => void): Promise<Buffer> {
  const doc = openDocument(facts)
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  write(makeWriter(doc, root))
  root.end()
  furnish(doc, facts)
  doc.end()
  return done
}
