import type { FastifyInstance } from 'fastify'
import { bankFiles } from '#contract/fulfillment/bank-files.ts'
import type { Deps } from '#server/platform/deps.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { route } from '#server/platform/http/route.ts'
import { addBankFile } from './add-bank-file.ts'
import { hasBankFile, listBankFiles } from './bank-file-list.ts'
import { confirmTransfers } from './confirm-transfers.ts'
import { readBankFile } from './read-bank-file.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** Binds the bank statements of staff. */
export async function bankFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps
  const exists = ({ params }: { params: { id: string } }) => hasBankFile(db, params.id)
  route(app, bankFiles.list, async () => (await listBankFiles(db)).map((file) => ({ ...file, createdAt: file.createdAt.toISOString() })))
  route(app, bankFiles.byId, ({ params }) => readBankFile(db, params.id), { exists })
  route(
    app,
    bankFiles.confirm,
    ({ actor, params, body, request }) => confirmTransfers(deps, actor, { ...params, body, requestId: request.id }),
    {
      exists,
    },
  )
  await app.register(async (scope) => {
    const { options, fileOf } = await acceptFile(scope, { field: 'file', fileSize: MAX_BYTES })
    route(
      scope,
      bankFiles.add,
      ({ actor, query, request }) => addBankFile(deps, actor, { ...query, file: fileOf(request), requestId: request.id }),
      options,
    )
  })
}
