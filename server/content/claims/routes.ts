import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { CLAIM_LIST } from '#contract/content/claim-list.ts'
import { claims, type OwnClaim, type OwnClaimQuery } from '#contract/content/claims.ts'
import { lookupKey } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { changeClaim } from './change-claim.ts'
import { presentClaims, presentOwnClaim, presentOwnClaims } from './present-claims.ts'
import { findClaim } from './published-claims.ts'

/** Sort keys; a claim without expiry sorts after all others. */
const SORTED_BY = {
  wording: ({ wording }: OwnClaim) => wording.toLowerCase(),
  expiresAt: ({ expiresAt }: OwnClaim) => expiresAt ?? '9999',
  updatedAt: ({ updatedAt }: OwnClaim) => updatedAt,
} as const

function sorted(claims: OwnClaim[], sort: NonNullable<OwnClaimQuery['sort']>): OwnClaim[] {
  if (sort === 'position') return claims
  const isDown = sort.startsWith('-')
  const key = SORTED_BY[sort.replace(/^-/, '') as keyof typeof SORTED_BY] // the query's own names
  const compare = (one: OwnClaim, other: OwnClaim) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0)
  return claims.toSorted((one, other) => (isDown ? compare(other, one) : compare(one, other)))
}

/** Filters and sorts claims in memory: there are few. */
function chosen(claims: readonly OwnClaim[], { search = '', illustrative, sort = 'position' }: OwnClaimQuery): OwnClaim[] {
  const wanted = lookupKey(search)
  const matching = claims.filter(
    ({ wording, shownText, scope, source, isIllustrative }) =>
      `${wording} ${shownText} ${scope} ${source ?? ''}`.toLowerCase().includes(wanted) &&
      (illustrative === undefined || illustrative === isIllustrative),
  )
  return sorted(matching, sort)
}

/** Routes of the public claims and their editing. */
export function claimRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, claims.listOwn, async ({ query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const items = chosen(await presentOwnClaims(db, now()), query)
    return { items: items.slice((page - 1) * limit, page * limit), total: items.length }
  })
  route(app, claims.byId, async ({ params }) => found(await presentOwnClaim(db, params.id, now())))
  route(app, claims.update, ({ actor, params, body, request }) => changeClaim(deps, actor, body, { ...params, requestId: request.id }), {
    exists: async ({ params }) => (await findClaim(db, params.id)) !== null,
  })
  exportRoute(app, deps, claims.export, {
    name: 'claims',
    columns: fileColumns(CLAIM_LIST),
    all: async (tx, { query }) => chosen(await presentOwnClaims(tx, now()), query),
  })

  route(app, claims.list, async ({ query: { page = 1, limit = PAGE_LIMIT, search = '' } }) => {
    const wanted = lookupKey(search)
    const shown = (await presentClaims(deps)).filter(({ shownText, scope }) => `${shownText} ${scope}`.toLowerCase().includes(wanted))
    return { items: shown.slice((page - 1) * limit, page * limit), total: shown.length }
  })
}
