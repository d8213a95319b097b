import { NETWORK_HOURS } from './pay-later.ts'
import { pluralize } from './text.ts'

const YEAR_DAYS = 365

/** Days for which each kind of data is kept, where no setting says so. The job `purge` works by it, and the privacy policy prints it. */
export const RETENTION_DAYS = {
  /** Deleted products, categories and articles, which can be restored until then. */
  deleted: 90,
  unusedPicture: 1,
  /** Imports that were never started. */
  draft: 1,
  /** Files of imports, and what undoes them. */
  import: 30,
  bulkChange: 1,
  idempotencyKey: 2,
  /** Network of a new buyer's order. */
  network: NETWORK_HOURS / 24,
  /** Sign-ins that wait for a second factor, after their end: for an hour they count towards the limit of wrong codes. */
  challenge: 1 / 24,
  /** API tokens, after their end. */
  apiToken: 30,
  /** One-use links, after their end. */
  link: 7,
  notification: 90,
  /** Emails, after sending. */
  email: 90,
  /** Emails that could not be sent. */
  unsentEmail: 180,
  /** Messages to other systems, without their content. */
  webhookDelivery: 30,
  /** Emails in files, where there is no mail server. */
  emailFile: 30,
  /** Messages, after the last answer. */
  message: 2 * YEAR_DAYS,
  unconfirmedSubscriber: 30,
  /** Hash of the address of a former subscriber. */
  formerSubscriber: 3 * YEAR_DAYS,
  /** Carts, after their last change and the last sign-in. */
  cart: YEAR_DAYS,
  /** Pictures of a return, after its end. */
  returnPhoto: 180,
  /** Withdrawals that nobody confirmed, and confirmed ones that belong to no order. */
  unconfirmedWithdrawal: 1,
  withdrawal: 3 * YEAR_DAYS,
  /** Quotes that did not become an order, after the last change. */
  quote: 3 * YEAR_DAYS,
  /** Decided notices about content, after the last decision. */
  notice: 3 * YEAR_DAYS,
  /** Calculator results of nobody's account. */
  result: 30,
  zeroResultSearch: YEAR_DAYS,
  /** Clicks on results of searches. */
  searchClick: 180,
  /** Numbers of searches by day: as long as the figures of the shop go back. */
  searchDay: 5 * YEAR_DAYS,
  /** Checks of VAT ids that no saved address and no business has. */
  vatCheck: 90,
  /** Accounts without an order, after the last sign-in. */
  inactiveAccount: 3 * YEAR_DAYS,
  /** Time between the email that announces the deletion of an account and the deletion. */
  inactiveNotice: 30,
} as const

/** Days for which operators are advised to keep what the shop can't delete itself; the privacy policy prints them. */
export const ADVISED_DAYS = { accessLog: 30, backup: 35 } as const

/** Years that super admins may choose. */
export type RetentionYears = {
  /** Of orders with what their buyers typed; afterwards only what an invoice needs stays. */
  orderYears: number
  /** Of entries of the audit log that are not about money or roles. */
  auditYears: number
}

/** Years in a new shop. */
export const DEFAULT_RETENTION: RetentionYears = { orderYears: 10, auditYears: 3 }

/** Allowed years of orders: accounting records are kept for 8 to 10 years in Germany. */
export const ORDER_YEARS = { least: 3, most: 15 } as const

/** Allowed years of the audit log. */
export const AUDIT_YEARS = { least: 1, most: 10 } as const

/** Years of audit entries about money and roles. */
export const MONEY_AUDIT_YEARS = 10

/** Beginnings of the actions that are about money or roles. */
export const MONEY_AND_ROLE_ACTIONS: readonly string[] = [
  'order.place',
  'order.pay',
  'order.refund',
  'order.dispute',
  'order.cancel',
  'order.change',
  'order.expire',
  'order.exceed_limit',
  'order.release_milestone',
  'return.refunded',
  'withdrawal.',
  'payout',
  'commission.',
  'settings.',
  'user.create',
  'user.terms',
  'user.edit',
  'user.delete',
  'user.lockdown',
  'super_admin_created',
  'business.owner',
]

/** Returns the same moment some years earlier. */
export function yearsBefore(moment: Date, years: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years)
  return earlier
}

/** Formats days in their largest whole unit: "24 hours", "30 days", "2 years". */
export function formatDays(days: number): string {
  if (days % YEAR_DAYS === 0) return pluralize(days / YEAR_DAYS, 'year')
  return days === 1 ? '24 hours' : pluralize(days, 'day')
}
