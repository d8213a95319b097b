import { useRef, useState } from 'react'
import { contactInputs, FactInput, type Input, inputsOf, WARNINGS } from '#app/features/catalog/product-form/fact-inputs.tsx'
import { FIGURES } from '#app/features/catalog/product-form/model-fields.tsx'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import type { FactsChange } from '#contract/catalog/product-edits.ts'
import { isPlain, PRODUCT_FIELDS, SHARED_KEYS, type SharedKey } from '#domain/product-fields.ts'
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

/** Facts in the order of the dialog: the sides of a package are in one row, and so is what is sold. */
const ASKED: readonly SharedKey[] = [
  ...SHARED_KEYS.filter((key) => isPlain(key) && PRODUCT_FIELDS[key].group !== 'unit' && PRODUCT_FIELDS[key].kind !== 'terms'),
  'package',
  ...SHARED_KEYS.filter((key) => PRODUCT_FIELDS[key].group === 'unit'),
]
const TERMS = SHARED_KEYS.filter((key) => PRODUCT_FIELDS[key].kind === 'terms')

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
  const ask = ({ hint: _hint, none: _none, isOptional: _isOptional, ...input }: Input) => (
    <FactInput key={input.path} input={{ ...input, ...(input.options && { none: 'No change' }) }} error={errors[input.path]} />
  )
  const contact = (role: 'manufacturer' | 'responsible', who: string) =>
    contactInputs(role).map((input) => ask({ ...input, label: `${who}: ${input.label.toLowerCase()}` }))
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
        <div className="field-rows mt-3 sm:grid-cols-3">{ASKED.flatMap(inputsOf).map(ask)}</div>
        <TextField
          label={PRODUCT_FIELDS.ladder.label}
          name="ladder"
          maxLength={200}
          hint="Units and percent, such as 3:5; 10:7.5. Enter none for no quantity prices."
          error={errors.ladder}
        />
        {TERMS.flatMap(inputsOf).map(ask)}
        <h3 className="text-base">{PRODUCT_FIELDS.safety.label}</h3>
        <p className="text-ink-2">Maker, responsible person and warnings are set together. If empty, those of the business apply.</p>
        <div className="field-rows sm:grid-cols-3">
          {contact('manufacturer', 'Maker')}
          {contact('responsible', 'Responsible person')}
        </div>
        {ask(WARNINGS)}
        <h3 className="text-base">Savings calculator</h3>
        <p className="text-ink-2">Machines only. Fill in all four figures, or none.</p>
        <div className="field-rows sm:grid-cols-4">
          {FIGURES.map(({ name, label, unit }) =>
            ask({ path: `impactModel.${name}`, label: `${label} in ${unit}`, maxLength: 10, inputMode: 'decimal' }),
          )}
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
