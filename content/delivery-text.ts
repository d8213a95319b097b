import { countryInText } from '#domain/country-name.ts'
import type { DeliveryPlace, DeliveryTerms } from '#domain/delivery-terms.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { inBoth, listed, type ShopTerms } from './shop-terms.ts'

/* Sentences about delivery, from the zones and markets in force, for the shipping page and the questions. */

const WHERE: Readonly<Record<DeliveryPlace, string>> = {
  us: 'in the United States',
  eu: 'inside the European Union',
  into: 'into the European Union from outside',
  other: 'to other countries',
}

/** Returns a place as it stands in a sentence: a shop without other places has no "other countries". */
const whereOf = ({ place }: Pick<DeliveryTerms, 'place'>, { length }: readonly DeliveryTerms[]) =>
  place === 'other' && length === 1 ? 'to every country we deliver to' : WHERE[place]

type Facts = Pick<ShopTerms, 'countries' | 'delivery' | 'shippingMethods' | 'taxes'>
type Methods = ShopTerms['shippingMethods']

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * Returns the ways of shipping that cost the same at every weight, with the places where they do; in a shop with one row of rates it is
 * that one.
 */
export function ratesByPlace({ delivery, shippingMethods, taxes }: Omit<Facts, 'countries'>): { where: string; methods: Methods }[] {
  if (taxes.basis === 'legacy') return [{ where: 'in every country we deliver to', methods: shippingMethods }]
  const listedAt = delivery.flatMap(({ place, parcels, methods }) => {
    if (parcels !== 'settings' && parcels !== 'own') return []
    return [{ where: whereOf({ place }, delivery), methods: parcels === 'settings' ? shippingMethods : methods }]
  })
  return [...Map.groupBy(listedAt, ({ methods }) => JSON.stringify(methods)).values()].map((same) => ({
    where: listed(same.map(({ where }) => where)),
    methods: same[0]?.methods ?? [],
  }))
}

function parcelsAt(delivery: readonly DeliveryTerms[], kind: DeliveryTerms['parcels']): string {
  const places = delivery.filter(({ parcels }) => parcels === kind).map((terms) => whereOf(terms, delivery))
  return places.length === 2 ? places.toReversed().join(', and ') : listed(places)
}

/**
 * Returns where parcels have no price that is the same for every weight, in clauses: "to other countries shipping depends on the weight".
 */
function clausesAboutParcels({ delivery, taxes }: Pick<Facts, 'delivery' | 'taxes'>): string[] {
  if (taxes.basis === 'legacy') return []
  const [byWeight, byCountry, quoted] = [parcelsAt(delivery, 'weight'), parcelsAt(delivery, 'varies'), parcelsAt(delivery, 'quote')]
  return [
    ...(byWeight ? [`${byWeight}, shipping depends on the weight`] : []),
    ...(byCountry ? [`${byCountry}, shipping depends on the country and the weight`] : []),
    ...(quoted ? [`${quoted}, we also quote shipping for parcels`] : []),
  ]
}

/**
 * Describes the ways of shipping in sentences: "Standard: 5-7 business days, $9.99 or €9.99, free when the goods cost $100 or €100 or
 * more."
 */
function describeMethods(methods: Methods): string {
  return methods
    .map(({ label, days, price, freeFrom }) => {
      const free = freeFrom ? `, free when your products cost ${inBoth(freeFrom)} or more` : ''
      return `${label}: ${days}, ${inBoth(price)}${free}.`
    })
    .join(' ')
}

/** Describes what parcels cost at each place, in sentences. The place is left out where one list has the rates of the whole table. */
export function describeParcels(shop: Facts): { rates: string; others: string } {
  const lists = ratesByPlace(shop)
  const [only] = lists
  const rates =
    lists.length === 1 && only
      ? describeMethods(only.methods)
      : lists.map(({ where, methods }) => `${capital(where)}: ${describeMethods(methods)}`).join(' ')
  const others = clausesAboutParcels(shop).map((clause) => ` ${capital(clause)}.`)
  return { rates, others: others.join('') }
}

