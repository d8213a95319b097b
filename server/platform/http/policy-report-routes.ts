import type { FastifyInstance } from 'fastify'
import { policyReports } from '#contract/platform/policy-reports.ts'
import type { Deps } from '#server/platform/deps.ts'
import { parseJson } from './json-body.ts'
import { countReports, violationsOf } from './note-reports.ts'
import { refuse } from './refusal.ts'
import { route } from './route.ts'
import { createAddressLimit } from './throttle.ts'

const MAX_REPORT_BYTES = 16 * 1024
const TYPES = ['application/csp-report', 'application/reports+json']
const REPORTS_PER_MINUTE = { limit: 60, windowMs: 60_000 }

/** Receives browsers' reports about `sealPage`: logged once a kind, with all counts at shutdown. */
export async function policyReportRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const countUse = createAddressLimit(deps, 'reports', REPORTS_PER_MINUTE)
  const seen = countReports()
  app.addHook('onClose', async () => {
    if (seen.counts().length > 0) app.log.info({ kinds: seen.counts() }, 'all that the content policy kept out')
  })
  // in its own scope: only this call accepts these types
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) => parseJson(String(body)))
    route(
      scope,
      policyReports.send,
      async ({ request }) => {
        await countUse(request.ip)
        const violations =
          violationsOf(request.body) ?? refuse('bad_parameter', { detail: 'This is not a report about the content security policy.' })
        for (const first of seen.note(violations)) request.log.warn(first, 'the content policy kept something out')
        return { ok: true as const }
      },
      { bodyLimit: MAX_REPORT_BYTES },
    )
  })
}
