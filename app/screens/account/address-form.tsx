import { type FormEvent, useEffect, useRef } from 'react'
import { BuyerFields, ContactFields, PlaceFields } from '#app/features/identity/addresses/customer-fields.tsx'
import { useCustomerInputs } from '#app/features/identity/addresses/use-customer-inputs.ts'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useGoTo } from '#app/lib/use-go-to.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { FormProblem, PROBLEM } from '#app/ui/form-problem.tsx'
import type { Address } from '#contract/identity/addresses.ts'
import { useAddressForm } from './use-address-form.ts'

interface AddressFormProps {
  /** The address to change; null for a new one. */
  kept: Address | null
  /** The account's own email, for a new one. */
  email: string
  /** True for the first address and the current default, which stay the default whatever the box says. */
  isAlwaysDefault: boolean
  onDone: (isSaved: boolean) => void
}

/** The form for an address of the book, with the fields and the rules of the checkout. */
export function AddressForm({ kept, email, isAlwaysDefault, onDone }: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const goTo = useGoTo(form)
  const { draft, errors, isDefault, setDefault, change, leave, submit, isBusy, refusal } = useAddressForm(kept, email, () => onDone(true))
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=firstName]')?.focus(), [])

  async function send(event: FormEvent) {
    event.preventDefault()
    const problem = await submit()
    if (problem === null) return
    goTo(problem === 'refusal' ? `[${PROBLEM}]` : `[name=${problem}]`)
  }

  const fields = useCustomerInputs({ draft, errors, change, leave })
  return (
    <form
      ref={form}
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={kept ? 'Change address' : 'New address'}
      className="grid gap-4 p-5"
    >
      <FormProblem text={refusal} />
      <FormDraft kind="address" id={kept?.id} />
      <BuyerFields fields={fields} draft={draft} onKind={(kind) => change('buyerKind', kind)} />
      <PlaceFields fields={fields} country={draft.country} />
      {draft.buyerKind === 'business' && (
        <TextField label="Company" autoComplete="organization" enterKeyHint="next" isOptional {...fields('company')} />
      )}
      <ContactFields fields={fields} />
      {!isAlwaysDefault && (
        <CheckField
          label="Use as the default address at checkout"
          name="isDefault"
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        />
      )}
      <p className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} busy="Saving...">
          Save address
        </SubmitButton>
        <button type="button" className="button hollow" onClick={() => onDone(false)}>
          Cancel
        </button>
      </p>
    </form>
  )
}
