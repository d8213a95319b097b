import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { BuyerFields, ContactFields, MoreDetails, PlaceFields } from '#app/features/identity/addresses/customer-fields.tsx'
import { useCustomerInputs } from '#app/features/identity/addresses/use-customer-inputs.ts'
import type { useCustomerForm } from './use-customer-form.ts'

/** Delivery address, with the fields of the checkout. */
export function DeliveryPart({ form }: { form: ReturnType<typeof useCustomerForm> }) {
  const { draft } = form
  const fields = useCustomerInputs(form)
  const client = useQueryClient()
  const price = useCallback(
    () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('phone-preview') }),
    [client],
  )
  return (
    <section aria-labelledby="delivery-title" className="side-part">
      <h2 id="delivery-title" className="mb-3">
        Delivery
      </h2>
      <BuyerFields
        legend="The customer is buying as"
        fields={fields}
        draft={draft}
        onKind={(kind) => form.change('buyerKind', kind)}
        onVatChecked={price}
      />
      <div className="mt-2">
        <ContactFields fields={fields} />
      </div>
      <div className="phone-place mt-4">
        <PlaceFields fields={fields} country={draft.country} />
      </div>
      <MoreDetails fields={fields} draft={draft} />
    </section>
  )
}
