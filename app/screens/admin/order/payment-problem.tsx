import { useMutation } from '@tanstack/react-query'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Order } from '#contract/orders/orders.ts'

/** Reason for checking the payment of an order, until staff have. Renders nothing without one. */
export function PaymentProblem({ order: { id, paymentProblem: problem } }: { order: Order }) {
  const change = useOrderChange()
  const check = useMutation({
    mutationFn: (read: string) => change(() => api.orderMoney.checkPayment({ params: { id }, body: { problem: read } })),
    onSuccess: (changed) => changed.paymentProblem === undefined && toast.success('Payment marked as checked'),
    onError: (error) => toast.error(messageOf(error, 'The payment could not be marked as checked. Please try again.')),
  })
  if (problem === undefined) return null
  return (
    <section aria-labelledby="payment-problem" className="notice warn mb-5">
      <h2 id="payment-problem" className="text-base">
        Check the payment
      </h2>
      <p className="mt-1 max-w-text">{problem}</p>
      <Writers>
        <BusyButton
          className="button small hollow no-print mt-3"
          isBusy={check.isPending}
          busy="Saving..."
          onPress={() => check.mutate(problem)}
        >
          Mark payment as checked
        </BusyButton>
      </Writers>
    </section>
  )
}
