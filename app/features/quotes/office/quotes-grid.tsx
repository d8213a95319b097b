import { Link } from 'react-router'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { type Office, officeQuotesQuery } from '#app/features/quotes/queries.ts'
import { QuoteStateWord } from '#app/features/quotes/quote-parts.tsx'
import { useToken } from '#app/lib/token.ts'
import { SELLER_QUOTE_LIST, STAFF_QUOTE_LIST } from '#contract/quotes/quote-list.ts'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'
import { QUOTE_FOLDER_LABELS, QUOTE_FOLDERS } from '#domain/quote-state.ts'

const VIEWS = QUOTE_FOLDERS.map((folder) => ({ label: QUOTE_FOLDER_LABELS[folder], query: `folder=${folder}` }))
const FOLDER_FILTER = {
  name: 'folder',
  label: 'Folder',
  options: QUOTE_FOLDERS.map((value) => ({ value, label: QUOTE_FOLDER_LABELS[value] })),
}

const cellsAt = (path: string) => ({
  number: ({ id, number }: QuoteSummary) => <Link to={`${path}/${id}`}>{number}</Link>,
  state: ({ state }: QuoteSummary) => <QuoteStateWord state={state} />,
})

/** The inbox of a seller, or of staff for all sellers: what needs an answer, was sent, won and lost. */
export function QuotesGrid({ office }: { office: Office }) {
  const token = useToken((state) => state.token)
  const isStaff = office === 'staffQuotes'
  const list = isStaff ? STAFF_QUOTE_LIST : SELLER_QUOTE_LIST
  const path = isStaff ? '/admin/quotes' : '/business/quotes'
  return (
    <DataGrid
      label="Quotes"
      name={isStaff ? 'quotes' : 'own-quotes'}
      records="quotes"
      columns={columnsOf<QuoteSummary, string>(list, cellsAt(path))}
      rowId={({ id }) => id}
      rowName={({ number }) => `quote ${number}`}
      filters={[FOLDER_FILTER, ...filtersOf(list)]}
      views={VIEWS}
      defaultSort="-createdAt"
      read={(query) => officeQuotesQuery(token, office, query)}
      searchLabel="Number, buyer or product"
      empty={{ filtered: 'No quotes match your current filters', none: 'No quotes yet' }}
      failure="The quotes could not be loaded."
    />
  )
}
