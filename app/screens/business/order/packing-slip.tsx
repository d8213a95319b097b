import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Shipment } from '#contract/orders/shipment.ts'

interface PackingFilesProps {
  order: SellerOrder
  /** The parcel that they are for; absent: what is left to ship, or all that has left. */
  shipment?: Shipment
}

/** Downloads the packing slip and, where it crosses customs, the customs invoice; the slip names no price. */
export function PackingFiles({ order, shipment }: PackingFilesProps) {
  const [busy, setBusy] = useState<'packing-slip' | 'customs-invoice' | null>(null)
  const save = async (file: 'packing-slip' | 'customs-invoice', failed: string) => {
    setBusy(file)
    try {
      const query = shipment ? `?shipmentId=${shipment.id}` : ''
      await download(`/api/business/orders/${order.id}/${file}.pdf${query}`, `${file}-${order.number}.pdf`)
    } catch (error) {
      toast.error(messageOf(error, failed))
    } finally {
      setBusy(null)
    }
  }
  const className = shipment ? 'button small hollow' : 'button hollow'
  const of = shipment && <span className="visually-hidden">: parcel {shipment.number}</span>
  return (
    <>
      <BusyButton
        className={className}
        isBusy={busy === 'packing-slip'}
        busy="Creating it..."
        onPress={() => void save('packing-slip', 'The packing slip could not be created. Please try again.')}
      >
        Packing slip (PDF)
        {of}
      </BusyButton>
      {order.crossesCustoms && (
        <BusyButton
          className={className}
          isBusy={busy === 'customs-invoice'}
          busy="Creating it..."
          onPress={() => void save('customs-invoice', 'The customs invoice could not be created. Please try again.')}
        >
          Customs invoice (PDF)
          {of}
        </BusyButton>
      )}
    </>
  )
}

/** The sheet for what is packed next, as files and on paper. */
export function PackingSlip({ order }: { order: SellerOrder }) {
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      <PackingFiles order={order} />
      <button type="button" className="button hollow" onClick={() => window.print()}>
        Print packing slip
      </button>
    </p>
  )
}
