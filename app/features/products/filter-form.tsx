import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { textsOf } from '#app/lib/form-text.ts'
import { filterParams, type ListFilters, listHref, readFilters } from './filters.ts'

interface KeptFiltersProps {
  filters: ListFilters
  /** Names of the fields that the form itself has. */
  except: readonly (keyof ListFilters)[]
}

/** The other filters, as hidden fields of a GET form. */
export function KeptFilters({ filters, except }: KeptFiltersProps) {
  const dropped: readonly string[] = [...except, 'page']
  return Object.entries(filterParams(filters))
    .filter(([name]) => !dropped.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Sends a form of filters: a plain GET form that also works without script. */
export function FilterForm({ filters, except, children, ...form }: KeptFiltersProps & { children: ReactNode; className?: string }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <form
      {...form}
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault()
        const fields = textsOf(event.currentTarget)
        void navigate(listHref(pathname, readFilters(new URLSearchParams(fields))), { preventScrollReset: true })
      }}
    >
      <KeptFilters filters={filters} except={except} />
      {children}
    </form>
  )
}
