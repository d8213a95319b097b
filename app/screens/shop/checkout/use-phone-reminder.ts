import { useState } from 'react'
import type { Cart } from '#contract/cart/cart.ts'

const FREIGHT_HINT = 'Part of your order ships as freight: the carrier calls first to agree on a delivery time.'
const REMINDER = "Without a phone number, the carrier can't call before delivery. Add one, or continue without it."

/**
 * Says what the phone number is for where something ships as freight, and asks once more for one that was left empty. It is never required.
 */
export function usePhoneReminder({ items }: Cart, phone: string) {
  const [isReminded, setReminded] = useState(false)
  const hasFreight = items.some(({ available, shippingClass }) => available && shippingClass === 'freight')
  const isMissing = hasFreight && phone.trim() === ''
  return {
    hint: hasFreight ? (isMissing && isReminded ? REMINDER : FREIGHT_HINT) : undefined,
    /** @returns true where the buyer is to be asked now: the first time only */
    remind: (): boolean => {
      if (!isMissing || isReminded) return false
      setReminded(true)
      return true
    },
  }
}
