import type { TaxSeller } from '#domain/decide-tax.ts'
import { type ShownProduct, seesTax, showProduct } from '#domain/display-price.ts'
import { freightLine, planFreight, quoteNotice } from '#domain/freight.ts'
import { toMinor, withTax } from '#domain/money.ts'
import { isPaused, pauseText } from '#domain/pause.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { TAX_CLASSES, type TaxClass } from '#domain/product-fields.ts'
import { type Destination, destinationOf, placeInText, type Zone } from '#domain/shipping-zones.ts'
import { dispatchPlace, type Place } from '#domain/tax-territory.ts'
import type { ShownRates } from '#server/catalog/products/product-list.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { AskedMarket, OfferedProduct, ShowPrices } from '#server/catalog/products/shown-products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deliveryOf } from '#server/pricing/shipping/estimate-shipping.ts'
import { readZonesFor, toZones } from '#server/pricing/shipping/zone-list.ts'
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

/** Returns the sentence about a product whose delivery to a place is by quote; null where it has a rate. */
function quoteText(product: CartProduct, zones: readonly Zone[], to: Destination): string | null {
  const { quotes } = planFreight({ zones, lines: [freightLine(product, product.minQuantity)], to })
  return quotes.length > 0 ? quoteNotice(placeInText(to, zones), [product]) : null
}

/** Returns how a product is shown in a market. */
function shownIn(known: KnownMarket, product: CartProduct, zones: readonly Zone[]): ShownProduct {
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
  return showProduct(shown, line, terms && quoteText(product, zones, destinationOf({ country: shown.country })))
}

/** Returns how a product is offered in a market. */
function offeredIn(known: KnownMarket, product: CartProduct, zones: readonly Zone[], now: Date): OfferedProduct {
  const [shown, to] = [shownIn(known, product, zones), destinationOf({ country: known.shown.country })]
  return { shown, delivery: deliveryOf(product, { to, quantity: product.minQuantity, shown, zones, settings: known.settings, now }) }
}

/** Returns how a product is shown in a list: with its freight, where that costs more than the smallest order. */
function listedIn(known: KnownMarket, product: CartProduct, zones: readonly Zone[], now: Date): ShownProduct {
  if (product.shippingClass !== 'freight' || !known.terms) return shownIn(known, product, zones)
  const { shown, delivery } = offeredIn(known, product, zones, now)
  const charge = delivery.methods.find(({ method }) => method === 'standard')?.charge
  const goods = withTax(
    unitPriceCents(product.priceEurCents, product.minQuantity, product.ladder ?? ladderFor(product.categoryValue)),
    shown.rate,
  )
  const isMore = charge !== undefined && (toMinor(charge.EUR) ?? 0) > goods * product.minQuantity
  return isMore ? { ...shown, freight: charge } : shown
}

/** Reads all else that decides how a market shows products. */
async function readKnown(db: Db, asked: AskedMarket, { rows, settings, zones }: Shown, now: Date) {
  const known = await readMarketOf(db, settings, asked, sellersOf(rows), now)
  return { known, zones: known.terms ? toZones(zones, settings.rules.shippingRates) : [], rows }
}

/** Opens a market with all sellers of public products. */
async function openMarket(db: Db, asked: AskedMarket, now: Date) {
  const sellers = sellersOf((await listSellers(db)).sellers)
  const known = await readMarket(db, asked, sellers, now)
  const businessIds = sellers.map(({ businessId }) => businessId)
  const zones = known.terms ? await readZonesFor(db, businessIds, known.settings.rules.shippingRates) : []
  return async (ids: readonly string[]) => {
    const rows = await listProductsForCart(db, ids, { buyerId: null, now })
    return new Map(rows.map((product) => [product.id, offeredIn(known, product, zones, now)]))
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
      const { known, zones, rows } = await readKnown(db, asked, await readShown(db, ids, at), at)
      return new Map(rows.map((product) => [product.id, listedIn(known, product, zones, at)]))
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
          const { known, zones, rows } = await readKnown(db, asked, shown, at)
          const [product] = rows
          return product ? offeredIn(known, product, zones, at) : null
        }
        return { values, offer }
      },
    },
  }
}
