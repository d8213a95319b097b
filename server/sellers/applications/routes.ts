import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { applications, type BusinessDetails, type CheckedBusiness, type ListedBusiness } from '#contract/sellers/applications.ts'
import { BUSINESS_LIST } from '#contract/sellers/business-list.ts'
import { toDecimal } from '#domain/money.ts'
import { mayAct } from '#domain/permissions.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit, FORMS_PER_ADDRESS } from '#server/platform/http/throttle.ts'
import { keepLogo, LOGO_FILE } from '#server/platform/media/keep-logo.ts'
import { findBusiness, findSimilar, listBusinesses, listBusinessIds, listReviews } from './business-record.ts'
import { checkBusiness } from './check-business.ts'
import { editBusiness } from './edit-business.ts'
import { presentBusiness, presentChecked, presentSeller } from './present-business.ts'
import { referenceOf, registerBusiness } from './register-business.ts'
import { countRelatedRecords, listBusinessProducts, listBusinessUsers } from './related-records.ts'
import { removeBusiness } from './remove-business.ts'
import { restoreBusiness } from './restore-business.ts'
import { reviewBusiness } from './review-business.ts'

/** Adds similar names to pending applications, so that staff notice a business that applies twice. */
async function flagSimilar(db: Db, listed: readonly CheckedBusiness[]): Promise<ListedBusiness[]> {
  const waiting = listed.filter(({ businessStatus }) => businessStatus === 'pending')
  const similar = await findSimilar(
    db,
    waiting.map(({ id }) => id),
  )
  return listed.map((business) => ({ ...business, similar: similar.get(business.id) ?? [] }))
}

async function withSimilar(db: Db, business: CheckedBusiness): Promise<ListedBusiness> {
  return { ...business, similar: (await findSimilar(db, [business.id])).get(business.id) ?? [] }
}

async function readDetails(db: Db, id: string): Promise<BusinessDetails> {
  const business = await withSimilar(db, presentChecked(found(await findBusiness(db, id))))
  const users = await listBusinessUsers(db, id)
  const ownProducts = await listBusinessProducts(db, id)
  return {
    business,
    stats: await countRelatedRecords(db, id),
    users: users.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })),
    products: ownProducts.map(({ priceUsdCents, priceEurCents, ...product }) => ({
      ...product,
      priceUSD: toDecimal(priceUsdCents),
      priceEUR: toDecimal(priceEurCents),
    })),
    reviews: await listReviews(db, id),
  }
}

export async function applicationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps
  const limit = createAddressLimit(deps, 'application', FORMS_PER_ADDRESS)
  const exists = async ({ params }: { params: { id: string } }) => (await findBusiness(db, params.id)) !== null

  route(app, applications.register, async ({ actor, body, request }) => {
    await limit(request.ip)
    const { id, name, businessStatus } = await registerBusiness(deps, actor, body, request.id)
    return { reference: referenceOf(id), name, businessStatus }
  })
  route(app, applications.listAll, async ({ actor, query: { page = 1, limit = PAGE_LIMIT, sort, ...filter } }) => {
    const isWhole = mayAct(actor, 'sellers.read')
    const { rows, total } = await listBusinesses(db, { ...filter, namesOnly: !isWhole }, { sort, limit, offset: (page - 1) * limit })
    return { items: await flagSimilar(db, rows.map(isWhole ? presentChecked : presentSeller)), total }
  })
  exportRoute(app, deps, applications.exportAll, {
    name: 'businesses',
    columns: fileColumns(BUSINESS_LIST),
    ids: ({ query: { sort, ...filter } }) => listBusinessIds(db, filter, sort),
    rows: async (tx, { query: { sort } }, part) => (await listBusinesses(tx, {}, { sort, ...part })).rows.map(presentBusiness),
  })
  route(app, applications.details, ({ params }) => readDetails(db, params.id))
  route(
    app,
    applications.setStatus,
    ({ actor, params, body: { status, reason = '', version }, request }) =>
      reviewBusiness(deps, actor, { id: params.id, to: status, reason, version, requestId: request.id }),
    { exists },
  )
  route(
    app,
    applications.check,
    ({ actor, params, body, request }) => checkBusiness(deps, actor, { ...params, ...body, version: body.version, requestId: request.id }),
    { exists },
  )
  route(
    app,
    applications.remove,
    async ({ actor, params, query, request }) => {
      await removeBusiness(deps, actor, { id: params.id, sellers: query.sellers, requestId: request.id })
      return { ok: true as const }
    },
    { exists },
  )
  route(app, applications.restore, ({ actor, params, request }) => restoreBusiness(deps, actor, { ...params, requestId: request.id }))
  await app.register(async (scope) => {
    const { options, bytesOf } = await acceptFile(scope, LOGO_FILE)
    route(
      scope,
      applications.update,
      ({ actor, params, body, request }) =>
        keepLogo(deps.files, bytesOf(request), (logo) =>
          editBusiness(deps, actor, { id: params.id, form: body, logo, requestId: request.id }),
        ),
      { exists, ...options },
    )
  })
}
