import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { textsOf } from '#app/lib/form-text.ts'
import { queryString } from '#contract/client.ts'
import { filterParams, type ListFilters, readFilters } from './filters.ts'

/** Address of a page with filters other than a product list. */
export interface FilterPlace {
  params: (filters: ListFilters) => Record<string, string>
  read: (params: URLSearchParams) => ListFilters
}

const LIST: FilterPlace = { params: filterParams, read: readFilters }

interface KeptFiltersProps {
  filters: ListFilters
  /** Names of the fields that the form itself has. */
  except: readonly string[]
  place?: FilterPlace | undefined
}

/** The other filters, as hidden fields of a GET form. */
export function KeptFilters({ filters, except, place = LIST }: KeptFiltersProps) {
  const dropped = [...except, 'page']
  return Object.entries(place.params(filters))
    .filter(([name]) => !dropped.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** A form of filters: a plain GET form that also works without JavaScript. */
export function FilterForm({
  filters,
  except,
  place = LIST,
  children,
  ...form
}: KeptFiltersProps & { children: ReactNode; className?: string }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <form
      {...form}
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new URLSearchParams(textsOf(new FormData(event.currentTarget)))
        const query = queryString(place.params({ ...place.read(fields), page: 1 }))
        void navigate(query === '' ? pathname : `${pathname}?${query}`, { preventScrollReset: true })
      }}
    >
      <KeptFilters filters={filters} except={except} place={place} />
      {children}
    </form>
  )
}
