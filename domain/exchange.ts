/** Amounts of an exchange, in cents: what came back is worth, what of that would be refunded now, and what the replacement costs. */
interface ExchangedAmounts {
  valueCents: number
  /** 0 while the order of the return is not paid in full: its value comes off what is due for it. */
  refundableCents: number
  totalCents: number
}

/** Use of the value of a return and of the price of its replacement, in cents. */
interface SettledExchange {
  /** Pays for the replacement. */
  creditCents: number
  /** Sent to the buyer. */
  refundCents: number
  /** Left to pay for the replacement. */
  dueCents: number
  /** Comes off what is due for the order of the return. */
  offDueCents: number
}

/** Settles an exchange: what would be refunded pays for the replacement first. */
export function settleExchange({ valueCents, refundableCents, totalCents }: ExchangedAmounts): SettledExchange {
  const creditCents = Math.min(refundableCents, totalCents)
  return {
    creditCents,
    refundCents: refundableCents - creditCents,
    dueCents: totalCents - creditCents,
    offDueCents: refundableCents === 0 ? valueCents : 0,
  }
}

/**
 * Returns the smallest discount by which a replacement costs no more than what came back is worth, in cents. Where tax is added, its
 * rounding may leave a cent that is refunded.
 * @param totalAt total at a discount; it never grows with the discount
 */
export function evenDiscount(
  valueCents: number,
  { subtotalCents, totalAt }: { subtotalCents: number; totalAt: (discountCents: number) => number },
): number {
  let [low, high] = [0, subtotalCents]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (totalAt(middle) <= valueCents) high = middle
    else low = middle + 1
  }
  return low
}
