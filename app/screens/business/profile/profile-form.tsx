import { AboutFields, ContactFields, PlaceFields } from '#app/features/applications/business-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Business } from '#contract/applications.ts'

const FAILED = 'Failed to update business profile'
const LOGO_BYTES = 2 * 1024 * 1024

interface ProfileFormProps {
  business: Business
  isTypeFixed: boolean
  onClose: () => void
  onSaved: (saved: Business) => void | Promise<void>
}

/** What is sent: every text, the switch as a word, and the logo only when one was chosen. */
function toSend(fields: FormData, business: Business): FormData {
  fields.set('contactPublic', fields.get('contactPublic') ? 'true' : 'false')
  fields.set('version', String(business.version))
  if (logoSize(fields) === 0) fields.delete('logo')
  return fields
}

/** In bytes; 0 where none was chosen. */
function logoSize(fields: FormData): number {
  const logo = fields.get('logo')
  return logo instanceof File ? logo.size : 0
}

/** The profile as a form. What was typed stays when the server refuses it. */
export function ProfileForm({ business, isTypeFixed, onClose, onSaved }: ProfileFormProps) {
  const { props, errors, problem, isBusy } = useForm({
    check: (form) => (logoSize(new FormData(form)) > LOGO_BYTES ? { logo: 'A logo has at most 2 MB.' } : {}),
    send: async (fields) => {
      const saved = await api.business.updateProfile({ form: toSend(fields, business) }).catch((failure: unknown) => {
        toast.error(messageOf(failure, FAILED))
        throw failure
      })
      toast.success('Business profile updated successfully')
      await onSaved(saved)
    },
    failed: FAILED,
  })

  const values = { ...business, contactPublic: null, version: null, review: null }
  return (
    <form {...props} className="frame mt-6">
      {problem && (
        <div className="p-6 pb-0">
          <FormProblem text={problem} />
        </div>
      )}
      <div className="grid gap-x-8 lg:grid-cols-2">
        <fieldset className="grid content-start gap-4 p-6">
          <legend className="form-legend">Your business</legend>
          <AboutFields values={values} errors={errors} isTypeFixed={isTypeFixed} />
          <TextField
            label="Logo"
            name="logo"
            type="file"
            accept="image/png,image/jpeg,image/svg+xml,image/webp"
            isOptional
            hint="JPG, PNG or SVG, at most 2 MB. An SVG is turned into pixels."
            error={errors.logo}
          />
        </fieldset>
        <div className="max-lg:border-t-2 max-lg:border-dashed max-lg:border-line-strong">
          <fieldset className="grid gap-4 p-6">
            <legend className="form-legend">Contact</legend>
            <ContactFields values={values} errors={errors} />
            <CheckField label="Show our email and phone on our public page" name="contactPublic" defaultChecked={business.contactPublic} />
          </fieldset>
          <fieldset className="fold-above grid gap-4 p-6">
            <legend className="form-legend">Address</legend>
            <PlaceFields values={values} errors={errors} />
          </fieldset>
        </div>
      </div>
      <p className="fold-above flex flex-wrap justify-end gap-3 p-6">
        <button type="button" className="button hollow" onClick={onClose}>
          Cancel
        </button>
        <SubmitButton isBusy={isBusy} busy="Saving...">
          Save Profile
        </SubmitButton>
      </p>
    </form>
  )
}
