import { Link } from 'react-router'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { day, figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { SearchClick } from '#contract/content/synonyms.ts'
import { CLICK_KIND_LABELS, LANGUAGE_LABELS, optionsOf } from './labels.ts'
import { clicksQuery } from './queries.ts'
import { SearchLink } from './search-link.tsx'

const FILTERS: readonly GridFilter[] = [
  { name: 'language', label: 'Language', options: optionsOf(LANGUAGE_LABELS) },
  { name: 'kind', label: 'Kind', options: optionsOf(CLICK_KIND_LABELS) },
]

const COLUMNS: GridColumn<SearchClick>[] = [
  {
    id: 'query',
    title: 'Search',
    isFixed: true,
    cell: ({ query, language }) => <SearchLink query={query} language={language} />,
  },
  {
    id: 'result',
    title: 'Result',
    cell: ({ name, href }) => (
      <CellText>
        {href === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to={href}>
            <bdi>{name}</bdi>
          </Link>
        )}
      </CellText>
    ),
  },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => CLICK_KIND_LABELS[kind] },
  { id: 'language', title: 'Language', cell: ({ language }) => LANGUAGE_LABELS[language] },
  { id: 'clicks', title: 'Clicks', sort: 'clicks', sortsDownFirst: true, isAmount: true, cell: ({ clicks }) => figure(clicks) },
  {
    id: 'last',
    title: 'Last',
    sort: 'lastOn',
    sortsDownFirst: true,
    cell: ({ lastOn }) => <time dateTime={lastOn}>{day(lastOn)}</time>,
  },
]

/** Results that visitors chose for their searches. */
export default function SearchClicksScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Search clicks</h1>
      <p className="mt-2 max-w-text text-ink-2">
        The results that visitors chose in the last 180 days. Clicks are stored without the visitor.
      </p>
      <PlaceTabs label="Search" />
      <DataGrid
        name="search-clicks"
        label="Search clicks"
        columns={COLUMNS}
        rowId={({ query, language, kind, href, name }) => [query, language, kind, href ?? name].join(' ')}
        rowName={({ query, name }) => `${query}: ${name}`}
        read={(query) => clicksQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search the list"
        defaultSort="-clicks"
        empty={{ filtered: 'No clicks match your current filters', none: 'No clicks in the last 180 days.' }}
        failure="The clicks could not be loaded."
      />
    </>
  )
}
