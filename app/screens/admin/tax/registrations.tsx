import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { choicesOf, placeText, SCHEME_LABELS, spanText } from '#app/features/pricing/tax/labels.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { StaffRegistration } from '#contract/pricing/tax.ts'
import { REGISTRATION_LIST } from '#contract/pricing/tax-lists.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { editColumn } from './edit-column.tsx'
import { refusalsQuery, registrationsQuery } from './queries.ts'
import { RegistrationForm } from './registration-form.tsx'
import { TaxFrame, useMayWriteTax } from './tax-frame.tsx'

const FILTERS: readonly GridFilter[] = [
  { name: 'scheme', label: 'Scheme', options: choicesOf(SCHEME_LABELS) },
  { name: 'owner', label: 'Owner', options: choicesOf({ platform: 'Platform', sellers: 'Sellers' }) },
]

type Open = { what: 'add' } | { what: 'edit' | 'delete'; registration: StaffRegistration } | null

const nameOf = (registration: StaffRegistration) => `${SCHEME_LABELS[registration.scheme]}, ${placeText(registration)}`

const columnsFor = (mayWrite: boolean, onOpen: (open: Open) => void): GridColumn<StaffRegistration>[] => [
  ...columnsOf(REGISTRATION_LIST, {
    place: (registration) => (
      <CellLines more={registration.businessName ?? 'Platform'}>
        <span className="font-medium">{placeText(registration)}</span>
      </CellLines>
    ),
    scheme: ({ scheme, isBelowThreshold }) => (
      <CellLines more={isBelowThreshold && 'Below the threshold'}>{SCHEME_LABELS[scheme]}</CellLines>
    ),
    span: spanText,
  }),
  ...(mayWrite ? [editColumn<StaffRegistration>({ nameOf, onOpen: (what, registration) => onOpen({ what, registration }) })] : []),
]

/** Registrations of the platform and of the sellers. */
export default function TaxRegistrationsScreen() {
  const token = useToken((state) => state.token)
  const mayWrite = useMayWriteTax()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => columnsFor(mayWrite, setOpen), [mayWrite])
  return (
    <TaxFrame
      heading={<h1>Tax registrations</h1>}
      text="Where the platform and its sellers are registered for taxes. They decide which tax is charged and which countries you can sell to."
      action={
        mayWrite && (
          <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
            Add registration
          </button>
        )
      }
    >
      <Refusals />
      <DataGrid
        name="tax-registrations"
        label="Tax registrations"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => registrationsQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search by country, number or seller"
        defaultSort="place"
        exportPath="/api/admin/tax/registrations/export"
        empty={{
          filtered: 'No registrations match your current filters',
          none: 'No tax registrations yet. You can sell in the United States only.',
        }}
        failure="The tax registrations could not be loaded."
      />
      {(open?.what === 'add' || open?.what === 'edit') && (
        <FormDialog title={open.what === 'add' ? 'Add registration' : 'Edit registration'} onClose={close}>
          <RegistrationForm registration={open.what === 'edit' ? open.registration : null} onSaved={close} />
        </FormDialog>
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          title="Delete registration?"
          done="Registration deleted."
          remove={() => api.tax.removeRegistration({ params: { id: open.registration.id } })}
          onClose={close}
        >
          <p>{`${nameOf(open.registration)}: ${open.registration.number}. To end it, set its last day instead.`}</p>
        </DeleteDialog>
      )}
    </TaxFrame>
  )
}

/** Countries whose buyers could not order for want of a registration. */
function Refusals() {
  const token = useToken((state) => state.token)
  const { data = [] } = useQuery(queryOf(refusalsQuery(token)))
  if (data.length === 0) return null
  const countries = data.map(({ country, buyers }) => `${countryNameOf(country)} (${count(buyers, 'buyer')})`).join(', ')
  return (
    <p className="notice warn mb-4 max-w-text">
      Buyers who couldn't order in the last 30 days because a registration is missing: {countries}.
    </p>
  )
}
