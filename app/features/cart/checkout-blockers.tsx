import { figure } from '#app/lib/format.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import { blockersOf, unavailableText } from './accept-prices.ts'
import { useAcceptPrices } from './use-accept-prices.ts'

/** Reasons why the cart cannot be ordered, each with what helps; nothing where it can. `id` names it for the button that is disabled. */
export function CheckoutBlockers({ cart, id }: { cart: Cart; id: string }) {
  const { accept, isBusy, error } = useAcceptPrices()
  const { changed, unavailable } = blockersOf(cart)
  if (changed.length + unavailable.length === 0) return null
  const isOne = changed.length === 1
  return (
    <div id={id} className="notice warn mt-4">
      {unavailable.length > 0 && <p>{unavailableText(unavailable)}</p>}
      {changed.length > 0 && (
        <>
          <p className={unavailable.length > 0 ? 'mt-2' : undefined}>
            {isOne ? `The price of ${changed[0]?.name} has changed` : `${figure(changed.length)} prices have changed`} since you added{' '}
            {isOne ? 'it' : 'them'} to your cart. You pay the new {isOne ? 'price' : 'prices'} only if you accept {isOne ? 'it' : 'them'}.
          </p>
          <BusyButton className="button small mt-3 w-full" isBusy={isBusy} onPress={() => void accept(changed)}>
            {isBusy ? 'Accepting...' : 'Accept all'}
            <span className="visually-hidden"> new prices</span>
          </BusyButton>
        </>
      )}
      {error && (
        <p role="alert" className="mt-2 font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
