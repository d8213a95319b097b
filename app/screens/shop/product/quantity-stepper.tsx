import type { Ref } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import { largestQuantity, nextQuantity } from '#domain/order-quantity.ts'
import { quantityOf } from './quantity.ts'

interface QuantityStepperProps {
  ref: Ref<HTMLInputElement>
  value: string
  product: Pick<Product, 'stock' | 'minQuantity' | 'quantityStep'>
  error: string | undefined
  onChange: (typed: string) => void
  /** Called when the field is left. */
  onLeave: () => void
}

/** A quantity from the minimum to what is in stock, typed or stepped. */
export function QuantityStepper({ ref, value, product, error, onChange, onLeave }: QuantityStepperProps) {
  const { stock, minQuantity, quantityStep } = product
  const max = largestQuantity(stock, product)
  const quantity = quantityOf(value)
  const isOut = max <= 0
  const step = (by: 1 | -1) => onChange(String(nextQuantity(quantity, by, stock, product)))
  return (
    <div className="stepper" role="group" aria-label="Quantity">
      <button type="button" aria-label="Decrease quantity" disabled={isOut || quantity <= minQuantity} onClick={() => step(-1)}>
        −
      </button>
      <input
        ref={ref}
        type="number"
        name="quantity"
        aria-label="Quantity"
        inputMode="numeric"
        min={minQuantity}
        max={Math.max(minQuantity, max)}
        step={quantityStep}
        autoComplete="off"
        disabled={isOut}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'quantity-error' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      <button type="button" aria-label="Increase quantity" disabled={isOut || quantity >= max} onClick={() => step(1)}>
        +
      </button>
    </div>
  )
}
