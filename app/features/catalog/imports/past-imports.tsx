import { Link } from 'react-router'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { figure, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { ImportLine } from '#contract/catalog/imports.ts'
import { ImportStatusBadge } from './import-badge.tsx'
import { useImportSide } from './import-side.ts'
import { importsQuery } from './queries.ts'

const columnsOf = (hrefOf: (line: ImportLine) => string): GridColumn<ImportLine>[] => [
  {
    id: 'file',
    title: 'File',
    isFixed: true,
    cell: (row) => (
      <Link to={hrefOf(row)}>
        <bdi>{row.fileName}</bdi>
      </Link>
    ),
  },
  { id: 'at', title: 'Imported', sort: 'at', sortsDownFirst: true, cell: ({ at }) => <time dateTime={at}>{instant(at)}</time> },
  { id: 'actor', title: 'By', cell: ({ actorName }) => actorName ?? <span className="text-ink-2">The shop</span> },
  { id: 'status', title: 'Status', cell: ({ status }) => <ImportStatusBadge status={status} /> },
  { id: 'created', title: 'New', isAmount: true, cell: ({ created }) => figure(created) },
  { id: 'updated', title: 'Changed', isAmount: true, cell: ({ updated }) => figure(updated) },
  { id: 'unchanged', title: 'Unchanged', isAmount: true, cell: ({ unchanged }) => figure(unchanged) },
  { id: 'skipped', title: 'Skipped', isAmount: true, cell: ({ skipped }) => figure(skipped) },
]

/** Every import that started, each with a link to its result. */
export function PastImports() {
  const token = useToken((state) => state.token)
  const { side, screen } = useImportSide()
  const hrefOf = ({ id }: ImportLine) => `${screen}?import=${id}`
  return (
    <DataGrid
      name="imports"
      label="Past imports"
      columns={columnsOf(hrefOf)}
      rowId={({ id }) => id}
      rowName={({ fileName }) => fileName}
      hrefOf={hrefOf}
      read={(query) => importsQuery(token, side, query)}
      searchLabel="Search by file name"
      defaultSort="-at"
      empty={{ filtered: 'No imports found', none: 'Nothing has been imported yet.' }}
      failure="The imports could not be loaded."
    />
  )
}
