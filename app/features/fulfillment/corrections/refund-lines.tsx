import { money } from '#app/lib/format.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { piecesCost } from '#domain/refund-amount.ts'

type Item = Order['items'][number]

const cents = (amount: number) => Math.round(amount * 100)

/** Pieces of a line that were neither refunded nor are coming back. */
export const leftOf = ({ quantity, goneQuantity }: Item) => quantity - goneQuantity

/** What so many more pieces of a line are worth, as a decimal amount. */
export function worthOfPieces({ cost, quantity, goneQuantity, goneCost }: Item, pieces: number): number {
  return toDecimal(piecesCost({ costCents: cents(cost), quantity, goneQuantity, goneCents: cents(goneCost) }, pieces))
}

/** The pieces chosen of each line, by product; never more than are left. */
export type Pieces = Readonly<Record<string, number>>

/** What the chosen pieces are worth together. */
export function worthOfAll(items: readonly Item[], pieces: Pieces): number {
  return toDecimal(items.reduce((sum, item) => sum + cents(worthOfPieces(item, pieces[item.productId] ?? 0)), 0))
}

/** The chosen pieces as a call takes them. */
export const chosenLines = (pieces: Pieces) =>
  Object.entries(pieces)
    .filter(([, quantity]) => quantity > 0)
    .map(([productId, quantity]) => ({ productId, quantity }))

/** The field at which it is said that nothing was chosen. */
export function firstPiecesField(items: readonly Item[]): string {
  return `pieces.${items.find((item) => leftOf(item) > 0)?.productId ?? ''}`
}

interface PiecesFieldsProps {
  order: Order
  items: readonly Item[]
  pieces: Pieces
  onChange: (pieces: Pieces) => void
  /** What is wrong with the choice; stands at the first line. */
  error?: string | undefined
  /** More about a line, beside what is left of it. */
  hintOf?: (item: Item) => string
}

/** How many pieces of each line go back, with what they are worth. */
export function PiecesFields({ order, items, pieces, onChange, error, hintOf }: PiecesFieldsProps) {
  const first = items.find((item) => leftOf(item) > 0)
  return (
    <ul className="grid gap-3">
      {items.map((item) => {
        const chosen = pieces[item.productId] ?? 0
        const left = leftOf(item)
        return (
          <li key={item.productId} className="grid gap-1 border-b-[1.5px] border-line pb-3">
            <TextField
              label={item.name}
              name={`pieces.${item.productId}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={left}
              disabled={left === 0}
              value={String(chosen)}
              onChange={(event) => {
                const typed = Math.trunc(Number(event.target.value))
                onChange({ ...pieces, [item.productId]: Math.min(Math.max(Number.isNaN(typed) ? 0 : typed, 0), left) })
              }}
              hint={`${left} of ${item.quantity} left, ${money(worthOfPieces(item, 1), order.currency)} a piece with tax${hintOf?.(item) ?? ''}`}
              error={item === first ? error : undefined}
            />
            <p className="price text-sm" aria-live="polite">
              {chosen > 0 && money(worthOfPieces(item, chosen), order.currency)}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
