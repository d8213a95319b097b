import { useState } from 'react'
import { CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { day, figure, instant, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { Return } from '#contract/fulfillment/returns.ts'
import { RETURN_REASON_LABELS, RETURN_STATUS_LABELS, RETURN_STATUSES } from '#domain/return-request.ts'
import { type ReturnSide, returnsGridQuery } from './queries.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { ReturnState } from './return-state.tsx'

const FILTERS: readonly GridFilter[] = [
  { name: 'status', label: 'Status', options: RETURN_STATUSES.map((value) => ({ value, label: RETURN_STATUS_LABELS[value] })) },
]

const columnsFor = (side: ReturnSide, open: (returnRequest: Return) => void): GridColumn<Return>[] => [
  {
    id: 'number',
    title: 'Return',
    isFixed: true,
    cell: (returnRequest) => (
      <button type="button" className="link-button px-0 text-left font-medium" onClick={() => open(returnRequest)}>
        {returnRequest.number}
      </button>
    ),
  },
  { id: 'status', title: 'Status', isFixed: true, cell: ({ status }) => <ReturnState status={status} /> },
  {
    id: 'products',
    title: 'Products',
    cell: ({ lines }) => <CellText>{lines.map(({ name, quantity }) => `${figure(quantity)} × ${name}`).join(', ')}</CellText>,
  },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => RETURN_REASON_LABELS[reason] },
  { id: 'customer', title: 'Customer', cell: ({ customer }) => customer.name },
  ...(side === 'staff' ? [{ id: 'seller', title: 'Seller', cell: ({ businessName }: Return) => businessName }] : []),
  { id: 'worth', title: 'Value', isAmount: true, cell: ({ amount, currency }) => money(amount, currency) },
  {
    id: 'createdAt',
    title: 'Requested',
    sort: 'createdAt',
    sortsDownFirst: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={instant(createdAt)}>
        {day(createdAt)}
      </time>
    ),
  },
]

/** Returns to one's own business, or all of them for staff; each opens in a dialog. */
export function ReturnsGrid({ side }: { side: ReturnSide }) {
  const token = useToken((state) => state.token)
  const [open, setOpen] = useState<Return>()
  return (
    <>
      <DataGrid
        name={`returns-${side}`}
        label="Returns"
        columns={columnsFor(side, setOpen)}
        rowId={({ id }) => id}
        rowName={({ number }) => `return ${number}`}
        read={(query) => returnsGridQuery(token, side, query)}
        filters={FILTERS}
        searchLabel={side === 'staff' ? 'Number, customer or seller' : 'Number or customer'}
        defaultSort="-createdAt"
        exportPath={side === 'staff' ? '/api/admin/returns/export' : '/api/business/returns/export'}
        empty={{ filtered: 'No returns found', none: 'No customer has requested a return.' }}
        failure="The returns could not be loaded."
      />
      {open && <ReturnDialog key={open.id} returnRequest={open} side={side} onClose={() => setOpen(undefined)} />}
    </>
  )
}
