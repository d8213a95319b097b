import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { statsQuery } from '#app/features/kit/frame/queries.ts'
import { api, queryOf, toastFailure } from '#app/lib/api.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextAreaField } from '#app/ui/field.tsx'
import type { Business } from '#contract/sellers/applications.ts'
import { APPROVAL_LABELS, APPROVAL_STATUSES, BUSINESS_STATUSES } from '#domain/business.ts'
import { AboutFields, ContactFields, PlaceFields } from './business-fields.tsx'
import { valuesOf } from './business-values.ts'
import { LogoField, logoProblem, withChosenLogo } from './logo-field.tsx'

const FAILED = 'Failed to update business'

interface EditBusinessProps {
  business: Business
  onClose: () => void
  onSaved: () => void
}

/** Form by which staff change a business: its profile, logo and both statuses, in any order. */
export function EditBusiness({ business, onClose, onSaved }: EditBusinessProps) {
  const form = useRecordForm({
    record: business,
    check: logoProblem,
    send: async (fields, shown) => {
      const changed = withChosenLogo(fields)
      changed.set('version', String(shown.version))
      await api.applications.update({ params: { id: business.id }, form: changed })
      toast.success('Business updated successfully')
      onSaved()
    },
    failed: FAILED,
    onFailed: (failure) => toastFailure(failure, FAILED),
  })
  const { errors, shown } = form
  const values = valuesOf(shown)
  return (
    <FormDialog title={`Edit ${business.name}`} isWide onClose={onClose}>
      <RecordForm
        form={form}
        draft={{ kind: 'business', id: business.id }}
        save="Update Business"
        busy="Updating..."
        foot="mt-2 py-3 bg-surface"
        className="mt-4 grid gap-4"
      >
        <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
          <div className="grid gap-4">
            <AboutFields values={values} errors={errors} />
            <LogoField error={errors.logo} logo={shown.logo} />
          </div>
          <div className="grid gap-4">
            <ContactFields values={values} errors={errors} />
            <PlaceFields values={values} errors={errors} />
            <p>
              <Link to={`/admin/businesses/${business.id}/tax`}>VAT scheme, VAT ID and registrations</Link>
            </p>
          </div>
        </div>
        <div className="fold-t mt-2 grid items-start gap-x-8 gap-y-4 pt-5 md:grid-cols-2">
          <StatusFields business={shown} errors={errors} />
        </div>
      </RecordForm>
    </FormDialog>
  )
}

/** Both statuses and the reason for changing them; a setting may reserve the approval for super admins. */
function StatusFields({ business, errors }: { business: Business; errors: FieldErrors }) {
  const token = useToken((state) => state.token)
  const mayApprove = useQuery(queryOf(statsQuery(token))).data?.mayApprove !== false
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Status" name="status" defaultValue={business.status} error={errors.status}>
          {BUSINESS_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
        <SelectField
          label="Business status"
          name="businessStatus"
          defaultValue={business.businessStatus}
          disabled={!mayApprove}
          hint={!mayApprove && 'Only super admins approve businesses.'}
          error={errors.businessStatus}
        >
          {APPROVAL_STATUSES.map((status) => (
            <option key={status} value={status}>
              {APPROVAL_LABELS[status]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label="Reason"
        name="reason"
        rows={2}
        isOptional
        maxLength={1000}
        hint="Reason for the change. We email it to the business when its business status changes."
        error={errors.reason}
      />
    </>
  )
}
