import type { FastifyInstance, FastifyRequest } from 'fastify'
import { account } from '#contract/accounts/account.ts'
import { savedViews } from '#contract/accounts/view-list.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { type AccountParts, exportAccount } from '#server/accounts/personal-data/export-account.ts'
import type { Reauthentication } from '#server/identity/auth/confirm-password.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { listSessions } from './account-record.ts'
import { cancelNewEmail, changeAccount } from './change-account.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { presentSession } from './present-session.ts'
import { readAccount } from './read-account.ts'
import { saveView } from './save-view.ts'
import { sendVerification } from './send-verification.ts'
import { deleteView, listViews } from './view-list.ts'

const ok = { ok: true as const }

/** Saved views of the lists of the back office. */
export function savedViewRoutes(app: FastifyInstance, { db }: Deps): void {
  route(app, savedViews.list, async ({ actor, query }) => ({ views: await listViews(db, actor.userId, query.grid) }))
  route(app, savedViews.save, ({ actor, body }) => saveView(db, actor.userId, body))
  route(app, savedViews.remove, async ({ actor, params }) => {
    if (!(await deleteView(db, actor.userId, params.id))) refuse('not_found')
    return ok
  })
}

/** The caller's own account. */
export function accountRoutes(app: FastifyInstance, deps: Deps, parts: AccountParts): void {
  const { db, now, throttle } = deps
  const reauthentication = ({ actor, request }: { actor: Actor; request: FastifyRequest }): Reauthentication => ({
    actor,
    address: request.ip,
    requestId: request.id,
    throttle,
  })
  route(app, account.read, ({ actor }) => readAccount(db, actor, now()))
  route(app, account.change, ({ body, ...context }) => changeAccount(deps, reauthentication(context), body))
  route(app, account.cancelNewEmail, (context) => cancelNewEmail(deps, reauthentication(context)))
  route(app, account.sendVerification, async (context) => {
    await sendVerification(deps, reauthentication(context))
    return ok
  })
  route(app, account.changePassword, async ({ body, ...context }) => {
    await changePassword(deps, reauthentication(context), body)
    return ok
  })
  route(app, account.listSessions, async ({ actor, query: { page = 1, limit = PAGE_LIMIT } }) => {
    const { items, total } = await listSessions(db, actor.userId, { now: now(), page, limit })
    return { items: items.map((row) => presentSession(row, actor.sessionId)), total }
  })
  route(app, account.endSession, async ({ params, ...context }) => {
    await endSession(deps, reauthentication(context), params.id)
    return ok
  })
  route(app, account.endOtherSessions, async (context) => ({ ...ok, ended: await endOtherSessions(deps, reauthentication(context)) }))
  route(app, account.exportAll, ({ body, ...context }) => exportAccount(deps, parts, reauthentication(context), body.currentPassword))
  route(app, account.remove, async ({ body, ...context }) => {
    await deleteAccount(deps, reauthentication(context), body.currentPassword)
    return ok
  })
}
