import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { AboutFields, ContactFields, PlaceFields } from '#app/features/sellers/applications/business-fields.tsx'
import { valuesOf } from '#app/features/sellers/applications/business-values.ts'
import { LogoField, logoProblem, withChosenLogo } from '#app/features/sellers/applications/logo-field.tsx'
import { TraderFields } from '#app/features/sellers/applications/trader-fields.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField } from '#app/ui/field.tsx'
import type { Business } from '#contract/sellers/applications.ts'

const FAILED = 'Failed to update business profile'
interface ProfileFormProps {
  business: Business
  isTypeFixed: boolean
  onClose: () => void
  /** `isWhole`: nothing was typed while it was sent. */
  onSaved: (saved: Business, isWhole: boolean) => void | Promise<void>
}

/** Builds the request: every text, the switches as 'true' or 'false', and the logo only when one was chosen. */
function toSend(fields: FormData, version: number): FormData {
  fields.set('contactPublic', fields.get('contactPublic') ? 'true' : 'false')
  fields.set('selfCertified', fields.get('selfCertified') ? 'true' : 'false')
  fields.set('version', String(version))
  return withChosenLogo(fields)
}

/** The profile as a form. What was typed stays when the server refuses it. */
export function ProfileForm({ business, isTypeFixed, onClose, onSaved }: ProfileFormProps) {
  const form = useRecordForm({
    record: business,
    check: logoProblem,
    send: async (fields, shown) => {
      const saved = await api.business.updateProfile({ form: toSend(fields, shown.version) })
      const isWhole = form.saved(saved)
      toast.success('Business profile updated successfully')
      await onSaved(saved, isWhole)
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
  })
  const { errors, shown } = form
  const values = valuesOf(shown)
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'profile', id: business.id }}
      className="frame mt-6"
      head="grid gap-4 p-6 pb-0 [&:not(:has(.notice))]:hidden"
      onCancel={onClose}
      save="Save Profile"
      busy="Saving..."
      foot="fold-t p-6"
    >
      <div className="grid gap-x-8 lg:grid-cols-2">
        <fieldset className="grid content-start gap-4 p-6">
          <legend className="form-legend">Your business</legend>
          <AboutFields values={values} errors={errors} isTypeFixed={isTypeFixed} />
          <LogoField error={errors.logo} logo={shown.logo} />
        </fieldset>
        <div className="max-lg:border-t-2 max-lg:border-dashed max-lg:border-line-strong">
          <fieldset className="grid gap-4 p-6">
            <legend className="form-legend">Contact</legend>
            <ContactFields values={values} errors={errors} />
            <CheckField label="Show our email and phone on our public page" name="contactPublic" defaultChecked={shown.contactPublic} />
          </fieldset>
          <fieldset className="fold-t grid gap-4 p-6">
            <legend className="form-legend">Address</legend>
            <PlaceFields values={values} errors={errors} />
          </fieldset>
        </div>
      </div>
      <fieldset className="fold-t grid gap-4 p-6">
        <legend className="form-legend">Trader details</legend>
        <TraderFields values={values} errors={errors} />
      </fieldset>
    </RecordForm>
  )
}
