import type { PayLaterStanding } from '#contract/checkout.ts'
import { refusalText } from '#contract/refusals.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { readSettings } from '#server/settings/repository.ts'
import { factsOf, payLaterStanding } from './check-pay-later.ts'

/** Whether the caller may pay later for what is in the cart now: the order itself asks again. */
export async function readPayLaterStanding({ config, db, now }: Deps, actor: Actor, currency: Currency): Promise<PayLaterStanding> {
  if (config.stripe === null) return { allowed: true, reason: null, limit: null, open: 0 }
  const { payLater } = await readSettings(db)
  const priced = await loadCart(db, { userId: actor.userId, currency, now: now() })
  const standing = await payLaterStanding(db, payLater, actor, priced)
  const { limitUsdCents, openUsdCents, problem } = standing
  return {
    allowed: problem === null,
    reason: problem && refusalText({ code: problem, facts: factsOf(standing) }),
    limit: limitUsdCents === null ? null : toDecimal(limitUsdCents),
    open: toDecimal(openUsdCents),
  }
}
