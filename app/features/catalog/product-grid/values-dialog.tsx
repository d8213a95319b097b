import { type ClipboardEvent, useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { pluralize } from '#domain/text.ts'
import { copiedCells, type Typed } from './bulk-values.ts'

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
  /** Fills the fields from the one that was pasted into, downwards and to the right. */
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    const cells = copiedCells(text)
    const pasted = products.slice(row, row + cells.length).map(({ id }, down) => {
      const values = fields.slice(column).flatMap(({ name }, right) => {
        const value = cells[down]?.[right]
        return value === undefined ? [] : [[name, value] as const]
      })
      return [id, { ...typed[id], ...Object.fromEntries(values) }] as const
    })
    setTyped({ ...typed, ...Object.fromEntries(pasted) })
  }
  return (
    <AskDialog {...dialog} onConfirm={() => onConfirm(typed)}>
      <p className="text-ink-2">
        {pluralize(products.length, 'product')}. Fields you leave empty don't change. You can paste a column from a spreadsheet into the
        first field.
      </p>
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
                <th scope="row">All products</th>
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
            {products.map((product, row) => (
              <tr key={product.id}>
                <th scope="row">
                  <bdi>{product.name}</bdi>
                </th>
                {fields.map(({ name, label, step, now }, column) => (
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
                      onPaste={(event) => paste(event, row, column)}
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
