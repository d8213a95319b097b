import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useDefaultBuyer } from '#app/features/identity/addresses/use-destination.ts'
import { followAddress, hasShopRates, isEuMarket, useMarket } from '#app/lib/market.ts'
import { getShop } from '#app/lib/shop.ts'

/** Marks that the prices of the page are those of another market, and hidden until they are read; `boot.js` sets it. */
const WAITING = 'market'

const isPriced = () => document.querySelector('main [data-price]') !== null

/**
 * Reads the page again at the prices of the visitor's market, where that is another one than the page was made for or when it is changed.
 * Buyers with a default address see the prices of its country until they choose one.
 */
export function MarketFollower() {
  const { country, buyer } = useMarket()
  const { revalidate } = useRevalidator()
  const address = useDefaultBuyer()
  const market = `${country} ${buyer}`
  const shown = useRef(`${getShop().market.country} ${getShop().market.buyer}`)
  useEffect(() => {
    // in the United States prices are the same for every buyer
    if (address && (address.country !== 'US' || getShop().market.country !== 'US')) followAddress(address)
  }, [address])
  useEffect(() => {
    if (isEuMarket({ country, buyer }))
      document.documentElement.dataset.law = 'eu' // shows what consumers there have to see
    else delete document.documentElement.dataset.law
    if (hasShopRates({ country, buyer })) delete document.documentElement.dataset.shipping
    else document.documentElement.dataset.shipping = 'zone' // hides the threshold of free shipping
  }, [country, buyer])
  useEffect(() => {
    const reveal = () => {
      delete document.documentElement.dataset[WAITING]
    }
    if (shown.current === market) return reveal()
    shown.current = market
    if (!isPriced()) return reveal()
    void revalidate().finally(reveal)
  }, [market, revalidate])
  return null
}
