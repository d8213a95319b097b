import { day, money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Returns how far a milestone is paid, as a word and its color. */
function stateOf({ amount, open, released }: NonNullable<Order['plan']>[number]): [word: string, tone: string] {
  if (open === 0) return ['Paid', 'ok']
  if (released !== null) return ['Released', 'idle']
  return open < amount ? ['Partially paid', 'warn'] : ['Open', 'idle']
}

/** Milestones of an order that is paid in parts, with what is open of each. Renders nothing for others. */
export function PaymentPlan({ order: { plan, currency } }: { order: Order }) {
  if (!plan) return null
  return (
    <ol aria-label="Payment plan" className="grid">
      {plan.map((milestone) => {
        const { id, percent, text, amount, open, dueOn, released } = milestone
        const [word, tone] = stateOf(milestone)
        return (
          <li key={id} className="money-line grid gap-0.5 py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <b>
                {percent}% {text}
              </b>
              <span className="price">{money(amount, currency)}</span>
            </p>
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
              <span className={`status ${tone}`}>{word}</span>
              {open > 0 && open < amount && <span>{money(open, currency)} open</span>}
              {open > 0 && dueOn && <span>due by {day(dueOn)}</span>}
              {released && <span className="wrap-anywhere">{released}</span>}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
