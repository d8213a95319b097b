import { useSearchParams } from 'react-router'
import { ageText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { NOTICE_LIST, OWN_NOTICE_LIST } from '#contract/contact/notice-list.ts'
import type { Notice, OwnNotice } from '#contract/contact/notices.ts'
import { isOpenNotice, NoticeState } from './notice-state.tsx'
import { noticesQuery, ownNoticesQuery } from './queries.ts'

const FILTERS: readonly GridFilter[] = [
  {
    name: 'open',
    label: 'Decision',
    options: [
      { value: 'true', label: 'Open' },
      { value: 'false', label: 'Decided' },
    ],
  },
]
const OPEN = { label: 'Open', query: 'open=true' }

/**
 * Returns the opened notice of the address, and a way to open another; the filter has `open` for itself, which emails from before use for
 * both.
 */
export function useOpened(): [string | null, (id: string | null) => void] {
  const [query, setQuery] = useSearchParams()
  const former = query.get('open')
  const isFilter = former === 'true' || former === 'false'
  const open = (id: string | null) =>
    setQuery(
      (before) => {
        if (!isFilter) before.delete('open')
        if (id === null) before.delete('notice')
        else before.set('notice', id)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [query.get('notice') ?? (isFilter ? null : former), open]
}

function nextStep(notice: Notice): string {
  if (!isOpenNotice(notice)) return 'None'
  return notice.status === 'new' ? 'Decide' : 'Answer the objection'
}

const cellsOf = (open: (id: string) => void) => ({
  number: ({ id, number }: OwnNotice) => (
    <button type="button" className="link-button px-0 text-left font-medium" onClick={() => open(id)}>
      {number}
    </button>
  ),
  status: (notice: OwnNotice) => <NoticeState notice={notice} />,
  address: ({ address, product }: OwnNotice) => (
    <a href={address} target="_blank" rel="noreferrer" className="wrap-anywhere">
      <bdi>{product?.name ?? address}</bdi>
    </a>
  ),
})

const staffColumns = (open: (id: string) => void): GridColumn<Notice>[] =>
  columnsOf(NOTICE_LIST, {
    ...cellsOf(open),
    age: (notice) => (isOpenNotice(notice) ? ageText(notice.objectedAt ?? notice.receivedAt) : 'Decided'),
    next: nextStep,
  })

const COMMON = {
  label: 'Notices',
  filters: FILTERS,
  views: [OPEN],
  defaultSort: '-receivedAt',
  failure: 'The notices could not be loaded.',
} as const

/** Returns the texts of an empty list: of open cases, of all, and of a search. */
function useEmpty() {
  const [query] = useSearchParams()
  const isOpenOnly = query.get('open') === 'true' && !query.get('search')
  return { filtered: isOpenOnly ? NO_CASES : 'No notices found', none: NO_CASES }
}
const NO_CASES = 'No open cases.'

/** All notices, for staff. */
export function NoticesGrid({ open }: { open: (id: string) => void }) {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...COMMON}
      empty={useEmpty()}
      name="notices"
      columns={staffColumns(open)}
      rowId={({ id }) => id}
      rowName={({ number }) => `notice ${number}`}
      read={(query) => noticesQuery(token, query)}
      searchLabel="Number, page, name or email"
      exportPath="/api/admin/notices/export"
    />
  )
}

/** The notices about a seller's own pages. */
export function OwnNoticesGrid({ open }: { open: (id: string) => void }) {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...COMMON}
      empty={useEmpty()}
      name="own-notices"
      columns={columnsOf(OWN_NOTICE_LIST, cellsOf(open))}
      rowId={({ id }) => id}
      rowName={({ number }) => `notice ${number}`}
      read={(query) => ownNoticesQuery(token, query)}
      searchLabel="Number or page"
    />
  )
}
