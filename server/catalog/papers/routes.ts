import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PAPER_COPY_LIST } from '#contract/catalog/paper-copy-list.ts'
import { papers } from '#contract/catalog/papers.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { PAPER_BYTES, PAPER_ZIP } from '#domain/paper.ts'
import { HOUR_MS } from '#domain/time.ts'
import { mayEdit } from '#server/catalog/product-edits/product-form.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { acceptProof } from './accept-proof.ts'
import { addPaper } from './add-paper.ts'
import { addPapers } from './add-papers.ts'
import { askCopies, sendCopy } from './ask-copies.ts'
import { countCopies, listCopies } from './paper-list.ts'
import { presentCopy, presentCopyForStaff } from './present-paper.ts'
import { readOwnPapers, readPaperFile, readPapers, readPublicPapers } from './read-papers.ts'
import { removePaper } from './remove-paper.ts'

/** Papers of one user in an hour. */
const PAPERS_PER_USER = { limit: 120, windowMs: HOUR_MS }

/** Routes of the papers of products: those who read them, those who add them, and copies on paper. */
export async function paperRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, now } = deps
  const rangeOf = ({ page = 1, limit = PAGE_LIMIT }: { page?: number | undefined; limit?: number | undefined }) => ({
    limit,
    offset: (page - 1) * limit,
  })
  route(app, papers.listPublic, ({ query }) => readPublicPapers(db, { search: query.search, ...rangeOf(query) }))
  route(app, papers.listOfProduct, ({ actor, params }) => readPapers(deps, actor, params.id))
  route(app, papers.file, async ({ actor, params, reply }) => sendFile(reply, await readPaperFile(deps, actor, params.id)))
  route(app, papers.listOwn, ({ actor, query }) =>
    readOwnPapers(deps, actor, { orderId: query.orderId, search: query.search, ...rangeOf(query) }),
  )
  route(app, papers.askCopies, ({ actor, params, body, request }) =>
    askCopies(deps, actor, { orderId: params.id, paperIds: body.papers, requestId: request.id }),
  )
  route(app, papers.listCopies, async ({ actor, query }) => {
    const filter = { businessId: found(actor.businessId), orderId: query.orderId, search: query.search, now: now() }
    return { items: (await listCopies(db, filter, rangeOf(query))).map(presentCopy), total: await countCopies(db, filter) }
  })
  route(app, papers.listAllCopies, async ({ query }) => {
    const filter = { state: query.state, search: query.search, sort: query.sort, now: now() }
    return { items: (await listCopies(db, filter, rangeOf(query))).map(presentCopyForStaff), total: await countCopies(db, filter) }
  })
  exportRoute(app, deps, papers.exportAllCopies, {
    name: 'paper-copies',
    columns: fileColumns(PAPER_COPY_LIST),
    all: async (tx, { query: { state, search, sort } }) =>
      (await listCopies(tx, { state, search, sort, now: now() })).map(presentCopyForStaff),
  })
  route(app, papers.sendCopy, ({ actor, params, body, request }) => sendCopy(deps, actor, { ...params, ...body, requestId: request.id }))
  route(app, papers.acceptProof, ({ actor, params, body, request }) =>
    acceptProof(deps, actor, { ...params, ...body, requestId: request.id }),
  )
  route(
    app,
    papers.remove,
    async ({ actor, params, request }) => {
      await removePaper(deps, actor, params.id, request.id)
      return { ok: true as const }
    },
    { requires: requireApproved },
  )
  await uploadRoutes(app, deps)
}

async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const limitPapers = createUserLimit(deps, 'paper', PAPERS_PER_USER)
  const limitZips = createUserLimit(deps, 'paper-zip', FILES_PER_USER)
  const counted = (limit: typeof limitPapers, { options }: Awaited<ReturnType<typeof acceptFile>>) => ({
    ...options,
    readBody: async (request: FastifyRequest) => {
      if (request.actor) await limit(request.actor.userId)
      return options.readBody(request)
    },
  })
  const own = {
    requires: requireApproved,
    exists: ({ actor, params }: { actor: Actor; params: { id: string } }) => mayEdit(deps.db, actor, params.id),
  }
  // each in its own scope: only these calls accept forms, of different sizes
  await app.register(async (scope) => {
    const accepted = await acceptFile(scope, { field: 'file', fileSize: PAPER_BYTES })
    for (const call of [papers.add, papers.addForStaff])
      route(
        scope,
        call,
        ({ actor, params, body, request }) =>
          addPaper(deps, { actor, productId: params.id, requestId: request.id }, body, accepted.fileOf(request)),
        { ...counted(limitPapers, accepted), ...own },
      )
  })
  await app.register(async (scope) => {
    const accepted = await acceptFile(scope, { field: 'file', fileSize: PAPER_ZIP.bytes })
    route(
      scope,
      papers.addMany,
      ({ actor, request }) =>
        addPapers(deps, actor, { content: accepted.fileOf(request)?.bytes ?? null, requestId: request.id, log: request.log }),
      { ...counted(limitZips, accepted), requires: requireApproved, exists: async ({ actor }) => actor.businessId !== null },
    )
  })
}
