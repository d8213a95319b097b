import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Currency } from '#domain/money.ts'

/** The card fields of the payment service: whether they are there, and what can be done with them. */
export interface CardFields {
  state: 'loading' | 'ready' | 'failed'
  /** Ref of the element that holds the fields. */
  place: (element: HTMLDivElement | null) => void
  retry: () => void
  /** Lets them mark what is wrong. @returns whether all is right */
  check: () => Promise<boolean>
  /**
   * Pays with what was typed; a bank may ask for more on a page of its own and then come back to `returnUrl`.
   * @returns why it was not paid; null when it was
   */
  confirm: (clientSecret: string, returnUrl: string) => Promise<string | null>
}

const NOT_PAID = 'Your card was not charged. Please check it and try again.'

/** Colors as they are now: the fields are a page of the payment service and know none of our own. */
function appearanceOf(place: HTMLElement) {
  const probe = document.createElement('span')
  place.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(--color-${name})`
    return getComputedStyle(probe).color
  }
  const variables = {
    colorPrimary: color('blue'),
    colorBackground: color('surface'),
    colorText: color('ink'),
    colorTextSecondary: color('ink-2'),
    colorDanger: color('bad'),
    borderRadius: '3px',
    fontSizeBase: '16px',
  }
  probe.remove()
  return { theme: 'stripe' as const, variables }
}

/** Time in ms that the fields may take to load before the buyer sees a failure. */
const PATIENCE_MS = 20_000

/**
 * Removes scripts of Stripe.js that fail to load, or load something else, from the page: the loader tries once more by itself, and would
 * wait forever for a script that it finds there. @returns stops it
 */
function dropDeadScripts(): () => void {
  const drop = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.src.startsWith('https://js.stripe.com/') && !('Stripe' in window)) target.remove()
  }
  for (const event of ['error', 'load']) document.addEventListener(event, drop, true)
  return () => {
    for (const event of ['error', 'load']) document.removeEventListener(event, drop, true)
  }
}

/** Amount that the fields pay, as a decimal. */
interface CardAmount {
  amount: number
  currency: Currency
}

const inCents = ({ amount, currency }: CardAmount) => ({ amount: Math.max(50, Math.round(amount * 100)), currency: currency.toLowerCase() })

/**
 * Loads the script of the payment service, on this page only, and puts its card fields into the form.
 * @param publishableKey null: the shop charges no cards
 */
export function useCard(publishableKey: string | null, asked: CardAmount): CardFields {
  const [state, setState] = useState<CardFields['state']>('loading')
  const [attempt, setAttempt] = useState(0)
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const fields = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const { amount, currency } = inCents(asked)
  const first = useRef({ amount, currency })

  useEffect(() => {
    if (!publishableKey || !place) return
    let isGone = false
    const fail = () => {
      if (!isGone) setState('failed')
    }
    async function load(key: string, host: HTMLDivElement) {
      const { loadStripe } = await import('@stripe/stripe-js/pure')
      loadStripe.setLoadParameters({ advancedFraudSignals: false })
      const stripe = await loadStripe(key).finally(dropDeadScripts())
      if (!stripe) return fail()
      if (isGone) return
      const elements = stripe.elements({
        mode: 'payment',
        ...first.current,
        allowedPaymentMethodTypes: ['card'],
        appearance: appearanceOf(host),
      })
      const element = elements.create('payment')
      element.on('ready', () => {
        if (!isGone) setState('ready')
      })
      element.on('loaderror', fail)
      element.mount(host)
      fields.current = { stripe, elements }
    }
    load(publishableKey, place).catch(fail)
    const impatient = setTimeout(() => setState((before) => (before === 'loading' ? 'failed' : before)), PATIENCE_MS)
    return () => {
      isGone = true
      clearTimeout(impatient)
      fields.current?.elements.getElement('payment')?.destroy()
      fields.current = null
    }
  }, [publishableKey, place, attempt])

  useEffect(() => {
    first.current = { amount, currency }
    // fields that ask for another amount could not pay
    fields.current?.elements.update({ amount, currency }).catch(() => setState('failed'))
  }, [amount, currency])

  const retry = useCallback(() => {
    setState('loading')
    setAttempt((before) => before + 1)
  }, [])
  const check = useCallback(async () => {
    const result = await fields.current?.elements.submit()
    return result !== undefined && !result.error
  }, [])
  const confirm = useCallback(async (clientSecret: string, returnUrl: string) => {
    const known = fields.current
    if (!known) return NOT_PAID
    const { error } = await known.stripe.confirmPayment({
      elements: known.elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    })
    return error ? (error.message ?? NOT_PAID) : null
  }, [])
  return { state, place: setPlace, retry, check, confirm }
}
