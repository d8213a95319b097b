import type { TaxSeller } from '#domain/decide-tax.ts'
import { type ShownProduct, seesTax, showProduct } from '#domain/display-price.ts'
import { quoteNotice } from '#domain/freight.ts'
import { toMinor } from '#domain/money.ts'
import { isPaused, pauseText } from '#domain/pause.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { TAX_CLASSES, type TaxClass } from '#domain/product-fields.ts'
import { type Destination, destinationOf, placeInText, type Zone } from '#domain/shipping-zones.ts'
import { dispatchPlace, type Place } from '#domain/tax-territory.ts'
import type { ShownRates } from '#server/catalog/products/product-list.ts'
import { listProductsForCart, type PricedProduct } from '#server/catalog/products/product-record.ts'
import type { AskedMarket, OfferedProduct, ShowPrices } from '#server/catalog/products/shown-products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { chargesOf, deliveryOf, planOf, subtotalOf } from '#server/pricing/shipping/estimate-shipping.ts'
import { zonesTo } from '#server/pricing/shipping/rules-record.ts'
import { readZoneRows, toZones, type ZoneRows } from '#server/pricing/shipping/zone-list.ts'
import { establishedIn, sellersOf } from '#server/pricing/tax/tax-record.ts'
import { type KnownMarket, readMarket, readMarketOf } from './read-market.ts'
import { listSellers, type Sold } from './seller-list.ts'
import { beginShown, readShown, type Shown, shownColumn } from './shown-record.ts'

/** Returns the place that a seller's products leave from. */
const dispatchOf = ({ businessCountry: country, businessPostalCode: postalCode, dispatch }: Sold): Place =>
  dispatchPlace({ dispatch, country, postalCode })

/** Returns the country where a seller is established. */
const homeOf = ({ businessCountry: country, businessPostalCode: postalCode }: Sold): string => establishedIn({ country, postalCode })

/** Returns a seller as decisions about taxes know it. */
const sellerOf = ({ terms }: KnownMarket, sold: Sold): TaxSeller =>
  terms?.sellers.get(sold.businessId) ?? {
    businessId: sold.businessId,
    country: homeOf(sold),
    vatScheme: 'regular',
    registrations: [],
    hasAgreed: false,
  }

/** The country of a market as a destination, and the zones that can hold places of it. */
interface Travel {
  zones: readonly Zone[]
  to: Destination
}

function travelIn({ shown, terms, settings }: KnownMarket, zones: ZoneRows): Travel {
  const near = terms ? zonesTo(zones, shown.country) : []
  return { zones: toZones(near, settings.rules.shippingRates), to: destinationOf({ country: shown.country }) }
}

/** Returns how a product is shown in a market, with the plan of its delivery there. */
function shownIn(known: KnownMarket, product: PricedProduct, { zones, to }: Travel) {
  const { shown, terms } = known
  const unitCents = unitPriceCents(product.priceEurCents, product.minQuantity, product.ladder ?? ladderFor(product.categoryValue))
  const line = {
    name: product.name,
    taxClass: product.taxClass,
    seller: sellerOf(known, product),
    dispatch: dispatchOf(product),
    consignmentEurCents: unitCents * product.minQuantity,
    isForConsumers: product.isCheckedTrader && product.hasSafety,
    isOffered: known.isOffered(product),
    paused: product.pause && isPaused(product.pause, known.day) ? pauseText(product.businessName, product.pause) : null,
  }
  const plan = terms && planOf(product, { to, quantity: product.minQuantity, zones })
  const quote = plan && plan.quotes.length > 0 ? quoteNotice(placeInText(to, zones), [product]) : null
  return { shown: showProduct(shown, line, quote), plan }
}

/** Returns how a product is offered in a market. */
function offeredIn(known: KnownMarket, product: PricedProduct, travel: Travel, now: Date): OfferedProduct {
  const { shown, plan } = shownIn(known, product, travel)
  const delivery = deliveryOf(product, { ...travel, quantity: product.minQuantity, shown, plan, settings: known.settings, now })
  return { shown, delivery }
}

