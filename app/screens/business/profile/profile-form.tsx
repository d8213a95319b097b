import { type FormEvent, useRef, useState } from 'react'
import { AboutFields, ContactFields, PlaceFields } from '#app/features/applications/business-fields.tsx'
import { fieldErrorsOf } from '#app/features/sign-in/field-errors.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { TextField } from '#app/ui/field.tsx'
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
function formOf(element: HTMLFormElement, business: Business): FormData {
  const form = new FormData(element)
  form.set('contactPublic', form.get('contactPublic') ? 'true' : 'false')
  form.set('version', String(business.version))
  const logo = form.get('logo')
  if (!(logo instanceof File) || logo.size === 0) form.delete('logo')
  return form
}

/** The profile as a form. What was typed stays when the server refuses it. */
export function ProfileForm({ business, isTypeFixed, onClose, onSaved }: ProfileFormProps) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  function show(found: Record<string, string>, message: string) {
    setErrors(found)
    setProblem(message)
    setBusy(false)
    const first = [...(element.current?.elements ?? [])].find((field) => found[field.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = formOf(event.currentTarget, business)
    const logo = form.get('logo')
    if (logo instanceof File && logo.size > LOGO_BYTES) return show({ logo: 'A logo has at most 2 MB.' }, 'Please check the marked fields.')
    setBusy(true)
    setProblem(undefined)
    try {
      const saved = await api.business.updateProfile({ form })
      toast.success('Business profile updated successfully')
      await onSaved(saved)
    } catch (failure) {
      show(fieldErrorsOf(failure), messageOf(failure, FAILED))
      toast.error(messageOf(failure, FAILED))
    }
  }

  const values = { ...business, contactPublic: null, version: null, review: null }
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate className="frame mt-6">
      {problem && (
        <p role="alert" className="notice bad m-6 mb-0">
          {problem}
        </p>
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
            <label className="check-line">
              <input type="checkbox" name="contactPublic" defaultChecked={business.contactPublic} />
              <span>Show our email and phone on our public page</span>
            </label>
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
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving...' : 'Save Profile'}
        </button>
      </p>
    </form>
  )
}
