import type { Order } from '#contract/orders/orders.ts'
import type { OrderAddress } from '#contract/orders/staff-notes.ts'
import { countryInText } from '#domain/country-name.ts'
import { cityLine, customerErrors, inUsualShape } from '#domain/customer.ts'
import { normalizeOrder } from '#domain/normalize-order.ts'
import { isAddressOpen } from '#domain/order.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { stateCode, stateInText } from '#domain/states.ts'
import { territoryAt } from '#domain/territories.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { findBuyerEmail, lockOrder, type OrderRecord, updateOrder } from './order-record.ts'
import { readOrder } from './read-order.ts'

const FIELDS = ['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zipCode', 'phone', 'notes'] as const

/** Request of `PUT /api/admin/orders/{id}/address`. */
interface AddressRequest {
  id: string
  form: OrderAddress
  requestId: string
}

/**
 * Corrects the delivery address of an order of which nothing has left, and emails the buyer the new one. Sellers read it on their next look
 * at the order. Refuses `not_found`, `address_final`, `invalid_input` and, for an older version, `edit_conflict`.
 */
export async function correctAddress({ db, now }: Deps, actor: Actor, { id, form, requestId }: AddressRequest): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, id, null))
    const { order } = record
    if (!isAddressOpen(record)) refuse('address_final')
    if (form.version !== undefined && form.version !== order.version) {
      refuseStale(['order', id], await readOrder(tx, actor, id))
    }
    const customer = corrected(record, form)
    const changed = FIELDS.filter((field) => (customer[field] ?? '') !== (order.customer[field] ?? ''))
    if (changed.length === 0) return readOrder(tx, actor, id)
    await updateOrder(tx, id, { customer, searchText: normalizeOrder({ ...order, customer }) })
    await mailBuyer(tx, record, customer, { at: now(), requestId })
    // the audit log is never erased: which fields changed, without their values
    await recordAudit(tx, { actor, action: 'order.address', targetType: 'order', targetId: id, after: { fields: changed }, requestId })
    return readOrder(tx, actor, id)
  })
}

/** Reasons of a tax that depends on the state. */
const BY_STATE = ['sales_tax', 'no_nexus', 'exempt_certificate']

/**
 * Returns what shipping and tax of an order were calculated for, beside the country: a territory, and the state where its tax depends on
 * it.
 */
function taxedPlaceOf(
  { lines }: Pick<OrderRecord, 'lines'>,
  { country = DEFAULT_COUNTRY, state = '', zipCode = '' }: Record<string, string>,
): string {
  const territory = territoryAt({ country, state, postalCode: zipCode })
  if (territory) return territory.name
  const isByState = lines.some(({ taxReason }) => taxReason !== null && BY_STATE.includes(taxReason))
  const code = isByState ? stateCode(country, state, zipCode) : ''
  return code === '' ? countryInText(country) : stateInText(country, code)
}

/**
 * The checkout form with the corrected fields; what is left out stays, what is empty is removed. Refuses what is wrong for its country,
 * and a place with other taxes than the order has.
 */
function corrected(record: OrderRecord, { version: _version, ...form }: OrderAddress): Record<string, string> {
  const { customer } = record.order
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const next: Record<string, string> = inUsualShape({ ...customer, ...Object.fromEntries(given) })
  const wrong = customerErrors(next)
  const errors = FIELDS.flatMap((field) => (wrong[field] ? [{ field, message: wrong[field] }] : []))
  if (errors.length > 0) refuse('invalid_input', { errors })
  const [taxed, wanted] = [taxedPlaceOf(record, customer), taxedPlaceOf(record, next)]
  if (taxed !== wanted) {
    const message = `Shipping and tax were calculated for ${taxed}. Cancel the order and place a new one to ship to ${wanted}.`
    refuse('invalid_input', { errors: [{ field: 'zipCode', message }] })
  }
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== '' || name === 'state'))
}

async function mailBuyer(
  tx: Db,
  { order }: OrderRecord,
  customer: Record<string, string>,
  { at, requestId }: { at: Date; requestId: string },
): Promise<void> {
  const country = new Intl.DisplayNames('en', { type: 'region' }).of(customer.country ?? 'US') ?? ''
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ')
  const address = [name, customer.company, customer.address, cityLine(customer), country].filter(Boolean).join('\n')
  await queueMail(tx, {
    dedupeKey: `order-address:${order.id}:${requestId}`,
    template: 'order-address',
    to: await findBuyerEmail(tx, order.userId),
    facts: { userId: order.userId, orderId: order.id, number: order.number, name: order.userName, address },
    at,
  })
}
