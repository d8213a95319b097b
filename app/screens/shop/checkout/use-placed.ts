import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { dropDraft } from '#app/features/checkout/checkout-draft.ts'
import { toast } from '#app/lib/toast.ts'

const SUBMITTED = 'Order submitted! You will be contacted for payment processing.'

/** The page of an order that was just placed. */
export const confirmationPath = (number: string) => `/order-confirmation?order=${encodeURIComponent(number)}`

/** What follows a card payment: nothing of the order stays in the tab, and its confirmation is next. */
export function usePaid(): (number: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (number) => {
    dropDraft()
    await navigate(confirmationPath(number))
    for (const key of ['orders', 'products']) void client.invalidateQueries({ queryKey: [key] })
  }
}

/** What follows an order that was taken: nothing of it stays in the tab, the message leads to it, and the home page is next (S230, D105). */
export function usePlaced(): (number: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (number) => {
    dropDraft()
    toast.success(SUBMITTED, { label: 'View order', to: confirmationPath(number) })
    await navigate('/')
    for (const key of ['cart', 'orders', 'products']) void client.invalidateQueries({ queryKey: [key] })
  }
}
