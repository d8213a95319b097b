import { isCancellable } from '#domain/order.ts'
import { nextForUnconfirmed, type UnconfirmedOrder } from '#domain/pay-later.ts'
import { pluralize } from '#domain/text.ts'
import { makeVerifyLink } from '#server/identity/auth/mail-link.ts'
import { lockUser, type UserRow } from '#server/identity/auth/user-record.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { applyTransition } from './apply-transition.ts'
import { findWatched, hasWatched, listWatched, noteWatched, type WatchedOrder } from './unconfirmed-orders.ts'

const REASON = 'The email address of the account was not confirmed in time.'

/** Action taken for an order. */
type Done = 'waits' | 'asked' | 'cancelled' | 'released'

/** Checks if any order waits for its buyer to confirm the email. */
export const hasUnconfirmed = ({ db }: Pick<Deps, 'db'>): Promise<boolean> => hasWatched(db)

/**
 * Asks buyers twice to confirm their email, and cancels what is then still unpaid: its stock and the use of its code go back. Orders that
 * are paid, on their way or canceled, and those of buyers who have confirmed, are let go.
 * @returns what came of it, in words
 */
export async function watchUnconfirmed(deps: Deps, signal?: AbortSignal): Promise<string> {
  const counts: Record<Done, number> = { waits: 0, asked: 0, cancelled: 0, released: 0 }
  for (const order of await listWatched(deps.db)) {
    signal?.throwIfAborted()
    counts[await inTransaction(deps.db, (tx) => watch(tx, deps, order))] += 1
  }
  const { waits, asked, cancelled } = counts
  return `${pluralize(asked, 'buyer')} asked, ${pluralize(cancelled, 'order')} canceled, ${waits} waiting.`
}

/** The user is locked before the order: who confirms at this moment comes before or after, never between. */
async function watch(tx: Db, deps: Pick<Deps, 'config' | 'now'>, { id, userId }: WatchedOrder): Promise<Done> {
  const user = await lockUser(tx, userId)
  const record = await lockOrder(tx, id, null)
  const watched = await findWatched(tx, id)
  if (!user || !record || !watched) return 'released'
  if (user.emailVerifiedAt !== null || record.order.paymentStatus !== 'unpaid' || !isCancellable(record)) {
    await noteWatched(tx, id, { confirmBy: null })
    return 'released'
  }
  const at = deps.now()
  const next = nextForUnconfirmed(watched, at)
  if (next.step === 'wait') return 'waits'
  if (next.step === 'ask') {
    await ask(tx, deps, { user, record, watched: { ...watched, confirmBy: next.confirmBy } })
    return 'asked'
  }
  await noteWatched(tx, id, { confirmBy: null })
  await applyTransition(tx, record, { to: 'cancelled', reason: REASON }, { actor: null, at })
  return 'cancelled'
}

interface Asking {
  user: UserRow
  record: OrderRecord
  watched: UnconfirmedOrder
}

async function ask(tx: Db, deps: Pick<Deps, 'config' | 'now'>, { user, record: { order, lines }, watched }: Asking): Promise<void> {
  const { confirmBy, asked } = watched
  await noteWatched(tx, order.id, { confirmBy, asked: asked + 1 })
  if (user.status !== 'Active') return // a link would not work for them
  const link = await makeVerifyLink(tx, deps, user)
  await queueMail(tx, {
    dedupeKey: `confirm-to-keep:${order.id}:${asked + 1}`,
    template: 'confirm-to-keep',
    to: user.email,
    facts: { ...orderMailFacts(order, lines), ...link, confirmBy: confirmBy.toISOString() },
    at: deps.now(),
  })
}
