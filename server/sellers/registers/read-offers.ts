import type { BuyerKind } from '#domain/buyer-kind.ts'
import { marketCountry } from '#domain/market-country.ts'
import { type CoveredProduct, decideRegistration, isRequiredIn, kindsOf } from '#domain/producer-registers.ts'
import { arePapersRequired, type HeldPaper, hasRequiredPapers } from '#domain/required-papers.ts'
import { dayOf } from '#domain/time.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import type { OfferRow } from './registration-list.ts'

/** A product as the decision about its offer needs it. */
type SoldProduct = Omit<CoveredProduct, 'category'> & { categoryValue: string; businessId: string; papers: readonly HeldPaper[] }

/** Says whether a product is offered, as far as its seller's numbers and its papers decide that. */
export type IsOffered = (product: SoldProduct) => boolean

const always: IsOffered = () => true

/**
 * Returns what decides, by the numbers of their sellers and by their papers, which products are offered in a country on the day of `now`.
 * Where no number is required there, nothing is read.
 * @param read numbers for the country: of the sellers of the products, or of all
 */
export async function readOffers(
  { registers, papers, company }: Pick<ShopSettings, 'registers' | 'papers' | 'company'>,
  { country, buyer, now }: { country: string; buyer: BuyerKind; now: Date },
  read: (country: string) => Promise<readonly OfferRow[]>,
): Promise<IsOffered> {
  const byNumbers = isRequiredIn(registers.modes, country)
  const byPapers = arePapersRequired(papers.modes, marketCountry(country))
  if (!byNumbers && !byPapers) return always
  const day = dayOf(now, company.timeZone)
  const isDocumented: IsOffered = (product) => {
    const asked = { modes: papers.modes, country: marketCountry(country), day }
    return hasRequiredPapers({ ...product, baseCategory: product.categoryValue }, asked)
  }
  if (!byNumbers) return isDocumented
  const { modes } = registers
  const bySeller = Map.groupBy(await read(marketCountry(country)), ({ businessId }) => businessId)
  return (product) => {
    if (byPapers && !isDocumented(product)) return false
    const { type, categoryValue: category, specifications, isDriven, businessId } = product
    const kinds = kindsOf({ type, category, specifications, isDriven })
    return decideRegistration({ country, buyer, day, kinds, modes, registrations: bySeller.get(businessId) ?? [] }).isOffered
  }
}
