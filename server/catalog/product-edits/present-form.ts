import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { Product } from '#contract/catalog/products.ts'
import { fittedNames, namesIn } from '#domain/fits.ts'
import { toDecimal } from '#domain/money.ts'
import { readinessOf } from '#domain/readiness.ts'
import { presentAllFacts, presentRecall } from '#server/catalog/products/fact-columns.ts'
import { presentProduct } from '#server/catalog/products/present-product.ts'
import { findProduct } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import type { FormRow } from './product-form.ts'

/** Presents a stored product for its form. */
export function presentForm({
  priceUsdCents,
  priceEurCents,
  energyEfficiency,
  materialSavings,
  carbonReduction,
  missingAttributes,
  hasBusinessAddress,
  isBusinessInEu,
  lacksTyped,
  seenFits,
  ...row
}: FormRow): ProductForm {
  const linked = new Set(seenFits.flatMap(({ label }) => namesIn(label)))
  return {
    ...row,
    fits: seenFits.map(({ label: _label, ...named }) => named),
    notLinked: fittedNames(row.specifications).filter((name) => !linked.has(name.toLowerCase())),
    ...presentAllFacts(row),
    hasBusinessAddress,
    isBusinessInEu,
    readiness: readinessOf({ ...row, missingAttributes, lacksTyped, hasBusinessAddress, isBusinessInEu }),
    recall: presentRecall(row),
    priceUSD: toDecimal(priceUsdCents),
    priceEUR: toDecimal(priceEurCents),
    sustainabilityMetrics: { energyEfficiency, materialSavings, carbonReduction },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the stored product as the public API presents it. */
export const presentStored = async (db: Db, actor: Actor, id: string, now: Date): Promise<Product> =>
  presentProduct(found(await findProduct(db, actor, { id }, now)))
