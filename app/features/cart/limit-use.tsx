import { money } from '#app/lib/format.ts'
import { CheckField } from '#app/ui/field.tsx'

interface LimitUseProps {
  /** In USD. */
  payLater: { limit: number; open: number; order: number; isForNew: boolean; isBeyond: boolean }
  /** Button that goes beyond it. */
  doing: 'Place order' | 'Change order'
  /** Amount for which staff confirmed it: another `order` asks anew. */
  confirmed: number | null
  onConfirm: (amount: number | null) => void
}

/** Use of the customer's Pay Later limit; beyond it staff have to confirm the order, or its change. */
export function LimitUse({ payLater: { limit, open, order, isForNew, isBeyond }, doing, confirmed, onConfirm }: LimitUseProps) {
  const usage = `${money(open, 'USD')} of ${money(limit, 'USD')} is open`
  const name = isForNew ? 'Pay Later limit for a new buyer' : 'Pay Later limit'
  if (!isBeyond)
    return (
      <p className="mt-3 text-sm text-ink-2">
        {name}: {usage}.
      </p>
    )
  return (
    <div className="notice warn mt-3">
      <p>
        This {doing === 'Place order' ? 'order' : 'change'} exceeds the customer’s {name}: {usage} already.
      </p>
      <CheckField
        label={`${doing} anyway`}
        name="beyondLimit"
        checked={confirmed === order}
        onChange={({ target }) => onConfirm(target.checked ? order : null)}
      />
    </div>
  )
}
