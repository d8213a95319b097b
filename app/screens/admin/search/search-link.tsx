import { Link } from 'react-router'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { tryHref } from './labels.ts'

/** A search of visitors, as lists show it: it leads to how it is read. */
export function SearchLink({ query, language }: { query: string; language: SearchLanguage }) {
  return (
    <Link to={tryHref(query, language)} className="font-medium wrap-break-word">
      {query}
    </Link>
  )
}
