import { parentPort } from 'node:worker_threads'
import { encode } from 'uqr'
import type { PdfBlock, PdfJob, PdfResult, PdfWriter } from './pdf.ts'
import { paintDrawing } from './pdf-drawing.ts'
import { addHeaderAndFooter, INK, LEFT, openSheet, type Sheet, WIDTH } from './pdf-sheet.ts'
import { writeTable } from './pdf-table.ts'

/* Worker thread of `pdf.ts`: writes one document after the other. Content is tagged, decoration is not; pages break automatically. */

const SIZES = { 1: 21, 2: 13.5, 3: 11 } as const
const STYLES = {
  plain: { font: 'text', size: 9.5, ink: INK.ink },
  lead: { font: 'text', size: 11.5, ink: INK.soft },
  small: { font: 'text', size: 8, ink: INK.soft },
  strong: { font: 'bold', size: 9.5, ink: INK.ink },
} as const

function writeHeading({ doc, root, add, room, down, use, words }: Sheet, level: 1 | 2 | 3, text: string): void {
  use('display', SIZES[level], INK.ink)
  const spoken = words(text)
  down(level === 1 ? 0 : 12)
  room(doc.heightOfString(spoken, { width: WIDTH }) + 60) // never alone at the bottom of a page
  add(root, `H${level}`, () => use('display', SIZES[level], INK.ink).text(spoken, LEFT, doc.y, { width: WIDTH, lineGap: 1 }))
  down(level === 1 ? 6 : 5)
}

interface Paragraph {
  parent?: PDFKit.PDFStructureElement
  tag?: string
  look?: keyof typeof STYLES
  indent?: number
}

function writeParagraph(sheet: Sheet, text: string, { parent = sheet.root, tag = 'P', look = 'plain', indent = 0 }: Paragraph = {}): void {
  const { doc, add, room, down, use, words } = sheet
  const { font, size, ink } = STYLES[look]
  use(font, size, ink)
  const options = { width: WIDTH - indent, lineGap: 2 }
  const spoken = words(text)
  room(Math.min(doc.heightOfString(spoken, options), 120))
  add(parent, tag, () => use(font, size, ink).text(spoken, LEFT + indent, doc.y, options))
  down(0)
}

function writeList(sheet: Sheet, items: readonly string[]): void {
  const { doc, root, add, room, down, use, words } = sheet
  const whole = add(root, 'L', null)
  for (const item of items) {
    use('text', STYLES.plain.size, INK.ink)
    room(doc.heightOfString(words(item), { width: WIDTH - 14, lineGap: 2 }))
    const entry = add(whole, 'LI', null)
    const top = doc.y
    add(entry, 'Lbl', () => use('bold', STYLES.plain.size, INK.blue).text('–', LEFT, top, { lineBreak: false }))
    doc.y = top
    writeParagraph(sheet, item, { parent: entry, tag: 'LBody', indent: 14 })
    down(2)
    entry.end()
  }
  whole.end()
  down(4)
}

function writeFigures(sheet: Sheet, cells: readonly { figure: string; label: string }[]): void {
  const { doc, root, add, ornament, room, down, use, words } = sheet
  const each = WIDTH / cells.length
  use('text', 8.5, INK.soft)
  const height = 38 + Math.max(...cells.map(({ label }) => doc.heightOfString(words(label), { width: each - 24 })))
  room(height + 8)
  const top = doc.y
  ornament(() => {
    doc.save().lineWidth(1.6).rect(LEFT, top, WIDTH, height).stroke(INK.ink).lineWidth(1.2).dash(4, { space: 3 })
    for (let x = LEFT + each; x < LEFT + WIDTH - 1; x += each)
      doc
        .moveTo(x, top + 1)
        .lineTo(x, top + height - 1)
        .stroke(INK.ink)
    doc.restore()
  })
  cells.forEach(({ figure, label }, index) => {
    const x = LEFT + each * index + 12
    add(root, 'P', () => {
      use('display', figure.length > 16 ? 11 : 17, INK.ink).text(words(figure), x, top + 9, { width: each - 16, lineBreak: false })
      use('text', 8.5, INK.soft).text(words(` ${label}`).trimStart(), x, top + 30, { width: each - 24 })
    })
  })
  doc.y = top + height
  down(10)
}

function writeLink({ doc, root, add, room, down, use, words }: Sheet, before: string, label: string, url: string): void {
  const { size } = STYLES.plain
  use('text', size, INK.ink)
  room(30)
  const sentence = add(root, 'P', () => use('text', size, INK.ink).text(words(before), LEFT, doc.y, { width: WIDTH, continued: true }))
  const paint = () => use('text', size, INK.blue).text(words(label), { link: url, underline: true })
  sentence.add(doc.struct('Link', { alt: `${before}${label}` }, paint))
  down(4)
}

