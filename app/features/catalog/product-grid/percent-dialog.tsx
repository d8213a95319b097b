import { useState } from 'react'
import { figure, money } from '#app/lib/format.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { PercentChange } from '#contract/catalog/product-edits.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { changedPrice, MAX_PERCENT, MIN_PERCENT, ROUNDING_LABELS, ROUNDINGS } from '#domain/price-change.ts'
import { pluralize } from '#domain/text.ts'

const PREVIEWED = 50

interface PercentDialogProps {
  products: readonly ProductSummary[]
  /** Products that change; more than `products` when all that match are chosen. */
  total: number
  isBusy: boolean
  error: string | undefined
  onConfirm: (change: PercentChange) => void
  onRefused: (text: string) => void
  onClose: () => void
}

/** Dialog that changes prices by a percentage and shows what each one becomes. */
export function PercentDialog({ products, total, isBusy, error, onConfirm, onRefused, onClose }: PercentDialogProps) {
  const [typed, setTyped] = useState('')
  const [rounding, setRounding] = useState<PercentChange['rounding']>('cent')
  const [currency, setCurrency] = useState<Currency>()
  const percent = typed.trim() === '' ? Number.NaN : Number(typed)
  const isPercent = percent >= MIN_PERCENT && percent <= MAX_PERCENT && percent !== 0
  const confirm = () => {
    if (isPercent) onConfirm({ percent, rounding, ...(currency && { currency }) })
    else onRefused(`Please enter a percentage from ${MIN_PERCENT} to ${MAX_PERCENT}, other than 0`)
  }
  const shown = products.slice(0, PREVIEWED)
  const currencies = CURRENCIES.filter((one) => !currency || one === currency)
  return (
    <AskDialog
      title="Change prices by percent"
      confirm="Change prices"
      busy="Changing..."
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <label className="grid gap-1">
          Percent
          <input
            type="number"
            className="input"
            step="any"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-describedby="percent-hint"
          />
        </label>
        <label className="grid gap-1">
          Rounding
          <select
            className="input"
            value={rounding}
            onChange={({ target }) => setRounding(ROUNDINGS.find((one) => one === target.value) ?? 'cent')}
          >
            {ROUNDINGS.map((one) => (
              <option key={one} value={one}>
                {ROUNDING_LABELS[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          Prices
          <select
            className="input"
            value={currency ?? ''}
            onChange={({ target }) => setCurrency(CURRENCIES.find((one) => one === target.value))}
          >
            <option value="">Both</option>
            {CURRENCIES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <p id="percent-hint" className="text-ink-2">
        {pluralize(total, 'product')}. 10 raises prices by a tenth, -10 lowers them.
      </p>
      {isPercent && (
        <div className="bulk-values">
          <table aria-label="Preview">
            <thead>
              <tr>
                <th scope="col">Product</th>
                {currencies.map((one) => (
                  <th key={one} scope="col">
                    {one}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((product) => (
                <tr key={product.id}>
                  <th scope="row">
                    <bdi>{product.name}</bdi>
                  </th>
                  {currencies.map((one) => (
                    <td key={one} data-label={one}>
                      <Difference
                        cents={Math.round((one === 'USD' ? product.priceUSD : product.priceEUR) * 100)}
                        {...{ percent, rounding }}
                        currency={one}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {total > shown.length && <p className="mt-2 text-ink-2">And {figure(total - shown.length)} more, changed the same way.</p>}
        </div>
      )}
    </AskDialog>
  )
}

interface DifferenceProps {
  cents: number
  percent: number
  rounding: PercentChange['rounding']
  currency: Currency
}

/** A price before and after, and the difference. */
function Difference({ cents, percent, rounding, currency }: DifferenceProps) {
  const after = changedPrice(cents, percent, rounding)
  const difference = after - cents
  return (
    <span className="whitespace-nowrap">
      <del className="text-ink-2">{money(cents / 100, currency)}</del>{' '}
      <ins className="no-underline font-medium">{money(after / 100, currency)}</ins>
      <span className={`block text-sm ${after <= 0 ? 'text-bad' : 'text-ink-2'}`}>
        {after <= 0 ? 'Too low' : `${difference > 0 ? '+' : ''}${money(difference / 100, currency)}`}
      </span>
    </span>
  )
}
