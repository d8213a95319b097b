import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imports } from '#contract/imports.ts'
import type { Deps } from '#server/deps.ts'
import { acceptForms, receiveForm } from '#server/http/form.ts'
import { refuse, refuseField } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { type CatalogUpload, importCatalog } from './import-catalog.ts'

const MAX_BYTES = 20 * 1024 * 1024

async function receive(request: FastifyRequest): Promise<CatalogUpload> {
  const { files } = await receiveForm(request)
  return files.find(({ field }) => field === 'file') ?? refuseField('file', 'Please choose a file.')
}

/** The file that the server is configured with. */
async function readConfigured(path: string | null): Promise<CatalogUpload> {
  const bytes = path ? await readFile(path).catch(() => null) : null
  if (!path || !bytes) refuse('no_catalog_file')
  return { name: basename(path), bytes }
}

/** The import of a catalogue, by upload or from the configured file. */
export async function importRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  // in a scope of its own: no other call is made to take forms by this one
  await app.register(async (scope) => {
    await acceptForms(scope, { files: 1, fileSize: MAX_BYTES })
    route(
      scope,
      imports.importExcel,
      async ({ actor, query, request }) => {
        const file = request.isMultipart() ? await receive(request) : await readConfigured(deps.config.catalogFile)
        return importCatalog(deps, file, actor, { dryRun: query.dryRun ?? false })
      },
      { bodyLimit: MAX_BYTES + 1024 * 1024 },
    )
  })
}
