import type { ProductForm } from '#contract/product-edits.ts'
import type { Product } from '#contract/products.ts'
import { toDecimal } from '#domain/money.ts'
import { readOnTime } from '#server/businesses/repository.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/actor.ts'
import { found } from '#server/http/refusal.ts'
import { presentProduct } from '#server/products/present-product.ts'
import { findProduct } from '#server/products/repository.ts'
import type { FormRow } from './repository.ts'

/** A product as it is stored, for its form. */
export function presentForm({
  priceUsdCents,
  priceEurCents,
  energyEfficiency,
  materialSavings,
  carbonReduction,
  ...row
}: FormRow): ProductForm {
  return {
    ...row,
    priceUSD: toDecimal(priceUsdCents),
    priceEUR: toDecimal(priceEurCents),
    sustainabilityMetrics: { energyEfficiency, materialSavings, carbonReduction },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stored product, in the shape that reads answer. */
export async function presentStored(db: Db, actor: Actor, id: string, now: Date): Promise<Product> {
  const product = found(await findProduct(db, actor, id))
  return presentProduct(product, await readOnTime(db, product.businessId, now))
}
