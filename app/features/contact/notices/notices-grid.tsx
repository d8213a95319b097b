import { useSearchParams } from 'react-router'
import { ageText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { day, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
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

/** Returns the opened notice of the address, and a way to open another; the filter has `open` for itself, which emails from before use for both. */
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

const dayCell = (at: string | null, none: string) =>
  at === null ? (
    none
  ) : (
    <time dateTime={at} title={instant(at)}>
      {day(at)}
    </time>
  )

const numberColumn = <Row extends OwnNotice>(open: (id: string) => void): GridColumn<Row> => ({
  id: 'number',
  title: 'Notice',
  isFixed: true,
  cell: ({ id, number }) => (
    <button type="button" className="link-button px-0 text-left font-medium" onClick={() => open(id)}>
      {number}
    </button>
  ),
})
const stateColumn: GridColumn<OwnNotice> = {
  id: 'status',
  title: 'Status',
  isFixed: true,
  cell: (notice) => <NoticeState notice={notice} />,
}
const pageColumn: GridColumn<OwnNotice> = {
  id: 'address',
  title: 'Page',
  cell: ({ address, product }) => (
    <a href={address} target="_blank" rel="noreferrer" className="wrap-anywhere">
      <bdi>{product?.name ?? address}</bdi>
    </a>
  ),
}
const receivedColumn: GridColumn<OwnNotice> = {
  id: 'receivedAt',
  title: 'Received',
  sort: 'receivedAt',
  sortsDownFirst: true,
  cell: ({ receivedAt }) => dayCell(receivedAt, ''),
}

function nextStep(notice: Notice): string {
  if (!isOpenNotice(notice)) return 'None'
  return notice.status === 'new' ? 'Decide' : 'Answer the objection'
}

const staffColumns = (open: (id: string) => void): GridColumn<Notice>[] => [
  numberColumn(open),
  stateColumn,
  { id: 'age', title: 'Age', cell: (notice) => (isOpenNotice(notice) ? ageText(notice.objectedAt ?? notice.receivedAt) : 'Decided') },
  { id: 'due', title: 'Due', cell: ({ dueAt }) => dayCell(dueAt, 'Nothing due') },
  { id: 'next', title: 'Next step', cell: nextStep },
  pageColumn,
  { id: 'business', title: 'Business', cell: ({ business }) => business?.name ?? 'The shop' },
  receivedColumn,
  { id: 'name', title: 'Reported by', isExtra: true, cell: ({ name }) => <bdi>{name}</bdi> },
]

const ownColumns = (open: (id: string) => void): GridColumn<OwnNotice>[] => [
  numberColumn(open),
  stateColumn,
  pageColumn,
  receivedColumn,
  { id: 'decidedAt', title: 'Decided', cell: ({ decidedAt }) => dayCell(decidedAt, 'Not yet') },
  { id: 'objectUntil', title: 'Object until', cell: ({ objectUntil }) => dayCell(objectUntil, 'None') },
]

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
      columns={ownColumns(open)}
      rowId={({ id }) => id}
      rowName={({ number }) => `notice ${number}`}
      read={(query) => ownNoticesQuery(token, query)}
      searchLabel="Number or page"
    />
  )
}
