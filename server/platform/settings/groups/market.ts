import { closedMarketText, isOpenMarket } from '#domain/market.ts'
import { DEFAULT_MARKET, type DefaultMarket } from '#domain/market-country.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Market of visitors who have chosen none: an open one. */
export const market = plainGroup<DefaultMarket>({
  initial: DEFAULT_MARKET,
  needsStepUp: false,
  check: ({ country }, { markets }) => {
    if (country !== undefined && !isOpenMarket(markets, country)) refuseField('market.country', closedMarketText(country))
  },
})
