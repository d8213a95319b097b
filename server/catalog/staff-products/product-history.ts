import { and, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ListRange } from '#server/catalog/products/managed-products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { auditEntries, catalogImportChanges, catalogImports, users } from '#server/platform/db/schema.ts'

const ofProduct = (productId: string) => and(eq(auditEntries.targetType, 'product'), eq(auditEntries.targetId, productId))

/** Changes that the audit log has of a product. */
const auditedChanges = (db: Db, productId: string) =>
  db
    .select({
      id: sql<string>`'change-' || ${auditEntries.id}`.as('entry_id'),
      at: auditEntries.at,
      actorName: auditEntries.actorName,
      actorRole: auditEntries.actorRole,
      action: auditEntries.action,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(ofProduct(productId))

/** Changes by imports: the audit log has one entry for a whole import, not one for each product. */
const importedChanges = (db: Db, productId: string) =>
  db
    .select({
      id: sql<string>`'import-' || ${catalogImports.id}`.as('entry_id'),
      at: catalogImports.at,
      actorName: sql<string>`coalesce(${users.name}, 'System')`.as('actor_name'),
      actorRole: sql<string>`coalesce(${users.role}, 'system')`.as('actor_role'),
      action: sql<string>`case when ${catalogImportChanges.before} is null then 'product.import' else 'product.reimport' end`.as('action'),
      before: sql<unknown>`null::jsonb`.as('before'),
      after: sql<unknown>`jsonb_build_object('fileName', ${catalogImports.fileName})`.as('after'),
    })
    .from(catalogImportChanges)
    .innerJoin(catalogImports, eq(catalogImports.id, catalogImportChanges.importId))
    .leftJoin(users, eq(users.id, catalogImports.actorId))
    .where(eq(catalogImportChanges.productId, productId))

/** Returns one range of a product's changes by people and imports, newest first, and how many there are. */
export async function listHistory(db: Db, productId: string, { limit, offset }: ListRange) {
  const rows = await unionAll(auditedChanges(db, productId), importedChanges(db, productId))
    .orderBy(sql`at desc, entry_id desc`)
    .limit(limit)
    .offset(offset)
  const audited = await db.$count(auditEntries, ofProduct(productId))
  return { rows, total: audited + (await db.$count(catalogImportChanges, eq(catalogImportChanges.productId, productId))) }
}
