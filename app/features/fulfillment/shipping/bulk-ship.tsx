import { useState } from 'react'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { OpenParcel } from '#contract/fulfillment/shipments.ts'
import { MAX_SLIPS } from '#domain/order.ts'
import type { ParcelApi } from './parcel-api.ts'
import { type ChosenOrder, type ParcelRow, rowsOf } from './parcel-rows.ts'
import { ParcelsDialog } from './parcels-dialog.tsx'

interface BulkShipProps {
  selection: GridSelection<ChosenOrder>
  parcels: ParcelApi
}

/** Reads what is open of many orders, some at a time: an address holds so many ids. */
async function readOpen(parcels: ParcelApi, ids: readonly string[]): Promise<OpenParcel[]> {
  const found: OpenParcel[] = []
  for (let at = 0; at < ids.length; at += MAX_SLIPS) found.push(...(await parcels.open(ids.slice(at, at + MAX_SLIPS))))
  return found
}

/** Ships the selected orders: a row for each parcel, with carrier and tracking number. */
export function BulkShip({ selection, parcels }: BulkShipProps) {
  const [open, setOpen] = useState<readonly ParcelRow[]>()
  const [isReading, setReading] = useState(false)
  const read = async () => {
    setReading(true)
    try {
      const orders = await selection.load()
      const ids = orders.map(({ id }) => id)
      setOpen(rowsOf(orders, await readOpen(parcels, ids)))
    } catch (error) {
      toast.error(messageOf(error, 'The orders could not be loaded. Please try again.'))
    }
    setReading(false)
  }
  return (
    <>
      <button type="button" aria-busy={isReading || undefined} onClick={() => void (isReading || read())}>
        Ship
      </button>
      {open && <ParcelsDialog all={open} ship={parcels.ship} onDone={selection.clear} onClose={() => setOpen(undefined)} />}
    </>
  )
}