function writeDrawing({ doc, root, add, room, down }: Sheet, svg: string, alt: string, height: number): void {
  room(height + 10)
  const top = doc.y
  const paint = () => {
    paintDrawing(doc, svg, { x: LEFT, y: top, width: WIDTH, height })
    doc.save().lineWidth(1.6).rect(LEFT, top, WIDTH, height).stroke(INK.ink).restore()
  }
  add(root, 'Figure', paint, { alt, bbox: [LEFT, top, LEFT + WIDTH, top + height] })
  doc.y = top + height
  down(12)
}

/** Side of a QR code, in points: 22 mm. */
const CODE = 62

function writeCode(sheet: Sheet, url: string, label: string): void {
  const { doc, root, add, room, down } = sheet
  room(CODE + 8)
  const top = doc.y
  const { data, size } = encode(url, { border: 0 })
  const module = CODE / size
  const paint = () => {
    doc.save()
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) doc.rect(LEFT + x * module, top + y * module, module, module)
      })
    })
    doc.fill(INK.ink).restore()
  }
  add(root, 'Figure', paint, { alt: `QR code: ${label}`, bbox: [LEFT, top, LEFT + CODE, top + CODE] })
  doc.y = top + CODE / 2 - 6
  writeParagraph(sheet, label, { indent: CODE + 14 })
  doc.y = top + CODE
  down(8)
}

function writeQuote(sheet: Sheet, text: string, by: string): void {
  const { doc, root, add, ornament, room, down, use, words } = sheet
  use('text', STYLES.lead.size, STYLES.lead.ink)
  const height = doc.heightOfString(words(text), { width: WIDTH - 16, lineGap: 2 }) + 12
  room(height)
  const top = doc.y
  ornament(() => doc.save().rect(LEFT, top, 3, height).fill(INK.kraft).restore())
  const said = add(root, 'BlockQuote', null)
  writeParagraph(sheet, text, { parent: said, look: 'lead', indent: 16 })
  writeParagraph(sheet, by, { parent: said, look: 'small', indent: 16 })
  said.end()
  down(8)
}

function writerOn(sheet: Sheet): Omit<PdfWriter, 'together'> {
  return {
    heading: (level, text) => writeHeading(sheet, level, text),
    newPage: () => void sheet.doc.addPage(),
    text: (text, look = 'plain') => {
      writeParagraph(sheet, text, { look })
      sheet.down(4)
    },
    link: (before, label, url) => writeLink(sheet, before, label, url),
    list: (items) => writeList(sheet, items),
    figures: (cells) => writeFigures(sheet, cells),
    table: (table) => writeTable(sheet, table),
    drawing: (svg, alt, height) => writeDrawing(sheet, svg, alt, height),
    code: (url, label) => writeCode(sheet, url, label),
    quote: (text, by) => writeQuote(sheet, text, by),
  }
}

/** Sentence on documents with letters that no font has. */
const REWRITTEN = "Names in scripts that this document can't print are written in Latin letters."

/** Returns the height of some blocks at the top of a page; null where they need more than one. */
function heightOf(blocks: readonly PdfBlock[]): number | null {
  const sheet = openSheet({ title: '', subject: '', author: '', createdAt: new Date(0) })
  const top = sheet.doc.y
  writeBlocks(sheet, blocks)
  return sheet.doc.bufferedPageRange().count === 1 ? sheet.doc.y - top : null
}

function writeBlocks(sheet: Sheet, blocks: readonly PdfBlock[]): void {
  const writer = writerOn(sheet)
  for (const block of blocks) {
    if (block.name === 'together') {
      sheet.room(heightOf(block.content) ?? 0)
      writeBlocks(sheet, block.content)
    } else {
      const write = writer[block.name] as (...content: readonly unknown[]) => void // noted with the parameters of the same building block
      write(...block.content)
    }
  }
}

async function write({ facts, blocks }: PdfJob): Promise<Buffer> {
  const sheet = openSheet(facts)
  const { doc, root } = sheet
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  writeBlocks(sheet, blocks)
  if (sheet.isRewritten()) writeParagraph(sheet, REWRITTEN, { look: 'small' })
  root.end()
  addHeaderAndFooter(sheet, facts)
  doc.end()
  return done
}

const answer = (result: PdfResult) => parentPort?.postMessage(result)

let queue: Promise<void> = Promise.resolve()
parentPort?.on('message', (job: PdfJob) => {
  queue = queue.then(async () => {
    try {
      answer({ id: job.id, bytes: await write(job) })
    } catch (error) {
      answer({ id: job.id, error: error instanceof Error ? error.message : String(error) })
    }
  })
})
