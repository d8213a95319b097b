import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imports } from '#contract/catalog/imports.ts'
import { EXPORT_TYPES, type ExportFormat } from '#contract/export.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { acceptForms, receiveForm } from '#server/platform/http/form.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readSwitches } from '#server/platform/settings/setting-groups.ts'
import { findImport, findLastFinished, listImports, listRunning } from './catalog-imports.ts'
import { checkFile } from './check-file.ts'
import { importCatalog } from './import-catalog.ts'
import type { CatalogUpload } from './plan-import.ts'
import { readImport } from './present-import.ts'
import { startImport } from './start-import.ts'
import { undoImport } from './undo-import.ts'
import { uploadFile } from './upload-file.ts'
import { writeRejected, writeTemplate } from './write-rejected.ts'

const MAX_BYTES = 20 * 1024 * 1024
const PAGE = 25

async function receive(request: FastifyRequest): Promise<CatalogUpload> {
  if (!request.isMultipart()) return refuseField('file', 'Please choose a file.')
  const { files } = await receiveForm(request)
  return files.find(({ field }) => field === 'file') ?? refuseField('file', 'Please choose a file.')
}

/** The file that the server is configured with. */
async function readConfigured(path: string | null): Promise<CatalogUpload> {
  const bytes = path ? await readFile(path).catch(() => null) : null
  if (!path || !bytes) refuse('no_catalog_file')
  return { name: basename(path), bytes }
}

async function sendFile(reply: FastifyReply, name: string, format: ExportFormat, bytes: Buffer): Promise<never> {
  reply
    .header('content-type', EXPORT_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
  await reply.send(bytes)
  return undefined as never // the answer has left
}

/** The import of a catalog: in one call, or step by step with a check before and in the background. */
export async function importRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps
  const admits = async () => (await readSwitches(db)).superAdminImport
  const one = {
    admits,
    exists: async ({ params }: { params: { id: string } }) => (await findImport(db, params.id)) !== null,
  }
  // in a scope of its own: no other call is made to take forms by this one
  await app.register(async (scope) => {
    await acceptForms(scope, { files: 1, fileSize: MAX_BYTES })
    const options = { admits, bodyLimit: MAX_BYTES + 1024 * 1024 }
    route(
      scope,
      imports.importExcel,
      async ({ actor, query, request }) => {
        const file = request.isMultipart() ? await receive(request) : await readConfigured(deps.config.catalogFile)
        return importCatalog(deps, file, actor, { dryRun: query.dryRun ?? false })
      },
      options,
    )
    route(scope, imports.upload, async ({ actor, request }) => uploadFile(deps, await receive(request), actor), options)
  })
  route(
    app,
    imports.list,
    async ({ query: { page = 1, limit = PAGE, search = '', sort } }) => {
      const { items, total } = await listImports(db, { limit, offset: (page - 1) * limit, isOldestFirst: sort === 'at', search })
      return {
        items: items.map(({ at, finishedAt, ...item }) => ({
          ...item,
          at: at.toISOString(),
          finishedAt: finishedAt?.toISOString() ?? null,
        })),
        total,
      }
    },
    { admits },
  )
  route(
    app,
    imports.current,
    async () => {
      const [running] = (await listRunning(db)).filter(({ status }) => status === 'waiting' || status === 'running')
      const last = await findLastFinished(db)
      return { running: running ? await readImport(db, running.id) : null, last: last ? await readImport(db, last) : null }
    },
    { admits },
  )
  route(app, imports.template, async ({ reply }) => sendFile(reply, 'catalog-template.xlsx', 'xlsx', await writeTemplate()), { admits })
  route(app, imports.get, async ({ params }) => found(await readImport(db, params.id)), one)
  route(app, imports.check, async ({ params, body }) => checkFile(deps, params.id, body), one)
  route(app, imports.start, async ({ actor, params }) => startImport(deps, params.id, actor), one)
  route(app, imports.undo, async ({ actor, params, request }) => undoImport(deps, params.id, actor, request.id), one)
  route(
    app,
    imports.rejected,
    async ({ actor, params, query: { format }, request, reply }) => {
      const { bytes, name, rows } = await writeRejected(deps, params.id, format)
      await recordAudit(db, {
        actor,
        action: 'catalog.import.rejected',
        targetType: 'import',
        targetId: params.id,
        after: { format, rows },
        requestId: request.id,
      })
      return sendFile(reply, name, format, bytes)
    },
    one,
  )
}
