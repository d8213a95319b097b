import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { products } from './catalog.ts'
import { at, createdAt, id } from './columns.ts'
import { businesses, users } from './identity.ts'

const IMPORT_STATUSES = ['waiting', 'running', 'done', 'failed', 'undone'] as const

export const catalogImports = pgTable('catalog_imports', {
  id: id(),
  actorId: uuid().references(() => users.id),
  /** The business of the seller who imported; null: staff or the system. */
  businessId: uuid().references(() => businesses.id),
  fileName: text().notNull(),
  report: jsonb().$type<unknown>().notNull(),
  status: text({ enum: IMPORT_STATUSES }).notNull().default('done'),
  /** Products of the file, and how many of them are through. */
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  /** Choices of the uploader: the meaning of each column, the business that gets the products. */
  options: jsonb().$type<unknown>(),
  at: createdAt(),
  finishedAt: at(),
  undoneAt: at(),
})

/** Changes of an import, one row for each product, so that it can be undone. */
export const catalogImportChanges = pgTable(
  'catalog_import_changes',
  {
    importId: uuid()
      .notNull()
      .references(() => catalogImports.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The product's values before; null: the import created it. */
    before: jsonb().$type<unknown>(),
    /** The version of the product's last edit before; null: the import created it, or is older than this column. */
    versionBefore: integer(),
    /** The product's version after: a later edit is never undone with the import. */
    versionAfter: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.productId] }), index('catalog_import_changes_product_idx').on(t.productId)],
)

/** Mappings of imported tables that a user meets again, by their headers. */
export const importMappings = pgTable(
  'import_mappings',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of the headers. */
    fingerprint: text().notNull(),
    mapping: jsonb().$type<unknown>().notNull(),
    usedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fingerprint] })],
)
