import type { ListColumn } from '#contract/list.ts'
import { toDecimal } from '#domain/money.ts'
import type { TaxMode } from '#domain/tax-decision.ts'
import { type ExportColumn, fileColumns } from '#server/platform/http/export-route.ts'
import type { TableValue } from '#server/platform/vendors/table-file.ts'
import type { OrderLineRow } from './order-record.ts'
import type { Shipment } from './shipment-list.ts'

/** A line of an order in an export. */
export interface ExportedLine {
  line: OrderLineRow
  taxMode: TaxMode
  /** The first of its order in the file: it has the amounts of the order, so that a column of them adds up. */
  isFirst: boolean
}

const money = (cents: number | null): TableValue => (cents === null ? null : { amount: toDecimal(cents) })

/** Returns the cents that the buyer pays for a line with its shipping and tax; null for lines from before lines had shares. */
function grossCents({ line: { lineTotalCents, discountCents, shippingCents, taxCents }, taxMode }: ExportedLine): number | null {
  if (discountCents === null || shippingCents === null || taxCents === null) return null
  return lineTotalCents - discountCents + shippingCents + (taxMode === 'added' ? taxCents : 0)
}

/** Returns columns of a list of orders for a file of their lines, the first of which has the amounts of its order. */
export const columnsOfOrder = <Summary, Id extends string>(list: readonly ListColumn<Summary, Id>[], ...ids: readonly Id[]) =>
  fileColumns(list, ids)
    .slice(0, ids.length)
    .map((column) => ({
      ...column,
      value: ({ summary, isFirst }: { summary: Summary; isFirst: boolean }): TableValue => {
        const cell = column.value(summary)
        return cell !== null && typeof cell === 'object' && 'amount' in cell && !isFirst ? null : cell
      },
    }))

const HUNDREDTHS_OF_PERCENT = 10_000

/** Columns of a line: product and amounts, in the currency of its order. */
export const LINE_COLUMNS: readonly ExportColumn<ExportedLine>[] = [
  { title: 'SKU', value: ({ line }) => line.sku },
  { title: 'Product', value: ({ line }) => line.name, width: 40 },
  { title: 'Quantity', value: ({ line }) => line.quantity, width: 10 },
  { title: 'Unit price', value: ({ line }) => money(line.unitPriceCents), width: 12 },
  { title: 'Items', value: ({ line }) => money(line.lineTotalCents), width: 12 },
  { title: 'Discount', value: ({ line }) => money(line.discountCents), width: 12 },
  { title: 'Shipping', value: ({ line }) => money(line.shippingCents), width: 12 },
  { title: 'Tax', value: ({ line }) => money(line.taxCents), width: 12 },
  { title: 'Tax rate (%)', value: ({ line }) => (line.taxRate === null ? null : line.taxRate / HUNDREDTHS_OF_PERCENT), width: 12 },
  { title: 'Tax is', value: ({ taxMode }) => taxMode, width: 10 },
  { title: 'Line total', value: (row) => money(grossCents(row)), width: 12 },
]

/** A line with the parcels of its order. */
type ShippedLine = ExportedLine & { shipments: readonly Shipment[] }

/** Returns a fact of the parcels that a line is in, each once. */
const ofParcels = ({ line, shipments }: ShippedLine, name: 'carrier' | 'trackingNumber'): string =>
  [...new Set(shipments.flatMap((one) => (one.lines.some(({ id }) => id === line.id) ? (one[name] ?? []) : [])))].join(', ')

/** Columns of what has left of a line, and how. */
export const PARCEL_COLUMNS: readonly ExportColumn<ShippedLine>[] = [
  { title: 'Shipped', value: ({ line }) => line.shipped, width: 10 },
  { title: 'Carrier', value: (row) => ofParcels(row, 'carrier') },
  { title: 'Tracking number', value: (row) => ofParcels(row, 'trackingNumber'), width: 26 },
]

/** Returns each line of orders with what its row says of the order. */
export function exportedLines<Order extends Pick<ExportedLine, 'taxMode'> & { lines: OrderLineRow[] }>(
  orders: readonly Order[],
): (Order & ExportedLine)[] {
  return orders.flatMap((order) => order.lines.map((line, index) => ({ ...order, line, isFirst: index === 0 })))
}
