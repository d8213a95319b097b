import { CART_RETENTION } from './cart/retention.ts'
import { CATALOG_RETENTION } from './catalog/retention.ts'
import { CHECKOUT_RETENTION } from './checkout/retention.ts'
import { CONTACT_RETENTION } from './contact/retention.ts'
import { CONTENT_RETENTION } from './content/retention.ts'
import { FULFILLMENT_RETENTION } from './fulfillment/retention.ts'
import { IDENTITY_RETENTION } from './identity/retention.ts'
import { IMPACT_RETENTION } from './impact/retention.ts'
import { INTEGRATION_RETENTION } from './integrations/retention.ts'
import type { RetentionRule } from './platform/jobs/retention-rule.ts'
import { PLATFORM_RETENTION } from './platform/retention.ts'
import { QUOTE_RETENTION } from './quotes/retention.ts'
import { SELLER_RETENTION } from './sellers/retention.ts'

/**
 * Every row that is deleted or reduced after its days, in the order of the job `purge`: messages go before the calculations that they name.
 */
export const RETENTION: readonly RetentionRule[] = [
  ...CATALOG_RETENTION,
  ...CONTENT_RETENTION,
  ...IDENTITY_RETENTION,
  ...PLATFORM_RETENTION,
  ...CONTACT_RETENTION,
  ...IMPACT_RETENTION,
  ...CART_RETENTION,
  ...CHECKOUT_RETENTION,
  ...FULFILLMENT_RETENTION,
  ...QUOTE_RETENTION,
  ...SELLER_RETENTION,
  ...INTEGRATION_RETENTION,
]
