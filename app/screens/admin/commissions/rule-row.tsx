import { SearchedSelect } from '#app/features/kit/forms/searched-select.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#app/ui/icons.tsx'
import type { RuleDraft } from './rates-draft.ts'

/** The choices in a rate. */
export interface Choices {
  sellers: readonly { id: string; name: string }[]
  categories: readonly { value: string; label: string }[]
}

interface RuleRowProps {
  rule: RuleDraft
  index: number
  isLast: boolean
  choices: Choices
  errorOf: (field: string) => string | undefined
  change: (values: Partial<RuleDraft>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One rate: its seller, category, percentage, and position. */
export function RuleRow({ rule, index, isLast, choices, errorOf, change, onMove, onRemove }: RuleRowProps) {
  const number = index + 1
  const name = (field: string) => `rules.${index}.${field}`
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1.5 px-5.5 py-4 border-b-[1.5px] border-line max-lg:grid-cols-[28px_minmax(0,1fr)] max-lg:px-4">
      <span className="mt-7 display-lg/[44px]" aria-hidden="true">
        {number}
      </span>
      <fieldset className="grid grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(7.5rem,1.4fr)] items-start has-[[type=search]]:items-end gap-x-3.5 gap-y-3 max-[85rem]:grid-cols-1">
        <legend className="sr-only">Rate {number}</legend>
        <SearchedSelect
          label="Seller"
          name={name('businessId')}
          find="Find a seller"
          none="Every seller"
          options={choices.sellers.map(({ id, name: seller }) => ({ value: id, label: seller }))}
          value={rule.businessId}
          error={errorOf('businessId')}
          onChange={(event) => change({ businessId: event.target.value })}
        />
        <SelectField
          label="Category"
          name={name('category')}
          value={rule.category}
          error={errorOf('category')}
          onChange={(event) => change({ category: event.target.value })}
        >
          <option value="">Every category</option>
          {choices.categories.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <PercentField
          label="Commission"
          name={name('percent')}
          value={rule.percent}
          error={errorOf('percent')}
          onValue={(percent) => change({ percent })}
        />
      </fieldset>
      <span className="flex items-center gap-0.5 mt-7 max-lg:col-2 max-lg:mt-0">
        <button
          type="button"
          className="icon-button disabled:opacity-35"
          aria-label={`Move rate ${number} up`}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUpIcon />
        </button>
        <button
          type="button"
          className="icon-button disabled:opacity-35"
          aria-label={`Move rate ${number} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDownIcon />
        </button>
        <button type="button" className="button danger small" aria-label={`Remove rate ${number}`} onClick={onRemove}>
          Remove
        </button>
      </span>
    </li>
  )
}

interface PercentFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onValue: (value: string) => void
}

/** A percentage with at most two decimals. */
export function PercentField({ label, name, value, error, onValue }: PercentFieldProps) {
  return (
    <TextField
      label={`${label} (%)`}
      name={name}
      type="number"
      inputMode="decimal"
      required
      min={0}
      max={100}
      step={0.01}
      value={value}
      error={error}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
