import { arrivalText, chosenExtras, chosenShipping } from '#app/features/cart/deliveries.ts'
import { LimitUse } from '#app/features/cart/limit-use.tsx'
import { Pauses } from '#app/features/cart/pauses.tsx'
import { CartTotals, TotalSteps } from '#app/features/orders/total-rows.tsx'
import { messageOf } from '#app/lib/api.ts'
import { day, money } from '#app/lib/format.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { PhonePreview } from '#contract/checkout/phone-orders.ts'
import { AGREED_FREIGHT_DAYS } from '#domain/delivery.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { shippingMethodLabel } from '#domain/order.ts'
import { SHIPPING_METHODS, type ShippingMethod } from '#domain/shipping.ts'
import { AgreedFields } from './agreed-part.tsx'
import type { OrderItems } from './use-order-items.ts'
import type { usePlaceOrder } from './use-place-order.ts'

const CURRENCY_NAMES: Record<Currency, string> = { USD: 'US dollars', EUR: 'Euros' }

interface TotalsPartProps {
  orderItems: OrderItems
  hasCustomer: boolean
  order: ReturnType<typeof usePlaceOrder>
  /** Debt beyond the limit that staff said yes to. */
  confirmed: number | null
  onConfirm: (amount: number | null) => void
  /** Of the terms beside the list. */
  errors: Record<string, string>
}

/** Currency, shipping and total of the order, and the button that places it. */
export function TotalsPart({ orderItems, hasCustomer, order, confirmed, onConfirm, errors }: TotalsPartProps) {
  const { currency, failure, isSettled, preview, retry, setCurrency } = orderItems
  return (
    <div className="frame print:mt-4">
      <section aria-labelledby="terms-title" className="side-part">
        <h2 id="terms-title" className="mb-3">
          Terms
        </h2>
        <div className="grid gap-4">
          <SelectField
            label="Currency"
            name="currency"
            value={currency}
            onChange={({ target }) => setCurrency(CURRENCIES.find((one) => one === target.value) ?? currency)}
          >
            {CURRENCIES.map((one) => (
              <option key={one} value={one}>
                {CURRENCY_NAMES[one]}
              </option>
            ))}
          </SelectField>
          <Shipping orderItems={orderItems} />
          <Extras orderItems={orderItems} />
          <TextField
            label="Promo code"
            name="promoCode"
            isOptional
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            value={orderItems.promoCode}
            error={isSettled ? (preview?.codeProblem ?? undefined) : undefined}
            onChange={({ target }) => orderItems.setPromoCode(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault() // it sends no order
            }}
          />
          <AgreedFields orderItems={orderItems} errors={errors} />
        </div>
      </section>
      <section aria-labelledby="total-title" className="side-part">
        <h2 id="total-title">Total</h2>
        {failure ? (
          <ReadFailed text={messageOf(failure, 'The totals could not be calculated.')} again="Try again" onAgain={retry} />
        ) : preview ? (
          <Reckoned preview={preview} isSettled={isSettled} hasFreight={orderItems.requested.freight !== undefined} />
        ) : (
          <p className="mt-2 text-ink-2">
            {hasCustomer
              ? 'Add a product or a service to see the total.'
              : 'Choose a customer and add products or services to see the total.'}
          </p>
        )}
        {preview && <Pauses texts={preview.pauses} />}
        {preview?.payLater && <LimitUse payLater={preview.payLater} doing="Place order" confirmed={confirmed} onConfirm={onConfirm} />}
        <Refused order={order} />
        <div className="mt-4">
          <SubmitButton
            isBusy={order.isBusy || orderItems.isPricing}
            busy={order.isBusy ? 'Placing the order...' : 'Updating...'}
            className="button w-full"
          >
            Place order
          </SubmitButton>
        </div>
        <p className="mt-3 text-sm text-ink-2">
          Stock is reserved right away. The customer gets an email, the sellers are notified, and the order shows that you placed it.
        </p>
      </section>
    </div>
  )
}

