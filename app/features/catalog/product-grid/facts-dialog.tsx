import { useRef, useState } from 'react'
import { CONTENT_UNIT_LABELS, SALE_UNIT_LABELS, TAX_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { FactsChange } from '#contract/catalog/product-edits.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { FACT_LENGTHS } from '#domain/product-facts.ts'
import { pluralize } from '#domain/text.ts'
import { REMOVABLE, REMOVE, readTypedFacts } from './typed-facts.ts'

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

/** Parts of a contact for product safety. */
const CONTACT = [
  ['name', 'Name', FACT_LENGTHS.contactName],
  ['address', 'Postal address', FACT_LENGTHS.contactAddress],
  ['email', 'Email', 254],
] as const

/** Dialog that sets or removes facts which many products share; an empty field leaves each product's own. */
export default function FactsDialog({ total, isBusy, error, onConfirm, onRefused, onClose }: FactsDialogProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const grid = useRef<HTMLDivElement>(null)
  const confirm = (fields: FormData) => {
    const { change, errors: wrong } = readTypedFacts(fields)
    setErrors(wrong)
    const first = [...fields.keys()].find((name) => name in wrong)
    if (first) grid.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (Object.keys(change).length === 0) onRefused('Please fill in at least one field')
    else onConfirm(change)
  }
  const text = (name: string, label: string, maxLength = 40, isNumber = false) => (
    <TextField
      key={name}
      label={label}
      name={name}
      maxLength={maxLength}
      inputMode={isNumber ? 'decimal' : undefined}
      error={errors[name]}
    />
  )
  const contact = (of: 'manufacturer' | 'responsible', who: string) =>
    CONTACT.map(([part, label, length]) => text(`safety.${of}.${part}`, `${who}: ${label.toLowerCase()}`, length))
  const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]) => (
    <SelectField label={label} name={name} error={errors[name]}>
      <option value="">No change</option>
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
      confirm="Set trade facts"
      busy="Setting..."
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-ink-2">{pluralize(total, 'product')}. Fields you leave empty don't change.</p>
      <div ref={grid} className="grid gap-3">
        <div className="field-rows mt-3 sm:grid-cols-3">
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
          {choice('isCustom', 'Custom-made', [
            ['yes', 'Yes'],
            ['no', 'No'],
          ])}
        </div>
        <TextField
          label="Quantity prices"
          name="ladder"
          maxLength={200}
          hint="Units and percent, such as 3:5; 10:7.5. Enter none for no quantity prices."
          error={errors.ladder}
        />
        <TextAreaField
          label="Warranty terms"
          name="warrantyText"
          rows={3}
          maxLength={FACT_LENGTHS.warrantyText}
          error={errors.warrantyText}
        />
        <h3 className="text-base">Safety</h3>
        <p className="text-ink-2">Maker, responsible person and warnings are set together. If empty, those of the business apply.</p>
        <div className="field-rows sm:grid-cols-3">
          {contact('manufacturer', 'Maker')}
          {contact('responsible', 'Responsible person')}
        </div>
        <TextAreaField
          label="Warnings"
          name="safety.warnings"
          rows={3}
          maxLength={FACT_LENGTHS.warnings}
          error={errors['safety.warnings']}
        />
        <h3 className="text-base">Savings calculator</h3>
        <p className="text-ink-2">Machines only. Fill in all four figures, or none.</p>
        <div className="field-rows sm:grid-cols-4">
          {text('impactModel.efficiency', 'Efficiency in %', 10, true)}
          {text('impactModel.materialReduction', 'Material reduction in %', 10, true)}
          {text('impactModel.energyUsage', 'Energy usage in kW', 10, true)}
          {text('impactModel.processingRate', 'Processing rate in units/h', 10, true)}
        </div>
        <fieldset>
          <legend className="font-medium">Remove from all {pluralize(total, 'product')}</legend>
          <div className="grid sm:grid-cols-3">
            {Object.entries(REMOVABLE).map(([value, label]) => (
              <CheckField key={value} name={REMOVE} value={value} label={label} />
            ))}
          </div>
        </fieldset>
      </div>
    </AskDialog>
  )
}
