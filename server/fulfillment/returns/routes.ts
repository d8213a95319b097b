import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { exchanges } from '#contract/fulfillment/exchanges.ts'
import { RETURN_LIST } from '#contract/fulfillment/return-list.ts'
import { returns } from '#contract/fulfillment/returns.ts'
import { MAX_RETURN_PHOTOS } from '#domain/return-request.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireUnsuspended } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { acceptForms, type ReceivedForm, receiveForm } from '#server/platform/http/form.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf, sendFile } from '#server/platform/http/send-answer.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { IMAGE_BYTES, lockPictures } from '#server/platform/media/keep-pictures.ts'
import { exchangeReturn, previewExchange } from './exchange-return.ts'
import { listReturns } from './list-returns.ts'
import { countReturns, hasReturn, listReturnIds, type ReturnFilter, type ReturnScope } from './order-returns.ts'
import { readPhoto } from './read-photo.ts'
import { requestReturn } from './request-return.ts'
import { transitionReturn } from './transition-return.ts'

const COLUMNS = fileColumns(RETURN_LIST, ['number', 'order', 'seller', 'customer', 'status', 'reason'])

/** The returns of the caller's own business; nobody without one has any. */
const ofBusiness = ({ businessId }: Actor): ReturnScope => ({ businessId: businessId ?? '00000000-0000-0000-0000-000000000000' })

type Query = Omit<ReturnFilter, 'scope' | 'limit' | 'offset'> & { page?: number | undefined; limit?: number | undefined }

/** Binds returns: requested by customers, answered by sellers and staff. */
export async function returnRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps
  const list = async (scope: ReturnScope, { page = 1, limit = PAGE_LIMIT, ...query }: Query) => {
    const filter = { ...query, scope, limit, offset: (page - 1) * limit }
    return { items: await listReturns(db, filter), total: await countReturns(db, filter) }
  }
  route(app, returns.listOwn, ({ actor, query }) => list({ userId: actor.userId }, query))
  route(
    app,
    returns.request,
    async ({ actor, params, body, idempotencyKey, request, reply }) => {
      const asked = { orderId: params.id, body, idempotencyKey, requestId: request.id }
      return answerOf(await requestReturn(deps, actor, asked), reply)
    },
    { exists: ({ actor, params }) => hasOrder(db, params.id, { userId: actor.userId }) },
  )
  route(app, returns.listOfSeller, ({ actor, query }) => list(ofBusiness(actor), query))
  route(
    app,
    returns.moveAsSeller,
    ({ actor, params, body, request }) =>
      transitionReturn(deps, { id: params.id, scope: ofBusiness(actor), body }, { actor, requestId: request.id }),
    { requires: requireUnsuspended, exists: ({ actor, params }) => hasReturn(db, params.id, ofBusiness(actor)) },
  )
  route(app, returns.listAll, ({ query }) => list(null, query))
  route(
    app,
    returns.move,
    ({ actor, params, body, request }) => transitionReturn(deps, { id: params.id, scope: null, body }, { actor, requestId: request.id }),
    { exists: ({ params }) => hasReturn(db, params.id, null) },
  )
  exchangeRoutes(app, deps)
  exportRoute(app, deps, returns.exportOfSeller, {
    name: 'returns',
    columns: COLUMNS,
    ids: ({ actor, query }) => listReturnIds(db, { ...query, scope: ofBusiness(actor) }),
    rows: (tx, { actor, query }, part) => listReturns(tx, { ...query, scope: ofBusiness(actor), ...part }),
  })
  exportRoute(app, deps, returns.exportAll, {
    name: 'returns',
    columns: COLUMNS,
    ids: ({ query }) => listReturnIds(db, { ...query, scope: null }),
    rows: (tx, { query }, part) => listReturns(tx, { ...query, scope: null, ...part }),
  })
  await photoRoute(app, deps)
}

/** Binds exchanges for returns: by staff, and by sellers for their own. */
function exchangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, exchanges.preview, ({ params, body }) => previewExchange(deps, { id: params.id, scope: null, body }))
  route(
    app,
    exchanges.exchange,
    async ({ actor, params, body, idempotencyKey, request, reply }) => {
      const asked = { id: params.id, scope: null, body, idempotencyKey, requestId: request.id }
      return answerOf(await exchangeReturn(deps, actor, asked), reply)
    },
    { exists: ({ params }) => hasReturn(db, params.id, null) },
  )
  const existsForSeller = ({ actor, params }: { actor: Actor; params: { id: string } }) => hasReturn(db, params.id, ofBusiness(actor))
  route(
    app,
    exchanges.previewAsSeller,
    ({ actor, params, body }) => previewExchange(deps, { id: params.id, scope: ofBusiness(actor), body }),
    { requires: requireUnsuspended, exists: existsForSeller },
  )
  route(
    app,
    exchanges.exchangeAsSeller,
    async ({ actor, params, body, idempotencyKey, request, reply }) => {
      const asked = { id: params.id, scope: ofBusiness(actor), body, idempotencyKey, requestId: request.id }
      return answerOf(await exchangeReturn(deps, actor, asked), reply)
    },
    { requires: requireUnsuspended, exists: existsForSeller },
  )
}

/** Binds pictures for a return: their upload by any signed-in user, and reading them. */
async function photoRoute(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = createUserLimit(deps, 'return-photo', FILES_PER_USER)
  const received = new WeakMap<object, ReceivedForm>()
  route(app, returns.photo, async ({ actor, params, reply }) =>
    sendFile(reply, { name: params.file, type: 'image/webp', bytes: await readPhoto(deps, actor, params.file) }),
  )
  await app.register(async (scope) => {
    await acceptForms(scope, { files: MAX_RETURN_PHOTOS + 1, fileSize: IMAGE_BYTES })
    route(
      scope,
      returns.photos,
      async ({ actor, request }) => {
        const files = (received.get(request)?.files ?? []).filter(({ field }) => field === 'images')
        if (files.length > MAX_RETURN_PHOTOS) refuseField('images', `You can add up to ${MAX_RETURN_PHOTOS} pictures`)
        return lockPictures(deps, actor, { files, purpose: 'return' }, request.id)
      },
      {
        bodyLimit: (MAX_RETURN_PHOTOS + 1) * IMAGE_BYTES + 1024 * 1024,
        readBody: async (request) => {
          if (!request.isMultipart()) return request.body ?? {}
          if (request.actor) await limit(request.actor.userId)
          const form = await receiveForm(request)
          received.set(request, form)
          return form.fields
        },
      },
    )
  })
}
