import compress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { cartRoutes } from '#server/cart/routes.ts'
import { impactRoutes } from '#server/impact/routes.ts'
import { noteRoutes } from '#server/orders/note-routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { payoutFollower } from '#server/payouts/follow-event.ts'
import { holdPayoutsOfAdmin } from '#server/payouts/holds/hold-payouts.ts'
import { payoutRoutes } from '#server/payouts/routes.ts'
import { ACCOUNT_PARTS } from './account-parts.ts'
import { accountRoutes, savedViewRoutes } from './accounts/profile/routes.ts'
import { userRoutes } from './accounts/users/routes.ts'
import { categoryRoutes } from './catalog/categories/routes.ts'
import { feedRoutes } from './catalog/feeds/routes.ts'
import { importRoutes } from './catalog/imports/routes.ts'
import { paperRoutes } from './catalog/papers/routes.ts'
import { productEditRoutes } from './catalog/product-edits/routes.ts'
import { drawingRoutes } from './catalog/products/drawing-routes.ts'
import { productRoutes } from './catalog/products/routes.ts'
import { recallRoutes } from './catalog/recalls/routes.ts'
import { sellerProductRoutes } from './catalog/seller-products/routes.ts'
import { attributeRoutes } from './catalog/specifications/routes.ts'
import { staffProductRoutes } from './catalog/staff-products/routes.ts'
import { phoneOrderRoutes } from './checkout/by-phone/routes.ts'
import { quoteOrderRoutes } from './checkout/by-quote/routes.ts'
import { orderChangeRoutes } from './checkout/changes/routes.ts'
import { checkoutRoutes } from './checkout/online/routes.ts'
import { messageRoutes } from './contact/messages/routes.ts'
import { messageStaffRoutes } from './contact/messages/staff-routes.ts'
import { newsletterRoutes } from './contact/newsletter/routes.ts'
import { newsletterStaffRoutes } from './contact/newsletter/staff-routes.ts'
import { noticeRoutes } from './contact/notices/routes.ts'
import { blogRoutes } from './content/blog/routes.ts'
import { blogStaffRoutes } from './content/blog/staff-routes.ts'
import { caseStudyRoutes } from './content/case-studies/routes.ts'
import { claimRoutes } from './content/claims/routes.ts'
import { searchRoutes } from './content/search/routes.ts'
import { synonymImportRoutes, synonymRoutes } from './content/search/synonym-routes.ts'
import { shopRoutes } from './content/shop/routes.ts'
import { bankFileRoutes } from './fulfillment/bank-files/routes.ts'
import { correctionRoutes } from './fulfillment/corrections/routes.ts'
import { milestoneFollower } from './fulfillment/milestone-cards/follow-milestone.ts'
import { milestoneCardRoutes } from './fulfillment/milestone-cards/routes.ts'
import { listReturns } from './fulfillment/returns/list-returns.ts'
import { returnRoutes } from './fulfillment/returns/routes.ts'
import { sellerOrderRoutes } from './fulfillment/seller-orders/routes.ts'
import { bulkShipmentRoutes } from './fulfillment/shipments/bulk-routes.ts'
import { shipmentRoutes } from './fulfillment/shipments/routes.ts'
import { transitionRoutes } from './fulfillment/transitions/routes.ts'
import { withdrawalRoutes } from './fulfillment/withdrawals/routes.ts'
import { GAUGE_SOURCES } from './gauge-sources.ts'
import { addressRoutes } from './identity/addresses/routes.ts'
import { authRoutes, identifyWith, noteWritesWith } from './identity/auth/routes.ts'
import { securityRoutes } from './identity/second-factor/routes.ts'
import { tokenRoutes } from './identity/tokens/routes.ts'
import { accountingRoutes } from './integrations/accounting/routes.ts'
import { webhookRoutes } from './integrations/webhooks/routes.ts'
import { cardPaymentRoutes } from './payments/cards/routes.ts'
import { disputeRoutes } from './payments/disputes/routes.ts'
import { documentRoutes } from './payments/documents/routes.ts'
import { earningRoutes } from './payouts/earnings/routes.ts'
import { withSavedBy } from './platform/conflict-record.ts'
import type { Deps } from './platform/deps.ts'
import { healthRoutes } from './platform/health/routes.ts'
import { DATA, MAX_DATA, MIN_LENGTH } from './platform/http/choose-encoding.ts'
import { describeCalls } from './platform/http/docs-routes.ts'
import { endSlowBodies } from './platform/http/end-slow-bodies.ts'
import { answerError } from './platform/http/errors.ts'
import { acceptJson } from './platform/http/json-body.ts'
import { countRefused, isUncounted, limitNothing, limitRates } from './platform/http/limits.ts'
import { RequestLog } from './platform/http/log.ts'
import { measureRequests } from './platform/http/measure-requests.ts'
import { makeReadAddress, trustedBy } from './platform/http/network.ts'
import { policyReportRoutes } from './platform/http/policy-report-routes.ts'
import { readReplicas } from './platform/http/read-replica.ts'
import { answerUnknown, identifyCallers, recordRoutes, refuseWritesWhenFull } from './platform/http/request.ts'
import { secure } from './platform/http/security.ts'
import { checkTargets, pathOfTarget } from './platform/http/target.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import { mediaRoutes } from './platform/media/routes.ts'
import { uploadRoutes } from './platform/media/upload-routes.ts'
import { metricsRoutes } from './platform/metrics/metrics-routes.ts'
import { notificationRoutes } from './platform/notifications/routes.ts'
import { settingsRoutes } from './platform/settings/routes.ts'
import { readSwitches } from './platform/settings/setting-groups.ts'
import { priceProducts } from './pricing/display/price-products.ts'
import { readMarketFacts } from './pricing/display/read-market.ts'
import { promotionRoutes } from './pricing/promotions/routes.ts'
import { shippingRoutes } from './pricing/shipping/routes.ts'
import { exemptionRoutes } from './pricing/tax/exemption-routes.ts'
import { taxRoutes } from './pricing/tax/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { analyticsRoutes } from './reporting/analytics/routes.ts'
import { auditLogRoutes } from './reporting/audit-log/routes.ts'
import { staffRoutes } from './reporting/dashboard/routes.ts'
import { jobRoutes } from './reporting/jobs/routes.ts'
import { businessProfileRoutes } from './sellers/applications/profile-routes.ts'
import { applicationRoutes } from './sellers/applications/routes.ts'
import { businessRoutes } from './sellers/businesses/routes.ts'
import { commissionRoutes } from './sellers/commission/routes.ts'
import { registerRoutes } from './sellers/registers/routes.ts'
import { teamRoutes } from './sellers/team/routes.ts'

