import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgreedDraft, agreedAmount, agreedBody, LIST_DRAFT, MAX_UNITS, quantityOf } from '#app/features/cart/agreed-draft.ts'
import type { CustomerDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import type { Currency } from '#domain/money.ts'
import { nextQuantity } from '#domain/order-quantity.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { phonePreviewQuery } from './queries.ts'

/** Time in ms without a change after which the totals are requested. */
const PAUSE_MS = 300
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A product of the order; `quantity` as it was typed. */
export interface Line {
  id: string
  name: string
  image: string
  quantity: string
  /** Agreed price of a unit, as it was typed; '' or left out: that of the list. */
  price?: string
}

type Extras = NonNullable<PhonePreviewBody['extras']>

/** Items of an order as its draft stores them. */
interface ItemsDraft {
  lines: Line[]
  currency: Currency
  shippingMethod: ShippingMethod
  promoCode: string
  /** Services of freight by seller; left out in drafts of older versions. */
  extras?: Extras
  /** Terms beside the list; left out in drafts of older versions. */
  agreed?: AgreedDraft
}

type Chosen = Pick<ProductSummary, 'id' | 'images' | 'name' | 'minQuantity' | 'quantityStep'>

/** Adds the least of a product that is sold, as a new line, or a step more to the line that it has. */
export function withProduct(lines: readonly Line[], product: Chosen): Line[] {
  const { id, images, name, minQuantity } = product
  if (!lines.some((line) => line.id === id)) return [...lines, { id, name, image: images[0] ?? '', quantity: String(minQuantity) }]
  const more = (line: Line) => String(nextQuantity(quantityOf(line) ?? 0, 1, MAX_UNITS, product))
  return lines.map((line) => (line.id === id ? { ...line, quantity: more(line) } : line))
}

/** The items of an order by phone, with the server's totals to a place while they are typed. */
export function useOrderItems(
  userId: string | null,
  { country, state, zipCode, buyerKind, vatId }: Pick<CustomerDraft, 'country' | 'state' | 'zipCode' | 'buyerKind' | 'vatId'>,
) {
  const token = useToken((state) => state.token)
  const [lines, setLines] = useState<Line[]>([])
  const [currency, setCurrency] = useState<Currency>(() => getShop().currency)
  const [shippingMethod, setShipping] = useState<ShippingMethod>('standard')
  const [promoCode, setPromoCode] = useState('')
  const [extras, setExtras] = useState<Extras>({})
  const [agreed, setTerms] = useState(LIST_DRAFT)
  const items = lines.flatMap((line) => {
    const quantity = quantityOf(line)
    const price = agreedAmount(line.price ?? '')
    return quantity === null ? [] : [{ id: line.id, quantity, ...(price !== null && { price }) }]
  })
  const place = country === '' ? {} : { country, state, zip: zipCode, buyer: buyerKind, vatId: buyerKind === 'business' ? vatId : '' }
  const terms = agreedBody(agreed)
  const requested = JSON.stringify({
    userId: userId ?? NOBODY,
    items,
    currency,
    shippingMethod,
    promoCode: promoCode.trim() || null,
    extras,
    ...terms,
    ...place,
  })
  const isPriced = userId !== null && (items.length > 0 || terms.customLines !== undefined)
  const asked = useDebouncedValue(requested, PAUSE_MS)
  const preview = useQuery({
    ...queryOf(phonePreviewQuery(token, JSON.parse(asked) as PhonePreviewBody)), // the text above
    enabled: isPriced && asked === requested,
    placeholderData: keepPreviousData,
  })
  const priced = isPriced ? (preview.data?.cart.items ?? []) : []
  return {
    lines,
    setLines,
    currency,
    setCurrency,
    shippingMethod,
    setShipping,
    promoCode,
    setPromoCode,
    extras,
    setExtras,
    agreed,
    setAgreed: (change: Partial<AgreedDraft>) => setTerms((before) => ({ ...before, ...change })),
    /** Sellers of the products. */
    sellers: [...new Map(priced.map(({ businessId, businessName }) => [businessId, { businessId, businessName }])).values()],
    /** The request that `preview` answers once it is settled. */
    requested: JSON.parse(requested) as PhonePreviewBody, // the text above
    /** Takes what somebody left behind. */
    restore: (left: ItemsDraft) => {
      setLines(left.lines)
      setCurrency(left.currency)
      setShipping(left.shippingMethod)
      setPromoCode(left.promoCode)
      setExtras(left.extras ?? {})
      setTerms(left.agreed ?? LIST_DRAFT)
    },
    /** The last answer; an older one while `isSettled` is false. Null while there is nothing to price. */
    preview: isPriced ? (preview.data ?? null) : null,
    isSettled: isPriced && asked === requested && preview.isSuccess && !preview.isPlaceholderData && !preview.isFetching,
    /** True while the totals are being requested. */
    isPricing: isPriced && (asked !== requested || preview.isFetching),
    failure: isPriced && preview.isError && !preview.isFetching ? preview.error : null,
    retry: () => void preview.refetch(),
  }
}

export type OrderItems = ReturnType<typeof useOrderItems>
