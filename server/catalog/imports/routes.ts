import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imports, sellerImports } from '#contract/catalog/imports.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { acceptForms, receiveForm } from '#server/platform/http/form.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { findImport, findLastFinished, type ImportScope, listImports, listRunning } from './catalog-imports.ts'
import { checkFile, writeProblems } from './check-file.ts'
import { importCatalog } from './import-catalog.ts'
import type { CatalogUpload } from './plan-import.ts'
import { readImport } from './present-import.ts'
import { startImport } from './start-import.ts'
import { undoImport } from './undo-import.ts'
import { changeTable, uploadFile } from './upload-file.ts'
import { writeRejected, writeTemplate } from './write-rejected.ts'

const MAX_BYTES = 20 * 1024 * 1024
const BODY_LIMIT = MAX_BYTES + 1024 * 1024
const PAGE = 25

async function receive(request: FastifyRequest, countUse: (request: FastifyRequest) => Promise<void>): Promise<CatalogUpload> {
  if (!request.isMultipart()) return refuseField('file', 'Please choose a file.')
  await countUse(request)
  const { files } = await receiveForm(request)
  return files.find(({ field }) => field === 'file') ?? refuseField('file', 'Please choose a file.')
}

/** Reads the file that the server is configured with. */
async function readConfigured(path: string | null): Promise<CatalogUpload> {
  const bytes = path ? await readFile(path).catch(() => null) : null
  if (!path || !bytes) refuse('no_catalog_file')
  return { name: basename(path), bytes }
}

type Calls = typeof imports | typeof sellerImports

/** Rules that differ between staff and sellers. */
interface Rules {
  /** Returns whose imports the caller reaches. */
  scopeOf: (actor: Actor) => ImportScope
  requires?: (actor: Actor) => void
  /** Counts an upload, before it is received. @throws refusal `too_many_requests` */
  countUse: (request: FastifyRequest) => Promise<void>
}

/** The calls of the import dialog, for staff or for sellers. */
async function dialogRoutes(app: FastifyInstance, deps: Deps, calls: Calls, { scopeOf, countUse, ...rules }: Rules): Promise<void> {
  const { db } = deps
  const anyOf = { ...rules, exists: async ({ actor }: { actor: Actor }) => scopeOf(actor) !== undefined }
  const one = {
    ...rules,
    exists: async ({ actor, params }: { actor: Actor; params: { id: string } }) => {
      const scope = scopeOf(actor)
      const row = await findImport(db, params.id)
      return row !== null && (scope === 'all' || row.businessId === scope.businessId)
    },
  }
  /** The business of a seller who uploads; null: staff. */
  const businessOf = (actor: Actor) => {
    const scope = scopeOf(actor)
    return scope === 'all' ? null : scope.businessId
  }
  // in its own scope, so that only this route accepts multipart forms
  await app.register(async (scope) => {
    await acceptForms(scope, { files: 1, fileSize: MAX_BYTES })
    route(scope, calls.upload, async ({ actor, request }) => uploadFile(deps, await receive(request, countUse), actor, businessOf(actor)), {
      ...anyOf,
      bodyLimit: BODY_LIMIT,
    })
  })
  route(
    app,
    calls.list,
    async ({ actor, query: { page = 1, limit = PAGE, search = '', sort } }) => {
      const range = { limit, offset: (page - 1) * limit, isOldestFirst: sort === 'at', search, scope: scopeOf(actor) }
      const { items, total } = await listImports(db, range)
      return {
        items: items.map(({ at, finishedAt, ...item }) => ({
          ...item,
          at: at.toISOString(),
          finishedAt: finishedAt?.toISOString() ?? null,
        })),
        total,
      }
    },
    anyOf,
  )
  route(
    app,
    calls.current,
    async ({ actor }) => {
      const own = { businessId: businessOf(actor) }
      const [running] = (await listRunning(db, own)).filter(({ status }) => status === 'waiting' || status === 'running')
      const last = await findLastFinished(db, own)
      return { running: running ? await readImport(deps, running.id) : null, last: last ? await readImport(deps, last) : null }
    },
    anyOf,
  )
  route(
    app,
    calls.template,
    async ({ reply }) => sendFile(reply, { name: 'catalog-template.xlsx', type: EXPORT_TYPES.xlsx, bytes: await writeTemplate() }),
    anyOf,
  )
  route(app, calls.get, async ({ params }) => found(await readImport(deps, params.id)), one)
  route(app, calls.setTable, async ({ actor, params, body }) => changeTable(deps, params.id, body, actor), one)
  route(app, calls.check, async ({ params, body }) => checkFile(deps, params.id, body), { ...one, bodyLimit: BODY_LIMIT })
  route(app, calls.start, async ({ actor, params }) => startImport(deps, params.id, actor), one)
  route(app, calls.undo, async ({ actor, params, request }) => undoImport(deps, params.id, actor, request.id), one)
  route(
    app,
    calls.problems,
    async ({ actor, params, request, reply }) => {
      const { bytes, name, rows } = await writeProblems(deps, params.id)
      const entry = { targetType: 'import', targetId: params.id, after: { rows }, requestId: request.id }
      await recordAudit(db, { actor, action: 'catalog.import.problems', ...entry })
      return sendFile(reply, { name, type: EXPORT_TYPES.csv, bytes })
    },
    one,
  )
  route(
    app,
    calls.rejected,
    async ({ actor, params, query: { format }, request, reply }) => {
      const { bytes, name, rows } = await writeRejected(deps, params.id, format)
      const entry = { targetType: 'import', targetId: params.id, after: { format, rows }, requestId: request.id }
      await recordAudit(db, { actor, action: 'catalog.import.rejected', ...entry })
      return sendFile(reply, { name, type: EXPORT_TYPES[format], bytes })
    },
    one,
  )
}

/** Routes of catalog import: in one call, or as a checked draft that the job queue imports. */
export async function importRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = createUserLimit(deps, 'import', FILES_PER_USER)
  const countUse = async ({ actor }: FastifyRequest) => {
    if (actor) await limit(actor.userId)
  }
  await app.register(async (scope) => {
    await acceptForms(scope, { files: 1, fileSize: MAX_BYTES })
    route(
      scope,
      imports.importExcel,
      async ({ actor, query, request }) => {
        const file = request.isMultipart() ? await receive(request, countUse) : await readConfigured(deps.config.catalogFile)
        return importCatalog(deps, file, actor, { dryRun: query.dryRun ?? false })
      },
      { bodyLimit: BODY_LIMIT },
    )
  })
  await dialogRoutes(app, deps, imports, { scopeOf: () => 'all', countUse })
  await dialogRoutes(app, deps, sellerImports, {
    scopeOf: ({ businessId }) => ({ businessId: found(businessId) }),
    requires: requireApproved,
    countUse,
  })
}
