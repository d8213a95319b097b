import * as z from 'zod/mini'
import { account } from './accounts/account.ts'
import { customers } from './accounts/customers.ts'
import { users } from './accounts/users.ts'
import { savedViews } from './accounts/view-list.ts'
import { cart } from './cart/cart.ts'
import { attributes } from './catalog/attributes.ts'
import { categories } from './catalog/categories.ts'
import { imports, sellerImports } from './catalog/imports.ts'
import { papers } from './catalog/papers.ts'
import { productEdits } from './catalog/product-edits.ts'
import { products } from './catalog/products.ts'
import { recalls } from './catalog/recalls.ts'
import { sellerProducts } from './catalog/seller-products.ts'
import { staffProducts } from './catalog/staff-products.ts'
import { checkout } from './checkout/checkout.ts'
import { orderChanges } from './checkout/order-changes.ts'
import { phoneOrders } from './checkout/phone-orders.ts'
import { quoteOrders } from './checkout/quote-orders.ts'
import { inbox } from './contact/inbox.ts'
import { messages } from './contact/messages.ts'
import { newsletter } from './contact/newsletter.ts'
import { notices } from './contact/notices.ts'
import { subscribers } from './contact/subscribers.ts'
import { blog } from './content/blog.ts'
import { blogPosts } from './content/blog-posts.ts'
import { caseStudies } from './content/case-studies.ts'
import { claims } from './content/claims.ts'
import { search } from './content/search.ts'
import { shop } from './content/shop.ts'
import { synonyms } from './content/synonyms.ts'
import { bankFiles } from './fulfillment/bank-files.ts'
import { exchanges } from './fulfillment/exchanges.ts'
import { milestoneCards } from './fulfillment/milestone-cards.ts'
import { orderMoney } from './fulfillment/order-money.ts'
import { orderTransitions } from './fulfillment/order-transitions.ts'
import { returns } from './fulfillment/returns.ts'
import { sellerOrders } from './fulfillment/seller-orders.ts'
import { shipments } from './fulfillment/shipments.ts'
import { withdrawals } from './fulfillment/withdrawals.ts'
import { addresses } from './identity/addresses.ts'
import { auth } from './identity/auth.ts'
import { security } from './identity/security.ts'
import { businessTokens, staffTokens, tokens } from './identity/tokens.ts'
import { impact } from './impact/impact.ts'
import { sentenceOf } from './input-sentences.ts'
import { accounting } from './integrations/accounting.ts'
import { staffWebhooks, webhooks } from './integrations/webhooks.ts'
import { orders } from './orders/orders.ts'
import { orderCorrections, staffNotes } from './orders/staff-notes.ts'
import { cardPayments } from './payments/card-payments.ts'
import { disputes } from './payments/disputes.ts'
import { documents } from './payments/documents.ts'
import { earnings } from './payouts/earnings.ts'
import { payouts } from './payouts/payouts.ts'
import { health } from './platform/health.ts'
import { mails } from './platform/mails.ts'
import { markets } from './platform/markets.ts'
import { notificationChoices, notifications } from './platform/notifications.ts'
import { policyReports } from './platform/policy-reports.ts'
import { settings } from './platform/settings.ts'
import { uploads } from './platform/uploads.ts'
import { exemptions } from './pricing/exemptions.ts'
import { promotions } from './pricing/promotions.ts'
import { shipping } from './pricing/shipping.ts'
import { tax } from './pricing/tax.ts'
import { vatIds } from './pricing/vat-ids.ts'
import { sellerQuotes, staffQuotes } from './quotes/office-quotes.ts'
import { quotes } from './quotes/quotes.ts'
import { analytics } from './reporting/analytics.ts'
import { audit } from './reporting/audit.ts'
import { office, staff } from './reporting/dashboard.ts'
import { jobs } from './reporting/jobs.ts'
import { applications } from './sellers/applications.ts'
import { businessProfile } from './sellers/business-profile.ts'
import { businesses } from './sellers/businesses.ts'
import { commission } from './sellers/commission.ts'
import { registers } from './sellers/registers.ts'
import { team } from './sellers/team.ts'

z.config({ customError: sentenceOf })

/** All calls of the API, by noun. */
export const contract = {
  auth,
  security,
  tokens,
  businessTokens,
  staffTokens,
  account,
  savedViews,
  products,
  productEdits,
  uploads,
  businesses,
  attributes,
  categories,
  recalls,
  papers,
  notices,
  synonyms,
  blog,
  blogPosts,
  claims,
  search,
  settings,
  markets,
  promotions,
  shipping,
  tax,
  exemptions,
  vatIds,
  mails,
  audit,
  shop,
  cart,
  checkout,
  orders: { ...orders, ...orderCorrections, ...orderTransitions },
  staffNotes,
  sellerOrders,
  shipments,
  orderMoney,
  orderChanges,
  phoneOrders,
  quotes: { ...quotes, ...quoteOrders },
  sellerQuotes,
  staffQuotes,
  returns,
  exchanges,
  withdrawals,
  cardPayments,
  addresses,
  imports,
  sellerImports,
  jobs,
  impact,
  caseStudies,
  messages,
  inbox,
  notificationChoices,
  notifications,
  newsletter,
  subscribers,
  applications,
  business: { ...businessProfile, ...sellerProducts },
  team,
  staff,
  office,
  staffProducts,
  commission,
  registers,
  earnings,
  disputes,
  bankFiles,
  milestoneCards,
  accounting,
  webhooks,
  staffWebhooks,
  documents,
  payouts,
  analytics,
  users,
  customers,
  health,
  policyReports,
}
export type Contract = typeof contract
