import { Picker } from '#app/features/kit/forms/picker.tsx'
import { useToken } from '#app/lib/token.ts'
import type { PhoneCustomer } from '#contract/checkout/phone-orders.ts'
import { customerChoicesQuery } from './queries.ts'

interface CustomerPartProps {
  customer: PhoneCustomer | null
  error: string | undefined
  onChoose: (id: string | null) => void
  onAdd: () => void
}

/** Choice of the customer of the order. */
export function CustomerPart({ customer, error, onChoose, onAdd }: CustomerPartProps) {
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="customer-title" className="side-part">
      <h2 id="customer-title">Customer</h2>
      {customer ? (
        <div className="flex items-center justify-between gap-4 mt-2" data-customer tabIndex={-1}>
          <p className="min-w-0">
            <b>
              <bdi>{customer.name}</bdi>
            </b>
            {customer.businessName && ` (${customer.businessName})`}
            <br />
            <span className="text-sm wrap-anywhere text-ink-2">{customer.email}</span>
          </p>
          <button type="button" className="button hollow small" onClick={() => onChoose(null)}>
            Change<span className="visually-hidden"> the customer</span>
          </button>
        </div>
      ) : (
        <>
          <Picker
            label="Find a customer"
            name="customer"
            hint="By name or email."
            error={error}
            none="No active user has this name or email."
            read={(search) => customerChoicesQuery(token, search)}
            idOf={({ id }) => id}
            onChoose={({ id }) => onChoose(id)}
          >
            {({ name, email, businessName }) => (
              <>
                <span className="font-medium wrap-anywhere">
                  <bdi>{name}</bdi>
                  {businessName && ` (${businessName})`}
                </span>
                <span className="col-1 text-ink-2 text-sm wrap-anywhere">{email}</span>
              </>
            )}
          </Picker>
          <button type="button" className="button hollow small mt-3" onClick={onAdd}>
            Add new customer
          </button>
        </>
      )}
    </section>
  )
}
