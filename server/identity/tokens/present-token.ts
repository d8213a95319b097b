import type { ApiToken, CurrentToken } from '#contract/identity/tokens.ts'
import { tokenRefusal } from '#domain/api-tokens.ts'
import { mayCall } from '#domain/permissions.ts'
import type { ShopSwitches } from '#domain/settings.ts'
import type { Actor, ActorToken } from '#server/platform/http/actor.ts'
import { allCalls, templateOf } from '#server/platform/http/openapi.ts'
import type { ListedToken } from './token-record.ts'

/** Presents a token to those who may revoke it. */
export function presentToken({ userId, ownerName, ...token }: ListedToken, viewerId: string, now: Date): ApiToken {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = token
  return {
    id,
    name,
    scopes,
    status: revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    owner: { name: ownerName, isYou: userId === viewerId },
  }
}

/** Presents the token of a request to the system that uses it. */
export function presentCurrent(actor: Actor, token: ActorToken, switches: ShopSwitches): CurrentToken {
  const { id, kind, name, scopes, expiresAt } = token
  const isOpen = (rule: keyof ShopSwitches | undefined) => rule !== undefined && switches[rule]
  return {
    id,
    kind,
    name,
    scopes: [...scopes],
    expiresAt: expiresAt.toISOString(),
    owner: { name: actor.name },
    business: actor.businessId === null ? null : { id: actor.businessId, name: actor.businessName ?? '' },
    calls: allCalls()
      .filter(({ endpoint }) => endpoint.token !== null && tokenRefusal(endpoint, token) === null)
      .filter(({ endpoint }) => endpoint.token === 'any' || mayCall(endpoint, actor) || isOpen(endpoint.bySwitch[actor.role]))
      .map(({ noun, name: call, endpoint }) => ({ name: `${noun}.${call}`, method: endpoint.method, path: templateOf(endpoint) })),
  }
}
