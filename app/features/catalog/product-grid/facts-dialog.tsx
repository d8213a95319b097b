import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FactsChange } from '#contract/catalog/product-edits.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { readFacts, TAX_CLASSES } from '#domain/product-facts.ts'
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
const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: countries.of(code) ?? code })).sort((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

/** Dialog that sets facts which many products share; an empty field leaves each product's own. */
export function FactsDialog({ total, isBusy, error, onConfirm, onRefused, onClose }: FactsDialogProps) {
  const confirm = (fields: FormData) => {
    const typed = Object.fromEntries(
      ['hsCode', 'originCountry', 'taxClass', 'minQuantity', 'quantityStep'].flatMap((name) => {
        const text = textOf(fields, name).trim()
        return text === '' ? [] : [[name, text]]
      }),
    ) as FactsChange // texts of the fields below
    const [wrong] = readFacts(typed).errors
    if (Object.keys(typed).length === 0) onRefused('Please fill in at least one field')
    else if (wrong) onRefused(wrong.message)
    else onConfirm(typed)
  }
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
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <TextField label="HS code" name="hsCode" maxLength={40} />
        <SelectField label="Country of origin" name="originCountry">
          <option value="">As it is</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Minimum order" name="minQuantity" inputMode="numeric" maxLength={6} />
        <TextField label="Sold in steps of" name="quantityStep" inputMode="numeric" maxLength={6} />
        <SelectField label="Tax class" name="taxClass">
          <option value="">As it is</option>
          {TAX_CLASSES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </AskDialog>
  )
}
