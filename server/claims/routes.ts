import type { FastifyInstance } from 'fastify'
import { claims } from '#contract/claims.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { presentClaims } from './present-claims.ts'

/** The register of public claims. */
export function claimRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, claims.list, async ({ query: { page = 1, limit = PAGE_LIMIT, search = '' } }) => {
    const wanted = search.toLowerCase()
    const found = (await presentClaims(deps)).filter(({ shownText, scope }) => `${shownText} ${scope}`.toLowerCase().includes(wanted))
    return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
  })
}
