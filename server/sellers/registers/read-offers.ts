import type { BuyerKind } from '#domain/buyer-kind.ts'
import { marketCountry } from '#domain/market-country.ts'
import { type CoveredProduct, decideRegistration, isRequiredIn, kindsOf } from '#domain/producer-registers.ts'
import { dayOf } from '#domain/time.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import type { OfferRow } from './registration-list.ts'

/** A product as the decision about its offer needs it. */
type SoldProduct = Omit<CoveredProduct, 'category'> & { categoryValue: string; businessId: string }

/** Says whether a product is offered, as far as its seller's numbers decide that. */
export type IsOffered = (product: SoldProduct) => boolean

const always: IsOffered = () => true

/**
 * Returns what decides, by the numbers of their sellers, which products are offered in a country on the day of `now`. Where nothing is required there,
 * nothing is read.
 * @param read numbers for the country: of the sellers of the products, or of all
 */
export async function readOffers(
  { registers, company }: Pick<ShopSettings, 'registers' | 'company'>,
  { country, buyer, now }: { country: string; buyer: BuyerKind; now: Date },
  read: (country: string) => Promise<readonly OfferRow[]>,
): Promise<IsOffered> {
  const { modes } = registers
  if (!isRequiredIn(modes, country)) return always
  const day = dayOf(now, company.timeZone)
  const bySeller = Map.groupBy(await read(marketCountry(country)), ({ businessId }) => businessId)
  return ({ type, categoryValue: category, specifications, businessId }) => {
    const kinds = kindsOf({ type, category, specifications })
    return decideRegistration({ country, buyer, day, kinds, modes, registrations: bySeller.get(businessId) ?? [] }).isOffered
  }
}
