import { figure, money } from '#app/lib/format.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { unitsCost } from '#domain/refund-amount.ts'

type Item = Order['items'][number]

const cents = (amount: number) => Math.round(amount * 100)

/** Units of a line that were neither refunded nor are being returned. */
export const leftOf = ({ quantity, goneQuantity }: Item) => quantity - goneQuantity

/** Returns the worth of `units` more of a line, as a decimal amount. */
function worthOfUnits({ cost, quantity, goneQuantity, goneCost }: Item, units: number): number {
  return toDecimal(unitsCost({ costCents: cents(cost), quantity, goneQuantity, goneCents: cents(goneCost) }, units))
}

/** Number of units chosen of each line, by product id; never more than are left. */
export type Units = Readonly<Record<string, number>>

/** Worth of all chosen units, as a decimal amount. */
export function worthOfAll(items: readonly Item[], units: Units): number {
  return toDecimal(items.reduce((sum, item) => sum + cents(worthOfUnits(item, units[item.productId] ?? 0)), 0))
}

/** The chosen units as lines of a call. */
export const chosenLines = (units: Units) =>
  Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([productId, quantity]) => ({ productId, quantity }))

/** Name of the field that shows the error when nothing was chosen. */
export function firstUnitField(items: readonly Item[]): string {
  return `units.${items.find((item) => leftOf(item) > 0)?.productId ?? ''}`
}

interface UnitFieldsProps {
  order: Pick<Order, 'currency'>
  items: readonly Item[]
  units: Units
  onChange: (units: Units) => void
  /** Shown at the first line. */
  error?: string | undefined
  /** More text after the number of units that are left. */
  hintOf?: (item: Item) => string
  /** Units of a line that can be chosen; absent: those that were neither refunded nor are being returned. */
  mostOf?: (item: Item) => number
}

/** Fields for the units of each line that are refunded or returned, with their worth. */
export function UnitFields({ order, items, units, onChange, error, hintOf, mostOf = leftOf }: UnitFieldsProps) {
  const first = items.find((item) => mostOf(item) > 0)
  return (
    <ul className="grid gap-3">
      {items.map((item) => {
        const chosen = units[item.productId] ?? 0
        const left = mostOf(item)
        return (
          <li key={item.productId} className="grid gap-1 border-b-[1.5px] border-line pb-3">
            <TextField
              label={item.name}
              name={`units.${item.productId}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={left}
              disabled={left === 0}
              value={String(chosen)}
              onChange={(event) => {
                const typed = Math.trunc(Number(event.target.value))
                onChange({ ...units, [item.productId]: Math.min(Math.max(Number.isNaN(typed) ? 0 : typed, 0), left) })
              }}
              hint={`${figure(left)} of ${figure(item.quantity)} left, ${money(worthOfUnits(item, 1), order.currency)} each with tax${hintOf?.(item) ?? ''}`}
              error={item === first ? error : undefined}
            />
            <p className="price text-sm" aria-live="polite">
              {chosen > 0 && money(worthOfUnits(item, chosen), order.currency)}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
