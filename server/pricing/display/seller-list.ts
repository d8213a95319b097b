import { sql } from 'drizzle-orm'
import type { TaxClass } from '#domain/product-fields.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, products } from '#server/platform/db/schema.ts'

/** The seller of a product. */
export type Sold = Pick<CartProduct, 'businessId' | 'businessCountry' | 'businessPostalCode' | 'dispatch'>

/** Lists the sellers with public products, and the tax classes of these. */
export async function listSellers(db: Db): Promise<{ sellers: Sold[]; classes: TaxClass[] }> {
  const { rows } = await db.execute<{ sellers: Sold[]; classes: TaxClass[] }>(sql`select
    coalesce((select json_agg(json_build_object('businessId', b.id, 'businessCountry', b.country, 'businessPostalCode', b.postal_code,
    'dispatch', b.dispatch))
      from ${businesses} b where exists (select from ${products} p where p.business_id = b.id and p.is_public)), '[]'::json) as sellers,
    coalesce((select json_agg(distinct p.tax_class) from ${products} p where p.is_public), '[]'::json) as classes`)
  return { sellers: rows[0]?.sellers ?? [], classes: rows[0]?.classes ?? [] }
}
