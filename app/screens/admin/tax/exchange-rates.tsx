import { useMemo, useState } from 'react'
import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { api } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { ExchangeRate } from '#contract/pricing/tax.ts'
import { EXCHANGE_RATE_LIST } from '#contract/pricing/tax-lists.ts'
import { editColumn } from './edit-column.tsx'
import { ExchangeRateForm, ExchangeRateUpload } from './exchange-rate-form.tsx'
import { exchangeRatesQuery } from './queries.ts'
import { TaxFrame, useMayWriteTax } from './tax-frame.tsx'

type Open = { what: 'add' | 'upload' } | { what: 'edit' | 'delete'; rate: ExchangeRate } | null

const nameOf = ({ currency, day: on }: ExchangeRate) => `${currency}, ${day(`${on}T12:00:00Z`)}`

const columnsFor = (mayWrite: boolean, onOpen: (open: Open) => void): GridColumn<ExchangeRate>[] => [
  ...columnsOf(EXCHANGE_RATE_LIST, {
    day: ({ day: on }) => (
      <time className="font-medium" dateTime={on}>
        {day(`${on}T12:00:00Z`)}
      </time>
    ),
    perEur: ({ perEur }) => perEur,
  }),
  ...(mayWrite ? [editColumn<ExchangeRate>({ nameOf, onOpen: (what, rate) => onOpen({ what, rate }) })] : []),
]

/** Reference rates of currencies. */
export default function ExchangeRatesScreen() {
  const token = useToken((state) => state.token)
  const mayWrite = useMayWriteTax()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => columnsFor(mayWrite, setOpen), [mayWrite])
  return (
    <TaxFrame
      heading={<h1>Exchange rates</h1>}
      text="Euro reference rates for stating VAT in the currency of its country. Enter them, or upload the CSV file of the European Central Bank."
      action={
        mayWrite && (
          <span className="flex flex-wrap gap-3">
            <button type="button" className="button hollow" onClick={() => setOpen({ what: 'upload' })}>
              Upload rates
            </button>
            <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
              Add rate
            </button>
          </span>
        )
      }
    >
      <DataGrid
        name="exchange-rates"
        label="Exchange rates"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => exchangeRatesQuery(token, query)}
        filters={[]}
        searchLabel="Search by day or currency"
        defaultSort="-day"
        exportPath="/api/admin/tax/exchange-rates/export"
        empty={{ filtered: 'No exchange rates match your search', none: 'No exchange rates yet.' }}
        failure="The exchange rates could not be loaded."
      />
      {open?.what === 'upload' && (
        <FormDialog title="Upload exchange rates" onClose={close}>
          <ExchangeRateUpload onSaved={close} />
        </FormDialog>
      )}
      {(open?.what === 'add' || open?.what === 'edit') && (
        <FormDialog title={open.what === 'add' ? 'Add exchange rate' : 'Edit exchange rate'} onClose={close}>
          <ExchangeRateForm rate={open.what === 'edit' ? open.rate : null} onSaved={close} />
        </FormDialog>
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          title="Delete exchange rate?"
          done="Exchange rate deleted."
          remove={() => api.tax.removeExchangeRate({ params: { id: open.rate.id } })}
          onClose={close}
        >
          <p>{`${nameOf(open.rate)}: ${open.rate.perEur} for 1 EUR.`}</p>
        </DeleteDialog>
      )}
    </TaxFrame>
  )
}
