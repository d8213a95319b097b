import { useMemo, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { CertificateFile, CertificateState } from '#app/features/pricing/tax/certificate-parts.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { TextAreaField } from '#app/ui/field.tsx'
import { EXEMPTION_LIST } from '#contract/pricing/exemption-list.ts'
import type { StaffExemption } from '#contract/pricing/exemptions.ts'
import { CERTIFICATE_KIND_LABELS } from '#domain/tax-certificate.ts'
import { certificatesQuery } from './queries.ts'
import { TaxFrame } from './tax-frame.tsx'

type Decision = { certificate: StaffExemption; status: 'accepted' | 'refused' }

const nameOf = ({ number, customer }: StaffExemption) => `${number} of ${customer.name}`

const columnsFor = (onDecide: (decision: Decision) => void): GridColumn<StaffExemption>[] => [
  ...columnsOf(EXEMPTION_LIST, {
    customer: ({ customer }) => (
      <CellLines more={customer.email}>
        <span className="font-medium">
          <bdi>{customer.name}</bdi>
        </span>
      </CellLines>
    ),
    number: ({ number, kind }) => <CellLines more={CERTIFICATE_KIND_LABELS[kind]}>{number}</CellLines>,
    status: (certificate) => (
      <CellLines more={certificate.reason || (certificate.reviewer && `By ${certificate.reviewer}`)}>
        <CertificateState status={certificate.status} />
      </CellLines>
    ),
    file: (certificate) => <CertificateFile certificate={certificate} name={nameOf(certificate)} />,
  }),
  actionsColumn((certificate) => (
    <span className="row-actions">
      {certificate.status === 'waiting' && (
        <button
          type="button"
          className="button small"
          aria-label={`Accept certificate ${nameOf(certificate)}`}
          onClick={() => onDecide({ certificate, status: 'accepted' })}
        >
          Accept
        </button>
      )}
      {['waiting', 'accepted'].includes(certificate.status) && (
        <button
          type="button"
          className="button danger small"
          aria-label={`Refuse certificate ${nameOf(certificate)}`}
          onClick={() => onDecide({ certificate, status: 'refused' })}
        >
          Refuse
        </button>
      )}
    </span>
  )),
]

function DecisionDialog({ decision: { certificate, status }, onClose }: { decision: Decision; onClose: () => void }) {
  const isRefusal = status === 'refused'
  const form = useForm({
    check: checkForm,
    failed: 'The decision could not be saved.',
    send: async (fields) => {
      const body = { status, reason: textOf(fields, 'reason').trim(), version: certificate.version }
      await api.exemptions.review({ params: { id: certificate.id }, body })
      toast.success(isRefusal ? 'Certificate refused. The customer is emailed.' : 'Certificate accepted. The customer is emailed.')
      await refreshTabs(queryClient)
      onClose()
    },
  })
  return (
    <FormDialog title={isRefusal ? 'Refuse certificate' : 'Accept certificate'} onClose={onClose}>
      <RecordForm form={form} save={isRefusal ? 'Refuse certificate' : 'Accept certificate'} foot="">
        <p>
          {CERTIFICATE_KIND_LABELS[certificate.kind]} certificate {nameOf(certificate)} for {certificate.states.join(', ')}. The customer is
          emailed.
        </p>
        {isRefusal && (
          <TextAreaField
            label="Reason"
            name="reason"
            required
            rows={3}
            maxLength={500}
            hint="Shown to the customer in the email and under My tax details."
            error={form.errors.reason}
          />
        )}
      </RecordForm>
    </FormDialog>
  )
}

/** Certificates by which buyers are exempt from sales tax. */
export default function CertificatesScreen() {
  const token = useToken((state) => state.token)
  const [decision, setDecision] = useState<Decision | null>(null)
  const columns = useMemo(() => columnsFor(setDecision), [])
  return (
    <TaxFrame
      heading={<h1>Tax certificates</h1>}
      text="Exemption certificates from buyers in the United States. Compare the file with what the buyer entered, then accept or refuse it."
    >
      <DataGrid
        name="tax-certificates"
        label="Tax certificates"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => certificatesQuery(token, query)}
        filters={filtersOf(EXEMPTION_LIST)}
        searchLabel="Search by number or customer"
        defaultSort="status"
        exportPath="/api/admin/tax/exemptions/export"
        empty={{ filtered: 'No certificates match your current filters', none: 'No certificates yet.' }}
        failure="The certificates could not be loaded."
      />
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </TaxFrame>
  )
}
