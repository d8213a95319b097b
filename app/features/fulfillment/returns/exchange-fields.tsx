import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { quantityOf } from '#app/features/cart/agreed-draft.ts'
import { ProductPicker } from '#app/features/cart/product-picker.tsx'
import { messageOf, queryOf, type Read } from '#app/lib/api.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import type { ExchangePreview, ExchangePreviewBody } from '#contract/fulfillment/exchanges.ts'
import type { Return } from '#contract/fulfillment/returns.ts'
import type { ReturnSide } from './queries.ts'

/** Time in ms without a change after which the price is requested. */
const PAUSE_MS = 300

/** An exchange as it is typed. */
interface ExchangeDraft {
  items: { id: string; name: string; quantity: string }[]
  isEven: boolean
}

/** Returns whether a reader may settle a return as an exchange: sellers where the customer asked for one. */
export const mayExchange = ({ status, wish, withdrawal }: Return, side: ReturnSide): boolean =>
  status === 'received' && withdrawal === null && (side === 'staff' || wish !== 'refund')

/** Returns what an exchange begins with: the same products where the customer asked for them. A seller charges nothing more. */
export function exchangeDraftOf({ wish, lines }: Return, side: ReturnSide): ExchangeDraft {
  const items = lines.map(({ productId: id, name, quantity }) => ({ id, name, quantity: String(quantity) }))
  return { items: wish === 'same' ? items : [], isEven: wish === 'same' || side === 'seller' }
}

/** Returns the exchange that is complete, as the server is asked about it; null where it is not. */
export function exchangeOf({ items, isEven }: ExchangeDraft): ExchangePreviewBody | null {
  const typed = items.map((item) => ({ id: item.id, quantity: quantityOf(item) ?? 0 }))
  return typed.length > 0 && typed.every(({ quantity }) => quantity > 0) ? { items: typed, isEven } : null
}

/** Returns what is wrong with an exchange, by field. */
export const exchangeErrors = ({ items }: ExchangeDraft): FieldErrors =>
  items.length === 0
    ? { items: 'Choose the product that is sent instead' }
    : Object.fromEntries(items.filter((item) => quantityOf(item) === null).map(({ id }) => [`quantity.${id}`, 'From 1 to 100,000']))

const previewQuery = (token: string | null, side: ReturnSide, id: string, body: ExchangePreviewBody): Read<ExchangePreview> => ({
  queryKey: [...officeKey(token), 'exchange', side, id, body],
  read: (shop, signal) => {
    const call = { params: { id }, body, ...(signal && { signal }) }
    return side === 'seller' ? shop.exchanges.previewAsSeller(call) : shop.exchanges.preview(call)
  },
  staleTime: 0,
})

/** Returns the price of an exchange while it is typed. */
export function useExchangePreview(side: ReturnSide, { id }: Return, exchange: ExchangePreviewBody | null) {
  const token = useToken((state) => state.token)
  const asked = useDebouncedValue(JSON.stringify(exchange), PAUSE_MS)
  const body = JSON.parse(asked) as ExchangePreviewBody | null // the text above
  const isCurrent = exchange !== null && asked === JSON.stringify(exchange)
  const preview = useQuery({
    ...queryOf(previewQuery(token, side, id, body ?? { items: [], isEven: false })),
    enabled: body !== null && exchange !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    data: exchange === null ? null : (preview.data ?? null),
    isSettled: isCurrent && preview.isSuccess && !preview.isPlaceholderData && !preview.isFetching,
    failure: isCurrent && preview.isError ? preview.error : null,
  }
}

interface ExchangeFieldsProps {
  returnRequest: Return
  side: ReturnSide
  draft: ExchangeDraft
  setDraft: (draft: ExchangeDraft) => void
  preview: ReturnType<typeof useExchangePreview>
  errors: FieldErrors
}

/** Products that are sent in exchange for a return, and what becomes of the difference. */
export function ExchangeFields({ returnRequest, side, draft, setDraft, preview, errors }: ExchangeFieldsProps) {
  const { currency, businessId } = returnRequest
  const { items } = draft
  const edit = (id: string, quantity: string) =>
    setDraft({ ...draft, items: items.map((item) => (item.id === id ? { ...item, quantity } : item)) })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Products to send instead</legend>
      <ul>
        {items.map(({ id, name, quantity }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_6rem_44px] items-end gap-3 py-1.5">
            <span className="self-center font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </span>
            <TextField
              label="Quantity"
              aria-label={`Quantity of ${name}`}
              name={`quantity.${id}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={quantity}
              error={errors[`quantity.${id}`]}
              onChange={({ target }) => edit(id, target.value)}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${name}`}
              onClick={() => setDraft({ ...draft, items: items.filter((item) => item.id !== id) })}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <ProductPicker
        label="Add a product"
        currency={currency}
        businessId={businessId}
        error={errors.items}
        onChoose={({ id, name, minQuantity }) =>
          items.some((item) => item.id === id) || setDraft({ ...draft, items: [...items, { id, name, quantity: String(minQuantity) }] })
        }
      />
      {side === 'staff' && (
        <CheckField
          label="Charge no more than the return is worth"
          checked={draft.isEven}
          onChange={({ target }) => setDraft({ ...draft, isEven: target.checked })}
        />
      )}
      <ExchangeResult returnRequest={returnRequest} side={side} preview={preview} />
    </fieldset>
  )
}

/** The price of a replacement, and what is refunded or due. */
function ExchangeResult({ returnRequest, side, preview }: Pick<ExchangeFieldsProps, 'returnRequest' | 'side' | 'preview'>) {
  const { data, isSettled, failure } = preview
  const show = (amount: number) => money(amount, returnRequest.currency)
  if (failure) return <p className="notice bad">{messageOf(failure, 'The price could not be calculated.')}</p>
  return (
    <div role="status" aria-busy={!isSettled || undefined} className="notice">
      {data ? (
        <>
          <p>
            Replacement <b className="price">{show(data.total)}</b>, shipping is free. The return is worth {show(data.value)}.
          </p>
          {data.discount > 0 && <p>It includes a discount of {show(data.discount)}, so that the customer pays nothing more.</p>}
          {data.offDue > 0 && (
            <p>
              Order {returnRequest.orderNumber} isn't paid in full: {show(data.offDue)} comes off the amount due for it.
            </p>
          )}
          {data.refund > 0 && <p>{show(data.refund)} is refunded.</p>}
          {data.due > 0 && <p>{show(data.due)} is then due for the new order.</p>}
          {data.refund === 0 && data.due === 0 && <p>Nothing is refunded, and nothing is due.</p>}
        </>
      ) : (
        <p>
          {side === 'seller'
            ? 'Add the products to see the price. The customer pays nothing more.'
            : 'Add the products to see the difference.'}
        </p>
      )}
    </div>
  )
}
