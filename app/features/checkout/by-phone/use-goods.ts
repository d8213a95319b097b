import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#app/lib/load.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import type { Currency } from '#domain/money.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { phonePreviewQuery } from './queries.ts'

const MOST_PIECES = 100_000
/** The totals are asked for when nothing was changed for so long, in ms. */
const PAUSE_MS = 300
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A product of the order; `quantity` as it was typed. */
export interface Line {
  id: string
  name: string
  image: string
  quantity: string
}

/** The pieces of a line; null where what was typed is no quantity. */
export function piecesOf({ quantity }: Pick<Line, 'quantity'>): number | null {
  const pieces = /^\d{1,6}$/.test(quantity.trim()) ? Number(quantity) : 0
  return pieces >= 1 && pieces <= MOST_PIECES ? pieces : null
}

/** One piece more of a product, or a new line of it. */
export function withProduct(lines: readonly Line[], { id, images, name }: Pick<ProductSummary, 'id' | 'images' | 'name'>): Line[] {
  if (!lines.some((line) => line.id === id)) return [...lines, { id, name, image: images[0] ?? '', quantity: '1' }]
  return lines.map((line) => (line.id === id ? { ...line, quantity: String(Math.min(MOST_PIECES, (piecesOf(line) ?? 0) + 1)) } : line))
}

/** What a customer wants, and what the server reckons for it while it is typed. */
export function useGoods(userId: string | null) {
  const token = useToken((state) => state.token)
  const [lines, setLines] = useState<Line[]>([])
  const [currency, setCurrency] = useState<Currency>(() => getShop().currency)
  const [shippingMethod, setShipping] = useState<ShippingMethod>('standard')
  const [promoCode, setPromoCode] = useState('')
  const items = lines.flatMap((line) => {
    const quantity = piecesOf(line)
    return quantity === null ? [] : [{ id: line.id, quantity }]
  })
  const wish = JSON.stringify({ userId: userId ?? NOBODY, items, currency, shippingMethod, promoCode: promoCode.trim() || null })
  const asked = useDebouncedValue(wish, PAUSE_MS)
  const preview = useQuery({
    ...queryOf(phonePreviewQuery(token, JSON.parse(asked) as PhonePreviewBody)), // the text above
    enabled: userId !== null && items.length > 0 && asked === wish,
    placeholderData: keepPreviousData,
  })
  const isPriced = userId !== null && items.length > 0
  return {
    lines,
    setLines,
    currency,
    setCurrency,
    shippingMethod,
    setShipping,
    promoCode,
    setPromoCode,
    /** The last answer; of before while `isSettled` is false. Null while there is nothing to price. */
    preview: isPriced ? (preview.data ?? null) : null,
    isSettled: isPriced && asked === wish && preview.isSuccess && !preview.isPlaceholderData && !preview.isFetching,
    /** Whether the totals are on their way. */
    isReckoning: isPriced && (asked !== wish || preview.isFetching),
    failure: isPriced && preview.isError && !preview.isFetching ? preview.error : null,
    retry: () => void preview.refetch(),
  }
}

export type Goods = ReturnType<typeof useGoods>
