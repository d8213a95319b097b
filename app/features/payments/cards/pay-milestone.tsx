import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { orderQuery, ordersKey } from '#app/features/orders/queries.ts'
import { api, messageOf, queryOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { CardEntry } from './card-entry.tsx'
import { useCard } from './use-card.ts'

const UNANSWERED = "We didn't get an answer. Please try again: your card is charged only once."

interface PayMilestoneProps {
  order: Order
  /** Id or number by which the page was opened. */
  name: string
}

/** Card payment of the next part of an order with a payment plan. Nothing where none is due, or the shop charges no cards. */
export function PayMilestone({ order, name }: PayMilestoneProps) {
  const facts = useQuery({ ...queryOf(shopFactsQuery), enabled: order.cardAmount !== undefined })
  const [isOpen, setOpen] = useState(false)
  const { cardAmount: amount, currency } = order
  const key = facts.data?.cardPayment.configured ? facts.data.cardPayment.publishableKey : null
  if (amount === undefined || !key) return null
  if (isOpen) return <CardForm key={amount} order={order} name={name} amount={amount} publishableKey={key} onClose={() => setOpen(false)} />
  return (
    <button type="button" className="button mb-6" onClick={() => setOpen(true)}>
      Pay {money(amount, currency)} by card
    </button>
  )
}

/** The card fields stand in the page, not in a dialog: a bank may lay a question of its own over it. */
function CardForm({
  order,
  name,
  amount,
  publishableKey,
  onClose,
}: PayMilestoneProps & { amount: number; publishableKey: string; onClose: () => void }) {
  const { id, currency } = order
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const card = useCard(publishableKey, { amount, currency })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const showNow = () => client.invalidateQueries({ queryKey: ordersKey(token) })

  async function pay() {
    if (!(await card.check())) return
    const begun = await api.milestoneCards.begin({ params: { id } })
    if (begun.amount !== amount) {
      await showNow()
      setProblem(`The amount is now ${money(begun.amount, currency)}. Check it and pay again.`)
      return
    }
    const refused = await card.confirm(begun.clientSecret, window.location.href)
    if (refused !== null) return setProblem(refused)
    const paid = await api.cardPayments.check({ params: { id } })
    client.setQueryData(orderQuery(token, name).queryKey, paid)
    toast.success(
      paid.paidAmount > order.paidAmount ? `Your payment of ${money(amount, currency)} is here` : 'Your payment is being processed',
    )
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblem(null)
    setBusy(true)
    try {
      await pay()
    } catch (error) {
      setProblem(messageOf(error, UNANSWERED))
      void showNow()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form aria-label="Pay by card" className="panel mb-6 grid max-w-160 gap-4 p-5" onSubmit={(event) => void submit(event)}>
      <h2 className="text-xl">Pay {money(amount, currency)} by card</h2>
      <CardEntry card={card} />
      <FormProblem text={problem ?? undefined} />
      <FormFoot isBusy={isBusy} busy="Paying..." onCancel={onClose}>
        Pay {money(amount, currency)}
      </FormFoot>
    </form>
  )
}
