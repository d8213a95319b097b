import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { readCartAnew } from '#app/features/cart/queries.ts'
import { toast } from '#app/lib/toast.ts'
import { dropDraft } from './checkout-draft.ts'

const SUBMITTED = 'Order submitted! You will be contacted for payment processing.'

/** The page of an order that was just placed. */
export const confirmationPath = (number: string) => `/order-confirmation?order=${encodeURIComponent(number)}`

/** Ends the checkout after a card payment: drops the draft and goes to the confirmation. */
export function usePaid(): (number: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (number) => {
    dropDraft()
    await navigate(confirmationPath(number))
    for (const key of ['orders', 'products']) void client.invalidateQueries({ queryKey: [key] })
  }
}

/**
 * Ends the checkout of a placed order: drops the draft, goes to the home page, and shows a message that links to the order until it is
 * closed (S230).
 */
export function usePlaced(): (number: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (number) => {
    dropDraft()
    toast.success(SUBMITTED, { label: 'View order', to: confirmationPath(number), isLasting: true })
    await navigate('/')
    void readCartAnew()
    for (const key of ['orders', 'products']) void client.invalidateQueries({ queryKey: [key] })
  }
}
