import { type AgreedDraft, agreedAmount, agreedBody, LIST_DRAFT, quantityOf } from '#app/features/cart/agreed-draft.ts'
import type { OrderChangePreviewBody } from '#contract/checkout/order-changes.ts'
import type { Order } from '#contract/orders/orders.ts'

/** A line of an order as staff type it; `quantity` '0': it is removed. */
export interface LineDraft {
  id: string
  name: string
  /** Units and price of a unit as they are ordered; null of a product that is added. */
  ordered: { quantity: number; unitPrice: number } | null
  quantity: string
  /** Agreed price without tax; '': it stays, or is that of the list. */
  price: string
}

/** A change of an order as it is typed. */
export interface ChangeDraft {
  lines: LineDraft[]
  freeLines: AgreedDraft['freeLines']
  reason: string
}

const OPEN = ['pending', 'processing']

/** Returns the lines of an order that can be changed: those of sellers who have not shipped. */
export function draftOf({ items, fulfilments }: Order): ChangeDraft {
  const open = new Set(fulfilments.filter(({ status }) => OPEN.includes(status)).map(({ businessId }) => businessId))
  return {
    lines: items
      .filter(({ businessId }) => open.has(businessId))
      .map(({ productId: id, name, quantity, unitPrice }) => {
        return { id, name, ordered: { quantity, unitPrice }, quantity: String(quantity), price: '' }
      }),
    freeLines: [],
    reason: '',
  }
}

/** Returns the units of a line; 0 where it is removed, null where the text is no quantity. */
export const unitsOf = (line: LineDraft): number | null => (line.ordered && line.quantity.trim() === '0' ? 0 : quantityOf(line))

/** True for a price that is typed and no amount. */
export const isNoPrice = ({ price }: LineDraft): boolean => price.trim() !== '' && agreedAmount(price) === null

/** True while a quantity or a price of the lines can't be read: no total is that of what is typed. */
export const isUnreadable = ({ lines }: ChangeDraft): boolean => lines.some((line) => unitsOf(line) === null || isNoPrice(line))

/** Returns the change that is complete, as the server is asked about it; null where nothing changes yet. */
export function changeOf({ lines, freeLines }: ChangeDraft): OrderChangePreviewBody | null {
  const typed = lines.flatMap((line) => {
    const [quantity, price] = [unitsOf(line), agreedAmount(line.price)]
    return quantity === null ? [] : [{ ...line, quantity, price }]
  })
  const priced = ({ id, quantity, price }: (typeof typed)[number]) => ({ id, quantity, ...(price !== null && { price }) })
  const edited = typed.filter(({ ordered, quantity, price }) => ordered && (quantity !== ordered.quantity || price !== null)).map(priced)
  const added = typed.filter(({ ordered, quantity }) => !ordered && quantity > 0).map(priced)
  const { customLines = [] } = agreedBody({ ...LIST_DRAFT, freeLines })
  if (edited.length + added.length + customLines.length === 0) return null
  return {
    ...(edited.length > 0 && { lines: edited }),
    ...(added.length > 0 && { items: added }),
    ...(customLines.length > 0 && { customLines }),
  }
}
