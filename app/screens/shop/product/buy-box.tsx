import { useState } from 'react'
import { FormerPrice } from '#app/features/catalog/products/former-price.tsx'
import { PriceWords } from '#app/features/catalog/products/price-note.tsx'
import { StockBadge } from '#app/features/catalog/products/stock-badge.tsx'
import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { GuaranteeNotice } from '#app/features/content/pages/guarantee-notice.tsx'
import { figure } from '#app/lib/format.ts'
import { atShownPrices } from '#app/lib/in-market.ts'
import { useMarketFacts } from '#app/lib/market.ts'
import { Link } from '#app/ui/link.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { isMadeToOrder } from '#domain/stock.ts'
import { pluralize } from '#domain/text.ts'
import { CUSTOM_TEXT } from '#domain/withdrawal-status.ts'
import { AddToCart } from './add-to-cart.tsx'
import { Delivery } from './delivery.tsx'
import { PriceLadder } from './price-ladder.tsx'
import { lineAt, unitPriceAt } from './prices.ts'

function Promises({ product }: { product: Product }) {
  const { warrantyMonths, warrantyText, returnDays, isCustom } = product
  return (
    <>
      <p id="warranty" className="text-sm text-ink-2">
        {warrantyMonths !== null && warrantyMonths > 0 && `${warrantyMonths}-month warranty. `}
        {warrantyText !== '' && (
          <>
            <a href="#warranty-terms">Warranty terms</a>.{' '}
          </>
        )}
        {returnDays > 0 && `Can be returned within ${returnDays} days${product.type === 'material' ? ', unopened' : ''}.`}{' '}
        <Link to="/refund-policy">Return policy</Link>
      </p>
      <div className="hidden gap-1 text-sm text-ink-2 in-data-[law=eu]:grid">
        {isCustom ? (
          <p>{CUSTOM_TEXT}</p>
        ) : (
          <p>
            You can withdraw from the contract within 14 days of delivery without giving a reason.{' '}
            <Link to="/refund-policy#consumers">Right of withdrawal</Link>
          </p>
        )}
        <GuaranteeNotice />
      </div>
    </>
  )
}

/** Stock level and lead time. */
function Stock({ product }: { product: Product }) {
  const { leadTimeDays } = product
  const units = sellableUnits(product)
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <StockBadge stock={units} leadTimeDays={leadTimeDays} />
      {units > 0 && leadTimeDays !== null && leadTimeDays > 0 && !isMadeToOrder(product) && (
        <span className="text-sm text-ink-2">Ships in {pluralize(leadTimeDays, 'business day')}</span>
      )}
    </p>
  )
}

/** Words below the price: whether tax is in it. */
function Words({ isEach }: { isEach: boolean }) {
  const { taxLabel } = useMarketFacts()
  if (taxLabel === '') return isEach ? 'Each, before tax.' : 'Before tax, which is calculated at checkout.'
  return (
    <>
      {isEach && 'Each, '}
      <PriceWords />
      {isEach && '.'}
    </>
  )
}

/** Price, stock, delivery and the way into the cart. */
export function BuyBox({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(product.minQuantity)
  const unit = unitPriceAt(product, Math.max(product.minQuantity, quantity))
  const isSeveral = quantity > 1 && quantity <= product.stock
  const list = unitPriceAt({ ...product, priceLadder: [] }, 1)
  const line = lineAt(product, isSeveral ? quantity : 1)
  const isReduced = unit.discountPercent > unitPriceAt(product, product.minQuantity).discountPercent
  return (
    <section aria-label="Buy" className="frame grid gap-3 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Price usd={unit.USD} eur={unit.EUR} className="text-3xl leading-tight" />
          {isReduced && (
            <s className="text-ink-2">
              <Price usd={list.USD} eur={list.EUR} />
            </s>
          )}
          <UnitPrice usd={unit.USD} eur={unit.EUR} content={product.content ?? null} className="text-sm text-ink-2" />
        </p>
        <Stock product={product} />
        <FormerPrice product={atShownPrices(product)} isLabeled className="basis-full text-sm text-ink-2" />
      </div>
      <p className="text-sm text-ink-2">
        <Words isEach={isSeveral} />
        {isSeveral && (
          <>
            {' '}
            {figure(quantity)} for <Price usd={line.USD} eur={line.EUR} className="font-semibold [font-family:inherit]" />.
          </>
        )}
      </p>
      {product.display?.reason && <p className="notice warn">{product.display.reason}</p>}
      {product.supplyNotice && (
        <p className="notice warn">
          {product.supplyNotice}
          {product.display?.sellable !== false && ' In the cart, we ask you to confirm that you have a suitable supply.'}
        </p>
      )}
      <AddToCart product={product} onQuantity={setQuantity} />
      <PriceLadder product={product} quantity={quantity} />
      {product.display?.sellable !== false && <Delivery product={product} quantity={quantity} />}
      <Promises product={product} />
    </section>
  )
}
