import { Link } from 'react-router'
import { chosenShipping, windowText } from '#app/features/cart/deliveries.ts'
import { GuaranteeNotice } from '#app/features/content/pages/guarantee-notice.tsx'
import { TraderFacts } from '#app/features/sellers/businesses/trader-details.tsx'
import { businessQuery } from '#app/features/sellers/queries.ts'
import { NamedNumbers, numbersFor } from '#app/features/sellers/registers/named-numbers.tsx'
import { figure, money } from '#app/lib/format.ts'
import { Load } from '#app/ui/load.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import { countryInText } from '#domain/country-name.ts'
import { CUSTOM_TEXT } from '#domain/withdrawal-status.ts'

/** Facts that a consumer in the European Union has to see directly above the button (Directive 2011/83/EU, Article 8(2)). */
export function ConsumerNotice({ cart }: { cart: Cart }) {
  const { items, currency, totals, freightCharge } = cart
  const shipping = chosenShipping(cart)
  const custom = items.filter(({ isCustom }) => isCustom)
  return (
    <>
      <div className="mt-5 grid gap-3 border-t-2 border-ink pt-4 text-sm">
        <Sellers cart={cart} />
        <GuaranteeNotice />
      </div>
      <section aria-labelledby="your-order" className="mt-5 grid gap-3 border-t-2 border-ink pt-4 text-sm">
        <h3 id="your-order" className="text-base">
          Your order
        </h3>
        <ul className="grid gap-2">
          {items
            .filter(({ available }) => available)
            .map(({ productId, name, quantity, lineTotal, features }) => (
              <li key={productId}>
                <span className="flex justify-between gap-4 font-medium">
                  <span>
                    {figure(quantity)} × {name}
                  </span>
                  <span className="price">{money(lineTotal, currency)}</span>
                </span>
                {features.length > 0 && <span className="text-ink-2">{features.join('; ')}</span>}
              </li>
            ))}
        </ul>
        <dl className="pairs">
          <dt>Delivery</dt>
          <dd>
            {totals.shipping === 0 ? 'Free' : money(totals.shipping, currency)}
            {shipping && `, ${windowText(shipping)}`}
          </dd>
          <dt className="font-medium">Total with tax</dt>
          <dd className="price">{money(totals.total, currency)}</dd>
        </dl>
        {custom.map(({ productId, name }) => (
          <p key={productId}>
            <bdi>{name}</bdi>: {CUSTOM_TEXT}
          </p>
        ))}
        {custom.length < items.length && (
          <p>
            You can withdraw from the contract within 14 days after the last delivery, without giving a reason. You pay the cost of
            returning the products{freightCharge === null ? '' : returnCost(cart)}.{' '}
            <Link to="/refund-policy#consumers">Right of withdrawal</Link>
          </p>
        )}
      </section>
    </>
  )
}

/** Sellers of the cart, each a trader with its details. */
function Sellers({ cart: { items, shippingCountry } }: { cart: Cart }) {
  const sellers = new Map(items.filter(({ available }) => available).map(({ businessId, businessName }) => [businessId, businessName]))
  return [...sellers].map(([id, name]) => (
    <details key={id}>
      <summary>
        Sold by <bdi>{name}</bdi>. This seller is a trader
      </summary>
      <div className="mt-2">
        <Load read={businessQuery(id)} failure="We couldn't load this seller's details.">
          {({ trader, producerNumbers }) => (
            <>
              {trader && <TraderFacts trader={trader} />}
              <SellerNumbers numbers={numbersFor(producerNumbers, shippingCountry)} country={shippingCountry} />
            </>
          )}
        </Load>
      </div>
    </details>
  ))
}

function SellerNumbers({ numbers, country }: { numbers: ReturnType<typeof numbersFor>; country: string }) {
  if (numbers.length === 0) return null
  return (
    <>
      <h4 className="mt-3 mb-1 font-medium">Producer registers in {countryInText(country)}</h4>
      <NamedNumbers numbers={numbers} />
    </>
  )
}

function returnCost({ freightCharge, currency }: Cart): string {
  if (freightCharge) return `; for freight, about ${money(freightCharge, currency)}`
  return '; for freight, we tell you the price before you send it'
}
