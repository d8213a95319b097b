import type { ShopTerms } from '#content/shop-terms.ts'
import type { Policy } from '#content/written-page.ts'
import { accessibilityStatement } from './accessibility.ts'
import { imprint } from './imprint.ts'
import { privacyPolicy } from './privacy.ts'
import { rankingPage } from './ranking.ts'
import { refundPolicy } from './refunds.ts'
import { shippingPolicy } from './shipping.ts'
import { termsOfUse } from './terms.ts'

/** Pages that laws ask for beside the policies, by path. */
export const LEGAL_PAGES: Readonly<Record<string, (shop: ShopTerms) => Policy>> = {
  '/imprint': imprint,
  '/accessibility': accessibilityStatement,
  '/ranking': rankingPage,
}

/** The four policies by path, each written from the settings and rules in force. */
export const POLICIES: Readonly<Record<string, (shop: ShopTerms) => Policy>> = {
  '/privacy-policy': privacyPolicy,
  '/terms': termsOfUse,
  '/shipping': shippingPolicy,
  '/refund-policy': refundPolicy,
}
