import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { DOCUMENT_LIST } from '#contract/payments/document-list.ts'
import { documents } from '#contract/payments/documents.ts'
import { mayAct } from '#domain/permissions.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { readPreference, savePreference } from '#server/payments/e-invoices/save-preference.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireApproved } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { countDocuments, type DocumentFilter, listDocumentIds, listDocuments, presentDocuments, sumDocuments } from './document-list.ts'
import { listDocumentsOf } from './document-record.ts'
import { readTerms, saveTerms } from './document-terms.ts'
import { fileOf, findDocument, readEInvoice, readInvoice } from './read-document.ts'
import { zipOfMonth } from './zip-documents.ts'

const AMOUNTS = ['currency', 'net', 'tax', 'gross'] as const
const COLUMNS = fileColumns(DOCUMENT_LIST, [
  'number',
  'kind',
  'issuedAt',
  'suppliedFrom',
  'supplied',
  'issuer',
  'buyer',
  'country',
  ...AMOUNTS,
])

const PDF = 'application/pdf'
const ZIP = 'application/zip'

const filterOf = ({ kind, country, currency, month, from, to, search }: DocumentFilter): DocumentFilter => ({
  kind,
  country,
  currency,
  month,
  from,
  to,
  search,
})

/** Binds documents: those of an order, all for staff, and their own for sellers. */
export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, documents.invoice, async ({ actor, params, reply }) => {
    return sendFile(reply, { ...(await readInvoice(deps, actor, params.id)), type: PDF })
  })
  route(app, documents.ofOrder, async ({ actor, params }) => {
    const { order } = found(await findOrder(db, params.id, scopeOf(actor)))
    return presentDocuments(db, await listDocumentsOf(db, [order.id]), mayAct(actor, 'orders.read') ? 'staff' : 'other')
  })
  route(app, documents.pdf, async ({ actor, params, reply }) => {
    const { document, email } = await findDocument(db, actor, params.id)
    return sendFile(reply, { ...(await fileOf(db, document, email)), type: PDF })
  })
  route(app, documents.xml, async ({ actor, params, query, reply }) => {
    const { document } = await findDocument(db, actor, params.id)
    return sendFile(reply, { ...(await readEInvoice(db, document, query.syntax)), type: 'application/xml' })
  })
  route(app, documents.list, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...query } }) => {
    const rows = await listDocuments(db, filterOf(query), { sort, limit, offset: (page - 1) * limit })
    return { items: await presentDocuments(db, rows, 'staff'), total: await countDocuments(db, filterOf(query)) }
  })
  route(app, documents.totals, ({ query }) => sumDocuments(db, filterOf(query)))
  exportRoute(app, deps, documents.export, {
    name: 'documents',
    columns: COLUMNS,
    ids: ({ query }) => listDocumentIds(db, filterOf(query), query.sort),
    rows: async (tx, { query }, part) =>
      presentDocuments(tx, await listDocuments(tx, filterOf(query), { sort: query.sort, ...part }), 'staff'),
  })
  route(app, documents.zip, async ({ actor, query, request, reply }) => {
    const after = { month: query.month }
    await recordAudit(db, { actor, action: 'documents.export', targetType: 'export', targetId: 'documents', after, requestId: request.id })
    return sendFile(reply, { ...(await zipOfMonth(db, query)), type: ZIP })
  })
  ownRoutes(app, deps)
  termRoutes(app, deps)
}

/** The form that a buyer chose, and the terms of a seller. */
function termRoutes(app: FastifyInstance, deps: Deps): void {
  const requires = requireApproved
  route(app, documents.readForm, ({ actor }) => readPreference(deps.db, actor.userId))
  route(app, documents.saveForm, ({ actor, body, request }) => savePreference(deps, { actor, requestId: request.id }, body))
  route(app, documents.readTerms, ({ actor }) => readTerms(deps.db, found(actor.businessId)), { requires })
  route(
    app,
    documents.saveTerms,
    ({ actor, body, request }) => saveTerms(deps, { actor, requestId: request.id }, found(actor.businessId), body),
    { requires },
  )
}

function ownRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const requires = requireApproved
  route(
    app,
    documents.listOwn,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, sort, ...query } }) => {
      const filter = { ...filterOf(query), businessId: found(actor.businessId) }
      const rows = await listDocuments(db, filter, { sort, limit, offset: (page - 1) * limit })
      return { items: await presentDocuments(db, rows, 'other'), total: await countDocuments(db, filter) }
    },
    { requires },
  )
  route(app, documents.ownTotals, ({ actor, query }) => sumDocuments(db, { ...filterOf(query), businessId: found(actor.businessId) }), {
    requires,
  })
  exportRoute(app, deps, documents.exportOwn, {
    name: 'documents',
    columns: COLUMNS,
    ids: ({ actor, query }) => listDocumentIds(db, { ...filterOf(query), businessId: found(actor.businessId) }, query.sort),
    rows: async (tx, { actor, query }, part) =>
      presentDocuments(
        tx,
        await listDocuments(tx, { ...filterOf(query), businessId: found(actor.businessId) }, { sort: query.sort, ...part }),
        'other',
      ),
    requires,
  })
  route(
    app,
    documents.zipOwn,
    async ({ actor, query, reply }) => {
      return sendFile(reply, { ...(await zipOfMonth(db, { ...query, businessId: found(actor.businessId) })), type: ZIP })
    },
    { requires },
  )
}
