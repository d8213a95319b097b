import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { EXEMPTION_LIST } from '#contract/pricing/exemption-list.ts'
import { exemptions } from '#contract/pricing/exemptions.ts'
import { VAT_CHECK_LIST } from '#contract/pricing/vat-check-list.ts'
import { vatIds } from '#contract/pricing/vat-ids.ts'
import { mayAct } from '#domain/permissions.ts'
import { CERTIFICATE_BYTES } from '#domain/tax-certificate.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { confirmVatId } from './confirm-vat-id.ts'
import { countExemptions, listExemptions, listExemptionsOf } from './exemption-list.ts'
import { presentExemptionForStaff, reviewExemption } from './review-exemption.ts'
import { presentExemption, readExemptionFile, uploadExemption } from './upload-exemption.ts'
import { countVatChecks, listOwnVatIds, listVatChecks, presentCheck } from './vat-check-list.ts'
import { verifyVatId } from './verify-vat-id.ts'

/** Limit for checks of VAT ids, each of which may ask VIES. */
const CHECKS_PER_USER = { limit: 10, windowMs: MINUTE_MS }

const rangeOf = ({ page = 1, limit = PAGE_LIMIT }: { page?: number | undefined; limit?: number | undefined }) => ({
  limit,
  offset: (page - 1) * limit,
})

/** Routes of what buyers prove: certificates of exemption and VAT ids. */
export async function exemptionRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps
  vatIdRoutes(app, deps)
  route(app, exemptions.listOwn, async ({ actor }) => (await listExemptionsOf(db, actor.userId)).map(presentExemption))
  route(app, exemptions.file, async ({ actor, params, reply }) =>
    sendFile(reply, await readExemptionFile(deps, actor, params.id, mayAct(actor, 'people.read'))),
  )
  route(app, exemptions.list, async ({ query }) => ({
    items: (await listExemptions(db, query, rangeOf(query))).map(presentExemptionForStaff),
    total: await countExemptions(db, query),
  }))
  exportRoute(app, deps, exemptions.exportAll, {
    name: 'certificates',
    columns: fileColumns(EXEMPTION_LIST, ['customer', 'email', 'number', 'kind', 'states', 'validTo']),
    all: async (tx, { query }) => (await listExemptions(tx, query)).map(presentExemptionForStaff),
  })
  route(app, exemptions.review, ({ actor, params, body, request }) =>
    reviewExemption(deps, { actor, requestId: request.id }, params.id, body),
  )
  const limit = createUserLimit(deps, 'certificate', FILES_PER_USER)
  // in its own scope: only this call accepts forms
  await app.register(async (scope) => {
    const { options, bytesOf } = await acceptFile(scope, { field: 'file', fileSize: CERTIFICATE_BYTES })
    route(
      scope,
      exemptions.add,
      ({ actor, body, request }) => uploadExemption(deps, { actor, requestId: request.id }, body, bytesOf(request)),
      {
        ...options,
        readBody: async (request) => {
          if (request.actor) await limit(request.actor.userId)
          return options.readBody(request)
        },
      },
    )
  })
}

function vatIdRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const limit = createUserLimit(deps, 'vat-id', CHECKS_PER_USER)
  route(app, vatIds.check, async ({ actor, body }) => {
    await limit(actor.userId)
    const { checkedAt, ...check } = await verifyVatId(deps, body.vatId, actor.userId)
    return { ...check, checkedAt: checkedAt?.toISOString() ?? null }
  })
  route(app, vatIds.listOwn, ({ actor }) => listOwnVatIds(db, actor.userId, now()))
  route(app, vatIds.list, async ({ query }) => ({
    items: (await listVatChecks(db, query, rangeOf(query))).map((row) => presentCheck(row, now())),
    total: await countVatChecks(db, query),
  }))
  exportRoute(app, deps, vatIds.exportAll, {
    name: 'vat-ids',
    columns: fileColumns(VAT_CHECK_LIST, ['vatId', 'status']),
    all: async (tx, { query }) => (await listVatChecks(tx, query)).map((row) => presentCheck(row, now())),
  })
  route(app, vatIds.confirm, ({ actor, params, body, request }) => confirmVatId(deps, { actor, requestId: request.id }, params.id, body))
}
