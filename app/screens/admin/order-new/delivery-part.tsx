import { ContactFields, type CustomerInputs, MoreDetails, PlaceFields } from '#app/features/addresses/customer-fields.tsx'
import type { useCustomerForm } from '#app/features/phone-orders/use-customer-form.ts'
import { useAfterPointer } from '#app/lib/use-after-pointer.ts'

/** Where the order goes: the fields of the checkout. */
export function DeliveryPart({ form }: { form: ReturnType<typeof useCustomerForm> }) {
  const afterPointer = useAfterPointer()
  const { draft, errors, change, leave } = form
  const fields: CustomerInputs = (name) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event) => change(name, event.target.value),
    onBlur: () => afterPointer(() => leave(name)),
  })
  return (
    <section aria-labelledby="delivery-title" className="side-part">
      <h2 id="delivery-title" className="mb-3">
        Delivery
      </h2>
      <ContactFields fields={fields} />
      <div className="mt-4">
        <PlaceFields fields={fields} country={draft.country} />
      </div>
      <MoreDetails fields={fields} hasDetails={[draft.company, draft.vatId, draft.poNumber, draft.notes].some(Boolean)} />
    </section>
  )
}
