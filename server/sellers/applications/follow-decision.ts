import type { ApprovalStatus } from '#domain/business.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { type BusinessRow, insertReview, listSuperAdmins } from './business-record.ts'
import { giveOwner } from './give-owner.ts'

/** A decision on a business: the change, its reason, actor, time and request. */
interface Decision {
  actor: Actor
  from: ApprovalStatus
  reason: string
  at: Date
  requestId: string
}

const STATUS_TEXTS: Record<ApprovalStatus, string> = {
  pending: 'is under review again',
  approved: 'is approved: you can sell now',
  rejected: "wasn't approved",
  suspended: 'is suspended',
}

/**
 * Applies the effects of a new approval, in the transaction that stored it: its record, an owner for an approved business, and the email to
 * it.
 */
export async function followDecision(tx: Db, { config }: Pick<Deps, 'config'>, decided: BusinessRow, decision: Decision): Promise<void> {
  const { actor, from, reason, at, requestId } = decision
  const { id, name, email, version, businessStatus: to } = decided
  await insertReview(tx, { businessId: id, reviewerId: actor.userId, from, to, reason, at })
  const link = to === 'approved' ? await giveOwner(tx, decided, { actor, at, requestId, publicUrl: config.publicUrl }) : null
  await queueMail(tx, {
    dedupeKey: `business-${to}:${id}:${version}`,
    template: `business-${to}`,
    to: email,
    facts: { name, reason, link },
    at,
  })
  await notify(tx, {
    audience: { businessId: id },
    kind: 'business-decided',
    title: `${name} ${STATUS_TEXTS[to]}`,
    text: reason,
    path: '/business/dashboard',
    dedupeKey: `business-${to}:${id}:${version}`,
    at,
  })
}

/** Emails every super admin that other staff changed an approval. */
export async function notifyDeciders(tx: Db, { config }: Pick<Deps, 'config'>, decided: BusinessRow, decision: Decision): Promise<void> {
  const { actor, from, reason, at } = decision
  const { id, name, version, businessStatus: to } = decided
  const link = `${config.publicUrl}/super-admin/dashboard?business=${id}`
  for (const boss of await listSuperAdmins(tx)) {
    await queueMail(tx, {
      dedupeKey: `business-standing-changed:${id}:${version}:${boss.id}`,
      template: 'business-standing-changed',
      to: boss.email,
      facts: { userId: boss.id, name, from, to, reason, by: actor.name, link },
      at,
    })
  }
}
