import type { FastifyInstance } from 'fastify'
import { staffNotes } from '#contract/orders/staff-notes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { hasOrder } from './order-record.ts'
import { addOrderNote, listNotes, removeNote } from './staff-notes.ts'

/** Internal notes of staff about orders; those about customers are bound in accounts. */
export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const isOrder = { exists: ({ params }: { params: { id: string } }) => hasOrder(db, params.id, null) }
  route(app, staffNotes.listOfOrder, ({ actor, params }) => listNotes(db, actor, { orderId: params.id }), isOrder)
  route(
    app,
    staffNotes.addToOrder,
    ({ actor, params, body, request }) => addOrderNote(deps, actor, { ...params, ...body, requestId: request.id }),
    isOrder,
  )
  route(app, staffNotes.remove, async ({ actor, params, request }) => {
    await removeNote(deps, actor, { ...params, requestId: request.id })
    return { ok: true as const }
  })
}
