import { type FormEvent, useId, useState } from 'react'
import { placeNow } from '#app/features/cart/place.ts'
import { useCartChange } from '#app/features/cart/use-cart.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { toast } from '#app/lib/toast.ts'
import { useRead } from '#app/lib/use-read.ts'
import type { Cart, PromoQuote } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'
import { normalizeCode } from '#domain/promotion.ts'

const REFUSED = 'Invalid promo code or minimum order not met'
const FAILED = 'Failed to apply promo code'

function reasonOf(failure: unknown): string {
  const isRefusal = isApiError(failure) && failure.code === 'promo_invalid'
  return isRefusal ? [REFUSED, failure.errors[0]?.message].filter(Boolean).join('. ') : FAILED
}

/** Scrolls to a message that comes below the edge of the window. */
const show = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' })

/** A promo code: enter one, take over a public one, remove it; another one replaces it after a question (S127). */
export function PromoBox({ cart }: { cart: Cart }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [replacement, setReplacement] = useState<(PromoQuote & { of: string }) | null>(null)
  const [isAsking, setAsking] = useState(false)
  // savings are of this cart
  const of = JSON.stringify([cart.currency, cart.totals.subtotal, cart.shippingMethod, cart.appliedPromoCode?.code])
  const apply = useCartChange((code: string, query) => api.cart.applyPromo({ query, body: { code } }))
  const applied = cart.appliedPromoCode
  const [isOpen, setOpen] = useState(applied !== null)

  async function send(code: string) {
    setReplacement(null)
    setError(undefined)
    try {
      await apply.mutateAsync(code)
      setTyped('')
      toast.success('Promo code applied successfully!')
    } catch (failure) {
      setError(reasonOf(failure))
    }
  }

  /** Checks a code, and asks for it with what each is worth. */
  async function offer(code: string) {
    setReplacement(null)
    setError(undefined)
    setAsking(true)
    try {
      const query = { currency: cart.currency, ...placeNow() }
      setReplacement({ ...(await api.cart.quotePromo({ query, body: { code } })), of })
    } catch (failure) {
      setError(reasonOf(failure))
    } finally {
      setAsking(false)
    }
  }

  const isBusy = apply.isPending || isAsking

  function ask(text: string) {
    const code = normalizeCode(text)
    if (code === null || isBusy) return
    setTyped(code)
    if (applied && applied.code !== code) void offer(code)
    else void send(code)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed)
  }

  return (
    <details
      className="side-part promo-box"
      open={isOpen}
      onToggle={({ target, currentTarget }) => {
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
    >
      <summary>
        <h2>Promo code</h2>
      </summary>
      {applied && <AppliedCode applied={applied} />}
      <form onSubmit={submit} className="mt-3" noValidate>
        <label htmlFor={id} className="visually-hidden">
          Promo code
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            className="input promo-input"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={60}
            placeholder={applied ? 'Another code' : 'Enter a code'}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(undefined)
            }}
          />
          <button type="submit" className="button hollow" disabled={isBusy}>
            {isBusy ? 'Applying' : 'Apply'}
          </button>
        </div>
        {error && (
          <p ref={show} id={`${id}-error`} role="alert" className="mt-2 text-sm font-medium text-bad">
            {error}
          </p>
        )}
      </form>
      {replacement?.applied && replacement.of === of && (
        <div ref={show} role="alert" className="notice mt-3">
          <p className="wrap-anywhere">
            {replacement.applied.code} saves {money(replacement.applied.saves, cart.currency)}, {replacement.code}{' '}
            {money(replacement.saves, cart.currency)}. Replace?
          </p>
          <p className="mt-2 flex gap-3">
            <button type="button" className="button small" onClick={() => void send(replacement.code)}>
              Replace
            </button>
            <button type="button" className="button small hollow min-w-0 wrap-anywhere" onClick={() => setReplacement(null)}>
              Keep {replacement.applied.code}
            </button>
          </p>
        </div>
      )}
      <Hints exclude={applied?.code} onChoose={ask} />
    </details>
  )
}

function AppliedCode({ applied }: { applied: NonNullable<Cart['appliedPromoCode']> }) {
  const remove = useCartChange((_: string, query) => api.cart.removePromo({ query }))
  const removeCode = () =>
    remove
      .mutateAsync(applied.code)
      .then(() => toast.success('Promo code removed'))
      .catch(() => undefined) // said below
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3">
      <p>
        <span className={`status items-baseline whitespace-normal ${applied.active ? 'ok' : 'warn'}`}>
          <bdi>{applied.code}</bdi>
        </span>{' '}
        <span dir="auto" className="text-sm text-ink-2">
          {applied.active
            ? [applied.description, applied.notice].filter(Boolean).join('. ')
            : `Not applied: ${applied.notice ?? 'its conditions are not met'}`}
        </span>
      </p>
      <button type="button" className="link-button" disabled={remove.isPending} onClick={() => void removeCode()}>
        Remove<span className="visually-hidden"> code {applied.code}</span>
      </button>
      {remove.isError && (
        <p role="alert" className="basis-full text-sm font-medium text-bad">
          We couldn't remove the promo code. Please try again.
        </p>
      )}
    </div>
  )
}

/** The codes that everybody may use. */
function Hints({ exclude, onChoose }: { exclude: string | undefined; onChoose: (code: string) => void }) {
  const { data } = useRead(queryOf(shopFactsQuery))
  if (!data) return <div className="mt-3 min-h-11" />
  const hints = data.promoHints.filter(({ code }) => code !== exclude)
  if (hints.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-11 py-2.75 text-blue underline decoration-1 underline-offset-[0.18em]">Codes to try</summary>
      <ul className="grid gap-2">
        {hints.map(({ code, description }) => (
          <li key={code}>
            <button
              type="button"
              className="w-full min-h-11 px-3 py-1.5 border-[1.5px] border-line-strong rounded-box text-left hover:bg-blue-tint"
              onClick={() => onChoose(code)}
            >
              <b className="text-blue mr-1.5 wrap-anywhere">{code}</b> <bdi>{description}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
