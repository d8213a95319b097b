import { BOTTOM, INK, LEFT, type Sheet, WIDTH } from './pdf-sheet.ts'

/** A column of a table. */
interface PdfColumn {
  title: string
  /** Width in relation to the other columns. */
  share: number
  align?: 'left' | 'right'
}

/** A table; the first cell of a row is its header. `strong`: indexes of bold rows. */
export interface PdfTable {
  caption: string
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  strong?: readonly number[]
}

type Kind = 'head' | 'row' | 'strong'

const SIZE = 9
const PADDING = { x: 5, y: 3.2 }
/** Maximum height of a table that is kept on one page. */
const ROWS_KEPT_TOGETHER = 330

/** Left edges and inner widths of the columns. */
function layOut(columns: readonly PdfColumn[]): { left: number; inner: number }[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let left = LEFT
  return columns.map(({ share }) => {
    const width = (WIDTH * share) / shares
    left += width
    return { left: left - width + PADDING.x, inner: width - 2 * PADDING.x }
  })
}

/** Draws the background of the header and the line under every row. */
function drawRule({ doc }: Sheet, kind: Kind, top: number, height: number): void {
  const isHead = kind === 'head'
  if (isHead) doc.save().rect(LEFT, top, WIDTH, height).fill(INK.tint).restore()
  doc.save().lineWidth(isHead ? 1.4 : 0.6)
  doc
    .moveTo(LEFT, top + height)
    .lineTo(LEFT + WIDTH, top + height)
    .stroke(isHead ? INK.ink : INK.line)
    .restore()
}

/** Writes a table; its header is repeated on every page. */
export function writeTable(sheet: Sheet, { caption, columns, rows, strong = [] }: PdfTable): void {
  const { doc, add, ornament, room, down, use, words } = sheet
  const places = layOut(columns)
  const inner = (index: number) => places[index]?.inner ?? WIDTH
  const titles = columns.map(({ title }) => title)
  const kindOf = (index: number): Kind => (strong.includes(index) ? 'strong' : 'row')
  const whole = add(sheet.root, 'Table', null)

  const heightOf = (cells: readonly string[], kind: Kind) => {
    use(kind === 'row' ? 'text' : 'bold', SIZE, INK.ink)
    return Math.max(...cells.map((cell, index) => doc.heightOfString(words(cell), { width: inner(index) }))) + 2 * PADDING.y + 1
  }

  const line = (cells: readonly string[], kind: Kind, isRepeated = false) => {
    const height = heightOf(cells, kind)
    const top = doc.y
    ornament(() => drawRule(sheet, kind, top, height))
    const paint = (cell: string, index: number) => {
      use(kind === 'row' ? 'text' : 'bold', SIZE, index === 0 && kind === 'row' ? INK.soft : INK.ink)
      const align = columns[index]?.align ?? 'left'
      doc.text(words(cell), places[index]?.left ?? LEFT, top + PADDING.y + 1, { width: inner(index), align })
    }
    if (isRepeated) ornament(() => cells.forEach(paint), 'Pagination')
    else {
      const row = add(whole, 'TR', null)
      cells.forEach((cell, index) => {
        const scope = kind === 'head' ? ('Column' as const) : index === 0 ? ('Row' as const) : null
        add(row, scope ? 'TH' : 'TD', () => paint(cell, index), scope ? { scope } : {}).end()
      })
      row.end()
    }
    doc.y = top + height
    doc.x = LEFT
  }

  const total = 30 + heightOf(titles, 'head') + rows.reduce((sum, cells, index) => sum + heightOf(cells, kindOf(index)), 0)
  room(total < ROWS_KEPT_TOGETHER ? total : 90)
  add(whole, 'Caption', () => use('bold', 9.5, INK.ink).text(words(caption), LEFT, doc.y, { width: WIDTH }))
  down(3)
  line(titles, 'head')
  rows.forEach((cells, index) => {
    const kind = kindOf(index)
    if (doc.y + heightOf(cells, kind) > BOTTOM) {
      doc.addPage()
      line(titles, 'head', true)
    }
    line(cells, kind)
  })
  whole.end()
  down(10)
}
