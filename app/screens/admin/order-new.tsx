import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { agreedAmount, agreedErrors, quantityOf } from '#app/features/cart/agreed-draft.ts'
import type { CustomerDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { DraftNotice } from '#app/features/kit/forms/draft-notice.tsx'
import { useStateDraft } from '#app/features/kit/forms/use-unsaved-draft.ts'
import { LeaveQuestion } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { useGoTo } from '#app/lib/use-go-to.ts'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { PhoneCustomer } from '#contract/checkout/phone-orders.ts'
import { CUSTOMER_FIELDS } from '#domain/customer.ts'
import { CustomerPart } from './order-new/customer-part.tsx'
import { DeliveryPart } from './order-new/delivery-part.tsx'
import { NewCustomer } from './order-new/new-customer.tsx'
import { ProductsPart } from './order-new/products-part.tsx'
import { phoneCustomerQuery } from './order-new/queries.ts'
import { TotalsPart } from './order-new/totals-part.tsx'
import { draftFor, useCustomerForm } from './order-new/use-customer-form.ts'
import { useOrderItems } from './order-new/use-order-items.ts'
import { usePlaceOrder } from './order-new/use-place-order.ts'

export const meta = () => [{ title: `New order | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const NO_VERSION = { current: null }

/** Marks the customer who was chosen; null while nobody is. */
function useCustomer(userId: string | null) {
  const token = useToken((state) => state.token)
  return useQuery({ ...queryOf(phoneCustomerQuery(token, userId ?? '')), enabled: userId !== null, refetchOnWindowFocus: false })
}

interface Wrong {
  customer?: string | undefined
  products?: string | undefined
}

/** An order that staff take by phone. */
export default function NewOrderScreen() {
  const element = useRef<HTMLFormElement>(null)
  const goTo = useGoTo(element)
  const [userId, setUserId] = useState<string | null>(null)
  const customer = useCustomer(userId)
  const form = useCustomerForm()
  const orderItems = useOrderItems(customer.data?.id ?? null, form.draft)
  const order = usePlaceOrder()
  const [wrong, setWrong] = useState<Wrong>({})
  const [confirmed, setConfirmed] = useState<number | null>(null) // debt beyond the limit that staff said yes to
  const [isAdding, setAdding] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const begun = useRef<PhoneCustomer>(undefined)
  const typed = useRef<CustomerDraft>(undefined)
  const { begin } = form
  useEffect(() => {
    if (!customer.data || begun.current?.id === customer.data.id) return
    begun.current = customer.data
    begin(typed.current ?? draftFor(customer.data))
    typed.current = undefined
  }, [customer.data, begin])
  const { lines, currency, shippingMethod, promoCode, extras, agreed } = orderItems
  const hasLines = lines.length + agreed.freeLines.length > 0
  const isDirty = !order.isPlaced && (userId !== null || hasLines)
  const values = { userId, customer: form.draft, lines, currency, shippingMethod, promoCode, extras, agreed }
  const termErrors = agreedErrors(agreed, orderItems.preview?.differs === true)
  const left = useStateDraft('phone-order', null, { values, opened: values, version: NO_VERSION, isDirty }, (unsaved) => {
    typed.current = unsaved.values.customer
    setUserId(unsaved.values.userId)
    orderItems.restore(unsaved.values)
  })

  function choose(id: string | null) {
    setUserId(id)
    setConfirmed(null)
    setWrong(({ products }) => ({ products }))
    if (id === null) {
      begun.current = undefined
      goTo('[name=customer]')
    } else goTo('[data-customer]')
  }

  /** @returns where something has to be put right; null where all is right */
  function check(): string | null {
    const found: Wrong = {
      customer: customer.data ? undefined : 'Please choose a customer',
      products: hasLines ? undefined : 'Please add a product or a service',
    }
    setWrong(found)
    setChecked(true)
    if (found.customer) return '[name=customer]'
    if (found.products) return '[name=product]'
    const badLine = orderItems.lines.find((line) => quantityOf(line) === null)
    if (badLine) return `[name="quantity.${badLine.id}"]`
    const badPrice = orderItems.lines.find(({ price }) => price && agreedAmount(price) === null)
    if (badPrice) return `[name="price.${badPrice.id}"]`
    const [badTerm] = Object.keys(termErrors)
    if (badTerm) return `[name="${badTerm}"]`
    const field = form.check()
    return field && `[name=${field}]`
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const place = check()
    if (place) return goTo(place)
    if (orderItems.failure) orderItems.retry()
    if (!customer.data || !orderItems.preview || !orderItems.isSettled) return
    const { preview, requested } = orderItems
    const refused = await order.place({
      customer: customer.data,
      preview,
      requested,
      reason: agreed.reason,
      draft: form.draft,
      beyondLimit: preview.payLater?.order === confirmed,
    })
    if (!refused) return
    form.setErrors(refused.fields)
    const field = CUSTOMER_FIELDS.find((name) => refused.fields[name])
    goTo(field ? `[name=${field}]` : '[data-refusal]')
  }

  return (
    <>
      <Link to="/admin/orders" className="back-link no-print">
        Orders
      </Link>
      <h1>New order</h1>
      <p className="mt-1 max-w-prose text-ink-2">
        Place a Pay Later order for a customer who calls, at today’s prices or at agreed terms. The customer’s own cart doesn’t change.
      </p>
      <form ref={element} onSubmit={(event) => void send(event)} noValidate aria-label="New order" className="cart-columns mt-5">
        <div className="frame">
          {left && <DraftNotice className="m-5 mb-0" {...left} />}
          <CustomerPart
            customer={customer.data && userId !== null ? customer.data : null}
            error={wrong.customer}
            onChoose={choose}
            onAdd={() => setAdding(true)}
          />
          {customer.isError && userId !== null && (
            <div className="side-part">
              <ReadFailed
                text={messageOf(customer.error, 'The customer could not be loaded.')}
                again="Try again"
                onAgain={() => void customer.refetch()}
              />
            </div>
          )}
          <ProductsPart orderItems={orderItems} error={hasLines ? undefined : wrong.products} errors={isChecked ? termErrors : {}} />
          <DeliveryPart form={form} />
        </div>
        <TotalsPart
          orderItems={orderItems}
          hasCustomer={customer.data !== undefined && userId !== null}
          order={order}
          confirmed={confirmed}
          onConfirm={setConfirmed}
          errors={isChecked ? termErrors : {}}
        />
      </form>
      {isAdding && (
        <NewCustomer
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            choose(id)
          }}
        />
      )}
      <LeaveQuestion isDirty={isDirty} />
    </>
  )
}
