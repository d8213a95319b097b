import { useMemo, useState } from 'react'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { day, figure } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { ZeroResultSearch } from '#contract/content/synonyms.ts'
import { LANGUAGE_LABELS, optionsOf } from './search/labels.ts'
import { zeroResultsQuery } from './search/queries.ts'
import { SearchLink } from './search/search-link.tsx'
import { SynonymDialog } from './search/synonym-dialog.tsx'

/** The same word may find nothing in several languages. */
const nameOf = ({ term, language }: ZeroResultSearch) => `${term} (${LANGUAGE_LABELS[language]})`

async function dismiss({ term, language }: ZeroResultSearch): Promise<void> {
  try {
    await api.synonyms.dismiss({ body: { term, language } })
    toast.success(`“${term}” dismissed.`)
    await refreshTabs(queryClient)
  } catch (error) {
    toast.error(messageOf(error, 'The search could not be dismissed.'))
  }
}

const FILTERS: readonly GridFilter[] = [{ name: 'language', label: 'Language', options: optionsOf(LANGUAGE_LABELS) }]

const columnsOf = (onAdd: (search: ZeroResultSearch) => void): GridColumn<ZeroResultSearch>[] => [
  {
    id: 'term',
    title: 'Search',
    isFixed: true,
    cell: ({ term, language }) => <SearchLink query={term} language={language} />,
  },
  { id: 'language', title: 'Language', cell: ({ language }) => LANGUAGE_LABELS[language] },
  { id: 'times', title: 'Times', sort: 'times', sortsDownFirst: true, cell: ({ times }) => figure(times) },
  {
    id: 'first',
    title: 'First',
    isExtra: true,
    cell: ({ firstAt }) => (firstAt === null ? 'Unknown' : <time dateTime={firstAt}>{day(firstAt)}</time>),
  },
  {
    id: 'last',
    title: 'Last',
    sort: 'lastAt',
    sortsDownFirst: true,
    cell: ({ lastAt }) => <time dateTime={lastAt}>{day(lastAt)}</time>,
  },
  {
    id: 'actions',
    title: 'Actions',
    isActions: true,
    cell: (search) => (
      <span className="row-actions">
        <button
          type="button"
          className="button hollow small"
          aria-label={`Add synonym for ${nameOf(search)}`}
          onClick={() => onAdd(search)}
        >
          Add synonym
        </button>
        <button type="button" className="button hollow small" aria-label={`Dismiss ${nameOf(search)}`} onClick={() => void dismiss(search)}>
          Dismiss
        </button>
      </span>
    ),
  },
]

/** Searches that found nothing, each with a way to make it find something. */
export default function SearchScreen() {
  const token = useToken((state) => state.token)
  const [added, setAdded] = useState<ZeroResultSearch | null>(null)
  const columns = useMemo(() => columnsOf(setAdded), [])
  return (
    <>
      <h1>Search</h1>
      <p className="mt-2 max-w-text text-ink-2">
        What visitors searched for without finding anything, and the synonyms that lead to products.
      </p>
      <PlaceTabs label="Search" />
      <DataGrid
        name="zero-results"
        label="Zero-result searches"
        columns={columns}
        rowId={({ language, term }) => `${language} ${term}`}
        rowName={nameOf}
        read={(query) => zeroResultsQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search the list"
        defaultSort="-times"
        empty={{ filtered: 'No searches match your current filters', none: 'No zero-result searches in the last 90 days.' }}
        failure="The searches could not be loaded."
      />
      {added && <SynonymDialog synonym={null} start={added} onClose={() => setAdded(null)} />}
    </>
  )
}
