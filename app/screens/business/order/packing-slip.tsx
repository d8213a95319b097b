import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'

/** The sheet for the parcel, as a file and on paper; neither names a price. */
export function PackingSlip({ order }: { order: SellerOrder }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(`/api/business/orders/${order.id}/packing-slip.pdf`, `packing-slip-${order.number}.pdf`)
    } catch (error) {
      toast.error(messageOf(error, 'The packing slip could not be made. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      <BusyButton className="button hollow" isBusy={isBusy} busy="Making it..." onPress={() => void save()}>
        Packing slip (PDF)
      </BusyButton>
      <button type="button" className="button hollow" onClick={() => window.print()}>
        Print packing slip
      </button>
    </p>
  )
}
