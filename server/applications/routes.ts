import type { FastifyInstance } from 'fastify'
import { applications, type BusinessDetails } from '#contract/applications.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { toDecimal } from '#domain/money.ts'
import { createAddressLimit, FORMS_PER_ADDRESS } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { presentBusiness } from './present-business.ts'
import { referenceOf, registerBusiness } from './register-business.ts'
import { findBusiness, listBusinesses, listBusinessProducts, listBusinessUsers, listReviews } from './repository.ts'
import { reviewBusiness } from './review-business.ts'

async function readDetails(db: Db, id: string): Promise<BusinessDetails> {
  const business = presentBusiness(found(await findBusiness(db, id)))
  const users = await listBusinessUsers(db, id)
  const goods = await listBusinessProducts(db, id)
  const active = goods.filter(({ status }) => status === 'Active')
  return {
    business,
    stats: {
      totalUsers: users.length,
      totalProducts: goods.length,
      activeProducts: active.length,
      featuredProducts: goods.filter(({ featured }) => featured).length,
    },
    users: users.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })),
    products: goods.map(({ priceUsdCents, priceEurCents, ...product }) => ({
      ...product,
      priceUSD: toDecimal(priceUsdCents),
      priceEUR: toDecimal(priceEurCents),
    })),
    reviews: await listReviews(db, id),
  }
}

/** Applications of businesses, and what staff see and decide of them. */
export function applicationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const limit = deps.config.limitsRates ? createAddressLimit(FORMS_PER_ADDRESS) : null
  const exists = async ({ params }: { params: { id: string } }) => (await findBusiness(db, params.id)) !== null

  route(app, applications.register, async ({ actor, body, request }) => {
    limit?.(request.ip, deps.now().getTime())
    const { id, name, businessStatus } = await registerBusiness(deps, actor, body, request.id)
    return { reference: referenceOf(id), name, businessStatus }
  })
  route(app, applications.listAll, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...filter } }) => {
    const { rows, total } = await listBusinesses(db, filter, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map(presentBusiness), total }
  })
  route(app, applications.details, ({ params }) => readDetails(db, params.id))
  route(
    app,
    applications.setStatus,
    ({ actor, params, body: { status, reason = '', version }, request }) =>
      reviewBusiness(deps, actor, { id: params.id, to: status, reason, version, requestId: request.id }),
    { exists },
  )
}
