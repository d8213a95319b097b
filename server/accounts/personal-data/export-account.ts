import type { AccountExport } from '#contract/accounts/account.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { listSessions } from '#server/accounts/profile/account-record.ts'
import { presentSession } from '#server/accounts/profile/present-session.ts'
import { readAccount } from '#server/accounts/profile/read-account.ts'
import { findCart } from '#server/cart/cart-record.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { findAccount } from '#server/identity/auth/user-record.ts'
import { findTotp, listPasskeys } from '#server/identity/second-factor/factor-record.ts'
import { listTokensOf } from '#server/identity/tokens/token-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findChoices } from '#server/platform/notifications/choice-record.ts'
import {
  listActivity,
  listAddresses,
  listCartItems,
  listDisputes,
  listFiles,
  listMails,
  listMessages,
  listNotices,
  listNotifications,
  listOrderIds,
  listPayments,
  listQuotes,
  listSavedViews,
  listStaffNotes,
  listSubscriptions,
  listTeams,
  listWithdrawals,
} from './personal-data.ts'

/** Parts of an export that their areas read. */
export type AccountParts = {
  [Part in 'vatIds' | 'certificates' | 'invoiceForm' | 'returns']: (db: Db, userId: string, now: Date) => Promise<AccountExport[Part]>
}

const MAX_SESSIONS = 1000
const iso = (at: Date) => at.toISOString()
const isoOrNull = (at: Date | null) => at && iso(at)

async function exportProfile(db: Db, actor: Actor, now: Date): Promise<AccountExport['profile']> {
  const { updatedAt, emailVerifiedAt, lastSignedInAt } = found(await findAccount(db, actor.userId))
  return {
    ...(await readAccount(db, actor, now)),
    updatedAt: iso(updatedAt),
    emailVerifiedAt: isoOrNull(emailVerifiedAt),
    lastSignedInAt: iso(lastSignedInAt),
  }
}

async function exportOrders(db: Db, { userId }: Actor): Promise<Order[]> {
  const orders: Order[] = []
  for (const id of await listOrderIds(db, userId)) orders.push(await readOrder(db, { userId, role: 'customer', duties: [] }, id))
  return orders
}

async function exportCart(db: Db, userId: string): Promise<AccountExport['cart']> {
  const { promoCode, shippingMethod } = await findCart(db, userId)
  const items = await listCartItems(db, userId)
  return { promoCode, shippingMethod, items: items.map((item) => ({ ...item, addedAt: iso(item.addedAt) })) }
}

async function exportFactors(db: Db, userId: string): Promise<AccountExport['secondFactors']> {
  const confirmedAt = (await findTotp(db, userId))?.confirmedAt
  const passkeys = await listPasskeys(db, userId)
  return {
    totp: confirmedAt ? { confirmedAt: iso(confirmedAt) } : null,
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt: iso(createdAt), lastUsedAt: isoOrNull(lastUsedAt) })),
  }
}

