import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { importCatalog } from '#server/catalog/imports/import-catalog.ts'
import { products } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Returns whether the shop never had a product: one that was deleted still has its row. */
export async function isWithoutProducts(db: Deps['db']): Promise<boolean> {
  const [product] = await db.select({ id: products.id }).from(products).limit(1)
  return !product
}

/** Imports the products of a catalog file. A row with an error is logged, not thrown: it never stops a start. */
export async function fillCatalog(deps: Deps, path: string): Promise<void> {
  const file = { name: basename(path), bytes: await readFile(path) }
  const { errors } = await importCatalog(deps, file, null, { dryRun: false })
  if (errors.length > 0 && deps.logger) deps.logger.warn({ errors }, 'Rows of the catalog file have errors')
}
