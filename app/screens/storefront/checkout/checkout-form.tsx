import { type FormEvent, useRef } from 'react'
import { Link } from 'react-router'
import { CHECKOUT_FIELDS, type CheckoutErrors } from '#app/features/orders/checkout-draft.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Cart } from '#contract/cart.ts'
import type { ShopFacts } from '#contract/shop.ts'
import { PaymentSection } from './payment-section.tsx'
import { type CheckoutFields, ContactSection, DeliverySection } from './sections.tsx'
import { type Refused, useCheckout } from './use-checkout.ts'

interface CheckoutFormProps {
  user: SessionUser
  cart: Cart
  facts: ShopFacts
  onPlaced: () => void
}

/** The form in three joined panels: contact, delivery, payment (S133, S134). */
export function CheckoutForm({ user, cart, facts, onPlaced }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, errors, refused, isBusy, change, leave, submit } = useCheckout(user, cart, onPlaced)

  async function send(event: FormEvent) {
    event.preventDefault()
    const problem = await submit()
    if (problem === null) return
    const selector = problem === 'refusal' ? '[data-refusal]' : `[name=${problem}]`
    requestAnimationFrame(() => {
      const place = form.current?.querySelector<HTMLElement>(selector)
      place?.closest('details')?.setAttribute('open', '')
      place?.focus()
    })
  }

  const fields: CheckoutFields = (name) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event) => change(name, event.target.value),
    onBlur: () => leave(name),
  })

  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate aria-label="Checkout">
      {refused && <RefusedNotice refused={refused} />}
      <ErrorSummary errors={errors} />
      <div className="frame checkout-sections">
        <ContactSection fields={fields} />
        <DeliverySection
          fields={fields}
          country={draft.country}
          hasDetails={[draft.company, draft.vatId, draft.poNumber, draft.notes].some(Boolean)}
        />
        <PaymentSection isConfigured={facts.cardPayment.configured} cart={cart} isBusy={isBusy} />
      </div>
    </form>
  )
}

function RefusedNotice({ refused: { sentence, changes } }: { refused: Refused }) {
  return (
    <div role="alert" data-refusal tabIndex={-1} className="notice bad mb-4">
      <p className="font-medium">{sentence}</p>
      {changes.length > 0 && (
        <ul className="mt-2 list-inside list-disc">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm">
        What you typed is kept. <Link to="/cart">Look at your cart</Link>
      </p>
    </div>
  )
}

/** All that is wrong, once more than one field is; each leads to its field. */
function ErrorSummary({ errors }: { errors: CheckoutErrors }) {
  const wrong = CHECKOUT_FIELDS.filter((field) => errors[field])
  if (wrong.length < 2) return null
  return (
    <div className="notice bad mb-4">
      <p className="font-medium">Please correct {wrong.length} fields:</p>
      <ul className="mt-1 grid sm:grid-cols-2">
        {wrong.map((field) => (
          <li key={field}>
            <button type="button" className="link-button" onClick={() => document.getElementsByName(field)[0]?.focus()}>
              {errors[field]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
