import { useRef, useState } from 'react'
import { AMOUNT_ERROR, agreedAmount, MAX_UNITS, quantityOf } from '#app/features/cart/agreed-draft.ts'
import { AddFreeLine, FreeLines, keepEnter } from '#app/features/cart/free-lines.tsx'
import { ProductPicker } from '#app/features/cart/product-picker.tsx'
import { SnapNote } from '#app/features/cart/snap-note.tsx'
import { money } from '#app/lib/format.ts'
import { TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { CartItem } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import { snapQuantity } from '#domain/order-quantity.ts'
import { type Line, type OrderItems, withProduct } from './use-order-items.ts'

interface ProductsPartProps {
  orderItems: OrderItems
  error: string | undefined
  /** Of the terms beside the list. */
  errors: Record<string, string>
}

/** Products of the order, each with its quantity and price, and lines without a product. */
export function ProductsPart({ orderItems, error, errors }: ProductsPartProps) {
  const section = useRef<HTMLElement>(null)
  const { currency, lines, preview, setLines } = orderItems
  const items = new Map(preview?.cart.items.map((item) => [item.productId, item]))
  const remove = (id: string) => {
    setLines(lines.filter((line) => line.id !== id))
    section.current?.querySelector<HTMLElement>('[name=product]')?.focus()
  }
  return (
    <section ref={section} aria-labelledby="products-title" className="side-part">
      <h2 id="products-title">Products and services</h2>
      {lines.length > 0 && (
        <ul className="mt-2">
          {lines.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              item={items.get(line.id)}
              isMissing={orderItems.isSettled && quantityOf(line) !== null && !items.has(line.id)}
              currency={currency}
              isSettled={orderItems.isSettled}
              onQuantity={(quantity) => setLines(lines.map((one) => (one.id === line.id ? { ...one, quantity } : one)))}
              onPrice={(price) => setLines(lines.map((one) => (one.id === line.id ? { ...one, price } : one)))}
              onRemove={() => remove(line.id)}
            />
          ))}
        </ul>
      )}
      <FreeLines orderItems={orderItems} errors={errors} />
      <ProductPicker
        label={lines.length > 0 ? 'Add another product' : 'Add a product'}
        currency={currency}
        error={error}
        onChoose={(product) => setLines((before) => withProduct(before, product))}
      />
      <AddFreeLine orderItems={orderItems} />
    </section>
  )
}

interface LineRowProps {
  line: Line
  /** As the server priced it; absent until it has. */
  item: CartItem | undefined
  isMissing: boolean
  currency: Currency
  isSettled: boolean
  onQuantity: (quantity: string) => void
  onPrice: (price: string) => void
  onRemove: () => void
}

function LineRow({ line, item, isMissing, currency, isSettled, onQuantity, onPrice, onRemove }: LineRowProps) {
  const wanted = quantityOf(line)
  const isWrong = wanted === null
  const [snapped, setSnapped] = useState<number | null>(null)
  /** Makes a typed quantity the next one that is sold; the line says whether there is enough of it. */
  const snap = () => {
    if (wanted === null || !item) return
    const next = snapQuantity(wanted, MAX_UNITS, item)
    if (next === wanted) return
    setSnapped(wanted)
    onQuantity(String(next))
  }
  const notice = isMissing ? 'No longer in the shop' : item && !item.available && !isWrong ? (item.notice ?? 'No longer available') : null
  return (
    <li className="phone-line grid grid-cols-[64px_minmax(0,1fr)_7.5rem_5.5rem_7rem_44px] items-center gap-x-4 gap-y-1.5 py-3 max-[40rem]:grid-cols-[64px_minmax(0,1fr)_44px]">
      <Thumbnail image={line.image} />
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{line.name}</bdi>
        </p>
        {item && (
          <p className="text-sm text-ink-2">
            {money(item.price, currency)} each
            {item.previousPrice !== null && `, agreed; list price ${money(item.previousPrice, currency)}`}
            {item.discountPercent > 0 && `, ${item.discountPercent}% off ${money(item.listPrice, currency)}`}
          </p>
        )}
        {notice && <p className="status bad text-sm">{notice}</p>}
      </div>
      <div className="phone-line-price">
        <TextField
          label="Agreed price"
          aria-label={`Agreed price of ${line.name}, without tax`}
          name={`price.${line.id}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="List price"
          value={line.price ?? ''}
          error={line.price && agreedAmount(line.price) === null ? AMOUNT_ERROR : undefined}
          onChange={(event) => onPrice(event.target.value)}
          onKeyDown={keepEnter}
        />
      </div>
      <div className="phone-line-quantity">
        <TextField
          label="Quantity"
          aria-label={`Quantity of ${line.name}`}
          name={`quantity.${line.id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={line.quantity}
          error={isWrong ? 'Please enter a whole number from 1 to 100,000' : undefined}
          onChange={(event) => {
            setSnapped(null)
            onQuantity(event.target.value)
          }}
          onBlur={snap}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // it sends no order
            snap()
          }}
        />
        {snapped !== null && wanted !== null && item && <SnapNote wanted={snapped} quantity={wanted} rule={item} />}
      </div>
      <p className="phone-line-total price text-end aria-[busy]:text-ink-2" aria-busy={!isSettled || undefined}>
        {item?.available && !isWrong && money(item.lineTotal, currency)}
      </p>
      <button type="button" className="icon-button" aria-label={`Remove ${line.name}`} onClick={onRemove}>
        <CloseIcon />
      </button>
    </li>
  )
}
