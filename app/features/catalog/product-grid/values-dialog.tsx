import { useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { pluralize } from '#domain/text.ts'
import type { Typed } from './bulk-values.ts'

interface ValueField {
  name: string
  label: string
  step: string
  now: (product: ProductSummary) => string
}

interface ValuesDialogProps {
  title: string
  confirm: string
  busy: string
  products: readonly ProductSummary[]
  fields: readonly ValueField[]
  isBusy: boolean
  error: string | undefined
  onConfirm: (typed: Record<string, Typed>) => void
  onClose: () => void
}

/** Dialog with a value for each of the selected products; an empty field leaves its product unchanged. */
export function ValuesDialog({ products, fields, onConfirm, ...dialog }: ValuesDialogProps) {
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const set = (id: string, name: string, value: string) => setTyped((now) => ({ ...now, [id]: { ...now[id], [name]: value } }))
  const setAll = (name: string, value: string) =>
    setTyped((now) => Object.fromEntries(products.map(({ id }) => [id, { ...now[id], [name]: value }])))
  return (
    <AskDialog {...dialog} onConfirm={() => onConfirm(typed)}>
      <p className="text-ink-2">{pluralize(products.length, 'product')}. What you leave empty stays as it is.</p>
      <div className="bulk-values">
        <table>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {fields.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.length > 1 && (
              <tr>
                <th scope="row">All of them</th>
                {fields.map(({ name, label, step }) => (
                  <td key={name} data-label={label}>
                    <input
                      type="number"
                      className="input"
                      min="0"
                      step={step}
                      aria-label={`${label} of all products`}
                      onChange={(event) => setAll(name, event.target.value)}
                    />
                  </td>
                ))}
              </tr>
            )}
            {products.map((product) => (
              <tr key={product.id}>
                <th scope="row">{product.name}</th>
                {fields.map(({ name, label, step, now }) => (
                  <td key={name} data-label={label}>
                    <input
                      type="number"
                      className="input"
                      min="0"
                      step={step}
                      aria-label={`${label} of ${product.name}`}
                      placeholder={now(product)}
                      value={typed[product.id]?.[name] ?? ''}
                      onChange={(event) => set(product.id, name, event.target.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AskDialog>
  )
}
