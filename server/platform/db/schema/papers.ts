import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAPER_KINDS } from '#domain/paper.ts'
import { products } from './catalog.ts'
import { at, createdAt, id, oneOf } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Papers of products, each revision a row. A trigger refuses changes once the product was sold, but that a newer revision supersedes one.
 */
export const productPapers = pgTable(
  'product_papers',
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text({ enum: PAPER_KINDS }).notNull(),
    language: text().notNull(),
    revision: text().notNull().default(''),
    /** The law that a declaration names; '' for none. */
    law: text().notNull().default(''),
    /** Last day on which it is valid; null: no end. */
    validTo: date(),
    /** Name that its uploader gave it, and its key in the store of files. */
    fileName: text().notNull(),
    file: text().notNull().unique(),
    bytes: integer().notNull(),
    /** SHA-256 of its content, in hexadecimal digits. */
    hash: text().notNull(),
    createdAt: createdAt(),
    /** Null: the newest of its kind and language. */
    supersededAt: at(),
    /** When staff accepted it as the proof of what its product states; null: they have not. */
    acceptedAt: at(),
  },
  (t) => [
    uniqueIndex('product_papers_current_key').on(t.productId, t.kind, t.language).where(sql`${t.supersededAt} is null`),
    oneOf('product_papers_kind_check', t.kind, PAPER_KINDS),
  ],
)

/** Copies on paper that buyers asked for, each a task of the seller. */
export const paperCopies = pgTable(
  'paper_copies',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    paperId: uuid()
      .notNull()
      .references(() => productPapers.id, { onDelete: 'cascade' }),
    businessId: uuid().notNull(),
    createdAt: createdAt(),
    dueAt: at().notNull(),
    /** Null: not sent yet. */
    sentAt: at(),
  },
  (t) => [
    unique('paper_copies_once').on(t.orderId, t.paperId),
    index('paper_copies_open_idx').on(t.businessId, t.dueAt).where(sql`${t.sentAt} is null`),
  ],
)
