import { refusalText } from '#contract/refusals.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { isSkuTaken, type SkuClaim } from './product-form.ts'

/** Returns the sentence for a SKU that another product of the business has. */
export const skuTakenText = (sku: string | null) => refusalText({ code: 'sku_taken', facts: { sku: sku ?? '' } })

/** Refuses (409) a SKU that another product of the business has, whatever its case. */
export async function refuseTakenSku(tx: Db, claim: SkuClaim): Promise<void> {
  if (!(await isSkuTaken(tx, claim))) return
  refuse('sku_taken', { facts: { sku: claim.sku ?? '' }, errors: [{ field: 'sku', message: skuTakenText(claim.sku) }] })
}
