import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Order } from '#contract/orders/orders.ts'

const FAILED = 'The invoice could not be loaded. Please try again.'

/**
 * Hands the invoice of an order over as a PDF; the first time it is asked for, the shop writes it, and it joins the documents of the order.
 */
export function InvoiceButton({ order, className = 'button hollow' }: { order: Order; className?: string }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!order.hasInvoice) return null
  const load = async () => {
    setBusy(true)
    setProblem('')
    try {
      await download(`/api/orders/${order.id}/invoice.pdf`, `invoice-${order.number}.pdf`)
      void client.invalidateQueries({ queryKey: ['orders'] })
    } catch (failure) {
      setProblem(messageOf(failure, FAILED))
    }
    setBusy(false)
  }
  return (
    <>
      <BusyButton className={className} isBusy={isBusy} busy="Loading..." onPress={() => void load()}>
        Invoice (PDF)
      </BusyButton>
      {problem && (
        <p role="alert" className="notice bad basis-full">
          {problem}
        </p>
      )}
    </>
  )
}
