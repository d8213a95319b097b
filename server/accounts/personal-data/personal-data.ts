import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  addresses,
  auditEntries,
  businesses,
  businessInvitations,
  businessMembers,
  cartItems,
  contactMessages,
  disputes,
  mediaFiles,
  messageReplies,
  newsletterSubscribers,
  notices,
  notifications,
  orders,
  outbox,
  payments,
  products,
  quoteFiles,
  quoteMessages,
  quotes,
  quoteVersions,
  savedViews,
  staffNotes,
  withdrawals,
} from '#server/platform/db/schema.ts'
import { isMail } from '#server/platform/mail/queued-mails.ts'
import { hashEmail } from '#server/platform/text/hashed-columns.ts'

/** The person whose data is read: data of the account, and data left under its address, which counts only once it is confirmed. */
export interface Person {
  userId: string
  email: string
  /** If false, the address may be a stranger's, whose data must not be revealed to anyone who registers with it. */
  isConfirmed: boolean
}

/** Condition: messages sent while signed in, or under the confirmed address. */
export function messagesOf({ userId, email, isConfirmed }: Person): SQL | undefined {
  const sameEmail = isConfirmed ? eq(sql`lower(${contactMessages.email})`, normalizeEmail(email)) : undefined
  return or(eq(contactMessages.userId, userId), sameEmail)
}

/** Condition: withdrawals that were stated while signed in, from an order of the account, or under the confirmed address. */
export function withdrawalsOf({ userId, email, isConfirmed }: Person): SQL | undefined {
  const sameEmail = isConfirmed ? eq(sql`lower(${withdrawals.email})`, normalizeEmail(email)) : undefined
  const ofOrder = sql`${withdrawals.orderId} in (select ${orders.id} from ${orders} where ${orders.userId} = ${userId})`
  return or(eq(withdrawals.userId, userId), ofOrder, sameEmail)
}

/** Returns a person's withdrawals from contracts, oldest first. */
export function listWithdrawals(db: Db, person: Person) {
  const { number, orderNumber, name, email, statement, status, answer, receivedAt, createdAt } = withdrawals
  return db
    .select({ number, orderNumber, name, email, statement, status, answer, receivedAt, createdAt })
    .from(withdrawals)
    .where(withdrawalsOf(person))
    .orderBy(asc(createdAt))
}

/** Condition: notices about content that were sent while signed in, or under the confirmed address. */
export function noticesOf({ userId, email, isConfirmed }: Person): SQL | undefined {
  const sameEmail = isConfirmed ? eq(sql`lower(${notices.email})`, normalizeEmail(email)) : undefined
  return or(eq(notices.userId, userId), sameEmail)
}

/** Returns a person's notices about content, oldest first. */
export function listNotices(db: Db, person: Person) {
  const { number, address, reason, name, email, status, decision, reasons, decidedAt, createdAt } = notices
  return db
    .select({ number, address, reason, name, email, status, decision, reasons, decidedAt, createdAt })
    .from(notices)
    .where(noticesOf(person))
    .orderBy(asc(createdAt))
}

/** Condition: quotes of a buyer, and requests of before quotes under the confirmed address. */
export function quotesOf({ userId, email, isConfirmed }: Person): SQL | undefined {
  const sameEmail = isConfirmed ? and(isNull(quotes.buyerId), eq(sql`lower(${quotes.buyerEmail})`, normalizeEmail(email))) : undefined
  return or(eq(quotes.buyerId, userId), sameEmail)
}

/** Returns a person's quotes as a buyer with offers, messages and files, oldest first. */
export async function listQuotes(db: Db, person: Person) {
  const { id, number, status, buyerName, buyerEmail, buyerCompany, buyerPhone, request, closedReason, createdAt } = quotes
  const own = await db
    .select({ id, number, status, buyerName, buyerEmail, buyerCompany, buyerPhone, request, closedReason, createdAt })
    .from(quotes)
    .where(quotesOf(person))
    .orderBy(asc(createdAt))
  const ids = own.map((quote) => quote.id)
  if (ids.length === 0) return []
  const versions = await db.select().from(quoteVersions).where(inArray(quoteVersions.quoteId, ids)).orderBy(asc(quoteVersions.number))
  const messages = await db.select().from(quoteMessages).where(inArray(quoteMessages.quoteId, ids)).orderBy(asc(quoteMessages.createdAt))
  const files = await db.select().from(quoteFiles).where(eq(quoteFiles.uploaderId, person.userId))
  return own.map(({ id: quoteId, ...quote }) => ({
    ...quote,
    versions: versions.filter((version) => version.quoteId === quoteId),
    messages: messages.filter((message) => message.quoteId === quoteId),
    files: files.filter(({ quoteIds }) => quoteIds.includes(quoteId)).map(({ name }) => name),
  }))
}

/** Condition: invitations to teams under the confirmed address. */
export const invitationsOf = ({ email, isConfirmed }: Person): SQL =>
  isConfirmed ? eq(businessInvitations.email, normalizeEmail(email)) : sql`false`

/** Returns the businesses that a person acts for, and those whose invitation waits, oldest first. */
export async function listTeams(db: Db, person: Person) {
  const joined = await db
    .select({ business: businesses.name, kind: businessMembers.kind, since: businessMembers.since, isInvitation: sql<boolean>`false` })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(eq(businessMembers.userId, person.userId))
    .orderBy(asc(businessMembers.since))
  const { kind, createdAt } = businessInvitations
  const invited = await db
    .select({ business: businesses.name, kind, since: createdAt, isInvitation: sql<boolean>`true` })
    .from(businessInvitations)
    .innerJoin(businesses, eq(businesses.id, businessInvitations.businessId))
    .where(invitationsOf(person))
    .orderBy(asc(createdAt))
  return [...joined, ...invited]
}

