import { money } from '#app/lib/format.ts'
import { CheckField } from '#app/ui/field.tsx'

interface LimitUseProps {
  /** In USD. */
  payLater: { limit: number; open: number; isForNew: boolean; isBeyond: boolean }
  /** Button that goes beyond it. */
  doing: 'Place order' | 'Change order'
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** Use of the customer's Pay Later limit; beyond it staff have to confirm the order, or its change. */
export function LimitUse({ payLater: { limit, open, isForNew, isBeyond }, doing, isChecked, onCheck }: LimitUseProps) {
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
      <CheckField label={`${doing} anyway`} name="beyondLimit" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
    </div>
  )
}
