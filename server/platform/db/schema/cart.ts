import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { products } from './catalog.ts'
import { cents, createdAt, oneOf } from './columns.ts'
import { users } from './identity.ts'

export const carts = pgTable(
  'carts',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    promoCode: text(),
    shippingMethod: text({ enum: SHIPPING_METHODS }).notNull().default('standard'),
    /** Extras of freight that its buyer ticked, by seller. */
    shippingExtras: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    updatedAt: createdAt(),
  },
  (t) => [oneOf('carts_shipping_check', t.shippingMethod, SHIPPING_METHODS)],
)

export const cartItems = pgTable(
  'cart_items',
  {
    userId: uuid()
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** List prices when the product was added, to show a change. */
    seenUsdCents: cents().notNull(),
    seenEurCents: cents().notNull(),
    /** Notice about the mains to which the buyer said that they have a suitable supply; null for none. */
    confirmedSupply: text(),
    addedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.productId] }), check('cart_items_quantity_check', sql`${t.quantity} between 1 and 100000`)],
)
