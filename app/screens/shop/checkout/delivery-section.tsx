import { choiceText, isSamePlace, withAddress } from '#app/features/identity/addresses/address-text.ts'
import { type CustomerDraft, emptyDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { type CustomerInputs, MoreDetails, PlaceFields } from '#app/features/identity/addresses/customer-fields.tsx'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import type { Address } from '#contract/identity/addresses.ts'
import { MAX_ADDRESSES } from '#domain/customer.ts'

interface DeliveryFieldsProps {
  fields: CustomerInputs
  draft: CustomerDraft
  addresses: readonly Address[]
  onReplace: (draft: CustomerDraft) => void
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
}

/** The delivery address: a saved one, or a new one that can be saved. */
export function DeliveryFields({ fields, draft, addresses, onReplace, isSaving, onSaving }: DeliveryFieldsProps) {
  const chosen = addresses.find((address) => isSamePlace(draft, address))
  const canSave = !chosen && addresses.length < MAX_ADDRESSES
  return (
    <>
      {addresses.length > 0 && <SavedAddresses draft={draft} addresses={addresses} chosenId={chosen?.id ?? ''} onReplace={onReplace} />}
      <PlaceFields fields={fields} country={draft.country} />
      {canSave && (
        <div className="mt-3">
          <CheckField
            label="Save this address for your next order"
            name="saveAddress"
            checked={isSaving}
            onChange={(event) => onSaving(event.target.checked)}
          />
        </div>
      )}
      <MoreDetails fields={fields} draft={draft} />
    </>
  )
}

interface SavedAddressesProps extends Pick<DeliveryFieldsProps, 'draft' | 'addresses' | 'onReplace'> {
  chosenId: string
}

function SavedAddresses({ draft, addresses, chosenId, onReplace }: SavedAddressesProps) {
  const choose = (id: string) => {
    const address = addresses.find((each) => each.id === id)
    onReplace(withAddress(draft, address ?? emptyDraft('')))
  }
  return (
    <div className="mb-4">
      <SelectField label="Saved addresses" name="savedAddress" value={chosenId} onChange={(event) => choose(event.target.value)}>
        {chosenId === '' ? <option value="">Address entered below</option> : <option value="">A new address</option>}
        {addresses.map((address) => (
          <option key={address.id} value={address.id}>
            {choiceText(address)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
