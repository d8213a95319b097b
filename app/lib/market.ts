import { create } from 'zustand'
import type { MarketFacts } from '#contract/content/shop.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { queryOf, type Read } from './api.ts'
import { getShop } from './shop.ts'
import { browserStorage } from './storage.ts'
import { useRead } from './use-read.ts'

const KEY = 'market'

/** Reads a market as it is stored, such as `DE consumer`; null for none, and for a country that the shop does not sell to any more. */
function parse(text: string | null): VisitorMarket | null {
  const [country = '', kind = ''] = (text ?? '').split(' ')
  const buyer = BUYER_KINDS.find((known) => known === kind)
  return buyer && getShop().countries.includes(country) ? { country, buyer } : null
}

/** `isChosen`: the visitor chose it; else it is that of their default address. */
interface State {
  market: VisitorMarket | null
  isChosen: boolean
}

const useStore = create<State>(() => ({ market: null, isChosen: false }))

if (typeof window !== 'undefined') {
  const take = (text: string | null) => {
    const market = parse(text)
    useStore.setState({ market, isChosen: market !== null })
  }
  take(browserStorage.read(KEY))
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) take(event.newValue)
  })
  const { isLanding, market } = getShop()
  // the cart of who lands there is of that country, too
  if (isLanding && browserStorage.read(KEY) === null) chooseMarket({ country: market.country, buyer: market.buyer })
}

/** The market of a visitor who has not chosen one. */
const defaultMarket = (): VisitorMarket => {
  const { country, buyer } = getShop().market
  return { country, buyer }
}

/** Returns the market that reads of products ask for. */
export const getMarket = (): VisitorMarket => useStore.getState().market ?? defaultMarket()

/** Returns the visitor's market: that of the page while it wakes up. */
export const useMarket = (): VisitorMarket => useStore(({ market }) => market) ?? defaultMarket()

/** Returns true if the private buyers of a market have the rights of consumers of the European Union. */
export const isEuMarket = ({ country, buyer }: VisitorMarket): boolean => buyer === 'consumer' && getShop().euCountries.includes(country)

/**
 * Returns true if the shop's own shipping rates, with the threshold of free shipping, count in a market: in its default country and in the
 * European Union.
 */
export const hasShopRates = ({ country }: VisitorMarket): boolean =>
  country === getShop().market.country || getShop().euCountries.includes(country)

/** Returns the market that the visitor has chosen; null while it follows from their address, or is that of the shop. */
export const useChosenMarket = (): VisitorMarket | null => useStore(({ market, isChosen }) => (isChosen ? market : null))

/** As `useChosenMarket`, for a call. */
export const getChosenMarket = (): VisitorMarket | null => {
  const { market, isChosen } = useStore.getState()
  return isChosen ? market : null
}

/** Calls `listen` whenever the visitor's market changes. */
export const onMarketChange = (listen: () => void): (() => void) => useStore.subscribe(listen)

/** Chooses a market; this browser remembers it. */
export function chooseMarket(market: VisitorMarket): void {
  browserStorage.write(KEY, `${market.country} ${market.buyer}`)
  useStore.setState({ market, isChosen: true })
}

/** Shows prices for the address of a buyer who has chosen no market. */
export function followAddress(market: VisitorMarket): void {
  const { market: before, isChosen } = useStore.getState()
  if (isChosen || !getShop().countries.includes(market.country)) return
  if (before?.country !== market.country || before.buyer !== market.buyer) useStore.setState({ market })
}

const marketQuery = (market: VisitorMarket): Read<MarketFacts> => ({
  queryKey: ['market', market],
  read: (api, signal) => api.shop.market({ query: market, signal }),
})

/** Returns the words and rates of the visitor's market; those of the shop's default until they are known. */
export function useMarketFacts(): Pick<MarketFacts, 'country' | 'buyer' | 'priceDisplay' | 'taxLabel'> {
  const market = useMarket()
  const shop = getShop()
  const isDefault = market.country === shop.market.country && market.buyer === shop.market.buyer
  const { data } = useRead({ ...queryOf(marketQuery(market)), enabled: !isDefault })
  return isDefault ? shop.market : (data ?? shop.market)
}
