import { Form } from 'react-router'
import { SearchIcon } from '#app/ui/icons.tsx'

/** Looks for equipment from every page; works without script. */
export function SearchForm() {
  return (
    <Form action="/products" role="search" className="search-form no-print">
      <input type="search" name="search" aria-label="Search equipment" placeholder="Search equipment..." autoComplete="off" />
      <button type="submit" aria-label="Search">
        <SearchIcon />
      </button>
    </Form>
  )
}
