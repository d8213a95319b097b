import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { orders } from './orders.ts'

/** Facts about a Pay Later order of a new buyer, kept for a while. Orders older than this table are not in it. */
export const newBuyerOrders = pgTable(
  'new_buyer_orders',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Network of the request (`networkOf`); null where nobody asks, and once it counts no more. */
    network: text(),
    placedAt: at().notNull(),
    /** When it is canceled unless it is paid or its buyer has confirmed the email; null: nothing is to be confirmed. */
    confirmBy: at(),
    /** Number of emails that have asked the buyer to confirm the email. */
    asked: integer().notNull().default(0),
  },
  (t) => [
    index('new_buyer_orders_network_idx').on(t.network, t.placedAt).where(sql`${t.network} is not null`),
    index('new_buyer_orders_confirm_idx').on(t.confirmBy).where(sql`${t.confirmBy} is not null`),
  ],
)
