import { useMemo, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { choicesOf } from '#app/features/pricing/tax/labels.ts'
import { CHECK_LABELS, CheckedAt, VatCheckState } from '#app/features/pricing/tax/vat-check-state.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { TextAreaField } from '#app/ui/field.tsx'
import { VAT_CHECK_LIST } from '#contract/pricing/vat-check-list.ts'
import type { StaffVatCheck } from '#contract/pricing/vat-ids.ts'
import { vatChecksQuery } from './queries.ts'
import { TaxFrame } from './tax-frame.tsx'

const FILTERS: readonly GridFilter[] = [{ name: 'status', label: 'Status', options: choicesOf(CHECK_LABELS) }]

const sourceOf = ({ source, confirmedBy, note, consultation }: StaffVatCheck) =>
  source === 'staff'
    ? [confirmedBy && `By ${confirmedBy}`, note].filter(Boolean).join(': ')
    : consultation && `Consultation ${consultation}`

const columnsFor = (onConfirm: (check: StaffVatCheck) => void): GridColumn<StaffVatCheck>[] => [
  ...columnsOf(VAT_CHECK_LIST, {
    vatId: ({ vatId }) => <b className="font-medium">{vatId}</b>,
    name: ({ name, address }) => <CellLines more={address}>{name || 'Unknown'}</CellLines>,
    status: ({ status, counts }) => <VatCheckState status={status} counts={counts} />,
    checked: (check) => (
      <CellLines more={sourceOf(check)}>
        <CheckedAt at={check.checkedAt} />
      </CellLines>
    ),
    next: ({ nextCheckAt }) => (nextCheckAt ? <CheckedAt at={nextCheckAt} /> : 'None'),
  }),
  actionsColumn((check) => (
    <span className="row-actions">
      {!check.counts && (
        <button type="button" className="button hollow small" aria-label={`Confirm ${check.vatId}`} onClick={() => onConfirm(check)}>
          Confirm
        </button>
      )}
    </span>
  )),
]

function ConfirmDialog({ check, onClose }: { check: StaffVatCheck; onClose: () => void }) {
  const form = useForm({
    check: checkForm,
    failed: 'The VAT ID could not be confirmed.',
    send: async (fields) => {
      const body = { note: textOf(fields, 'note').trim(), version: check.version }
      await api.vatIds.confirm({ params: { id: check.id }, body })
      toast.success(`${check.vatId} confirmed for 7 days.`)
      await refreshTabs(queryClient)
      onClose()
    },
  })
  return (
    <FormDialog title={`Confirm ${check.vatId}`} onClose={onClose}>
      <RecordForm form={form} save="Confirm VAT ID" foot="">
        <p>Only confirm it with proof, such as a letter from the tax office. The confirmation lasts 7 days, like a check in VIES.</p>
        <TextAreaField label="How you confirmed it" name="note" required rows={3} maxLength={500} error={form.errors.note} />
      </RecordForm>
    </FormDialog>
  )
}

/** VAT ids that were checked. */
export default function VatIdsScreen() {
  const token = useToken((state) => state.token)
  const [confirming, setConfirming] = useState<StaffVatCheck | null>(null)
  const columns = useMemo(() => columnsFor(setConfirming), [])
  return (
    <TaxFrame
      heading={<h1>VAT IDs</h1>}
      text="VAT IDs of buyers with their latest check in VIES. A valid check lasts 7 days. If VIES doesn't respond, the check is repeated for a week."
    >
      <DataGrid
        name="vat-ids"
        label="VAT IDs"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ vatId }) => vatId}
        read={(query) => vatChecksQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search by VAT ID or name"
        defaultSort="-checkedAt"
        exportPath="/api/admin/vat-ids/export"
        empty={{ filtered: 'No VAT IDs match your current filters', none: 'No VAT IDs checked yet.' }}
        failure="The VAT IDs could not be loaded."
      />
      {confirming && <ConfirmDialog check={confirming} onClose={() => setConfirming(null)} />}
    </TaxFrame>
  )
}