const JSON_LIMIT = 256 * 1024
/** Longest time until the head of a request is there; Node looks for late ones every 5 s. */
const HEAD_MS = 30_000
/** Longest time until a body is there that comes steadily. */
const UPLOAD_MS = 300_000

/**
 * Builds the server: hooks for every request, then the routes of each slice.
 * @param slowMs time after which requests that come too slowly are cut
 */
export async function buildApp(deps: Deps, slowMs = HEAD_MS): Promise<FastifyInstance> {
  const readAddress = makeReadAddress(deps.config.trustProxy)
  const app = fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    trustProxy: trustedBy(deps.config.trustProxy),
    bodyLimit: JSON_LIMIT,
    http: { connectionsCheckingInterval: 5000, headersTimeout: slowMs },
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 35_000,
    keepAliveTimeout: 10_000,
    genReqId: () => crypto.randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    // targets that no route can read, before the framework knows who asks
    frameworkErrors: (error, request, reply) => answerError(countRefused(request, error, readAddress(request.raw)), request, reply),
  })
  endSlowBodies(app, slowMs)
  recordRoutes(app)
  measureRequests(app, deps)
  acceptJson(app)
  app.setErrorHandler(async (error, request, reply) => {
    const refused = await withSavedBy(deps.db, error, request.actor)
    return answerError(isUncounted(request) ? countRefused(request, refused) : refused, request, reply)
  })
  secure(app, deps.config.publicUrl.startsWith('https://'))
  app.decorate('readSwitches', () => readSwitches(deps.db))
  readReplicas(app, deps, noteWritesWith(deps))
  identifyCallers(app, identifyWith(deps), deps.config.metricsToken)
  if (deps.config.limitsRates) limitRates(app, deps.sharedLimits)
  else limitNothing(app)
  refuseWritesWhenFull(app, deps)
  checkTargets(app, deps.config.publicUrl)
  await app.register(compress, {
    threshold: MIN_LENGTH,
    encodings: ['br', 'gzip'],
    brotliOptions: DATA,
    syncThreshold: MAX_DATA,
  })

  healthRoutes(app, deps, GAUGE_SOURCES.queues)
  metricsRoutes(app, deps)
  await policyReportRoutes(app, deps)
  authRoutes(app, deps, holdPayoutsOfAdmin)
  accountRoutes(app, deps, ACCOUNT_PARTS)
  securityRoutes(app, deps)
  tokenRoutes(app, deps)
  savedViewRoutes(app, deps)
  const prices = priceProducts(deps)
  productRoutes(app, deps, prices)
  productEditRoutes(app, deps)
  drawingRoutes(app, deps)
  feedRoutes(app, deps, prices)
  businessRoutes(app, deps)
  categoryRoutes(app, deps)
  recallRoutes(app, deps)
  await paperRoutes(app, deps)
  noticeRoutes(app, deps)
  blogRoutes(app, deps)
  blogStaffRoutes(app, deps)
  searchRoutes(app, deps, prices)
  attributeRoutes(app, deps)
  synonymRoutes(app, deps)
  shopRoutes(app, deps, (asked) => readMarketFacts(deps.db, asked, deps.now()))
  claimRoutes(app, deps)
  cartRoutes(app, deps)
  checkoutRoutes(app, deps)
  orderRoutes(app, deps)
  noteRoutes(app, deps)
  transitionRoutes(app, deps)
  sellerOrderRoutes(app, deps)
  shipmentRoutes(app, deps)
  await bulkShipmentRoutes(app, deps)
  correctionRoutes(app, deps)
  await bankFileRoutes(app, deps)
  phoneOrderRoutes(app, deps)
  quoteOrderRoutes(app, deps)
  orderChangeRoutes(app, deps)
  await quoteRoutes(app, deps)
  await returnRoutes(app, deps)
  withdrawalRoutes(app, deps)
  await cardPaymentRoutes(app, deps, [payoutFollower, milestoneFollower])
  milestoneCardRoutes(app, deps)
  addressRoutes(app, deps)
  messageRoutes(app, deps)
  messageStaffRoutes(app, deps)
  newsletterRoutes(app, deps)
  newsletterStaffRoutes(app, deps)
  notificationRoutes(app, deps)
  await importRoutes(app, deps)
  await synonymImportRoutes(app, deps)
  await applicationRoutes(app, deps)
  jobRoutes(app, deps)
  await businessProfileRoutes(app, deps)
  teamRoutes(app, deps)
  sellerProductRoutes(app, deps)
  staffRoutes(app, deps)
  await settingsRoutes(app, deps)
  promotionRoutes(app, deps)
  shippingRoutes(app, deps)
  taxRoutes(app, deps)
  await exemptionRoutes(app, deps)
  commissionRoutes(app, deps)
  registerRoutes(app, deps)
  earningRoutes(app, deps)
  disputeRoutes(app, deps)
  accountingRoutes(app, deps)
  webhookRoutes(app, deps)
  documentRoutes(app, deps)
  payoutRoutes(app, deps)
  analyticsRoutes(app, deps)
  userRoutes(app, deps, listReturns)
  staffProductRoutes(app, deps)
  mailRoutes(app, deps)
  auditLogRoutes(app, deps)
  mediaRoutes(app, deps)
  await uploadRoutes(app, deps)
  impactRoutes(app, deps)
  caseStudyRoutes(app, deps)
  describeCalls(app, deps)
  answerUnknown(app)
  return app
}
