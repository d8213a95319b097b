import type { Order } from '#contract/orders/orders.ts'

/** Payment instructions of a Pay Later order: the sentence of its email and invoice, and the shop's account below. Nothing where nothing is due. */
export function HowToPay({ order: { howToPay, number } }: { order: Order }) {
  if (!howToPay) return null
  const [before, after] = howToPay.text.split(number)
  return (
    <section aria-labelledby="how-to-pay" className="notice mt-5 wrap-anywhere">
      <h2 id="how-to-pay" className="font-text font-semibold text-base leading-[1.4] tracking-[0] normal-nums">
        How to pay
      </h2>
      <p>
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
