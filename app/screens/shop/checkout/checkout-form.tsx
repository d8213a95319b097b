import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { blockersOf } from '#app/features/cart/accept-prices.ts'
import { CheckoutBlockers } from '#app/features/cart/checkout-blockers.tsx'
import { leavePlace, setPlace, type TypedPlace, usePlace } from '#app/features/cart/place.ts'
import { SupplyChoices } from '#app/features/cart/supply-choice.tsx'
import { addressLine, withAddress } from '#app/features/identity/addresses/address-text.ts'
import { BuyerFields, ContactFields } from '#app/features/identity/addresses/customer-fields.tsx'
import { useCustomerInputs } from '#app/features/identity/addresses/use-customer-inputs.ts'
import { type CardFields, useCard } from '#app/features/payments/cards/use-card.ts'
import { FreightQuote } from '#app/features/quotes/freight-quote.tsx'
import { api } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { isEuMarket } from '#app/lib/market.ts'
import { outdate } from '#app/lib/reads.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { useGoTo } from '#app/lib/use-go-to.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { BUYER_KIND_LABELS } from '#domain/buyer-kind.ts'
import { CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { placeOf } from './checkout-draft.ts'
import { ErrorSummary, OtherCountryNotice, OtherKindNotice, RefusedNotice } from './checkout-notices.tsx'
import { ConsumerNotice } from './consumer-notice.tsx'
import { DeliveryFields } from './delivery-section.tsx'
import { FoldSection } from './fold-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import type { AddressBook } from './use-address-book.ts'
import { useCheckout } from './use-checkout.ts'
import { type PayLater, usePayLater } from './use-pay-later.ts'
import { usePhoneReminder } from './use-phone-reminder.ts'
import { type SectionName, useSections } from './use-sections.ts'

/** Id of the checkout form: its buttons may be outside it. */
const CHECKOUT_FORM = 'checkout'

/** The button that was pressed, by its value. */
const PAY_NOW = 'card'

interface CheckoutFormProps {
  user: SessionUser
  cart: Cart
  facts: ShopFacts
  book: AddressBook
  /** False while the total is about to change. */
  isSettled: boolean
  /** A change that the buyer made is being saved: nothing is ordered meanwhile. */
  isChanging: boolean
  onPlaced: () => void
  /** The place for the buttons beside the form; null: within it. */
  buttonsPlace: HTMLElement | null
}

const CONTACT: readonly CustomerField[] = ['vatId', 'email', 'phone']
const DELIVERY = CUSTOMER_FIELDS.filter((field) => !CONTACT.includes(field))
const FIELDS: Record<SectionName, readonly CustomerField[]> = { contact: CONTACT, delivery: DELIVERY }

/** Time in ms without typing after which the cart is priced for the typed place. */
const PAUSE_MS = 400

/** A VAT id was answered: the tax may be another one. */
const onVatChecked = () => void outdate(['cart'])

/**
 * Prices the cart for what the form says of its address, as soon as nobody types. @returns false while it still waits for the end of typing
 */
function usePlaceOf(place: TypedPlace, market: VisitorMarket): boolean {
  const typed = JSON.stringify(place)
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const known = JSON.parse(settled) as TypedPlace // written above
  const isSame = known.country === place.country && known.buyer === place.buyer // another one was chosen, not typed
  const next = isSame ? settled : typed
  const priced = usePlace((state) => state.place)
  useEffect(() => {
    if (JSON.stringify(priced) !== next) setPlace(JSON.parse(next) as TypedPlace)
  }, [next, priced])
  const leave = useEffectEvent(() => leavePlace(market))
  useEffect(() => () => leave(), [])
  return typed === next
}

/** The form in three joined panels: contact, delivery, payment (S133, S134). */
export function CheckoutForm({ user, cart, facts, book, isSettled, isChanging, onPlaced, buttonsPlace }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const goTo = useGoTo(form)
  const card = useCard(facts.cardPayment.publishableKey, { amount: cart.totals.total, currency: cart.currency })
  const offered = facts.cardPayment.configured ? card : null
  const payLater = usePayLater(cart)
  const checkout = useCheckout({ user, cart, book, onPlaced })
  const { draft, errors, refused, busy, isSaving, setSaving, change, replace, leave, check } = checkout
  const phone = usePhoneReminder(cart, draft.phone)
  const [isKindChosen, setKindChosen] = useState(false)
  const { country } = draft
  const isConsumer = isEuMarket({ country, buyer: draft.buyerKind })
  const place = placeOf(draft)
  const isAsked = usePlaceOf(place, book.market)
  const wrong = customerErrors(draft)
  const sections = useSections(Object.keys(wrong).length === 0)
  const isComplete = (name: SectionName) => !FIELDS[name].some((field) => wrong[field])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (Object.keys(wrong).length === 0 && phone.remind()) return goTo('[name=phone]')
    const { submitter } = event.nativeEvent
    const isCard = submitter instanceof HTMLButtonElement && submitter.value === PAY_NOW
    const read = async () => {
      if (isAsked && isSettled) return cart
      setPlace(place) // sent while the address was being typed or priced: what is ordered is the cart of that address
      return api.cart.list({ query: { currency: cart.currency, ...place } })
    }
    const problem = await (isCard ? checkout.pay(card, read) : checkout.submit(read))
    if (problem === 'card') goTo('#payment-title')
    else if (problem !== null) goTo(problem === 'refusal' ? '[data-refusal]' : `[name=${problem}]`)
  }

  function proceed(name: SectionName) {
    const first = check(FIELDS[name])
    if (first) return goTo(`[name=${first}]`)
    if (name === 'contact' && phone.remind()) return goTo('[name=phone]')
    sections.hold()
    sections.set(name, false)
    goTo(name === 'contact' ? '[data-section=delivery] summary' : '#payment-title')
  }

  const changeHere: typeof change = (name, value) => {
    sections.hold()
    change(name, value)
    if (name === 'buyerKind') setKindChosen(true)
  }
  const replaceHere: typeof replace = (next) => {
    sections.hold()
    replace(next)
    setKindChosen(true)
  }
  const fields = useCustomerInputs({ draft, errors, change: changeHere, leave })
  const sectionOf = (name: SectionName) => ({
    isComplete: isComplete(name),
    isOpen: sections.isOpen(name),
    onToggle: (isOpen: boolean) => sections.set(name, isOpen),
    onContinue: () => proceed(name),
  })

  return (
    <form ref={form} id={CHECKOUT_FORM} onSubmit={(event) => void send(event)} onFocus={sections.hold} noValidate aria-label="Checkout">
      {refused && <RefusedNotice refused={refused} />}
      <ErrorSummary errors={errors} onChoose={(field) => goTo(`[name=${field}]`)} />
      <OtherCountryNotice
        country={country}
        market={book.market}
        onChoose={({ country: chosen, buyer }) => {
          sections.set('delivery', true)
          replaceHere(withAddress(draft, { firstName: draft.firstName, lastName: draft.lastName, country: chosen, buyerKind: buyer }))
          goTo('[name=address]')
        }}
      />
      {!isKindChosen && <OtherKindNotice kind={draft.buyerKind} last={book.lastKind} onChoose={(kind) => changeHere('buyerKind', kind)} />}
      <div className="frame checkout-sections">
        <FoldSection
          title="Contact"
          summary={[BUYER_KIND_LABELS[draft.buyerKind], draft.email, draft.phone].filter(Boolean).join(', ')}
          continueLabel="Continue to delivery"
          {...sectionOf('contact')}
        >
          <BuyerFields
            fields={fields}
            draft={draft}
            onKind={(kind) => changeHere('buyerKind', kind)}
            vatNotice={isAsked && isSettled ? cart.vatNotice : null}
            onVatChecked={onVatChecked}
          />
          <div className="mt-2">
            <ContactFields fields={fields} phoneHint={phone.hint} />
          </div>
        </FoldSection>
        <FoldSection
          title="Delivery"
          summary={addressLine(draft.buyerKind === 'business' ? draft : { ...draft, company: '' })}
          continueLabel="Continue to payment"
          {...sectionOf('delivery')}
        >
          <DeliveryFields
            fields={fields}
            draft={draft}
            addresses={book.addresses}
            onReplace={replaceHere}
            isSaving={isSaving}
            onSaving={setSaving}
          />
        </FoldSection>
        <PaymentSection
          card={offered}
          payLater={payLater}
          isConfirmed={user.emailVerified}
          buttonsPlace={isConsumer ? null : buttonsPlace} // what consumers have to see above the button would not fit beside the form
          cart={cart}
          isSettled={isSettled}
        >
          <PlaceOrder card={offered} payLater={payLater} cart={cart} busy={busy} isChanging={isChanging} isConsumer={isConsumer} />
        </PaymentSection>
      </div>
    </form>
  )
}

