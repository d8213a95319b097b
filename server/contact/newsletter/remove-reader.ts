import type { Subscriber } from '#contract/contact/subscribers.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { isHashed } from '#server/platform/text/hashed-columns.ts'
import { deleteListed, endListed, type ListedSubscriber, lockListed } from './subscriber-list.ts'

/** The subscription, the actor and the request. */
interface Removal {
  id: string
  actor: Actor
  requestId: string
}

/** Presents a subscription to staff; `email` is '' once only its hash is left. */
export function presentSubscriber({ email, createdAt, confirmBy, confirmedAt, unsubscribedAt, ...row }: ListedSubscriber): Subscriber {
  return {
    ...row,
    email: isHashed(email) ? '' : email,
    createdAt: createdAt.toISOString(),
    confirmBy: confirmBy.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
  }
}

const entry = { targetType: 'subscriber' } as const

/** Unsubscribes a reader who asked staff to; does nothing if already unsubscribed. */
export async function unsubscribeReader({ db, now }: Deps, { id, actor, requestId }: Removal): Promise<Subscriber> {
  return inTransaction(db, async (tx) => {
    const reader = found(await lockListed(tx, id))
    if (reader.status === 'unsubscribed') return presentSubscriber(reader)
    const after = { status: 'unsubscribed', unsubscribedAt: now() } as const
    await endListed(tx, id, after.unsubscribedAt)
    const before = { status: reader.status }
    await recordAudit(tx, { ...entry, actor, action: 'subscriber.unsubscribe', targetId: id, before, after, requestId })
    return presentSubscriber({ ...reader, ...after })
  })
}

/** Deletes a subscription, its consent and the newsletter emails to that address. The audit log does not contain the address either. */
export async function eraseSubscriber({ db }: Deps, { id, actor, requestId }: Removal): Promise<void> {
  await inTransaction(db, async (tx) => {
    const reader = found(await lockListed(tx, id))
    await deleteListed(tx, reader)
    await recordAudit(tx, { ...entry, actor, action: 'subscriber.erase', targetId: id, before: { status: reader.status }, requestId })
  })
}
