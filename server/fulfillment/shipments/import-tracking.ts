import * as z from 'zod/mini'
import { ShipmentBody, type TrackingImport } from '#contract/fulfillment/shipments.ts'
import { formatCount } from '#domain/text.ts'
import { type FiledParcel, parcelsOf, readTrackingTable, type TrackingRow } from '#domain/tracking-file.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSpreadsheet } from '#server/platform/vendors/spreadsheet.ts'
import { listLinesByNumber, type OpenLine } from './lines-to-ship.ts'
import { checkMany, shipMany } from './ship-many.ts'

/** Most rows of a file. */
const MAX_ROWS = 2000

interface TrackingFile {
  file: { name: string; bytes: Uint8Array } | null
  /** True: only says what would happen. */
  isCheck: boolean
  requestId: string
}

/** Reads the rows of a file. Refuses `unreadable_file`. */
async function readRows(file: TrackingFile['file']) {
  if (!file || file.bytes.length === 0) return refuseField('file', 'Please choose a file.')
  const read = await readSpreadsheet(file)
  if ('unreadable' in read) return refuse('unreadable_file', { facts: { reason: read.unreadable } })
  const table = readTrackingTable(read.sheets[0]?.rows ?? [])
  if ('missing' in table) return refuse('unreadable_file', { facts: { reason: table.missing } })
  const total = table.rows.length + table.errors.length
  if (total > MAX_ROWS) return refuse('unreadable_file', { facts: { reason: `it has more than ${formatCount(MAX_ROWS)} rows.` } })
  return table
}

/** Joins rows to the parcels of the caller's orders; without a business those of all sellers. */
async function readParcels(db: Db, businessId: string | null, rows: readonly TrackingRow[]) {
  const lines = await listLinesByNumber(
    db,
    businessId,
    rows.map(({ order }) => order),
  )
  const parts = Map.groupBy(lines, (line) => `${line.orderId} ${line.businessId}`)
  return parcelsOf(
    rows,
    [...parts.values()].flatMap((own: readonly OpenLine[]) => (own[0] ? [{ ...own[0], lines: own }] : [])),
  )
}

const Tracking = z.pick(ShipmentBody, { carrier: true, trackingNumber: true })

/** Returns what keeps a parcel from leaving, as far as its file says it. */
function problemOf({ carrier, trackingNumber }: FiledParcel): string | null {
  const { error } = Tracking.safeParse({ carrier, trackingNumber })
  return error?.issues[0]?.message ?? null
}

/**
 * Ships the parcels of a file, CSV or Excel, each by itself; rows with errors are left out and listed. A number that an order has already
 * changes nothing. Refuses `unreadable_file`.
 */
export async function importTracking(deps: Deps, actor: Actor, { file, isCheck, requestId }: TrackingFile): Promise<TrackingImport> {
  const table = await readRows(file)
  const { parcels, errors } = await readParcels(deps.db, actor.businessId, table.rows)
  const wrong = parcels.flatMap((parcel) => {
    const message = problemOf(parcel)
    return message === null ? [] : parcel.rows.map((row) => ({ row, message }))
  })
  const sent = parcels.filter((parcel) => problemOf(parcel) === null)
  const { shipped, unchanged, refused } = isCheck
    ? await checkMany(deps, actor, sent)
    : await shipMany(deps, actor, { parcels: sent, requestId })
  const refusals = refused.flatMap(({ index, reason }) => (sent[index]?.rows ?? []).map((row) => ({ row, message: reason })))
  return {
    rows: table.rows.length + table.errors.length,
    parcels: shipped + unchanged,
    shipped: isCheck ? 0 : shipped,
    unchanged,
    errors: [...table.errors, ...errors, ...wrong, ...refusals].toSorted((one, other) => one.row - other.row),
  }
}
