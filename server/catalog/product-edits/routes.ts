import type { FastifyInstance, FastifyRequest } from 'fastify'
import { productEdits } from '#contract/catalog/product-edits.ts'
import { isById } from '#contract/catalog/product-rows.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isSeller, requireApproved } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { activateProduct } from './activate-product.ts'
import { deleteProducts, setFacts, setFeatured, setPrices, setStatuses, setStocks } from './change-many.ts'
import { changeMatching } from './change-matching.ts'
import { changePercent } from './change-percent.ts'
import { changeRows, readJob } from './change-rows.ts'
import { copyProduct } from './copy-product.ts'
import { createProduct } from './create-product.ts'
import { featureProduct } from './feature-product.ts'
import { presentForm } from './present-form.ts'
import { findForm, mayEdit } from './product-form.ts'
import { restoreProducts } from './restore-products.ts'
import { undoChange } from './undo-change.ts'
import { updateProduct } from './update-product.ts'

/** Maximum body: 500 rows of a bulk call, or the longest form. */
const BODY_LIMIT = 512 * 1024
/** Maximum body of a call row by row, and the commas in it: 10,000 rows of four members. */
const ROWS_LIMIT = 2 * 1024 * 1024
const ROWS_MEMBERS = 50_000

/** Accepts a bare array in place of the body's list. */
const listed = (name: string) => async (request: FastifyRequest) => (Array.isArray(request.body) ? { [name]: request.body } : request.body)

/** Routes by which sellers and staff edit products, singly and in bulk. */
export function productEditRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const seller = {
    requires: requireApproved,
    exists: async ({ actor }: { actor: Actor }) => !isSeller(actor) || actor.businessId !== null,
    bodyLimit: BODY_LIMIT,
  }
  const own = {
    requires: requireApproved,
    exists: ({ actor, params }: { actor: Actor; params: { id: string } }) => mayEdit(db, actor, params.id),
    bodyLimit: BODY_LIMIT,
  }

  route(app, productEdits.form, async ({ actor, params }) => presentForm(found(await findForm(db, actor, params.id))))
  route(app, productEdits.create, ({ actor, body, request }) => createProduct(deps, actor, body, request.id), seller)
  route(app, productEdits.update, ({ actor, params, body, request }) => updateProduct(deps, actor, params.id, body, request.id), own)
  route(
    app,
    productEdits.setFeatured,
    ({ actor, params, body, request }) => featureProduct(deps, actor, { ...params, ...body }, request.id),
    own,
  )
  route(
    app,
    productEdits.remove,
    async ({ actor, params, request }) => {
      await deleteProducts(deps, actor, [params.id], request.id)
      return { ok: true as const }
    },
    own,
  )
  route(app, productEdits.duplicate, ({ actor, params, request }) => copyProduct(deps, actor, params.id, request.id), own)
  route(
    app,
    productEdits.activate,
    ({ actor, params, body, request }) => activateProduct(deps, actor, { ...params, ...body }, request.id),
    own,
  )

  const rows = { ...seller, readBody: listed('updates'), bodyLimit: ROWS_LIMIT, maxMembers: ROWS_MEMBERS }
  const ids = { ...seller, readBody: listed('productIds') }
  route(
    app,
    productEdits.bulkStock,
    ({ actor, body: { updates }, request: { id: requestId } }) =>
      isById(updates) ? setStocks(deps, actor, updates, requestId) : changeRows(deps, actor, { kind: 'stock', rows: updates, requestId }),
    rows,
  )
  route(
    app,
    productEdits.bulkPrices,
    ({ actor, body: { updates }, request: { id: requestId } }) =>
      isById(updates) ? setPrices(deps, actor, updates, requestId) : changeRows(deps, actor, { kind: 'prices', rows: updates, requestId }),
    rows,
  )
  route(app, productEdits.rowsJob, ({ actor, params }) => readJob(deps, actor, params.id))
  route(app, productEdits.bulkFeatured, ({ actor, body, request }) => setFeatured(deps, actor, body, request.id), ids)
  route(app, productEdits.bulkDelete, ({ actor, body, request }) => deleteProducts(deps, actor, body.productIds, request.id), ids)
  route(app, productEdits.bulkStatus, ({ actor, body, request }) => setStatuses(deps, actor, body, request.id), ids)
  route(app, productEdits.bulkRestore, ({ actor, body, request }) => restoreProducts(deps, actor, body.productIds, request.id), ids)
  route(app, productEdits.bulkPercent, ({ actor, body, request }) => changePercent(deps, actor, body, request.id), ids)
  route(app, productEdits.bulkFacts, ({ actor, body, request }) => setFacts(deps, actor, body, request.id), ids)
  route(app, productEdits.bulkMatching, ({ actor, body, request }) => changeMatching(deps, actor, body, request.id), seller)
  route(app, productEdits.undo, ({ actor, params, request }) => undoChange(deps, actor, params.id, request.id), seller)
}
