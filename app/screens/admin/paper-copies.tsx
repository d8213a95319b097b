import { Link } from 'react-router'
import { paperCopiesGridQuery } from '#app/features/catalog/papers/queries.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { COPY_STATE_LABELS, PAPER_COPY_LIST } from '#contract/catalog/paper-copy-list.ts'
import type { CopyState, StaffPaperCopy } from '#contract/catalog/papers.ts'

const TONES: Readonly<Record<CopyState, string>> = { late: 'bad', open: 'warn', sent: 'ok' }

const COLUMNS = columnsOf<StaffPaperCopy, (typeof PAPER_COPY_LIST)[number]['id']>(PAPER_COPY_LIST, {
  orderNumber: ({ orderId, orderNumber }) => <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>,
  state: ({ state }) => <span className={`status ${TONES[state]}`}>{COPY_STATE_LABELS[state]}</span>,
})

/** Copies on paper that buyers asked sellers for. */
export default function PaperCopiesScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Paper copies</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Manuals and safety information that buyers asked sellers for on paper. A seller has a month, and marks a copy as sent.
      </p>
      <DataGrid
        name="paper-copies"
        label="Paper copies"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ orderNumber, productName }) => `${productName}, order ${orderNumber}`}
        hrefOf={({ orderId }) => `/admin/orders/${orderId}`}
        read={(query) => paperCopiesGridQuery(token, query)}
        filters={filtersOf(PAPER_COPY_LIST)}
        searchLabel="Search by order, product or seller"
        defaultSort="dueAt"
        exportPath="/api/admin/paper-copies/export"
        empty={{ filtered: 'No paper copies match your current filters', none: 'Nobody has asked for a paper copy yet.' }}
        failure="The paper copies could not be loaded."
      />
    </>
  )
}
