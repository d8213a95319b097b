import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import {
  cartItems,
  catalogImportChanges,
  catalogImports,
  deletedCategories,
  orderLines,
  productChanges,
  products,
  stockMovements,
} from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of what was deleted, which can be restored until then, and of what undoes imports and bulk changes. */
export const CATALOG_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'product',
    table: products,
    since: products.deletedAt,
    days: RETENTION_DAYS.deleted,
    where: () =>
      sql`${products.status} = 'Deleted' and not exists (select 1 from ${orderLines} where ${orderLines.productId} = ${products.id})`,
    which: 'that were deleted and that no order names',
    alongside: [stockMovements.productId, cartItems.productId],
  },
  {
    noun: 'category',
    plural: 'categories',
    table: deletedCategories,
    since: deletedCategories.deletedAt,
    days: RETENTION_DAYS.deleted,
    which: 'that were deleted',
  },
  {
    noun: 'unfinished import',
    table: catalogImports,
    since: catalogImports.at,
    days: RETENTION_DAYS.draft,
    where: () => sql`${catalogImports.status} = 'waiting' and (${catalogImports.options} ->> 'isDraft')::boolean`,
    which: 'that were never started',
  },
  {
    noun: 'undo record',
    table: catalogImportChanges,
    since: catalogImports.at,
    via: sql`${catalogImports.id} = ${catalogImportChanges.importId}`,
    days: RETENTION_DAYS.import,
  },
  { noun: 'bulk change', table: productChanges, since: productChanges.createdAt, days: RETENTION_DAYS.bulkChange },
]
