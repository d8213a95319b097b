import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auth } from '#contract/identity/auth.ts'
import { normalizeEmail } from '#domain/user.ts'
import { answerChallenge } from '#server/identity/second-factor/answer-challenge.ts'
import { logInWithPasskey, requestPasskey } from '#server/identity/second-factor/log-in-with-passkey.ts'
import { findToken, touchToken } from '#server/identity/tokens/token-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor, Identify } from '#server/platform/http/actor.ts'
import { bearerToken } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { hashToken, isApiToken, isToken } from '#server/platform/secrets/token.ts'
import type { CredentialChangeHandler } from './credential-change.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { registerCustomer } from './register-customer.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { type Caller, idleEnd } from './session.ts'
import { findSession, noteWrite, toSessionUser, touchSession } from './session-record.ts'
import { stepUp } from './step-up.ts'
import { undoEmail } from './undo-email.ts'
import { verifyEmail } from './verify-email.ts'

/** Interval at which the use of a session or an API token is recorded. */
const TOUCH_EVERY_MS = 60_000

/** Characters of a user agent that are read and stored. */
const MAX_USER_AGENT = 300

function callerOf(request: FastifyRequest): Caller {
  const token = bearerToken(request.headers.authorization)
  return {
    tokenHash: token && hashToken(token),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    requestId: request.id,
  }
}

async function identifyToken(db: Db, secret: string, now: Date): Promise<Actor | null> {
  const found = await findToken(db, hashToken(secret), now)
  if (!found?.actor.token) return null
  const { actor, lastUsedAt } = found
  const usedBefore = new Date(now.getTime() - TOUCH_EVERY_MS)
  if (lastUsedAt === null || lastUsedAt < usedBefore.getTime()) {
    touchToken(db, found.actor.token.id, { now, usedBefore }).catch(() => {}) // as for sessions
  }
  return actor
}

/**
 * Identifies the user of a session or an API token from the database on every request, so that a change of role or status takes effect at
 * the next one.
 */
export function identifyWith({ db, now }: Deps): Identify {
  return async (token, isUse) => {
    const at = now()
    if (isApiToken(token)) return identifyToken(db, token, at)
    if (!isToken(token)) return null
    const session = await findSession(db, hashToken(token), at)
    if (!session) return null
    const { actor, lastSeenAt } = session
    const seenBefore = new Date(at.getTime() - TOUCH_EVERY_MS)
    if (isUse && lastSeenAt < seenBefore) {
      // in the background: if it fails, the next request tries again
      touchSession(db, actor.sessionId, { now: at, seenBefore, idleExpiresAt: idleEnd(actor.role, at) }).catch(() => {})
    }
    return actor
  }
}

/** Returns what notes that a user has changed something, for reads that may lag. */
export const noteWritesWith =
  ({ db }: Deps) =>
  (userId: string): Promise<void> =>
    noteWrite(db, userId)

/** Runs work in the background; shutdown waits for it. A failure is logged. */
function backgroundRunner(app: FastifyInstance) {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (work: Promise<void>, request: FastifyRequest): void => {
    const settled = work
      .catch((error: unknown) => request.log.error({ err: error }, 'background work of a request failed'))
      .finally(() => running.delete(settled))
    running.add(settled)
  }
}

/** Sign-in, registration, sign-out, step-up, and one-use links. */
export function authRoutes(app: FastifyInstance, deps: Deps, onCredentialChange: CredentialChangeHandler): void {
  const { throttle } = deps
  route(app, auth.me, ({ actor }) => ({ user: actor && toSessionUser(actor) }))
  route(app, auth.login, ({ body, request }) => logIn(deps, throttle, body, callerOf(request)))
  route(app, auth.secondFactor, ({ body, request }) => answerChallenge(deps, throttle, body, callerOf(request)))
  route(app, auth.passkeyOptions, ({ actor, body }) => requestPasskey(deps, actor, body))
  route(app, auth.passkey, ({ body, request }) => logInWithPasskey(deps, throttle, body, callerOf(request)))
  route(app, auth.register, ({ body, request }) => registerCustomer(deps, throttle, body, callerOf(request)))
  route(app, auth.logout, async ({ actor, request }) => {
    await logOut(deps, actor, callerOf(request))
    return { ok: true as const }
  })
  route(app, auth.stepUp, async ({ actor, body, request }) => {
    await stepUp(deps, { actor, address: request.ip, requestId: request.id, throttle }, body)
    return { ok: true as const }
  })
  const runInBackground = backgroundRunner(app)
  route(app, auth.forgotPassword, async ({ body: { email }, request }) => {
    await throttle?.beginMail(normalizeEmail(email), request.ip, deps.now().getTime())
    runInBackground(requestReset(deps, email, request.id), request)
    return { ok: true as const }
  })
  route(app, auth.verifyEmail, async ({ body, request }) => {
    await verifyEmail(deps, body.token, request.id, onCredentialChange)
    return { ok: true as const }
  })
  route(app, auth.undoEmail, async ({ body, request }) => {
    await undoEmail(deps, body.token, request.id)
    return { ok: true as const }
  })
  route(app, auth.resetPassword, async ({ body, request }) => {
    await resetPassword(deps, body, request.id, onCredentialChange)
    return { ok: true as const }
  })
}
