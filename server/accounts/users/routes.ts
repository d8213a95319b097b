import type { FastifyInstance } from 'fastify'
import { customers } from '#contract/accounts/customers.ts'
import { USER_LIST } from '#contract/accounts/user-list.ts'
import { users } from '#contract/accounts/users.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { checkTouch } from '#domain/user-rules.ts'
import { insertNote, listNotes } from '#server/orders/staff-notes.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found, refuseIf } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createUser } from './create-user.ts'
import { endSessions } from './end-sessions.ts'
import { presentUser } from './present-user.ts'
import { type ListReturns, readCustomer } from './read-customer.ts'
import { removeUser } from './remove-user.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { sendResetLink } from './send-reset-link.ts'
import { setDuties } from './set-duties.ts'
import { setTerms } from './set-terms.ts'
import { updateUser } from './update-user.ts'
import { findUser, hasUser, listUserIds, listUsers, lockKnownUser } from './user-list.ts'

const ok = { ok: true as const }

/** The shop's users, for staff. */
export function userRoutes(app: FastifyInstance, deps: Deps, listReturns: ListReturns): void {
  const { db } = deps
  const exists = ({ params }: { params: { id: string } }) => hasUser(db, params.id)
  /** A super admin is judged before anything else of a request: nobody else learns what it takes. */
  const permits = async ({ actor, params }: { actor: Actor; params: { id: string } }) =>
    refuseIf(checkTouch({ id: actor.userId, role: actor.role }, found(await findUser(db, params.id))))

  route(app, users.list, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...filter } }) => {
    const { rows, total } = await listUsers(db, filter, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map(presentUser), total }
  })
  exportRoute(app, deps, users.exportAll, {
    name: 'users',
    columns: fileColumns(USER_LIST, ['name', 'address', 'role', 'status']),
    ids: ({ query: { sort, ...filter } }) => listUserIds(db, filter, sort),
    rows: async (tx, { query: { sort } }, part) => (await listUsers(tx, {}, { sort, ...part })).rows.map(presentUser),
  })
  route(app, customers.byId, ({ params }) => readCustomer(db, listReturns, params.id), { exists })
  route(
    app,
    customers.setTerms,
    ({ actor, params, body, request }) => setTerms(deps, actor, { id: params.id, body, requestId: request.id }),
    { exists, permits },
  )
  route(app, customers.listNotes, ({ actor, params }) => listNotes(db, actor, { userId: params.id }), { exists })
  route(
    app,
    customers.addNote,
    ({ actor, params, body, request }) =>
      inTransaction(db, async (tx) => {
        found(await lockKnownUser(tx, params.id))
        return insertNote(tx, actor, { subject: { userId: params.id }, ...body, at: deps.now(), requestId: request.id })
      }),
    { exists },
  )
  route(app, users.create, ({ actor, body, request }) => createUser(deps, actor, body, request.id))
  route(
    app,
    users.update,
    ({ actor, params, body, request }) => updateUser(deps, actor, { id: params.id, form: body, requestId: request.id }),
    { exists, permits },
  )
  route(
    app,
    users.setDuties,
    ({ actor, params, body, request }) => setDuties(deps, actor, { id: params.id, body, requestId: request.id }),
    {
      exists,
    },
  )
  route(
    app,
    users.remove,
    async ({ actor, params, request }) => {
      await removeUser(deps, actor, { id: params.id, requestId: request.id })
      return ok
    },
    { exists, permits },
  )
  route(
    app,
    users.sendResetLink,
    async ({ actor, params, request }) => {
      await sendResetLink(deps, actor, { id: params.id, requestId: request.id })
      return ok
    },
    { exists, permits },
  )
  route(
    app,
    users.endSessions,
    async ({ actor, params, request }) => ({ ...ok, ended: await endSessions(deps, actor, { id: params.id, requestId: request.id }) }),
    { exists, permits },
  )
  route(
    app,
    users.removeSecondFactor,
    async ({ actor, params, request }) => ({
      ...ok,
      removed: await resetSecondFactor(deps, actor, { id: params.id, requestId: request.id }),
    }),
    { exists, permits },
  )
}