async function gather(db: Db, parts: AccountParts, actor: Actor, now: Date): Promise<AccountExport> {
  const { userId } = actor
  const person = { userId, email: actor.email, isConfirmed: actor.emailVerified }
  const [addresses, payments, newsletter] = [
    await listAddresses(db, userId),
    await listPayments(db, userId),
    await listSubscriptions(db, person),
  ]
  const sessions = await listSessions(db, userId, { now, page: 1, limit: MAX_SESSIONS })
  return {
    exportedAt: iso(now),
    profile: await exportProfile(db, actor, now),
    addresses: addresses.map(({ form, isDefault, createdAt }) => ({ form, isDefault, createdAt: iso(createdAt) })),
    vatIds: await parts.vatIds(db, userId, now),
    certificates: await parts.certificates(db, userId, now),
    invoiceForm: await parts.invoiceForm(db, userId, now),
    cart: await exportCart(db, userId),
    orders: await exportOrders(db, actor),
    returns: await parts.returns(db, userId, now),
    withdrawals: (await listWithdrawals(db, person)).map((row) => ({
      ...row,
      receivedAt: isoOrNull(row.receivedAt),
      createdAt: iso(row.createdAt),
    })),
    notices: (await listNotices(db, person)).map((row) => ({
      ...row,
      decidedAt: isoOrNull(row.decidedAt),
      createdAt: iso(row.createdAt),
    })),
    quotes: (await listQuotes(db, person)).map(({ versions, messages, createdAt, ...quote }) => ({
      ...quote,
      createdAt: iso(createdAt),
      versions: versions.map(({ number, content, totals, createdAt: at }) => ({ number, content, totals, at: iso(at) })),
      messages: messages.map(({ side, text, createdAt: at }) => ({ side, text, at: iso(at) })),
    })),
    payments: payments.map(({ amountCents, at, ...payment }) => ({ ...payment, amount: toDecimal(amountCents), at: iso(at) })),
    disputes: (await listDisputes(db, userId)).map(({ amountCents, openedAt, ...dispute }) => ({
      ...dispute,
      amount: toDecimal(amountCents),
      openedAt: iso(openedAt),
    })),
    files: (await listFiles(db, userId)).map((file) => ({ ...file, createdAt: iso(file.createdAt) })),
    newsletter: newsletter.map((entry) => ({
      ...entry,
      createdAt: iso(entry.createdAt),
      confirmedAt: isoOrNull(entry.confirmedAt),
      unsubscribedAt: isoOrNull(entry.unsubscribedAt),
    })),
    messages: (await listMessages(db, person)).map((message) => ({
      ...message,
      createdAt: iso(message.createdAt),
      replies: message.replies.map(({ text, createdAt }) => ({ text, at: iso(createdAt) })),
    })),
    staffNotes: (await listStaffNotes(db, userId)).map(({ order, text, createdAt }) => ({ order, text, at: iso(createdAt) })),
    secondFactors: await exportFactors(db, userId),
    apiTokens: (await listTokensOf(db, userId)).map(({ kind, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
      kind,
      name,
      scopes,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
      lastUsedAt: isoOrNull(lastUsedAt),
      revokedAt: isoOrNull(revokedAt),
    })),
    sessions: sessions.items.map((row) => ({
      ...presentSession(row, actor.sessionId),
      userAgent: row.userAgent,
      expiresAt: iso(row.expiresAt),
    })),
    mails: (await listMails(db, person)).map((mail) => ({ ...mail, createdAt: iso(mail.createdAt), sentAt: isoOrNull(mail.sentAt) })),
    notifications: (await listNotifications(db, userId)).map((notice) => ({
      ...notice,
      createdAt: iso(notice.createdAt),
      readAt: isoOrNull(notice.readAt),
    })),
    notificationChoices: await findChoices(db, userId),
    teams: (await listTeams(db, person)).map((team) => ({ ...team, since: iso(team.since) })),
    savedViews: (await listSavedViews(db, userId)).map((view) => ({ ...view, createdAt: iso(view.createdAt) })),
    activity: (await listActivity(db, userId)).map((entry) => ({ ...entry, at: iso(entry.at) })),
  }
}

/**
 * Exports all data of the caller from one snapshot. Secrets (hashes, tokens, links) are not included: the response schema names every
 * field. Refuses `wrong_password`, `too_many_requests`, `busy`.
 */
export async function exportAccount(
  deps: Deps,
  parts: AccountParts,
  reauthentication: Reauthentication,
  currentPassword: string,
): Promise<AccountExport> {
  const { actor, requestId } = reauthentication
  const lock = await confirmPassword(deps, reauthentication, currentPassword)
  return inTransaction(deps.db, async (tx) => {
    await lock(tx)
    await recordAudit(tx, { actor, action: 'account_exported', targetType: 'user', targetId: actor.userId, requestId })
    return gather(tx, parts, actor, deps.now())
  })
}
