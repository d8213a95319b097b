import type { BuyerKind } from './buyer-kind.ts'
import { marketCountry } from './market-country.ts'
import {
  type CoveredProduct,
  decideRegistration,
  isRequiredIn,
  kindsOf,
  type ProducerRegistration,
  type RuleMode,
} from './producer-registers.ts'
import { arePapersRequired, type ChosenPaperMode, type HeldPaper, hasRequiredPapers } from './required-papers.ts'
import { dayOf } from './time.ts'

/** A product as the decision about its offer needs it. */
type SoldProduct = Omit<CoveredProduct, 'category'> & { categoryValue: string; businessId: string; papers: readonly HeldPaper[] }

/** Says whether a product is offered, as far as its seller's numbers and its papers decide that. */
export type IsOffered = (product: SoldProduct) => boolean

/** Modes of the rules, as the shop's settings have them, and its time zone. */
interface OfferRules {
  registers: { modes: readonly RuleMode[] }
  papers: { modes: readonly ChosenPaperMode[] }
  company: { timeZone: string }
}

/**
 * Returns what decides, by the numbers of their sellers and by their papers, which products are offered in a country on the day of `now`.
 * @param registrations numbers of their sellers for the country; where `isRequiredIn` asks for none, they need not be read
 */
export function offersIn(
  { registers: { modes }, papers, company }: OfferRules,
  { country, buyer, now }: { country: string; buyer: BuyerKind; now: Date },
  registrations: readonly (ProducerRegistration & { businessId: string })[],
): IsOffered {
  const place = marketCountry(country)
  const byNumbers = isRequiredIn(modes, country)
  const byPapers = arePapersRequired(papers.modes, place)
  const day = dayOf(now, company.timeZone)
  const bySeller = Map.groupBy(registrations, ({ businessId }) => businessId)
  return (product) => {
    const { type, categoryValue: category, specifications, isDriven, businessId } = product
    const isDocumented =
      !byPapers || hasRequiredPapers({ ...product, baseCategory: category }, { modes: papers.modes, country: place, day })
    if (!byNumbers || !isDocumented) return isDocumented
    const kinds = kindsOf({ type, category, specifications, isDriven })
    return decideRegistration({ country, buyer, day, kinds, modes, registrations: bySeller.get(businessId) ?? [] }).isOffered
  }
}
