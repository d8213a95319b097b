import { figure } from '#app/lib/format.ts'
import { type QuantityRule, quantityRefusal } from '#domain/order-quantity.ts'

interface SnapNoteProps {
  wanted: number
  quantity: number
  rule: QuantityRule
}

/** Says that a typed quantity became the next one that is sold, and why. */
export function SnapNote({ wanted, quantity, rule }: SnapNoteProps) {
  return (
    <p role="status" className="mt-1 text-sm text-ink-2">
      {quantityRefusal(wanted, rule)?.text} Quantity set to {figure(quantity)}.
    </p>
  )
}
