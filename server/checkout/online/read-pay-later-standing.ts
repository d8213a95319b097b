import type { PayLaterStanding } from '#contract/checkout/checkout.ts'
import { refusalText } from '#contract/refusals.ts'
import { type Currency, formatMoney, toDecimal } from '#domain/money.ts'
import type { PayLaterTerms } from '#domain/pay-later.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { readBuyer } from './buyer-exposure.ts'
import { factsOf, isBeyondNetwork, leftOf, networkSentence, payLaterStanding, type Standing, usdTotalOf } from './check-pay-later.ts'

/** Tells a buyer with an unconfirmed email what the order needs, and a new buyer who has something open what is left; null for everybody else. */
function noteOf(standing: Standing, { unconfirmedDays }: PayLaterTerms): string | null {
  const { isConfirmed, hasPaid, isForNew, openUsdCents } = standing
  const left = leftOf(standing)
  const ends = [...(hasPaid ? [] : ["you've paid an order"]), ...(isConfirmed ? [] : ['your email is confirmed'])].join(' and ')
  const notes = [
    ...(isConfirmed ? [] : [`Confirm your email within ${unconfirmedDays} days, or pay, to keep this order.`]),
    ...(isForNew && openUsdCents > 0 && left !== null
      ? [`You can spend ${formatMoney(left, 'USD')} more with Pay Later. This limit ends once ${ends}.`]
      : []),
  ]
  return notes.join(' ') || null
}

/** Whether the caller may pay later for what is in the cart now: the order itself asks again. */
export async function readPayLaterStanding(
  { config, db, now }: Deps,
  actor: Actor,
  { currency, network }: { currency: Currency; network: string | null },
): Promise<PayLaterStanding> {
  const at = now()
  const { payLater: terms } = await readSettings(db)
  const priced = await loadCart(db, { userId: actor.userId, currency, now: at })
  const known = await readBuyer(db, actor.userId)
  const wish = { buyer: actor, known, terms, chargesCards: config.stripe !== null, orderUsdCents: usdTotalOf(priced) }
  const standing = await payLaterStanding(db, wish)
  const { limitUsdCents, openUsdCents, problem } = standing
  const ofNetwork = problem === null && (await isBeyondNetwork(db, wish, { network, at })) ? networkSentence(wish) : null
  const reason = problem ? refusalText({ code: problem, facts: factsOf(standing) }) : ofNetwork
  return {
    allowed: reason === null,
    reason,
    limit: limitUsdCents === null ? null : toDecimal(limitUsdCents),
    open: toDecimal(openUsdCents),
    note: reason === null ? noteOf(standing, terms) : null,
  }
}
