import { toDecimal, toMinor } from '#domain/money.ts'
import { DEFAULT_PAY_LATER, type PayLaterTerms } from '#domain/pay-later.ts'
import type { GroupOf } from '#server/platform/settings/setting-group.ts'

const toLimit = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Terms of Pay Later. A limit of 0 is none: the switch turns Pay Later off. New buyers have no switch, so their limit may be 0. */
export const payLater: GroupOf<'payLater', PayLaterTerms> = {
  initial: DEFAULT_PAY_LATER,
  needsStepUp: true,
  present: ({ isOffered, limitUsdCents, newBuyerLimitUsdCents, unconfirmedDays }) => ({
    offered: isOffered,
    limit: toLimit(limitUsdCents),
    newBuyerLimit: toLimit(newBuyerLimitUsdCents),
    unconfirmedDays,
  }),
  store: ({ limit, offered, newBuyerLimit, unconfirmedDays }, kept) => ({
    isOffered: offered,
    limitUsdCents: limit ? toMinor(limit) : null,
    newBuyerLimitUsdCents:
      newBuyerLimit === undefined ? kept.newBuyerLimitUsdCents : newBuyerLimit === null ? null : toMinor(newBuyerLimit),
    unconfirmedDays: unconfirmedDays ?? kept.unconfirmedDays,
  }),
}
