import type { Order } from '#contract/orders/orders.ts'
import { lawOf } from '#domain/consumer-law.ts'
import { isCancellable } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { listOrderWithdrawals } from './buyer-rights.ts'
import { listExchanges } from './exchange-list.ts'
import { readOrderMoney } from './order-payments.ts'
import { findConfirmBy, findOrder, listChanges, listEvents } from './order-record.ts'
import { presentOrder, scopeOf } from './present-order.ts'

/** One order by id or number: for its customer and for staff; 404 for everybody else. */
export async function readOrder(db: Db, actor: Pick<Actor, 'userId' | 'role' | 'duties'>, idOrNumber: string): Promise<Order> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const events = await listEvents(db, record.order.id)
  const { id, paymentMethod, paymentStatus } = record.order
  const isToConfirm = paymentMethod === 'pay_later' && paymentStatus === 'unpaid' && isCancellable(record)
  const confirmBy = isToConfirm ? await findConfirmBy(db, id) : null
  const { company } = await readSettings(db)
  const isEu = lawOf(record.order.customer.country ?? '', record.order.consumerLaw) === 'eu'
  const withdrawals = isEu ? await listOrderWithdrawals(db, id) : []
  const isChanged = events.some(({ businessId, from, to }) => businessId === null && from === to)
  const changes = isChanged ? await listChanges(db, id) : []
  const money = await readOrderMoney(db, record)
  const mayExchange = record.order.agreedReason !== null || money.gone.size > 0 // an order of an exchange ships at agreed freight
  const exchanges = mayExchange ? await listExchanges(db, id) : []
  const facts = { events, changes, exchanges, money, company, confirmBy, withdrawals }
  return presentOrder(record, facts, actor)
}
