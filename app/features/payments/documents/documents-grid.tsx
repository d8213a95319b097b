import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { day, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { DOCUMENT_LIST } from '#contract/payments/document-list.ts'
import type { Document } from '#contract/payments/documents.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import { CURRENCIES } from '#domain/money.ts'
import { mayAct } from '#domain/permissions.ts'
import { wallClock } from '#domain/time.ts'
import { DocumentFiles } from './document-file.tsx'
import { monthOptions } from './months.ts'
import { documentsQuery, documentTotalsQuery, ownDocumentsQuery } from './queries.ts'

/** Months that the filter offers. */
const MONTHS = 24
const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countryNameOf(value) })).sort((one, other) =>
  one.label.localeCompare(other.label, 'en'),
)
const filters = (): readonly GridFilter[] => [
  ...filtersOf(DOCUMENT_LIST),
  { name: 'month', label: 'Month', options: monthOptions(wallClock(new Date(), getShop().timeZone), MONTHS) },
  { name: 'country', label: 'Country', options: COUNTRIES },
  { name: 'currency', label: 'Currency', options: CURRENCIES.map((value) => ({ value, label: value })) },
  { name: 'from', label: 'Issued from', kind: 'date' },
  { name: 'to', label: 'Issued to', kind: 'date' },
]

const FORMS = { factur_x: 'Factur-X', xrechnung: 'XRechnung' } as const

/** Returns the form of an e-invoice with its state: waiting, or why it could not be made. */
function eInvoiceText(eInvoice: Document['eInvoice']): string {
  if (!eInvoice) return 'None'
  const form = FORMS[eInvoice.form]
  if (eInvoice.isMade) return form
  return eInvoice.problem ? `${form}, failed: ${eInvoice.problem}` : `${form}, not ready yet`
}

/** Columns for an area; null: for staff to whom orders are closed. */
const columnsFor = (area: 'admin' | 'business' | null): readonly GridColumn<Document>[] => [
  ...columnsOf(DOCUMENT_LIST, {
    number: ({ number }) => <span className="font-medium">{number}</span>,
    supplied: ({ suppliedFrom, suppliedOn }) =>
      suppliedOn ? (
        <>
          {suppliedFrom && `${day(suppliedFrom)} to `}
          <time dateTime={suppliedOn}>{day(suppliedOn)}</time>
        </>
      ) : (
        'Not yet'
      ),
    order: ({ orderId, orderNumber }) => {
      if (!orderId) return 'None'
      if (!area) return orderNumber
      return (
        <Link to={`/${area}/orders/${orderId}`} className="wrap-anywhere">
          {orderNumber}
        </Link>
      )
    },
    eInvoice: ({ eInvoice }) => eInvoiceText(eInvoice),
    gross: ({ gross, currency }) => <span className="font-medium">{money(gross, currency)}</span>,
  }),
  { id: 'files', title: 'Actions', isActions: true, forReaders: true, cell: (document) => <DocumentFiles document={document} /> },
]

const COLUMNS = { admin: columnsFor('admin'), business: columnsFor('business'), none: columnsFor(null) }

const COMMON = {
  label: 'Documents',
  defaultSort: '-issuedAt',
  failure: 'The documents could not be loaded.',
  searchLabel: 'Number, order or buyer',
  empty: {
    filtered: 'No documents found',
    none: 'No invoices yet.',
    more: 'They appear here when orders are invoiced.',
  },
}

const VIEWS = [
  { label: 'Invoices', query: 'kind=invoice' },
  { label: 'Credit notes', query: 'kind=credit_note' },
  { label: 'Commission invoices', query: 'kind=commission' },
  { label: 'Self-billed invoices', query: 'kind=self_bill' },
]

/** Buttons that download the PDFs of the month that the list is narrowed to, and its journal where there is one. */
function MonthFiles({ archive, journal }: { archive: string; journal?: string }) {
  const [params] = useSearchParams()
  const [busy, setBusy] = useState('')
  const month = params.get('month')
  if (!month) {
    return <p className="text-ink-2">Filter by month to download all its PDFs{journal && ' and its accounting journal'}.</p>
  }
  const button = (label: string, path: string, name: string) => {
    const save = async () => {
      setBusy(name)
      await download(`${path}?${new URLSearchParams({ month })}`, name).catch((error: unknown) =>
        toastFailure(error, 'The file could not be created. Please try again.'),
      )
      setBusy('')
    }
    return (
      <BusyButton className="button hollow" isBusy={busy === name} busy="Writing..." onPress={() => void save()}>
        {label}
      </BusyButton>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      {button(`Download PDFs of ${month} (ZIP)`, archive, `documents-${month}.zip`)}
      {journal && button(`Journal of ${month} (CSV)`, journal, `journal-${month}.csv`)}
    </div>
  )
}

/** Sums of all documents that the list is narrowed to, by kind and currency. */
function DocumentTotals({ call, filter }: { call: 'totals' | 'ownTotals'; filter: Record<string, string> }) {
  const token = useToken((state) => state.token)
  return (
    <Totals
      read={documentTotalsQuery(token, call, filter)}
      counted="Documents"
      amounts={{ net: 'Net', tax: 'Tax', gross: 'Gross' }}
      nameOf={({ kind, currency }) => `${DOCUMENT_KIND_LABELS[kind]}, ${currency}`}
    />
  )
}

type Filter = Record<string, string>
const FOOTS = {
  totals: (_page: unknown, filter: Filter) => <DocumentTotals call="totals" filter={filter} />,
  ownTotals: (_page: unknown, filter: Filter) => <DocumentTotals call="ownTotals" filter={filter} />,
}

/** All documents, for staff. */
export function DocumentsGrid() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  return (
    <>
      <div className="mt-4">
        <MonthFiles archive="/api/admin/documents/zip" />
      </div>
      <DataGrid
        {...COMMON}
        name="documents"
        filters={filters()}
        views={VIEWS}
        columns={COLUMNS[user && mayAct(user, 'orders.read') ? 'admin' : 'none']}
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        read={(query) => documentsQuery(token, query)}
        exportPath="/api/admin/documents/export"
        foot={FOOTS.totals}
      />
    </>
  )
}

/** The documents of a seller's business. */
export function OwnDocumentsGrid() {
  const token = useToken((state) => state.token)
  return (
    <>
      <div className="mt-4">
        <MonthFiles archive="/api/business/documents/zip" journal="/api/business/accounting/journal" />
      </div>
      <DataGrid
        {...COMMON}
        name="own-documents"
        filters={filters()}
        views={VIEWS}
        columns={COLUMNS.business}
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        read={(query) => ownDocumentsQuery(token, query)}
        exportPath="/api/business/documents/export"
        foot={FOOTS.ownTotals}
      />
    </>
  )
}
