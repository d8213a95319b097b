import type { NewApiToken, TokenBody } from '#contract/identity/tokens.ts'
import { MAX_TOKENS, SCOPE_LABELS, TOKEN_SCOPES, type TokenKind } from '#domain/api-tokens.ts'
import { DAY_MS } from '#domain/time.ts'
import { lockActor } from '#server/identity/auth/refusals.ts'
import { hasSession } from '#server/identity/auth/session-record.ts'
import { notifyUser } from '#server/identity/second-factor/notify-user.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashToken, newApiToken } from '#server/platform/secrets/token.ts'
import { presentToken } from './present-token.ts'
import { TOKEN_PAGES } from './token-pages.ts'
import { countTokens, insertToken } from './token-record.ts'

/**
 * Creates an API token of the caller, who is emailed. Refuses `too_many_tokens`, `session_ended`.
 * @returns it with its secret, which is not stored
 */
export async function createToken(
  { db, config, now }: Deps,
  actor: Actor,
  kind: TokenKind,
  { name, scopes: asked, days }: TokenBody,
  requestId: string,
): Promise<NewApiToken> {
  const secret = newApiToken(kind)
  const scopes = TOKEN_SCOPES.filter((scope) => asked.includes(scope))
  return inTransaction(db, async (tx) => {
    const at = now()
    await lockActor(tx, actor.userId)
    if (!(await hasSession(tx, actor.sessionId))) refuse('session_ended') // by a new password, which ends the user's tokens, too
    if ((await countTokens(tx, actor.userId, kind, at)) >= MAX_TOKENS) refuse('too_many_tokens', { facts: { most: MAX_TOKENS } })
    const expiresAt = new Date(at.getTime() + days * DAY_MS)
    const businessId = kind === 'business' ? actor.businessId : null
    const values = { kind, userId: actor.userId, businessId, name, scopes, createdAt: at, expiresAt }
    const id = await insertToken(tx, { ...values, tokenHash: hashToken(secret) })
    await recordAudit(tx, {
      actor,
      action: 'token.create',
      targetType: 'user',
      targetId: actor.userId,
      after: { name, kind, scopes, expiresAt: expiresAt.toISOString(), ...(businessId && { businessId }) },
      requestId,
    })
    await notifyUser(
      tx,
      { id: actor.userId, name: actor.name, email: actor.email },
      'api-token-created',
      {
        what: name,
        business: businessId && actor.businessName,
        scopes: scopes.map((scope) => SCOPE_LABELS[scope]).join(', '),
        expiresAt: expiresAt.toISOString(),
        link: config.publicUrl + TOKEN_PAGES[kind],
      },
      at,
    )
    const row = { ...values, id, lastUsedAt: null, revokedAt: null, ownerName: actor.name }
    return { ...presentToken(row, actor.userId, at), secret }
  })
}
