import type { PayLaterEligibility } from '#contract/checkout/checkout.ts'
import { refusalText } from '#contract/refusals.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import type { PayLaterTerms } from '#domain/pay-later.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { readBuyer } from './buyer-exposure.ts'
import {
  type Eligibility,
  factsOf,
  isBeyondNetwork,
  networkSentence,
  payLaterEligibility,
  remainingCents,
  showInCart,
  totalOf,
  usdTotalOf,
} from './check-pay-later.ts'

/**
 * Note for a buyer with an unconfirmed email about what the order needs, and for a new buyer with open orders about what is left; null for
 * everybody else.
 */
function noteOf(eligibility: Eligibility, { unconfirmedDays }: PayLaterTerms): string | null {
  const { isConfirmed, hasPaid, isForNew, openUsdCents } = eligibility
  const left = remainingCents(eligibility)
  const ends = [...(hasPaid ? [] : ["you've paid an order"]), ...(isConfirmed ? [] : ['your email is confirmed'])].join(' and ')
  const notes = [
    ...(isConfirmed ? [] : [`Confirm your email within ${unconfirmedDays} days, or pay, to keep this order.`]),
    ...(isForNew && openUsdCents > 0 && left !== null
      ? [`You have ${showInCart(left, eligibility)} left of your Pay Later limit. The limit ends once ${ends}.`]
      : []),
  ]
  return notes.join(' ') || null
}

/** Returns whether the caller may pay later for the cart as it is now. Placing the order checks again. */
export async function readPayLaterEligibility(
  { config, db, now }: Deps,
  actor: Actor,
  { currency, network }: { currency: Currency; network: string | null },
): Promise<PayLaterEligibility> {
  const at = now()
  const { payLater: terms } = await readSettings(db)
  const priced = await loadCart(db, { userId: actor.userId, currency, now: at })
  const known = await readBuyer(db, actor.userId)
  const payLater = {
    buyer: actor,
    known,
    terms,
    chargesCards: config.stripe !== null,
    orderUsdCents: usdTotalOf(priced),
    total: totalOf(priced),
  }
  const eligibility = await payLaterEligibility(db, payLater)
  const { limitUsdCents, openUsdCents, problem } = eligibility
  const ofNetwork = problem === null && (await isBeyondNetwork(db, payLater, { network, at })) ? networkSentence(payLater) : null
  const reason = problem ? refusalText({ code: problem, facts: factsOf(eligibility) }) : ofNetwork
  return {
    allowed: reason === null,
    reason,
    limit: limitUsdCents === null ? null : toDecimal(limitUsdCents),
    open: toDecimal(openUsdCents),
    note: reason === null ? noteOf(eligibility, terms) : null,
  }
}
