import { sql } from 'drizzle-orm'
import { isSameVatId } from '#domain/vat-id.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, cartItems, products, settings, taxRegistrations } from '#server/platform/db/schema.ts'

/** Sellers from whom somebody buys: those of an order, or of the products in a user's cart; left out: none. */
export interface Sellers {
  businessIds?: readonly string[]
  cartOf?: string
}

/** Returns true for a VAT id of the platform, or of one of the sellers: a buyer who gives it would be its own customer. */
export async function isOwnVatId(db: Db, vatId: string, { businessIds = [], cartOf }: Sellers = {}): Promise<boolean> {
  const named = sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify(businessIds)}::jsonb)`
  const inCart = sql`select p.business_id from ${cartItems} i join ${products} p on p.id = i.product_id where i.user_id = ${cartOf}::uuid`
  const { rows } = await db.execute<{ number: string }>(sql`
    with sellers as (${cartOf === undefined ? named : sql`${named} union ${inCart}`})
    select r.number from ${taxRegistrations} r
      where r.scheme <> 'sales_tax' and (r.business_id is null or r.business_id in (select * from sellers))
    union select c.value->>'taxNumber' from ${settings} c where c.name = 'company'
    union select b.vat_id from ${businesses} b where b.vat_id is not null and b.id in (select * from sellers)`)
  return rows.some(({ number }) => isSameVatId(number, vatId))
}
