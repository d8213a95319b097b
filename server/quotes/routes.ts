import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { sellerQuotes, staffQuotes } from '#contract/quotes/office-quotes.ts'
import { quotes } from '#contract/quotes/quotes.ts'
import { toDecimal } from '#domain/money.ts'
import { mayAct } from '#domain/permissions.ts'
import { CERTIFICATE_BYTES } from '#domain/tax-certificate.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf, sendFile } from '#server/platform/http/send-answer.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { closeQuote } from './close-quote.ts'
import { presentSummary, type QuoteReader, readQuote } from './present-quote.ts'
import { previewQuote } from './price-quote.ts'
import { addFile, readFile } from './quote-files.ts'
import { countQuotes, findQuote, listQuotes, type QuoteFilter, type QuoteScope } from './quote-record.ts'
import { requestQuotes } from './request-quotes.ts'
import { saveDraft, sendVersion } from './send-version.ts'
import { assignSeller, startQuote } from './start-quote.ts'
import { writeMessage } from './write-message.ts'
import { readVersionPdf } from './write-version.ts'

/** Limit of requests of one user. */
const REQUESTS_PER_USER = { limit: 20, windowMs: HOUR_MS }

const asBuyer = ({ userId }: Actor): QuoteReader => ({ scope: { buyerId: userId }, side: 'buyer' })
const asSeller = ({ businessId }: Actor): QuoteReader => ({ scope: { businessId: found(businessId) }, side: 'seller' })
const asStaff = (): QuoteReader => ({ scope: null, side: 'seller' })

type Named = { actor: Actor; params: { id: string } }

/** Binds the calls about quotes, but for accepting, which makes an order. */
export async function quoteRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, now } = deps
  const limit = createUserLimit(deps, 'quote', REQUESTS_PER_USER)
  const exists = async ({ actor, params }: Named) => (await findQuote(db, asBuyer(actor).scope, params.id)) !== null
  route(app, quotes.request, async ({ actor, body, idempotencyKey, request, reply }) => {
    await limit(actor.userId)
    return answerOf(await requestQuotes(deps, actor, { body, idempotencyKey, requestId: request.id }), reply)
  })
  route(app, quotes.list, ({ actor, query }) => listFor(deps, asBuyer(actor), query))
  route(app, quotes.byId, ({ actor, params }) => readQuote(db, asBuyer(actor), params.id, now()))
  route(app, quotes.file, async ({ actor, params, reply }) => {
    const scope = await scopeOf(deps, actor, params.id)
    return sendFile(reply, await readFile(deps, scope, params))
  })
  route(app, quotes.version, async ({ actor, params, reply }) => {
    const scope = await scopeOf(deps, actor, params.id)
    return sendFile(reply, await readVersionPdf(db, scope, params))
  })
  const callOf = ({ actor, params, request }: Named & { request: { id: string } }) => ({
    actor,
    reader: asBuyer(actor),
    id: params.id,
    requestId: request.id,
  })
  route(app, quotes.decline, (context) => closeQuote(deps, callOf(context), { action: 'decline', reason: context.body.reason }), { exists })
  route(app, quotes.withdraw, (context) => closeQuote(deps, callOf(context), { action: 'withdraw', reason: '' }), { exists })
  route(
    app,
    quotes.message,
    async ({ body, idempotencyKey, reply, ...context }) =>
      answerOf(await writeMessage(deps, callOf(context), { ...body, idempotencyKey }), reply),
    { exists },
  )
  officeRoutes(app, deps, sellerQuotes, asSeller)
  officeRoutes(app, deps, staffQuotes, asStaff)
  route(
    app,
    staffQuotes.assign,
    ({ actor, params, body, request }) => assignSeller(deps, { actor, reader: asStaff(), id: params.id, requestId: request.id }, body),
    { exists: async ({ params }) => (await findQuote(db, null, params.id)) !== null },
  )
  await fileRoutes(app, deps)
}

/** Returns what a caller may see a quote as: staff all, others as its buyer or as its seller. */
async function scopeOf({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<QuoteScope> {
  if (mayAct(actor, 'orders.read')) return null
  const buyer = { buyerId: actor.userId }
  if (actor.businessId === null || (await findQuote(db, buyer, id))) return buyer
  return { businessId: actor.businessId }
}

async function listFor({ db, now }: Deps, reader: QuoteReader, { page = 1, limit = PAGE_LIMIT, ...query }: Omit<QuoteFilter, 'now'>) {
  const filter = { ...query, now: now() }
  const rows = await listQuotes(db, reader.scope, filter, { limit, offset: (page - 1) * limit })
  return { items: rows.map((row) => presentSummary(row, reader, filter.now)), total: await countQuotes(db, reader.scope, filter) }
}

type OfficeCalls = typeof sellerQuotes | Omit<typeof staffQuotes, 'assign'>

/** Binds the calls of a seller, or of staff, who act for every seller. */
function officeRoutes(app: FastifyInstance, deps: Deps, calls: OfficeCalls, readerOf: (actor: Actor) => QuoteReader): void {
  const { db, now } = deps
  const own = {
    requires: requireApproved,
    exists: async ({ actor, params }: Named) => (await findQuote(db, readerOf(actor).scope, params.id)) !== null,
  }
  const callOf = ({ actor, params, request }: Named & { request: { id: string } }) => ({
    actor,
    reader: readerOf(actor),
    id: params.id,
    requestId: request.id,
  })
  route(app, calls.list, ({ actor, query }) => listFor(deps, readerOf(actor), query))
  route(
    app,
    calls.start,
    async ({ actor, body, idempotencyKey, request, reply }) =>
      answerOf(await startQuote(deps, { actor, reader: readerOf(actor), requestId: request.id }, body, idempotencyKey), reply),
    { requires: requireApproved },
  )
  route(app, calls.byId, ({ actor, params }) => readQuote(db, readerOf(actor), params.id, now()))
  route(app, calls.saveDraft, ({ body, ...context }) => saveDraft(deps, callOf(context), body), own)
  route(
    app,
    calls.preview,
    async ({ actor, params, body }) => {
      const { row } = found(await findQuote(db, readerOf(actor).scope, params.id))
      const { totals, dispatchCountry } = await previewQuote(deps, row, body.content)
      return { totals, dispatchCountry, commission: toDecimal(totals.commissionCents), earnings: toDecimal(totals.sellerCents) }
    },
    own,
  )
  route(
    app,
    calls.send,
    async ({ body, idempotencyKey, reply, ...context }) =>
      answerOf(await sendVersion(deps, callOf(context), { ...body, idempotencyKey }), reply),
    own,
  )
  route(app, calls.decline, ({ body, ...context }) => closeQuote(deps, callOf(context), { action: 'decline', ...body }), own)
  route(
    app,
    calls.message,
    async ({ body, idempotencyKey, reply, ...context }) =>
      answerOf(await writeMessage(deps, callOf(context), { ...body, idempotencyKey }), reply),
    own,
  )
}

/** Binds the upload in its own scope: only this call accepts forms. */
async function fileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = createUserLimit(deps, 'quote-file', FILES_PER_USER)
  await app.register(async (scope) => {
    const { options, fileOf } = await acceptFile(scope, { field: 'file', fileSize: CERTIFICATE_BYTES })
    route(scope, quotes.addFile, ({ actor, request }) => addFile(deps, actor, fileOf(request)), {
      ...options,
      readBody: async (request) => {
        if (request.actor) await limit(request.actor.userId)
        return options.readBody(request)
      },
    })
  })
}
