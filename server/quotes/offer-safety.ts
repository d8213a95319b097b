import type { VersionContent } from '#contract/quotes/quote-content.ts'
import { isEuConsumer } from '#domain/consumer-law.ts'
import { OFFER_SAFETY_NEEDS, offerSafetyGap } from '#domain/product-safety.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { findSafetyContact } from '#server/catalog/products/safety-columns.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'

/**
 * Returns the maker of custom products, whom consumers of the European Union must see (Regulation (EU) 2023/988, Article 19); nothing for
 * others. Refuses, with what is missing, an offer that cannot name one, and one that is sent without a picture.
 */
export async function makerFor(
  db: Db,
  businessId: string,
  { lines, delivery: { country }, buyer, fileIds }: VersionContent,
  { law }: Pick<PricedCart, 'law'>,
  { isDraft = false } = {},
): Promise<Pick<VersionContent, 'maker'>> {
  if (!isEuConsumer({ country, law, buyerKind: buyer.kind }) || lines.every(({ kind }) => kind !== 'custom')) return {}
  const { contact, isInEu } = await findSafetyContact(db, businessId)
  const gap = offerSafetyGap({ hasBusinessAddress: contact !== null, isBusinessInEu: isInEu, hasPicture: isDraft || fileIds.length > 0 })
  if (gap !== null) refuseField(gap === 'picture' ? 'content.fileIds' : 'content.lines', OFFER_SAFETY_NEEDS[gap])
  return contact ? { maker: contact } : {}
}
