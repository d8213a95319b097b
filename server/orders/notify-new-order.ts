import { formatMoney } from '#domain/money.ts'
import { type OrderStatus, paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import { pluralize } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Mail, queueMails } from '#server/platform/mail/queued-mails.ts'
import { insertNotifications, type NewNotification, type Recipient } from '#server/platform/notifications/notification-record.ts'
import { listRecipients, type Mailbox } from '#server/platform/notifications/notified-sellers.ts'
import { addressFacts, taxFacts } from './mail-facts.ts'
import type { OrderLineRow, OrderRow, SellerOrderRow } from './order-record.ts'

type Part = Pick<
  SellerOrderRow,
  | 'businessId'
  | 'businessName'
  | 'subtotalCents'
  | 'discountCents'
  | 'shippingCents'
  | 'taxCents'
  | 'totalCents'
  | 'estimatedDelivery'
  | 'hasFreight'
> & {
  status?: OrderStatus
}
type Line = Pick<
  OrderLineRow,
  | 'businessId'
  | 'kind'
  | 'position'
  | 'name'
  | 'sku'
  | 'image'
  | 'quantity'
  | 'unitPriceCents'
  | 'lineTotalCents'
  | 'promisedFrom'
  | 'promisedTo'
  | 'isCustom'
>

/** An order as its sellers and staff are notified of it. */
export interface PlacedOrder {
  order: OrderRow
  parts: readonly Part[]
  lines: readonly Line[]
  /** True if it is paid at once; absent: by its payment method. */
  isPaid?: boolean
}

function summaryOf(lines: readonly Line[]): string {
  return pluralize(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'unit',
  )
}

function noticesOf({ order, parts, lines }: PlacedOrder, at: Date): NewNotification[] {
  const common = { kind: 'order-placed', title: `New order ${order.number}`, dedupeKey: `order-placed:${order.id}`, at }
  const staff = `${summaryOf(lines)} for ${formatMoney(order.totalCents, order.currency)}, ${paymentMethodLabel(order.paymentMethod)}`
  return [
    { ...common, audience: { staff: 'orders.read' }, text: staff, path: `/admin/orders/${order.id}` },
    ...parts.map(({ businessId, totalCents }) => ({
      ...common,
      audience: { businessId },
      text: `${summaryOf(lines.filter((line) => line.businessId === businessId))} for ${formatMoney(totalCents, order.currency)}`,
      path: `/business/orders/${order.id}`,
    })),
  ]
}

/**
 * Facts of a seller's email: the seller's lines and amounts, and the delivery address; nothing of other sellers, nor of the buyer's
 * account.
 */
function factsOf({ order, lines, isPaid = order.paymentMethod === 'card' }: PlacedOrder, part: Part): Record<string, unknown> {
  return {
    orderId: order.id,
    number: order.number,
    currency: order.currency,
    lines: lines
      .filter(({ businessId }) => businessId === part.businessId)
      .sort((a, b) => a.position - b.position)
      .map(({ name, sku, image, quantity, unitPriceCents, lineTotalCents }) => ({
        name,
        sku: sku ?? undefined,
        image,
        quantity,
        unitCents: unitPriceCents,
        totalCents: lineTotalCents,
      })),
    subtotalCents: part.subtotalCents,
    discountCents: part.discountCents,
    shippingCents: part.shippingCents,
    ...taxFacts(order, part),
    totalCents: part.totalCents,
    shippingMethod: shippingMethodLabel(order.shippingMethod),
    isPaid: isPaid ? 'yes' : 'no',
    shipTo: addressFacts(order, { withPhone: part.hasFreight }),
  }
}

type Addressee = Pick<Recipient, 'name' | 'email'> & { businessId: string; key: string }

/** Returns the users of the sellers; the mailbox of the business where nobody can sign in. */
function addresseesOf(readers: readonly Recipient[], mailboxes: readonly Mailbox[]): Addressee[] {
  const people = readers.flatMap(({ id, name, email, role, businessId }) =>
    role === 'business_admin' && businessId ? [{ key: `${id}:${businessId}`, name, email, businessId }] : [],
  )
  const silent = mailboxes.filter((mailbox) => people.every(({ businessId }) => businessId !== mailbox.businessId))
  return [...people, ...silent.map((mailbox) => ({ ...mailbox, key: mailbox.businessId }))]
}

/**
 * Notifies staff and the sellers of an order, the sellers by email too: of a Pay Later order when it is placed, of a card order when it is
 * paid. Must run in the transaction of the event; a second call does nothing.
 */
export async function notifyNewOrder(tx: Db, placed: PlacedOrder, at: Date): Promise<void> {
  const { notices, readers, mails } = await composeNewOrder(tx, placed, at)
  await insertNotifications(tx, notices, readers)
  await queueMails(tx, mails)
}

/** Email to a seller about its lines of an order, beside the facts that each has; `dedupeKey` without its recipient. */
type SellerMail = Pick<Mail, 'dedupeKey' | 'template' | 'facts'>

/** Emails the sellers of an order: all users of each, or the mailbox of the business where nobody can sign in. Null: no email. */
export async function mailSellers(tx: Db, placed: PlacedOrder, mailOf: (businessId: string) => SellerMail | null, at: Date): Promise<void> {
  const { readers, mailboxes } = await listRecipients(
    tx,
    placed.parts.map(({ businessId }) => businessId),
  )
  const mails = addresseesOf(readers, mailboxes).flatMap(({ key, name, email, businessId }): Mail[] => {
    const part = placed.parts.find((one) => one.businessId === businessId)
    const mail = part && mailOf(businessId)
    if (!part || !mail) return []
    const { dedupeKey, template, facts } = mail
    return [{ dedupeKey: `${dedupeKey}:${key}`, template, to: email, facts: { ...factsOf(placed, part), ...facts, name }, businessId, at }]
  })
  await queueMails(tx, mails)
}

/** Notifications, their recipients and mails of a new order. */
interface NewOrderMessages {
  notices: NewNotification[]
  readers: Recipient[]
  mails: Mail[]
}

/** Composes what `notifyNewOrder` sends. */
export async function composeNewOrder(db: Db, placed: PlacedOrder, at: Date): Promise<NewOrderMessages> {
  const { order } = placed
  const parts = placed.parts.filter(({ status }) => status !== 'cancelled')
  const notices = noticesOf({ ...placed, parts }, at)
  const sellers = parts.map(({ businessId }) => businessId)
  const { readers, mailboxes } = await listRecipients(db, sellers, { withStaff: true })
  const mails = addresseesOf(readers, mailboxes).flatMap(({ key, name, email, businessId }): Mail[] => {
    const part = parts.find((one) => one.businessId === businessId)
    if (!part) return []
    const facts = { ...factsOf(placed, part), name }
    return [{ dedupeKey: `seller-new-order:${order.id}:${key}`, template: 'seller-new-order', to: email, facts, businessId, at }]
  })
  return { notices, readers, mails }
}
