import { keepEnter } from '#app/features/cart/free-lines.tsx'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { CheckField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { OrderItems } from './use-order-items.ts'

interface AgreedPartProps {
  orderItems: OrderItems
  errors: Record<string, string>
}

/** Freight and discount that were agreed, and the reason for all that differs from the list. */
export function AgreedFields({ orderItems, errors }: AgreedPartProps) {
  const { agreed, setAgreed, preview, currency, lines } = orderItems
  const { freight, discount, reason } = agreed
  const isShown = preview?.differs || reason !== '' || lines.some(({ price = '' }) => price !== '')
  return (
    <>
      <div>
        <CheckField
          label="Agreed freight"
          name="hasFreight"
          checked={freight !== null}
          onChange={({ target }) => setAgreed({ freight: target.checked ? { amount: '', text: '' } : null })}
        />
        {freight && (
          <div className="mt-1 grid gap-3">
            <TextField
              label={`Amount in ${currency}, without tax`}
              name="freightAmount"
              inputMode="decimal"
              onKeyDown={keepEnter}
              autoComplete="off"
              value={freight.amount}
              error={errors.freightAmount}
              onChange={({ target }) => setAgreed({ freight: { ...freight, amount: target.value } })}
            />
            <TextField
              label="Description of the delivery"
              name="freightText"
              maxLength={120}
              hint="Shown on the order, such as “Sea freight to Toronto, unloading by the buyer”."
              value={freight.text}
              error={errors.freightText}
              onChange={({ target }) => setAgreed({ freight: { ...freight, text: target.value } })}
            />
          </div>
        )}
      </div>
      <TextField
        label={`Discount in ${currency}`}
        name="discount"
        isOptional
        inputMode="decimal"
        onKeyDown={keepEnter}
        autoComplete="off"
        hint="Taken off the subtotal."
        value={discount}
        error={errors.discount ?? fieldErrorsOf(orderItems.failure).discount}
        onChange={({ target }) => setAgreed({ discount: target.value })}
      />
      {isShown && (
        <TextAreaField
          label="Reason for the terms"
          name="reason"
          rows={2}
          maxLength={500}
          hint="Only staff see it, on the order."
          value={reason}
          error={errors.reason}
          onChange={({ target }) => setAgreed({ reason: target.value })}
        />
      )}
    </>
  )
}
