import { sql } from 'drizzle-orm'
import { isSameVatId, normalizeVatId, VAT_ID_ERROR, VAT_ID_NOTICES } from '#domain/vat-id.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, cartItems, products, settings, taxRegistrations } from '#server/platform/db/schema.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'

/** Sellers from whom somebody buys: those of an order, or of the products in a user's cart; left out: none. */
interface Sellers {
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

/**
 * Returns a form with its VAT id normalized. Refuses, at `field`, a VAT id that is impossible, and one of the platform or of the sellers.
 */
export async function checkVatId<Form extends { vatId?: string | undefined }>(
  db: Db,
  form: Form,
  { field = 'vatId', ...sellers }: Sellers & { field?: string } = {},
): Promise<Form> {
  if (!form.vatId) return form
  if (await isOwnVatId(db, form.vatId, sellers)) refuseField(field, VAT_ID_NOTICES.own)
  if (!isPossibleVatId(form.vatId)) refuseField(field, VAT_ID_ERROR)
  return { ...form, vatId: normalizeVatId(form.vatId) }
}
