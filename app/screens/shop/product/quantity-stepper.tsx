import type { Ref } from 'react'
import { clampQuantity } from '#domain/stock.ts'
import { quantityOf } from './quantity.ts'

interface QuantityStepperProps {
  ref: Ref<HTMLInputElement>
  value: string
  max: number
  error: string | undefined
  onChange: (typed: string) => void
}

/** A quantity from 1 to what is in stock, typed or stepped. */
export function QuantityStepper({ ref, value, max, error, onChange }: QuantityStepperProps) {
  const quantity = quantityOf(value)
  const isOut = max <= 0
  const step = (by: number) => onChange(String(clampQuantity(String(quantity + by), max)))
  return (
    <div className="stepper" role="group" aria-label="Quantity">
      <button type="button" aria-label="One less" disabled={isOut || quantity <= 1} onClick={() => step(-1)}>
        −
      </button>
      <input
        ref={ref}
        type="number"
        name="quantity"
        aria-label="Quantity"
        inputMode="numeric"
        min={1}
        max={Math.max(1, max)}
        step={1}
        autoComplete="off"
        disabled={isOut}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'quantity-error' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onChange(String(quantity))}
      />
      <button type="button" aria-label="One more" disabled={isOut || quantity >= max} onClick={() => step(1)}>
        +
      </button>
    </div>
  )
}
