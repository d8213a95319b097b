import type { OrderStatus } from './order.ts'
import { lookupKey } from './text.ts'

/** Row of a file with tracking numbers; `row` counts from 1 as spreadsheets do, with the headings. '' for an empty cell. */
export interface TrackingRow {
  row: number
  order: string
  carrier: string
  trackingNumber: string
  sku: string
  quantity: string
}

/** Columns of a file with tracking numbers, in the order in which a file for the warehouse has them. */
export const TRACKING_COLUMNS = {
  order: 'Order',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  sku: 'SKU',
  quantity: 'Quantity',
} as const

/** Headings of each column in English, German and French, in lower case. */
const HEADINGS: Readonly<Record<keyof typeof TRACKING_COLUMNS, readonly string[]>> = {
  order: ['order', 'order number', 'order no', 'order no.', 'bestellung', 'bestellnummer', 'auftrag', 'auftragsnummer', 'commande'],
  carrier: ['carrier', 'shipping company', 'shipped with', 'versanddienst', 'versender', 'paketdienst', 'spediteur', 'transporteur'],
  trackingNumber: [
    'tracking number',
    'tracking',
    'tracking no',
    'tracking no.',
    'sendungsnummer',
    'paketnummer',
    'numéro de suivi',
    'suivi',
  ],
  sku: ['sku', 'article number', 'artikelnummer', 'référence'],
  quantity: ['quantity', 'qty', 'units', 'menge', 'anzahl', 'quantité'],
}

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15

/** A file without the two columns that it needs, or its rows and the errors in single cells. */
type TrackingTable = { missing: string } | { rows: TrackingRow[]; errors: { row: number; message: string }[] }

/**
 * Reads a table of tracking numbers. Empty rows are left out.
 * @param table its first row has the headings; numbers as the spreadsheet keeps them
 */
export function readTrackingTable(table: readonly (readonly (string | number | boolean | null)[])[]): TrackingTable {
  const [head = [], ...body] = table
  const titles = head.map((cell) => lookupKey(String(cell ?? '')))
  const placeOf = (column: keyof typeof HEADINGS) => titles.findIndex((title) => HEADINGS[column].includes(title))
  for (const column of ['order', 'trackingNumber'] as const)
    if (placeOf(column) < 0) return { missing: `it has no column “${TRACKING_COLUMNS[column]}”.` }
  const rows: TrackingRow[] = []
  const errors: { row: number; message: string }[] = []
  body.forEach((cells, index) => {
    const row = index + 2
    const rounded = cells[placeOf('trackingNumber')]
    const of = (column: keyof typeof HEADINGS) => String(cells[placeOf(column)] ?? '').trim()
    if (cells.every((cell) => String(cell ?? '').trim() === '')) return
    if (typeof rounded === 'number' && (rounded >= 10 ** KEPT_DIGITS || !Number.isInteger(rounded)))
      errors.push({ row, message: 'The spreadsheet has rounded the tracking number: format the column as text' })
    else if (of('order') === '') errors.push({ row, message: 'Enter the order number' })
    else if (of('trackingNumber') === '') errors.push({ row, message: 'Enter the tracking number' })
    else
      rows.push({
        row,
        order: of('order'),
        carrier: of('carrier'),
        trackingNumber: of('trackingNumber'),
        sku: of('sku'),
        quantity: of('quantity'),
      })
  })
  return { rows, errors }
}

/** Part of an order of one seller, with the lines that are sent. */
export interface NumberedPart {
  orderId: string
  number: string
  businessId: string
  status: OrderStatus
  lines: readonly { id: string; sku: string | null; left: number }[]
}

/** A parcel that rows of a file describe; `lines` null: all that is left. */
export interface FiledParcel {
  rows: number[]
  orderId: string
  businessId: string
  carrier: string
  trackingNumber: string
  lines: { id: string; quantity: number }[] | null
}

/** A row with the lines that it names, or what is wrong with it. */
type NamedRow =
  | { row: TrackingRow; part: NumberedPart; line: { id: string; quantity: number } | null }
  | { row: TrackingRow; message: string }

/** @param all the parts of the order that the row names */
function nameRow(row: TrackingRow, all: readonly NumberedPart[]): NamedRow {
  const own = all.filter(({ status }) => status !== 'cancelled')
  const [part, ...others] = own
  if (!part) return { row, message: all.length > 0 ? 'This order was canceled' : 'There is no such order' }
  if (row.sku === '') {
    if (row.quantity !== '') return { row, message: 'Enter the SKU that the quantity is of' }
    return others.length > 0 ? { row, message: 'Enter the SKU: several sellers ship this order' } : { row, part, line: null }
  }
  const named = own.flatMap((one) =>
    one.lines.filter(({ sku }) => lookupKey(sku ?? '') === lookupKey(row.sku)).map((line) => ({ part: one, line })),
  )
  const [found, ...more] = named
  if (!found) return { row, message: 'This SKU is not in the order' }
  if (more.length > 0) return { row, message: 'Several items of the order have this SKU: ship it from its page' }
  const quantity = row.quantity === '' ? found.line.left : Number(row.quantity)
  if (!Number.isInteger(quantity) || (row.quantity !== '' && quantity < 1)) return { row, message: 'Enter a whole number, 1 or more' }
  return { row, part: found.part, line: { id: found.line.id, quantity } }
}

/** Joins the rows of a file to parcels: those with the same order, seller, carrier and tracking number are one. */
export function parcelsOf(
  rows: readonly TrackingRow[],
  parts: readonly NumberedPart[],
): { parcels: FiledParcel[]; errors: { row: number; message: string }[] } {
  const errors: { row: number; message: string }[] = []
  const parcels = new Map<string, FiledParcel>()
  const byNumber = Map.groupBy(parts, ({ number }) => lookupKey(number))
  for (const named of rows.map((row) => nameRow(row, byNumber.get(lookupKey(row.order)) ?? []))) {
    const { row: at, carrier, trackingNumber } = named.row
    if ('message' in named) {
      errors.push({ row: at, message: named.message })
      continue
    }
    const { part, line } = named
    const key = JSON.stringify([part.orderId, part.businessId, lookupKey(carrier), lookupKey(trackingNumber)])
    const parcel = parcels.get(key)
    if (!parcel) {
      const { orderId, businessId } = part
      parcels.set(key, { rows: [at], orderId, businessId, carrier, trackingNumber, lines: line && [line] })
    } else if (!parcel.lines || !line || parcel.lines.some(({ id }) => id === line.id))
      errors.push({ row: at, message: `The same parcel as in row ${parcel.rows[0]}` })
    else {
      parcel.rows.push(at)
      parcel.lines.push(line)
    }
  }
  return { parcels: [...parcels.values()], errors }
}
