import { CheckField } from '#app/ui/field.tsx'
import { MAX_LADDER } from '#domain/product-facts.ts'
import { RowError } from './features-field.tsx'
import { tierRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'

const COLUMNS = [
  { name: 'minQuantity', label: 'from quantity', placeholder: 'From quantity, such as 10', mode: 'numeric' },
  { name: 'discountPercent', label: 'discount in percent', placeholder: 'Percent off, such as 5', mode: 'decimal' },
] as const

/** Price breaks of a product: without any, those of its category, unless they are switched off. */
export function LadderField({ values, errors, change }: FormSectionProps) {
  return (
    <fieldset className="min-w-0 mt-6">
      <legend className="font-strong">Quantity prices</legend>
      <p className="mt-1 mb-2 max-w-text text-sm text-ink-2">
        Up to {MAX_LADDER} tiers, each with a higher quantity and discount. Without any, those of the category apply: whole machines have 5%
        from 3, 10% from 5 and 15% from 10.
      </p>
      <CheckField
        label="No quantity prices"
        name="noLadder"
        checked={values.noLadder}
        onChange={(event) => change({ noLadder: event.target.checked })}
      />
      {!values.noLadder && (
        <RowList noun="tier" rows={values.ladder} blank={tierRow} max={MAX_LADDER} add="Add tier" onChange={(ladder) => change({ ladder })}>
          {(row, at, set) => (
            <div className="grid gap-2 sm:grid-cols-2">
              {COLUMNS.map(({ name, label, placeholder, mode }) => {
                const field = `ladder.${at}.${name}`
                return (
                  <div key={name}>
                    <input
                      name={field}
                      className="input"
                      aria-label={`Tier ${at + 1}, ${label}`}
                      aria-invalid={errors[field] ? true : undefined}
                      placeholder={placeholder}
                      inputMode={mode}
                      maxLength={8}
                      value={row[name]}
                      onChange={(event) => set({ [name]: event.target.value })}
                    />
                    <RowError text={errors[field]} />
                  </div>
                )
              })}
            </div>
          )}
        </RowList>
      )}
      <RowError text={errors.ladder} />
    </fieldset>
  )
}
