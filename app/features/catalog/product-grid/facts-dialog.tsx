import { useRef, useState } from 'react'
import { CONTENT_UNIT_LABELS, SALE_UNIT_LABELS, TAX_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FactsChange } from '#contract/catalog/product-edits.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { FACT_LENGTHS, readFacts } from '#domain/product-facts.ts'
import { pluralize } from '#domain/text.ts'

interface FactsDialogProps {
  total: number
  isBusy: boolean
  error: string | undefined
  onConfirm: (change: FactsChange) => void
  onRefused: (text: string) => void
  onClose: () => void
}

const countries = new Intl.DisplayNames('en', { type: 'region' })
const COUNTRIES = COUNTRY_CODES.map((code) => [code, countries.of(code) ?? code] as const).sort((a, b) => a[1].localeCompare(b[1], 'en'))

/** Reads the fields that were filled in; those with a dot are parts of one fact. */
function typedFacts(fields: FormData): FactsChange {
  const typed: Record<string, unknown> = {}
  for (const name of fields.keys()) {
    const text = textOf(fields, name).trim()
    const [fact = '', part] = name.split('.')
    if (text === '') continue
    typed[fact] = part === undefined ? text : { ...(typed[fact] as object | undefined), [part]: text } // set above
  }
  return typed
}

/** Dialog that sets facts which many products share; an empty field leaves each product's own. */
export function FactsDialog({ total, isBusy, error, onConfirm, onRefused, onClose }: FactsDialogProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const grid = useRef<HTMLDivElement>(null)
  const confirm = (fields: FormData) => {
    const typed = typedFacts(fields)
    const wrong = readFacts(typed).errors
    setErrors(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    const [first] = wrong
    if (Object.keys(typed).length === 0) onRefused('Please fill in at least one field')
    else if (first) grid.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus()
    else onConfirm(typed)
  }
  const text = (name: string, label: string, maxLength = 40, isNumber = false) => (
    <TextField label={label} name={name} maxLength={maxLength} inputMode={isNumber ? 'decimal' : undefined} error={errors[name]} />
  )
  const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]) => (
    <SelectField label={label} name={name} error={errors[name]}>
      <option value="">As it is</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  )
  return (
    <AskDialog
      title="Set trade facts"
      confirm="Set facts"
      busy="Setting..."
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-ink-2">{pluralize(total, 'product')}. Empty fields leave what each product has.</p>
      <div ref={grid} className="field-rows mt-3 sm:grid-cols-3">
        {text('brand', 'Brand', FACT_LENGTHS.brand)}
        {text('hsCode', 'HS code')}
        {choice('originCountry', 'Country of origin', COUNTRIES)}
        {text('weight', 'Packed weight in kg', 10, true)}
        {choice('taxClass', 'Tax class', Object.entries(TAX_LABELS))}
        {text('warrantyMonths', 'Warranty in months', 3, true)}
        {text('package.length', 'Length in mm', 6, true)}
        {text('package.width', 'Width in mm', 6, true)}
        {text('package.height', 'Height in mm', 6, true)}
        {choice('saleUnit', 'Sold by the', Object.entries(SALE_UNIT_LABELS))}
        {text('content.amount', 'Content', 14, true)}
        {choice('content.unit', 'Unit', Object.entries(CONTENT_UNIT_LABELS))}
        {text('minQuantity', 'Minimum order', 6, true)}
        {text('quantityStep', 'Sold in steps of', 6, true)}
        {choice('isCustom', 'Made to order', [
          ['yes', 'Yes'],
          ['no', 'No'],
        ])}
      </div>
    </AskDialog>
  )
}
