import { day, money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'

interface HowToPayProps {
  order: Order
  className?: string
}

/**
 * Amount and day that a Pay Later order is due, how to pay it in the sentence of its email and invoice, and the shop's account below. The
 * sentence of a plan names its next part. Nothing where nothing is due.
 */
export function HowToPay({ order: { currency, dueAmount, howToPay, number, plan }, className = 'mt-5' }: HowToPayProps) {
  if (!howToPay) return null
  const [before, after] = howToPay.text.split(number)
  return (
    <section aria-label="How to pay" className={`notice wrap-anywhere ${className}`}>
      <h2 className="font-text font-semibold text-base leading-[1.4] tracking-[0] normal-nums">
        {money(dueAmount, currency)} {howToPay.dueOn === null || plan ? 'to be paid' : `due by ${day(howToPay.dueOn)}`}
      </h2>
      <p className="mt-1">
        {before}
        {after !== undefined && <span className="whitespace-nowrap">{number}</span>}
        {after}
      </p>
      {howToPay.payTo && (
        <p dir="auto" className="mt-2 font-medium whitespace-pre-line">
          {howToPay.payTo}
        </p>
      )}
    </section>
  )
}
