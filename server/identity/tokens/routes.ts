import type { FastifyInstance } from 'fastify'
import { businessTokens, staffTokens, tokens } from '#contract/identity/tokens.ts'
import type { TokenKind } from '#domain/api-tokens.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createToken } from './create-token.ts'
import { presentCurrent, presentToken } from './present-token.ts'
import { revokeToken } from './revoke-token.ts'
import { listTokensIn, type TokenSet } from './token-record.ts'

/** Returns the tokens that a caller lists and revokes: their own, those of their business, and for super admins those of all staff. */
function setOf(actor: Actor, kind: TokenKind): TokenSet {
  if (kind === 'business') return { kind, userId: null, businessId: found(actor.businessId) }
  return { kind, userId: kind === 'platform' && actor.role === 'super_admin' ? null : actor.userId, businessId: null }
}

/** API tokens of persons, businesses and the platform. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  const list = async (actor: Actor, kind: TokenKind) => {
    const rows = await listTokensIn(deps.db, setOf(actor, kind))
    return rows.map((row) => presentToken(row, actor.userId, deps.now()))
  }
  const revoke = async (actor: Actor, kind: TokenKind, { id, requestId }: { id: string; requestId: string }) => {
    await revokeToken(deps, actor, { ...setOf(actor, kind), id }, requestId)
    return { ok: true as const }
  }
  route(app, tokens.list, ({ actor }) => list(actor, 'person'))
  route(app, tokens.create, ({ actor, body, request }) => createToken(deps, actor, 'person', body, request.id))
  route(app, tokens.revoke, ({ actor, params, request }) => revoke(actor, 'person', { ...params, requestId: request.id }))
  route(app, businessTokens.list, ({ actor }) => list(actor, 'business'))
  route(app, businessTokens.create, ({ actor, body, request }) => createToken(deps, actor, 'business', body, request.id), {
    requires: requireApproved,
  })
  route(app, businessTokens.revoke, ({ actor, params, request }) => revoke(actor, 'business', { ...params, requestId: request.id }))
  route(app, staffTokens.list, ({ actor }) => list(actor, 'platform'))
  route(app, staffTokens.create, ({ actor, body, request }) => createToken(deps, actor, 'platform', body, request.id))
  route(app, staffTokens.revoke, ({ actor, params, request }) => revoke(actor, 'platform', { ...params, requestId: request.id }))
  route(app, tokens.current, async ({ actor }) => presentCurrent(actor, actor.token ?? refuse('not_found'), await app.readSwitches()))
}
