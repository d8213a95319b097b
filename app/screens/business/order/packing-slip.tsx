import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'

/** The sheet for the parcel, as a file and on paper; neither names a price. Where it crosses customs, the customs invoice, which does. */
export function PackingSlip({ order }: { order: SellerOrder }) {
  const [busy, setBusy] = useState<'packing-slip' | 'customs-invoice' | null>(null)
  const save = async (file: 'packing-slip' | 'customs-invoice', failed: string) => {
    setBusy(file)
    try {
      await download(`/api/business/orders/${order.id}/${file}.pdf`, `${file}-${order.number}.pdf`)
    } catch (error) {
      toast.error(messageOf(error, failed))
    } finally {
      setBusy(null)
    }
  }
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      <BusyButton
        className="button hollow"
        isBusy={busy === 'packing-slip'}
        busy="Creating it..."
        onPress={() => void save('packing-slip', 'The packing slip could not be created. Please try again.')}
      >
        Packing slip (PDF)
      </BusyButton>
      {order.crossesCustoms && (
        <BusyButton
          className="button hollow"
          isBusy={busy === 'customs-invoice'}
          busy="Creating it..."
          onPress={() => void save('customs-invoice', 'The customs invoice could not be created. Please try again.')}
        >
          Customs invoice (PDF)
        </BusyButton>
      )}
      <button type="button" className="button hollow" onClick={() => window.print()}>
        Print packing slip
      </button>
    </p>
  )
}
