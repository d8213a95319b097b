import { type ComponentProps, useState } from 'react'
import { SelectField, TextField } from '#app/ui/field.tsx'

/** Options from which on a choice has a search. */
const MANY_OPTIONS = 12

interface Option {
  value: string
  label: string
}

interface SearchedSelectProps extends Omit<ComponentProps<typeof SelectField>, 'children'> {
  value: string
  /** Label of the search field. */
  find: string
  /** Label of the choice of nothing; without it something is always chosen. */
  none?: string
  options: readonly Option[]
  /** Number of options that there are, where more than these are found by a search of the server. */
  total?: number
  onSearch?: (typed: string) => void
}

/** Returns the options whose labels hold what was typed, and the chosen one. */
export function matchingOptions(options: readonly Option[], typed: string, chosen: string): readonly Option[] {
  const words = typed.trim().toLowerCase()
  return words === '' ? options : options.filter(({ label, value }) => label.toLowerCase().includes(words) || value === chosen)
}

/** A labelled select with a search above it where it has many options. */
export function SearchedSelect({ find, none, options, total = options.length, onSearch, ...select }: SearchedSelectProps) {
  const [typed, setTyped] = useState('')
  const search = (text: string) => {
    setTyped(text)
    onSearch?.(text)
  }
  return (
    <div className="grid gap-3">
      {(total > MANY_OPTIONS || typed !== '') && !select.disabled && (
        <TextField
          label={find}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => search(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // it narrows, and does not send the form
        />
      )}
      <SelectField {...select}>
        {none !== undefined && <option value="">{none}</option>}
        {matchingOptions(options, typed, select.value).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
