import type { ShopTerms } from '#content/shop-terms.ts'
import type { Policy } from '#content/written-page.ts'
import { privacyPolicy } from './privacy.ts'
import { refundPolicy } from './refunds.ts'
import { shippingPolicy } from './shipping.ts'
import { termsOfUse } from './terms.ts'

/** The four policies by path, each written from the settings and rules in force. */
export const POLICIES: Readonly<Record<string, (shop: ShopTerms) => Policy>> = {
  '/privacy-policy': privacyPolicy,
  '/terms': termsOfUse,
  '/shipping': shippingPolicy,
  '/refund-policy': refundPolicy,
}