/** Condition: newsletter entries of an address, or of its hash. */
export const subscriptionsOf = (email: string): SQL =>
  inArray(sql`lower(${newsletterSubscribers.email})`, [normalizeEmail(email), hashEmail(email)])

/** Condition: emails of the account to any address, and all emails to the confirmed address, sent or not. */
export function mailsOf({ userId, email, isConfirmed }: Person): SQL | undefined {
  const isToAddress = isConfirmed ? eq(sql`lower(${outbox.payload}->>'to')`, normalizeEmail(email)) : undefined
  return and(isMail, or(sql`${outbox.payload}->'facts'->>'userId' = ${userId}`, isToAddress))
}

/** Condition: emails that ask to confirm an address as a new one. */
export const confirmationEmailsTo = (email: string): SQL | undefined =>
  and(sql`${outbox.payload}->>'template' = 'confirm-new-email'`, eq(sql`lower(${outbox.payload}->>'to')`, email))

/** Returns a person's saved addresses, oldest first. */
export async function listAddresses(db: Db, userId: string) {
  return db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(asc(addresses.createdAt))
}

/** Returns the items of a person's cart, with the products' names. */
export async function listCartItems(db: Db, userId: string) {
  return db
    .select({
      productId: cartItems.productId,
      slug: products.slug,
      name: products.name,
      quantity: cartItems.quantity,
      addedAt: cartItems.addedAt,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.addedAt))
}

/** Returns the ids of a person's orders, oldest first. */
export async function listOrderIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(asc(orders.createdAt))
  return rows.map(({ id }) => id)
}

/** Returns payments and refunds of a person's orders, oldest first. */
export async function listPayments(db: Db, userId: string) {
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(payments.at))
  return rows.map(({ payment }) => payment)
}

/** Returns disputes over payments of a person's orders, oldest first. */
export async function listDisputes(db: Db, userId: string) {
  const { orderId, amountCents, currency, reason, status, openedAt } = disputes
  return db
    .select({ orderId, amountCents, currency, reason, status, openedAt })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(disputes.openedAt))
}

/** Returns the pictures that a person uploaded, oldest first. */
export async function listFiles(db: Db, userId: string) {
  const { url, purpose, bytes, createdAt } = mediaFiles
  return db.select({ url, purpose, bytes, createdAt }).from(mediaFiles).where(eq(mediaFiles.userId, userId)).orderBy(asc(createdAt))
}

/** Returns the newsletter entries under the person's confirmed address. */
export async function listSubscriptions(db: Db, { email, isConfirmed }: Person) {
  return isConfirmed ? db.select().from(newsletterSubscribers).where(subscriptionsOf(email)) : []
}

/** Returns a person's messages to the shop with the replies to them, oldest first. */
export async function listMessages(db: Db, person: Person) {
  const messages = await db.select().from(contactMessages).where(messagesOf(person)).orderBy(asc(contactMessages.createdAt))
  const replies = await db
    .select({ messageId: messageReplies.messageId, text: messageReplies.text, createdAt: messageReplies.createdAt })
    .from(messageReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, messageReplies.messageId))
    .where(messagesOf(person))
    .orderBy(asc(messageReplies.createdAt))
  return messages.map((message) => ({ ...message, replies: replies.filter(({ messageId }) => messageId === message.id) }))
}

/** Returns the internal notes of staff about a person and the person's orders, oldest first. */
export async function listStaffNotes(db: Db, userId: string) {
  return db
    .select({ order: orders.number, text: staffNotes.text, createdAt: staffNotes.createdAt })
    .from(staffNotes)
    .leftJoin(orders, eq(orders.id, staffNotes.orderId))
    .where(or(eq(staffNotes.userId, userId), eq(orders.userId, userId)))
    .orderBy(asc(staffNotes.createdAt))
}

/** Returns the templates of the emails to a person; their texts contain links that open the account. */
export async function listMails(db: Db, person: Person) {
  return db
    .select({
      template: sql<string>`coalesce(${outbox.payload}->>'template', '')`,
      to: sql<string>`${outbox.payload}->>'to'`,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(mailsOf(person))
    .orderBy(asc(outbox.id))
}

/** Returns a person's notifications, oldest first. */
export async function listNotifications(db: Db, userId: string) {
  const { title, text, path, createdAt, readAt } = notifications
  return db
    .select({ title, text, path, createdAt, readAt })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id))
}

/** Returns a person's actions in the audit log, oldest first. */
export async function listActivity(db: Db, userId: string) {
  return db
    .select({ at: auditEntries.at, action: auditEntries.action, targetType: auditEntries.targetType, targetId: auditEntries.targetId })
    .from(auditEntries)
    .where(eq(auditEntries.actorId, userId))
    .orderBy(asc(auditEntries.id))
}

/** Returns a person's saved views of lists, oldest first. */
export async function listSavedViews(db: Db, userId: string) {
  const { grid, label, query, createdAt } = savedViews
  return db.select({ grid, label, query, createdAt }).from(savedViews).where(eq(savedViews.userId, userId)).orderBy(asc(createdAt))
}
