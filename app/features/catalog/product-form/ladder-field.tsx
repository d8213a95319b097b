import { CheckField } from '#app/ui/field.tsx'
import { MAX_LADDER } from '#domain/product-facts.ts'
import { RowError, rowProblem } from './features-field.tsx'
import { tierRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'

const COLUMNS = [
  { name: 'minQuantity', label: 'from quantity', placeholder: '10', mode: 'numeric', before: 'From', after: 'units' },
  { name: 'discountPercent', label: 'discount in percent', placeholder: '5', mode: 'decimal', before: '', after: '% off each' },
] as const

/** Price breaks of a product: without any, those of its category, unless they are switched off. */
export function LadderField({ values, errors, change }: FormSectionProps) {
  return (
    <fieldset className="min-w-0 mt-6">
      <legend className="font-strong">Quantity prices</legend>
      <p className="mt-1 mb-2 max-w-text text-sm text-ink-2">
        Up to {MAX_LADDER} tiers, each with a higher quantity and discount. If empty, the quantity prices of the category apply: machines
        have 5% from 3, 10% from 5 and 15% from 10.
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
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {COLUMNS.map(({ name, label, placeholder, mode, before, after }) => {
                const field = `ladder.${at}.${name}`
                return (
                  <div key={name}>
                    <span className="flex items-center gap-2">
                      {before}
                      <input
                        name={field}
                        className="input w-24"
                        aria-label={`Tier ${at + 1}, ${label}`}
                        {...rowProblem(field, errors)}
                        placeholder={placeholder}
                        inputMode={mode}
                        maxLength={8}
                        value={row[name]}
                        onChange={(event) => set({ [name]: event.target.value })}
                      />
                      {after}
                    </span>
                    <RowError text={errors[field]} of={field} />
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
