import { useId, useState } from 'react'
import { SnapNote } from '#app/features/cart/snap-note.tsx'
import type { CartItem } from '#contract/cart/cart.ts'
import { largestQuantity, nextQuantity, snapQuantity } from '#domain/order-quantity.ts'
import { clampQuantity } from '#domain/stock.ts'

interface LineQuantityProps {
  item: Pick<CartItem, 'name' | 'stock' | 'minQuantity' | 'quantityStep'>
  quantity: number
  error: string | undefined
  onChange: (quantity: number) => void
}

/**
 * Quantity of a line: stepped, or typed and applied with Enter or on blur (S217, S242). A quantity that is not sold becomes the next one
 * that is.
 */
export function LineQuantity({ item, quantity, error, onChange }: LineQuantityProps) {
  const { name, stock, minQuantity, quantityStep } = item
  const max = largestQuantity(stock, item)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [snapped, setSnapped] = useState<number | null>(null)
  const step = (by: 1 | -1) => {
    setSnapped(null)
    onChange(nextQuantity(quantity, by, stock, item))
  }
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    const wanted = clampQuantity(typed, stock)
    const next = snapQuantity(wanted, stock, item)
    setSnapped(next === wanted ? null : wanted)
    onChange(next)
  }
  return (
    <div>
      <div className="stepper w-fit" role="group" aria-label={`Quantity of ${name}`}>
        <button type="button" aria-label={`Decrease quantity of ${name}`} disabled={quantity <= minQuantity} onClick={() => step(-1)}>
          −
        </button>
        <input
          type="number"
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="off"
          aria-label={`Quantity of ${name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          min={minQuantity}
          max={Math.max(minQuantity, max)}
          step={quantityStep}
          value={typed ?? quantity}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        <button type="button" aria-label={`Increase quantity of ${name}`} disabled={quantity >= max} onClick={() => step(1)}>
          +
        </button>
      </div>
      {snapped !== null && <SnapNote wanted={snapped} quantity={quantity} rule={item} />}
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
