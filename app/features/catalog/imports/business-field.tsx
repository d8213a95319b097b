import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { businessesQuery } from '#app/features/sellers/applications/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'

const MAX_OFFERED = 500

interface BusinessFieldProps {
  label: string
  /** Label of the choice of no business. */
  none: string
  value: string
  onChange: (businessId: string) => void
  name?: string
  error?: string | undefined
}

/** A choice of one business, with a search where there are many. */
export function BusinessField({ label, none, value, onChange, name, error }: BusinessFieldProps) {
  const token = useToken((state) => state.token)
  const [search, setSearch] = useState('')
  const businesses = useQuery(queryOf(businessesQuery(token, { search, sort: 'name', page: 1, limit: MAX_OFFERED })))
  const { items = [], total = 0 } = businesses.data ?? {}
  const isOffered = items.some(({ id }) => id === value)
  return (
    <div className="grid gap-3">
      {(total > MAX_OFFERED || search !== '') && (
        <TextField label="Find a business" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      <SelectField
        label={label}
        {...(name && { name })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint={businesses.isError ? 'The businesses could not be loaded.' : undefined}
      >
        <option value="">{none}</option>
        {value !== '' && !isOffered && <option value={value}>Current choice</option>}
        {items.map(({ id, name: title, city }) => (
          <option key={id} value={id}>
            {city ? `${title}, ${city}` : title}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
