import type { ProductType } from './product.ts'
import { DAY_MS } from './time.ts'

/** Number of featured products on the home page, and maximum number of one business. */
const HOME_FEATURED = 8
const OF_ONE_BUSINESS = 2

type Featured = { id: string; type: ProductType; businessId: string }

/**
 * Chooses the featured products of the home page for the day of `now` (UTC): machines first, then materials, half of each where there are
 * enough. The choice rotates daily, so that each product is shown in turn and the page is stable for a day.
 */
export function chooseFeatured<Item extends Featured>(products: readonly Item[], now: Date): Item[] {
  const turn = Math.floor(now.getTime() / DAY_MS)
  const machines = inTurn(products, 'machine', turn)
  const materials = inTurn(products, 'material', turn)
  const taken = new Map<string, number>()
  const take = (from: readonly Item[], room: number): Item[] => {
    const chosen: Item[] = []
    for (const item of from) {
      const ofBusiness = taken.get(item.businessId) ?? 0
      if (chosen.length >= room || ofBusiness >= OF_ONE_BUSINESS) continue
      taken.set(item.businessId, ofBusiness + 1)
      chosen.push(item)
    }
    return chosen
  }
  const half = HOME_FEATURED / 2
  const first = take(machines, half)
  const second = take(materials, HOME_FEATURED - first.length)
  const rest = machines.filter((item) => !first.includes(item))
  return [...first, ...take(rest, HOME_FEATURED - first.length - second.length), ...second]
}

/** Rotates the products of a type by one place per day. */
function inTurn<Item extends Featured>(products: readonly Item[], type: ProductType, turn: number): Item[] {
  const all = products.filter((product) => product.type === type).sort((one, other) => (one.id < other.id ? -1 : 1))
  const start = all.length === 0 ? 0 : turn % all.length
  return [...all.slice(start), ...all.slice(0, start)]
}
