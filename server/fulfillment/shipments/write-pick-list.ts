import { formatCount, pluralize } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'
import { listOpenLines, type OpenLine } from './lines-to-ship.ts'

/** Orders of a line, and most lines of a row: a longer one does not fit on a page. */
const ORDERS_OF_LINE = 2
const LINES_OF_ROW = 40

const partsOf = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))

const unitsOf = (lines: readonly OpenLine[]) => lines.reduce((sum, { left }) => sum + left, 0)

/** Compares texts as people count: A-2 before A-10; what has no place comes last. */
const byPlace = new Intl.Collator('en', { numeric: true })

/** Groups lines by place and product, in the order of the places. */
function groupLines(lines: readonly OpenLine[]): OpenLine[][] {
  const groups = [...Map.groupBy(lines, ({ storagePlace, sku, name }) => JSON.stringify([storagePlace, sku, name])).values()]
  const keyOf = ([line]: OpenLine[]) => [line?.storagePlace ?? '\uffff', line?.sku ?? '', line?.name ?? '']
  return groups.toSorted((one, other) => {
    const [mine, others] = [keyOf(one), keyOf(other)]
    return mine.map((text, index) => byPlace.compare(text, others[index] ?? '')).find((order) => order !== 0) ?? 0
  })
}

function writeSeller(page: PdfWriter, lines: readonly OpenLine[], heading: string | null): void {
  if (heading !== null) page.heading(2, heading)
  const groups = groupLines(lines)
  const rows = groups.flatMap((own) => {
    const [first] = own
    const product = [first?.name, first?.sku && `SKU ${first.sku}`].filter(Boolean).join('\n')
    const orders = partsOf(
      own.map(({ number, left }) => `${number}: ${formatCount(left)}`),
      ORDERS_OF_LINE,
    )
    return partsOf(
      orders.map((some) => some.join(', ')),
      LINES_OF_ROW,
    ).map((some, index) => [first?.storagePlace ?? 'No place', product, index === 0 ? formatCount(unitsOf(own)) : '', some.join('\n')])
  })
  page.table({
    caption: `${pluralize(unitsOf(lines), 'unit')} of ${pluralize(groups.length, 'product')}`,
    columns: [
      { title: 'Place', share: 1 },
      { title: 'Product', share: 2.8 },
      { title: 'Units', share: 0.7, align: 'right' },
      { title: 'Orders', share: 3.9 },
    ],
    rows: [...rows, ['', 'Total', formatCount(unitsOf(lines)), '']],
    strong: [rows.length],
  })
}

/**
 * Writes what is to be picked for orders as a PDF: by place and product, with the sum and the orders of each. Refuses `not_found` where
 * nothing is to be shipped.
 * @param businessId its seller; null: all, each under its name
 * @param orderIds null: all orders that are being processed
 */
export async function writePickList(
  db: Db,
  { businessId, orderIds, now }: { businessId: string | null; orderIds: readonly string[] | null; now: Date },
): Promise<Buffer> {
  const lines = await listOpenLines(db, businessId, orderIds)
  if (lines.length === 0) return refuse('not_found')
  const { company } = await readSettings(db)
  const orders = new Set(lines.map(({ orderId }) => orderId)).size
  const subject = `${pluralize(unitsOf(lines), 'unit')} for ${pluralize(orders, 'order')}`
  return createPdf({ title: 'Pick list', subject, author: company.name, createdAt: now }, (page) => {
    page.heading(1, 'Pick list')
    page.text(subject, 'lead')
    for (const own of Map.groupBy(lines, (line) => line.businessId).values())
      writeSeller(page, own, businessId === null ? (own[0]?.businessName ?? null) : null)
  })
}