/** Returns how a product is shown in a list: with its freight, where that costs more than the smallest order. */
function listedIn(known: KnownMarket, product: PricedProduct, travel: Travel): ShownProduct {
  const { shown, plan } = shownIn(known, product, travel)
  if (product.shippingClass !== 'freight' || !plan?.methods.includes('standard')) return shown
  const subtotalCents = subtotalOf(product, { quantity: product.minQuantity, shown })
  const [first] = chargesOf(plan, 'standard', { shown, subtotalCents })
  return first && (toMinor(first.charge.EUR) ?? 0) > subtotalCents.EUR ? { ...shown, freight: first.charge } : shown
}

/** Reads all else that decides how a market shows products. */
async function readKnown(db: Db, asked: AskedMarket, { rows, settings, zones }: Shown, now: Date) {
  const known = await readMarketOf(db, settings, asked, sellersOf(rows), now)
  return { known, travel: travelIn(known, zones), rows }
}

/** Opens a market with all sellers of public products. */
async function openMarket(db: Db, asked: AskedMarket, now: Date) {
  const sellers = sellersOf((await listSellers(db)).sellers)
  const known = await readMarket(db, asked, sellers, now)
  const businessIds = sellers.map(({ businessId }) => businessId)
  const travel = travelIn(known, known.terms ? await readZoneRows(db, businessIds) : [])
  return async (ids: readonly string[]) => {
    const rows = await listProductsForCart(db, ids, { buyerId: null, now })
    return new Map(rows.map((product) => [product.id, offeredIn(known, product, travel, now)]))
  }
}

type ByClass = Record<TaxClass, number>

/** Returns the rates that prices are shown at in a market, of every seller. */
async function readRates(db: Db, asked: AskedMarket, now: Date): Promise<ShownRates> {
  const none = { standard: 0, reduced: 0, zero: 0 }
  const { shown: first } = await readMarket(db, asked, [], now)
  if (!seesTax(first)) return { all: 0, byClass: none, others: [] }
  const { sellers, classes } = await listSellers(db)
  const known = await readMarket(db, asked, sellersOf(sellers), now)
  const ratesOf = (seller: Sold): ByClass => {
    const line = {
      name: '',
      seller: sellerOf(known, seller),
      dispatch: dispatchOf(seller),
      consignmentEurCents: null,
      isForConsumers: true,
      isOffered: true,
      paused: null,
    }
    const rates = TAX_CLASSES.map((taxClass) => [taxClass, showProduct(known.shown, { ...line, taxClass }, null).rate])
    return Object.fromEntries(rates) as ByClass // one for each class
  }
  const groups = [...Map.groupBy(sellers, (seller) => JSON.stringify(ratesOf(seller)))]
    .map(([key, own]) => ({ byClass: JSON.parse(key) as ByClass, businessIds: own.map(({ businessId }) => businessId) }))
    .toSorted((one, other) => other.businessIds.length - one.businessIds.length)
  const [main, ...others] = groups
  const byClass = main?.byClass ?? none
  const rates = new Set(groups.flatMap((group) => classes.map((taxClass) => group.byClass[taxClass])))
  return { all: rates.size > 1 ? null : ([...rates][0] ?? byClass.standard), byClass, others }
}

/** Returns how prices are shown in markets, for the areas below. */
export function priceProducts({ db, now }: Pick<Deps, 'db' | 'now'>): ShowPrices {
  return {
    products: async (asked, ids) => {
      if (ids.length === 0) return new Map()
      const at = now()
      const { known, travel, rows } = await readKnown(db, asked, await readShown(db, ids, at), at)
      return new Map(rows.map((product) => [product.id, listedIn(known, product, travel)]))
    },
    open: (asked) => openMarket(db, asked, now()),
    rates: (asked) =>
      rememberCounts(db, { key: ['shown rates', asked, now().toISOString().slice(0, 10)], shows: WITHOUT_STOCK }, () =>
        readRates(db, asked, now()),
      ),
    whole: {
      column: shownColumn,
      begin: (asked) => {
        const at = now()
        const { values, read } = beginShown(at)
        const offer = async (column: unknown) => {
          const shown = read(column as Parameters<typeof read>[0]) // what the column selects
          const { known, travel, rows } = await readKnown(db, asked, shown, at)
          const [product] = rows
          return product ? offeredIn(known, product, travel, at) : null
        }
        return { values, offer }
      },
    },
  }
}
