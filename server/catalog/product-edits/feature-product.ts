import type { Product } from '#contract/catalog/products.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { presentStored } from './present-form.ts'
import { lockOne } from './update-product.ts'
import { valuesOf, writeValues } from './write-product.ts'

/** Features or unfeatures a product. */
export async function featureProduct(
  { db, now }: Deps,
  actor: Actor,
  { id, featured, version }: { id: string; featured: boolean; version?: number | undefined },
  requestId: string,
): Promise<Product> {
  return inTransaction(db, async (tx) => {
    const write = { actor, requestId, now: now() }
    const stored = await lockOne(tx, id, version, write)
    await writeValues(tx, stored, { ...valuesOf(stored), featured }, write)
    return presentStored(tx, actor, id, now())
  })
}
