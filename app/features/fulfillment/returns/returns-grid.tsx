import { useState } from 'react'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { RETURN_LIST } from '#contract/fulfillment/return-list.ts'
import type { Return } from '#contract/fulfillment/returns.ts'
import { type ReturnSide, returnsGridQuery } from './queries.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { ReturnState } from './return-state.tsx'

const columnsFor = (side: ReturnSide, open: (returnRequest: Return) => void): GridColumn<Return>[] =>
  columnsOf(RETURN_LIST, {
    number: (returnRequest) => (
      <button type="button" className="link-button px-0 text-left font-medium" onClick={() => open(returnRequest)}>
        {returnRequest.number}
      </button>
    ),
    status: ({ status, exchange }) => <ReturnState status={status} isExchanged={exchange !== null} />,
  }).filter(({ id }) => side === 'staff' || id !== 'seller')

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
        filters={filtersOf(RETURN_LIST)}
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