function Shipping({ orderItems }: { orderItems: OrderItems }) {
  const { preview, setShipping, shippingMethod, currency } = orderItems
  const options = preview?.cart.shippingOptions
  const hasFreight = preview?.cart.items.some(({ shippingClass }) => shippingClass === 'freight')
  const chosen = preview && orderItems.isSettled ? preview.cart.shippingMethod : shippingMethod
  const textOf = (method: ShippingMethod) => {
    const option = options?.find((one) => one.method === method)
    if (!option) return shippingMethodLabel(method)
    if (preview?.cart.quoteNotice) return `${option.label}, by quote`
    if (!option.offered) return `${option.label}, not offered${hasFreight ? ': ships as freight' : ' to this country'}`
    return `${option.label}, ${option.charge === 0 ? 'free' : money(option.charge, currency)}`
  }
  return (
    <SelectField
      label="Shipping"
      name="shippingMethod"
      value={chosen}
      onChange={({ target }) => setShipping(SHIPPING_METHODS.find((one) => one === target.value) ?? shippingMethod)}
    >
      {SHIPPING_METHODS.map((method) => (
        <option key={method} value={method} disabled={options?.find((one) => one.method === method)?.offered === false}>
          {textOf(method)}
        </option>
      ))}
    </SelectField>
  )
}

/** Services that the freight of a seller can have, as in the cart. */
function Extras({ orderItems: { preview, isSettled, setExtras } }: { orderItems: OrderItems }) {
  if (!preview || preview.cart.shippingExtras.length === 0) return null
  const { cart } = preview
  const sellerOf = (id: string) => cart.items.find(({ businessId }) => businessId === id)?.businessName ?? ''
  return (
    <div>
      {cart.shippingExtras.map((extra) => (
        <CheckField
          key={`${extra.businessId} ${extra.key}`}
          label={`${extra.label} for freight from ${sellerOf(extra.businessId)}, ${money(extra.price, cart.currency)}`}
          name={`${extra.businessId} ${extra.key}`}
          checked={extra.isChosen}
          disabled={!isSettled}
          onChange={() => setExtras(chosenExtras(cart, extra))}
        />
      ))}
    </div>
  )
}

interface ReckonedProps {
  preview: PhonePreview
  isSettled: boolean
  /** Freight was agreed, for which no days are known. */
  hasFreight: boolean
}

function Reckoned({ preview: { cart, customLines }, isSettled, hasFreight }: ReckonedProps) {
  const { currency, items, notices, quoteNotice, steps, totals } = cart
  const missing = [
    ...items.filter(({ available }) => !available),
    ...customLines.map(({ text: name, notice }) => ({ name, notice })),
  ].filter(({ notice }) => notice !== null)
  const isShipped = items.length > 0 || customLines.some(({ kind }) => kind === 'custom')
  const shipping = isShipped ? chosenShipping(cart) : undefined
  return (
    <>
      {quoteNotice ? (
        <p className="status warn py-2 text-sm">{quoteNotice} Agree on a freight above to place the order.</p>
      ) : (
        shipping && (
          <p className="py-2 text-sm text-ink-2">
            {hasFreight ? `Estimated delivery ${day(shipping.latest)}. ${AGREED_FREIGHT_DAYS}` : arrivalText(shipping)}
          </p>
        )
      )}
      <CartTotals cart={cart} isSettled={isSettled} />
      {missing.length > 0 && (
        <p className="status bad mt-2 text-sm">
          Not included: {missing.map(({ name, notice }) => (notice?.endsWith('.') ? notice : name)).join(', ')}
        </p>
      )}
      <TotalSteps steps={steps} currency={currency} />
      {notices.map((notice) => (
        <p key={notice} className="mt-2 text-sm">
          {notice}
        </p>
      ))}
      <p role="status" className="visually-hidden">
        {isSettled ? `Total ${money(totals.total, currency)}` : 'Updating...'}
      </p>
    </>
  )
}

function Refused({ order: { refused } }: Pick<TotalsPartProps, 'order'>) {
  if (!refused) return null
  return (
    <div role="alert" data-refusal tabIndex={-1} className="notice bad mt-3">
      <p className="font-medium">{refused.sentence}</p>
      {refused.changes.length > 0 && (
        <ul className="mt-2 list-inside list-disc">
          {refused.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