function freightClause({ freight, freightPrice }: DeliveryTerms, what: string): string {
  if (freight === 'included') return `${what} is included in the price`
  if (freight === 'weight') return `${what} is priced by weight`
  if (freight === 'quote') return `we quote ${what} before you order`
  if (!freightPrice) return `the price of ${what} depends on the country and the weight`
  const { price, freeFrom } = freightPrice
  return `${what} costs ${inBoth(price)}${freeFrom ? `, or nothing for ${inBoth(freeFrom)} or more` : ''}`
}

const exceptionsOf = (names: readonly string[]) => (names.length === 0 ? '' : `, except for ${listed(names)}`)

/** Describes what freight costs at each place, in sentences. */
export function describeFreight({ delivery, shippingMethods, taxes }: Facts): string {
  if (taxes.basis === 'legacy') {
    const free = shippingMethods.find(({ method }) => method === 'standard')?.freeFrom
    return `Freight costs nothing extra in any country: you pay standard shipping once per order${free ? `, or nothing for ${inBoth(free)} or more` : ''}.`
  }
  const [first, ...rest] = delivery
  if (!first) return ''
  const isSame = delivery.every((terms) => terms.exceptions.length === 0 && freightClause(terms, '') === freightClause(first, ''))
  if (isSame) return `${capital(freightClause(first, 'freight'))}.`
  const [, next, last] = delivery.slice(-3)
  const isElsewhere = delivery.length > 2 && next && last && freightClause(next, '') === freightClause(last, '') && last.place === 'other'
  const clauses = (isElsewhere ? rest.slice(0, -1) : rest).map((terms, at, all) => {
    const where = (isElsewhere && at === all.length - 1) || terms.place === 'other' ? 'elsewhere' : WHERE[terms.place]
    return `${where} ${freightClause(terms, 'it')}`
  })
  const others = clauses.length > 0 ? ` ${capital(clauses.join('; '))}.` : ''
  const hint =
    first.exceptions.length > 0 && clauses.length === 0 ? ' For those places, the cart shows the price or says that we quote it.' : ''
  return `${capital(whereOf(first, delivery))}, ${freightClause(first, 'freight')}${exceptionsOf(first.exceptions)}.${others}${hint}`
}

/** Describes where the shop delivers, and what depends on the place. */
export function describeCountries(shop: Facts): string {
  const { countries, delivery, taxes } = shop
  const [only] = countries
  const where = countries.length === 1 && only ? `to ${countryInText(only)} only` : 'to the countries listed at checkout'
  if (taxes.basis === 'legacy') return `We deliver ${where}${countries.length > 1 ? ', all at the same rates' : ''}.`
  const isQuoted = delivery.some(({ freight, exceptions }) => freight === 'quote' || exceptions.length > 0)
  const clauses = [
    ...clausesAboutParcels(shop),
    ...(isQuoted ? ['freight to some places is by quote, and the cart says so before you order'] : []),
  ]
  const rules = clauses.length > 0 ? ` ${capital(clauses.join('; '))}.` : ''
  return `We deliver ${where}.${rules} Producers can set their own rates; product pages and the cart show them.`
}

/** Returns the open markets in the European Union. */
export const euMarkets = ({ countries }: Pick<Facts, 'countries'>): string[] =>
  countries.filter((country) => EU_COUNTRIES.includes(country))

/** Answers if the shop delivers to the European Union: "Yes.", to which countries of it, or where to instead. */
export function answerAboutEu(shop: Pick<Facts, 'countries'>): string {
  const { countries } = shop
  const open = euMarkets(shop)
  if (open.length === EU_COUNTRIES.length) return 'Yes.'
  if (open.length > 0) return `Yes, to ${listed(open.map(countryInText))}.`
  return `Not yet. We deliver to ${countries.length > 5 ? 'the countries listed at checkout' : listed(countries.map(countryInText))}.`
}
