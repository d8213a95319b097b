import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchedSelect } from '#app/features/kit/forms/searched-select.tsx'
import { businessesQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'

const MAX_OFFERED = 500
/** Time in ms without typing after which the search is sent. */
const PAUSE_MS = 200

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
  const [typed, setSearch] = useState('')
  const search = useDebouncedValue(typed.trim(), PAUSE_MS)
  const query = { search, sort: 'name', page: 1, limit: MAX_OFFERED } as const
  const businesses = useQuery({ ...queryOf(businessesQuery(token, query)), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = businesses.data ?? {}
  const found = items.map(({ id, name: title, city }) => ({ value: id, label: city ? `${title}, ${city}` : title }))
  const isMissing = value !== '' && !items.some(({ id }) => id === value)
  return (
    <SearchedSelect
      label={label}
      {...(name && { name })}
      find="Find a business"
      none={none}
      options={isMissing ? [{ value, label: 'Current choice' }, ...found] : found}
      total={total}
      onSearch={setSearch}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      hint={businesses.isError ? 'The businesses could not be loaded.' : undefined}
    />
  )
}
