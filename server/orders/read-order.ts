import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/actor.ts'
import { found } from '#server/http/refusal.ts'
import { readOrderMoney } from './money/repository.ts'
import { presentOrder, scopeOf } from './present-order.ts'
import { findOrder, listEvents } from './repository.ts'

/** One order by id or number: for its customer and for staff; 404 for everybody else. */
export async function readOrder(db: Db, actor: Pick<Actor, 'userId' | 'role'>, idOrNumber: string): Promise<Order> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const events = await listEvents(db, record.order.id)
  return presentOrder(record, { events, money: await readOrderMoney(db, record.order) }, actor)
}
