import { useId, useState } from 'react'
import { clampQuantity } from '#domain/stock.ts'

interface LineQuantityProps {
  name: string
  quantity: number
  max: number
  error: string | undefined
  onChange: (quantity: number) => void
}

/** Quantity of a line: stepped, or typed and applied with Enter or on blur (S217, S242). */
export function LineQuantity({ name, quantity, max, error, onChange }: LineQuantityProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    onChange(clampQuantity(typed, max))
  }
  return (
    <div>
      <div className="stepper w-fit" role="group" aria-label={`Quantity of ${name}`}>
        <button
          type="button"
          aria-label={`One less of ${name}`}
          disabled={quantity <= 1}
          onClick={() => onChange(Math.min(quantity - 1, Math.max(1, max)))}
        >
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
          min={1}
          max={Math.max(1, max)}
          value={typed ?? quantity}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        <button type="button" aria-label={`One more of ${name}`} disabled={quantity >= max} onClick={() => onChange(quantity + 1)}>
          +
        </button>
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
