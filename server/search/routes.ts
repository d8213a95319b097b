import type { FastifyInstance } from 'fastify'
import { search } from '#contract/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { findHits } from './find-hits.ts'

/** One search over everything that the shop shows. */
export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, search.find, ({ query: { q = '', group, page = 1 } }) => findHits(deps, q, group ? { group, page } : null))
}
