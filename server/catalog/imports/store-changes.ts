import { skuTakenText } from '#server/catalog/product-edits/check-sku.ts'
import { linkSlugs, listLinked } from '#server/catalog/products/product-fits.ts'
import { recordMovements, type StockMovement } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import { insertChanges } from './catalog-changes.ts'
import { findBySku, insertProducts, readValues, updateProduct } from './catalog-imports.ts'
import { skuKey } from './match-products.ts'
import { afterChange, isSame, type ProductChange, type ProductValues } from './product-values.ts'
import type { RowError } from './read-catalog.ts'

/** The import that stores, and its time; `actorId` null: the system. */
export interface ImportRun {
  importId: string
  actorId: string | null
  now: Date
}

/** The result of storing a batch. */
interface Stored {
  created: number
  updated: number
  unchanged: number
  /** Products whose slug or SKU was taken while the file was read. */
  errors: RowError[]
}

type Of<Kind extends ProductChange['target']['kind']> = { change: ProductChange; target: Extract<ProductChange['target'], { kind: Kind }> }

function sort(changes: readonly ProductChange[]): { added: Of<'new'>[]; known: Of<'stored'>[] } {
  const added: Of<'new'>[] = []
  const known: Of<'stored'>[] = []
  for (const change of changes) {
    if (change.target.kind === 'new') added.push({ change, target: change.target })
    else known.push({ change, target: change.target })
  }
  return { added, known }
}

/** Returns each stored product's change, or null where nothing differs. */
async function compare(db: Db, known: Of<'stored'>[], locks: boolean) {
  const stored = await readValues(
    db,
    known.map(({ target }) => target.id),
    locks,
  )
  const linked = await listLinked(
    db,
    known.flatMap(({ change, target }) => (change.fits ? [target.id] : [])),
  )
  return known.flatMap(({ change, target }) => {
    const found = stored.get(target.id)
    if (!found) return []
    const { values: before, version } = found
    const after = afterChange(before, change, target.values, linked.get(target.id))
    return [{ id: target.id, change, version, before, after: isSame(before, after) ? null : after, delta: after.stock - before.stock }]
  })
}

/** A stored product that an import changes. */
export interface StoredChange {
  row: number | null
  slug: string
  before: ProductValues
  after: ProductValues
}

/** Returns what storing the changes would do, and to which products. */
export async function compareChanges(db: Db, changes: readonly ProductChange[]): Promise<Stored & { changed: StoredChange[] }> {
  const { added, known } = sort(changes)
  const compared = await compare(db, known, false)
  const changed = compared.flatMap(({ change, before, after }) => (after ? [{ row: change.row, slug: change.slug, before, after }] : []))
  return { created: added.length, updated: changed.length, unchanged: compared.length - changed.length, errors: [], changed }
}

async function storeNew(
  tx: Db,
  added: Of<'new'>[],
  { importId, actorId, now }: ImportRun,
): Promise<{ created: number; errors: RowError[] }> {
  const rows = added.map(({ change, target }) => ({
    slug: change.slug,
    businessId: target.businessId,
    values: afterChange(target.values, change, {}),
  }))
  const ids = await insertProducts(tx, rows, now)
  await linkSlugs(
    tx,
    added.flatMap(({ change: { slug, fits } }) => {
      const productId = ids.get(slug)
      return productId && fits ? [{ productId, slugs: fits.map((target) => target.slug) }] : []
    }),
  )
  if (actorId)
    await insertChanges(
      tx,
      [...ids.values()].map((productId) => ({ importId, productId, before: null, versionAfter: 1 })),
    )
  const movements = rows.flatMap(({ slug, values }): StockMovement[] => {
    const productId = ids.get(slug)
    return productId && values.stock > 0 ? [{ productId, delta: values.stock, reason: 'initial', reference: importId, actorId }] : []
  })
  await recordMovements(tx, movements)
  const taken = added.filter(({ change }) => !ids.has(change.slug))
  const skus = new Set(
    (
      await findBySku(
        tx,
        taken.flatMap(({ target }) => target.values.sku ?? []),
      )
    ).map(({ businessId, sku }) => skuKey(businessId, sku ?? '')),
  )
  return {
    created: ids.size,
    errors: taken.map(({ change, target: { businessId, values } }) =>
      values.sku !== null && skus.has(skuKey(businessId, values.sku))
        ? takenError(change, 'sku', skuTakenText(values.sku))
        : takenError(change, 'slug', 'This product was added during the import. Please import it again.'),
    ),
  }
}

/** A row that lost its slug or its SKU to a product that was stored meanwhile. */
const takenError = ({ row }: ProductChange, column: 'slug' | 'sku', message: string): RowError => ({
  sheet: 'Products',
  row: row ?? 1,
  column,
  cause: 'taken',
  value: null,
  message,
})

/**
 * Stores values with a new SKU in a savepoint.
 * @returns the new version; null, changing nothing, where another product has the SKU by now
 */
async function updateWithSku(tx: Db, id: string, values: ProductValues, now: Date): Promise<number | null> {
  try {
    return await tx.transaction((savepoint) => updateProduct(savepoint, id, values, now))
  } catch (error) {
    if (violatedConstraint(error) === 'products_sku_key') return null
    throw error
  }
}

/**
 * Stores a batch of changes: new products, then differences of existing ones, with their stock movements and, for a user's import, the
 * previous values for undo.
 */
export async function storeChanges(tx: Db, changes: readonly ProductChange[], run: ImportRun): Promise<Stored> {
  const { importId, actorId } = run
  const { added, known } = sort(changes)
  const { created, errors } = await storeNew(tx, added, run)
  const compared = await compare(tx, known, true)
  const undoable: Parameters<typeof insertChanges>[1][number][] = []
  let updated = 0
  const lost = new Set<string>()
  for (const { id, change, version, before, after } of compared) {
    if (!after) continue
    const store = after.sku === null || after.sku === before.sku ? updateProduct : updateWithSku
    const versionAfter = await store(tx, id, after, run.now)
    if (versionAfter === null) {
      errors.push(takenError(change, 'sku', skuTakenText(after.sku)))
      lost.add(id)
      continue
    }
    updated += 1
    undoable.push({ importId, productId: id, before, versionBefore: version, versionAfter })
  }
  if (actorId) await insertChanges(tx, undoable)
  await linkSlugs(
    tx,
    compared.flatMap(({ id, change: { fits }, after }) => (after && fits ? [{ productId: id, slugs: fits.map(({ slug }) => slug) }] : [])),
  )
  const restocked = compared.filter(({ id, delta }) => delta !== 0 && !lost.has(id))
  await recordMovements(
    tx,
    restocked.map(({ id: productId, delta }): StockMovement => ({ productId, delta, reason: 'import', reference: importId, actorId })),
  )
  return { created, updated, unchanged: compared.length - updated - lost.size, errors }
}
