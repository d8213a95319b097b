import type { Order } from '#contract/orders/orders.ts'

/** How a Pay Later order is paid: the sentence of its email and invoice, and the shop's account below. Nothing where nothing is due. */
export function HowToPay({ order: { howToPay } }: { order: Order }) {
  if (!howToPay) return null
  return (
    <section aria-labelledby="how-to-pay" className="notice mt-5 wrap-anywhere">
      <h2 id="how-to-pay" className="font-text font-semibold text-base leading-[1.4] tracking-[0] normal-nums">
        How to pay
      </h2>
      <p>{howToPay.text}</p>
      {howToPay.payTo && <p className="mt-2 font-medium whitespace-pre-line">{howToPay.payTo}</p>}
    </section>
  )
}
