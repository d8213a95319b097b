import * as z from 'zod/mini'
import { account } from './account.ts'
import { addresses } from './addresses.ts'
import { analytics } from './analytics.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { blog } from './blog.ts'
import { blogPosts } from './blog-posts.ts'
import { business } from './business.ts'
import { businesses } from './businesses.ts'
import { cardPayments } from './card-payments.ts'
import { cart } from './cart.ts'
import { caseStudies } from './case-studies.ts'
import { categories } from './categories.ts'
import { checkout } from './checkout.ts'
import { claims } from './claims.ts'
import { commission } from './commission.ts'
import { disputes } from './disputes.ts'
import { earnings } from './earnings.ts'
import { health } from './health.ts'
import { impact } from './impact.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { jobs } from './jobs.ts'
import { mails } from './mails.ts'
import { messages } from './messages.ts'
import { newsletter } from './newsletter.ts'
import { notifications } from './notifications.ts'
import { orderMoney } from './order-money.ts'
import { orders } from './orders.ts'
import { payouts } from './payouts.ts'
import { phoneOrders } from './phone-orders.ts'
import { policyReports } from './policy-reports.ts'
import { productEdits } from './product-edits.ts'
import { products } from './products.ts'
import { promotions } from './promotions.ts'
import { returns } from './returns.ts'
import { search } from './search.ts'
import { sellerOrders } from './seller-orders.ts'
import { settings } from './settings.ts'
import { shop } from './shop.ts'
import { staff } from './staff.ts'
import { staffProducts } from './staff-products.ts'
import { subscribers } from './subscribers.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** What people read where a schema has no sentence of its own; undefined: the library's. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Please fill in this field'
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters are accepted`
  return undefined
}

z.config({ ...z.locales.en(), customError: sentenceOf })

/** Every call of the product, by noun. */
export const contract = {
  auth,
  account,
  products,
  productEdits,
  uploads,
  businesses,
  categories,
  blog,
  blogPosts,
  claims,
  search,
  settings,
  promotions,
  mails,
  audit,
  shop,
  cart,
  checkout,
  orders,
  sellerOrders,
  orderMoney,
  phoneOrders,
  returns,
  cardPayments,
  addresses,
  imports,
  jobs,
  impact,
  caseStudies,
  messages,
  inbox,
  notifications,
  newsletter,
  subscribers,
  applications,
  business,
  staff,
  staffProducts,
  commission,
  earnings,
  disputes,
  payouts,
  analytics,
  users,
  health,
  policyReports,
}
export type Contract = typeof contract