interface PlaceOrderProps {
  /** Null: the shop charges no cards. */
  card: CardFields | null
  payLater: PayLater
  cart: Cart
  /** The payment that is being sent; null for none. */
  busy: 'card' | 'pay_later' | null
  isChanging: boolean
  /** The buyer is a consumer in the European Union: the buttons have the words of its law. */
  isConsumer: boolean
}

/** Words of the button for consumers in the European Union (Directive 2011/83/EU, Article 8(2)). */
const WITH_OBLIGATION = 'Order with obligation to pay'

function explanation(hasCard: boolean, { reason }: PayLater): string | null {
  if (!hasCard && reason) return null
  if (!hasCard) return "You won't be charged now. Your items are reserved when you place the order."
  if (reason) return 'Your card is charged once, and your items are reserved for you.'
  return 'If you pay now, your card is charged once. If you pay later, nothing is charged now, and your order shows how to pay. Either way, your items are reserved for you.'
}

/** The buttons that place the order, below what keeps the cart from being ordered. */
function PlaceOrder({ card, payLater, cart, busy, isChanging, isConsumer }: PlaceOrderProps) {
  const isOrderable = cart.canCheckOut && blockersOf(cart).changed.length === 0
  const button = {
    type: 'submit' as const,
    form: CHECKOUT_FORM,
    'aria-disabled': busy !== null || undefined,
    'aria-describedby': isOrderable ? undefined : 'not-orderable',
  }
  return (
    <>
      <CheckoutBlockers cart={cart} id="not-orderable" />
      <FreightQuote cart={cart} />
      <SupplyChoices cart={cart} />
      {isConsumer && <ConsumerNotice cart={cart} />}
      <div className="place-order">
        {isConsumer && card && <p className="text-sm">By card: {money(cart.totals.total, cart.currency)} is charged now.</p>}
        {card && (
          <button {...button} value={PAY_NOW} className="button" disabled={!isOrderable || isChanging || card.state !== 'ready'}>
            {busy === 'card' ? 'Paying...' : isConsumer ? WITH_OBLIGATION : `Pay ${money(cart.totals.total, cart.currency)}`}
          </button>
        )}
        {isConsumer && card && !payLater.reason && <p className="text-sm">Or later, by invoice: nothing is charged now.</p>}
        {!payLater.reason && (
          <button {...button} className={`button ${card ? 'hollow' : ''}`} disabled={!isOrderable || isChanging || !payLater.isKnown}>
            {busy === 'pay_later' ? 'Submitting your order...' : isConsumer ? WITH_OBLIGATION : 'Submit Order (Pay Later)'}
          </button>
        )}
      </div>
      <p className="mt-3 text-sm text-ink-2">{explanation(card !== null, payLater)}</p>
    </>
  )
}
