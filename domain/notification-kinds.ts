import { addDays, dayOf, momentOf } from './time.ts'
import type { Role } from './user.ts'

/** Ways in which a person gets the notifications of a kind: an email for each, one email a day, or only the bell. */
export const NOTIFICATION_CHOICES = ['at_once', 'daily', 'bell'] as const

export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

/** Heading of each way. */
export const NOTIFICATION_CHOICE_LABELS: Readonly<Record<NotificationChoice, string>> = {
  at_once: 'Email at once',
  daily: 'Once a day',
  bell: 'Bell only',
}

/** Kinds that a person chooses for, in the order of the screen. Each of their emails has a notification in the bell beside it. */
export const NOTIFICATION_KINDS = [
  'order_status',
  'shipping',
  'returns',
  'new_orders',
  'canceled_orders',
  'customer_returns',
  'stock',
  'quotes',
  'messages',
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

interface KindFacts {
  group: 'Purchases' | 'Sales' | 'Quotes and messages'
  label: string
  /** Emails of the kind, in words. */
  about: string
  roles: readonly Role[]
}

const BUYERS = ['customer', 'business_admin'] as const
const SELLERS = ['business_admin'] as const
const STAFF = ['application_admin', 'super_admin'] as const

/** Group, texts and roles of each kind. */
export const KIND_FACTS: Readonly<Record<NotificationKind, KindFacts>> = {
  order_status: { group: 'Purchases', label: 'Order status', about: 'Your order is being prepared, or is pending again.', roles: BUYERS },
  shipping: {
    group: 'Purchases',
    label: 'Shipping',
    about: 'Your order has shipped, was delivered, or has a new tracking number.',
    roles: BUYERS,
  },
  returns: { group: 'Purchases', label: 'Returns', about: 'Your return was approved, received or declined.', roles: BUYERS },
  new_orders: { group: 'Sales', label: 'New orders', about: 'Somebody bought your products.', roles: SELLERS },
  canceled_orders: {
    group: 'Sales',
    label: 'Canceled or changed orders',
    about: 'An order was canceled or changed, or items in it were refunded, before it shipped.',
    roles: SELLERS,
  },
  customer_returns: {
    group: 'Sales',
    label: 'Customer returns',
    about: 'A customer wants to return items, or withdrew from a purchase.',
    roles: SELLERS,
  },
  stock: { group: 'Sales', label: 'Low stock', about: 'Your products are low or out of stock.', roles: SELLERS },
  quotes: {
    group: 'Quotes and messages',
    label: 'Quotes',
    about: 'Requests, offers, answers and messages about quotes.',
    roles: [...BUYERS, ...STAFF],
  },
  messages: { group: 'Quotes and messages', label: 'Messages', about: 'New messages to the shop.', roles: STAFF },
}

/**
 * Emails that are always sent at once, by the reason: they protect the account; they are about money; a law wants them soon or on a durable
 * medium; or they answer what the recipient has just sent, and are in no bell. The texts end the sentence "Always emailed at once:".
 */
export const ALWAYS_AT_ONCE = {
  security: 'sign-in and security',
  money: 'payments, invoices, refunds, payouts and taxes',
  law: 'order confirmations, delays, cancellations and withdrawals, recalls and legal notices',
  answer: 'answers to what you send us',
} as const

type AlwaysAtOnce = keyof typeof ALWAYS_AT_ONCE | 'digest'

/** Every email that the shop sends, with the kind that its recipient chooses for; `server/mail-texts.ts` has a text for each. */
const MAIL_KINDS = {
  'verify-email': 'security',
  'confirm-new-email': 'security',
  'email-change-asked': 'security',
  'email-changed': 'security',
  'reset-password': 'security',
  'password-changed': 'security',
  'api-token-created': 'security',
  'api-token-expires': 'security',
  'factor-added': 'security',
  'factor-removed': 'security',
  'recovery-code-used': 'security',
  'duties-changed': 'security',
  'new-browser': 'security',
  'account-created': 'security',
  'account-invitation': 'security',
  'team-invitation': 'security',
  'team-changed': 'security',
  'account-deleted': 'security',
  'account-inactive': 'security',
  'staff-account-changed': 'security',
  'audit-anchor': 'security',
  'webhook-off': 'security',
  'newsletter-confirm': 'answer',
  'contact-received': 'answer',
  'contact-message': 'messages',
  'message-reply': 'answer',
  'quote-received': 'quotes',
  'quote-request': 'quotes',
  'quote-offered': 'quotes',
  'quote-changed': 'quotes',
  'quote-accepted': 'quotes',
  'quote-closed': 'quotes',
  'quote-message': 'quotes',
  'quote-outdated': 'quotes',
  'quote-ends': 'quotes',
  'quote-ended': 'quotes',
  'quote-waits': 'quotes',
  'business-registered': 'answer',
  'business-approved': 'law', // the statement of reasons of Regulation (EU) 2019/1150, article 4
  'business-rejected': 'law',
  'business-suspended': 'law',
  'business-pending': 'law',
  'business-standing-changed': 'security',
  'applications-waiting': 'answer',
  'order-placed': 'law', // the confirmation of Directive 2011/83/EU, article 8(7), on a durable medium
  'order-address': 'law', // a correction of that confirmation
  'order-changed': 'law', // as a correction of that confirmation; its documents are attached
  'order-processing': 'order_status',
  'order-shipped': 'shipping', // no law asks for it: the confirmation is sent before, and a delay is `line-late`
  'order-tracking': 'shipping',
  'order-delivered': 'shipping',
  'order-cancelled': 'money',
  'order-pending': 'order_status',
  'order-paid': 'money',
  'order-refunded': 'money',
  document: 'money',
  'monthly-documents': 'money',
  'payout-sent': 'money',
  'payout-failed': 'money',
  'payout-account-changed': 'money',
  'payouts-held': 'money',
  'payouts-released': 'money',
  'return-requested': 'answer',
  'return-asked': 'customer_returns',
  'return-approved': 'returns',
  'return-received': 'returns',
  'return-credited': 'money',
  'return-exchanged': 'money',
  'return-declined': 'returns',
  'vat-confirmed': 'money',
  'vat-refuted': 'money',
  'payment-reminder': 'money',
  'line-late': 'law', // 16 CFR 435.2(b)
  'confirm-to-keep': 'law', // the order is canceled without an answer
  'dispute-opened': 'money',
  'dispute-closed': 'money',
  'seller-dispute-opened': 'money',
  'seller-dispute-won': 'money',
  'seller-dispute-lost': 'money',
  'seller-new-order': 'new_orders',
  'seller-order-changed': 'canceled_orders',
  'seller-order-cancelled': 'canceled_orders',
  'seller-units-refunded': 'canceled_orders',
  'low-stock': 'stock',
  'certificate-decided': 'money',
  'certificate-expires': 'money',
  'withdrawal-received': 'law', // Directive 2011/83/EU, article 11(3)
  'withdrawal-decided': 'law',
  'withdrawal-due': 'law',
  'trader-data-missing': 'law', // Regulation (EU) 2022/2065, article 30
  'register-ends': 'law',
  'product-recalled': 'law', // Regulation (EU) 2023/988, article 35
  'notice-received': 'law', // Regulation (EU) 2022/2065, article 16
  'notice-decided': 'law',
  'daily-digest': 'digest',
} as const satisfies Readonly<Record<string, NotificationKind | AlwaysAtOnce>>

/** Name of an email's text. */
export type MailTemplate = keyof typeof MAIL_KINDS

/** Choices of a person; a kind without one is emailed at once. */
export type NotificationChoices = Readonly<Partial<Record<NotificationKind, NotificationChoice>>>

/** Returns the kinds that a role chooses for, in the order of the screen. */
export const kindsOf = (role: Role): NotificationKind[] => NOTIFICATION_KINDS.filter((kind) => KIND_FACTS[kind].roles.includes(role))

/** Returns how a person gets an email. A choice for a kind that is not of the role, as from an earlier one, does not count. */
export function choiceFor(template: MailTemplate, role: Role, choices: NotificationChoices): NotificationChoice {
  const kind = kindsOf(role).find((one) => one === MAIL_KINDS[template])
  return (kind && choices[kind]) ?? 'at_once'
}

/** Returns the emails to the people of a business about its sales. */
export const salesMails = (): string[] =>
  Object.entries(MAIL_KINDS).flatMap(([template, kind]) => {
    const facts: KindFacts | undefined = (KIND_FACTS as Readonly<Record<string, KindFacts>>)[kind] // other emails have no facts
    return facts?.group === 'Sales' ? [template] : []
  })

/** Returns true for emails whose recipient may choose how to get them. */
export const isChosen = (template: MailTemplate): boolean => NOTIFICATION_KINDS.some((kind) => kind === MAIL_KINDS[template])

const DIGEST_TIME = '07:00'

/** Returns when a person's next daily email is due: the next 7:00 of the time zone, or the first moment after it that clocks show. */
export function nextDigestAt(now: Date, timeZone: string): Date {
  const at = (day: string) => momentOf(new Date(`${day}T${DIGEST_TIME}:00Z`), timeZone)
  const today = dayOf(now, timeZone)
  return at(today) > now ? at(today) : at(addDays(today, 1))
}
