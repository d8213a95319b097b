import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { accountRoutes } from '#server/account/routes.ts'
import { addressRoutes } from '#server/addresses/routes.ts'
import { analyticsRoutes } from '#server/analytics/routes.ts'
import { applicationRoutes } from '#server/applications/routes.ts'
import { auditLogRoutes } from '#server/audit-log/routes.ts'
import { authRoutes, identifyWith } from '#server/auth/routes.ts'
import { blogRoutes } from '#server/blog/routes.ts'
import { blogStaffRoutes } from '#server/blog/staff-routes.ts'
import { businessAreaRoutes } from '#server/business/routes.ts'
import { businessRoutes } from '#server/businesses/routes.ts'
import { cardPaymentRoutes } from '#server/card-payments/routes.ts'
import { cartRoutes } from '#server/cart/routes.ts'
import { caseStudyRoutes } from '#server/case-studies/routes.ts'
import { categoryRoutes } from '#server/categories/routes.ts'
import { checkoutRoutes } from '#server/checkout/routes.ts'
import { claimRoutes } from '#server/claims/routes.ts'
import { commissionRoutes } from '#server/commission/routes.ts'
import type { Deps } from '#server/deps.ts'
import { disputeRoutes } from '#server/disputes/routes.ts'
import { drawingRoutes } from '#server/drawings/routes.ts'
import { earningRoutes } from '#server/earnings/routes.ts'
import { fulfilmentRoutes } from '#server/fulfilment/routes.ts'
import { healthRoutes } from '#server/health/routes.ts'
import { describeCalls } from '#server/http/docs-routes.ts'
import { answerError } from '#server/http/errors.ts'
import { acceptJson } from '#server/http/json-body.ts'
import { limitRates } from '#server/http/limits.ts'
import { RequestLog } from '#server/http/log.ts'
import { answerUnknown, learnWhoCalls, refuseWritesWhenFull, rememberRoutes } from '#server/http/request.ts'
import { secure } from '#server/http/security.ts'
import { checkTargets, pathOfTarget } from '#server/http/target.ts'
import { impactRoutes } from '#server/impact/routes.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { jobRoutes } from '#server/jobs/routes.ts'
import { mailRoutes } from '#server/mail/routes.ts'
import { mediaRoutes } from '#server/media/routes.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { messageStaffRoutes } from '#server/messages/staff-routes.ts'
import { newsletterRoutes } from '#server/newsletter/routes.ts'
import { newsletterStaffRoutes } from '#server/newsletter/staff-routes.ts'
import { notificationRoutes } from '#server/notifications/routes.ts'
import { orderMoneyRoutes } from '#server/order-money/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { payoutFollower } from '#server/payouts/follow-event.ts'
import { payoutRoutes } from '#server/payouts/routes.ts'
import { phoneOrderRoutes } from '#server/phone-orders/routes.ts'
import { policyReportRoutes } from '#server/policy-reports/routes.ts'
import { productEditRoutes } from '#server/product-edits/routes.ts'
import { productRoutes } from '#server/products/routes.ts'
import { promotionRoutes } from '#server/promotions/routes.ts'
import { returnRoutes } from '#server/returns/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { sellerOrderRoutes } from '#server/seller-orders/routes.ts'
import { settingsRoutes } from '#server/settings/routes.ts'
import { shopRoutes } from '#server/shop/routes.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { staffProductRoutes } from '#server/staff-products/routes.ts'
import { uploadRoutes } from '#server/uploads/routes.ts'
import { userRoutes } from '#server/users/routes.ts'

const JSON_LIMIT = 256 * 1024

/** The server, not yet listening: how every request is treated, then one line for each slice. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    trustProxy: trustOf(deps.config.trustProxy),
    bodyLimit: JSON_LIMIT,
    requestTimeout: 30_000,
    connectionTimeout: 35_000,
    keepAliveTimeout: 10_000,
    genReqId: () => crypto.randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    frameworkErrors: answerError,
  })
  rememberRoutes(app)
  acceptJson(app)
  app.setErrorHandler(answerError)
  secure(app, deps.config.publicUrl.startsWith('https://'))
  refuseWritesWhenFull(app, deps)
  checkTargets(app, deps.config.publicUrl)
  learnWhoCalls(app, identifyWith(deps))
  if (deps.config.limitsRates) await limitRates(app)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  healthRoutes(app, deps)
  await policyReportRoutes(app, deps)
  authRoutes(app, deps)
  accountRoutes(app, deps)
  productRoutes(app, deps)
  productEditRoutes(app, deps)
  drawingRoutes(app, deps)
  businessRoutes(app, deps)
  categoryRoutes(app, deps)
  blogRoutes(app, deps)
  blogStaffRoutes(app, deps)
  searchRoutes(app, deps)
  shopRoutes(app, deps)
  claimRoutes(app, deps)
  cartRoutes(app, deps)
  checkoutRoutes(app, deps)
  orderRoutes(app, deps)
  fulfilmentRoutes(app, deps)
  sellerOrderRoutes(app, deps)
  orderMoneyRoutes(app, deps)
  phoneOrderRoutes(app, deps)
  await returnRoutes(app, deps)
  await cardPaymentRoutes(app, deps, payoutFollower)
  addressRoutes(app, deps)
  messageRoutes(app, deps)
  messageStaffRoutes(app, deps)
  newsletterRoutes(app, deps)
  newsletterStaffRoutes(app, deps)
  notificationRoutes(app, deps)
  await importRoutes(app, deps)
  await applicationRoutes(app, deps)
  jobRoutes(app, deps)
  await businessAreaRoutes(app, deps)
  staffRoutes(app, deps)
  settingsRoutes(app, deps)
  promotionRoutes(app, deps)
  commissionRoutes(app, deps)
  earningRoutes(app, deps)
  disputeRoutes(app, deps)
  payoutRoutes(app, deps)
  analyticsRoutes(app, deps)
  userRoutes(app, deps)
  staffProductRoutes(app, deps)
  mailRoutes(app, deps)
  auditLogRoutes(app, deps)
  mediaRoutes(app, deps)
  await uploadRoutes(app, deps)
  impactRoutes(app, deps)
  caseStudyRoutes(app, deps)
  await describeCalls(app, deps.config.publicUrl)
  answerUnknown(app)
  return app
}

/** A number is how many proxies stand before us; anything else is a list of their addresses. */
function trustOf(setting: Deps['config']['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
