import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { DOCUMENT_KINDS, type DocumentContent } from '#domain/document.ts'
import { CURRENCIES } from '#domain/money.ts'
import { at, cents, id, oneOf } from './columns.ts'
import { businesses } from './identity.ts'
import { orders } from './orders.ts'

/** Invoices, credit notes and what platform and sellers bill each other. A trigger refuses every change and deletion (`documents_append_only`). */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    /** Null: the platform. */
    issuerBusinessId: uuid().references(() => businesses.id),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    number: integer().notNull(),
    /** The number with the prefix of its series, as people quote it. */
    label: text().notNull(),
    /** Null for documents between the platform and a seller. */
    orderId: uuid().references(() => orders.id),
    /** The seller that it is about, who may read it; null: the platform's own sale. */
    businessId: uuid().references(() => businesses.id),
    /** The invoice that it corrects. */
    refersTo: uuid().references((): AnyPgColumn => documents.id),
    /** Payment in parts that it is for; null: the whole order. */
    milestoneId: uuid(),
    /** Event that it is written for, so that it is written once. */
    cause: text().notNull().unique(),
    issuedAt: at().notNull(),
    /** Day of the supply; null while something is still to be sent. */
    suppliedAt: date(),
    currency: text({ enum: CURRENCIES }).notNull(),
    netCents: cents().notNull(),
    taxCents: cents().notNull(),
    grossCents: cents().notNull(),
    /** Name and country (ISO 3166, two letters, or '') of the recipient. */
    buyerName: text().notNull(),
    country: text().notNull(),
    /** Everything that is printed. */
    content: jsonb().$type<DocumentContent>().notNull(),
    /** Number, order and recipient, normalized to lower-case ASCII. */
    searchText: text().notNull(),
  },
  (t) => [
    unique('documents_number_key').on(t.issuerBusinessId, t.kind, t.number).nullsNotDistinct(),
    uniqueIndex('documents_invoice_key')
      .on(
        t.orderId,
        sql`coalesce(${t.issuerBusinessId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
        sql`coalesce(${t.milestoneId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      )
      .where(sql`${t.kind} = 'invoice'`),
    index('documents_order_idx').on(t.orderId),
    index('documents_issued_idx').on(t.issuedAt, t.id),
    index('documents_business_idx').on(t.businessId, t.issuedAt, t.id).where(sql`${t.businessId} is not null`),
    index('documents_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    oneOf('documents_kind_check', t.kind, DOCUMENT_KINDS),
    oneOf('documents_currency_check', t.currency, CURRENCIES),
    check('documents_amounts_check', sql`${t.grossCents} = ${t.netCents} + ${t.taxCents} and ${t.netCents} >= 0 and ${t.taxCents} >= 0`),
    check('documents_refers_check', sql`(${t.kind} = 'credit_note') = (${t.refersTo} is not null)`),
  ],
)

/** Next number of each issuer and kind. Its row is locked from the number to the end of the transaction, so that no number is missing. */
export const documentSeries = pgTable(
  'document_series',
  {
    /** Null: the platform. */
    issuerBusinessId: uuid().references(() => businesses.id),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    prefix: text().primaryKey(),
    next: integer().notNull().default(1),
    /** False while the job `older-invoices` writes documents: until then it writes all credit notes, in the order of their time. */
    isOpen: boolean().notNull().default(true),
  },
  (t) => [
    unique('document_series_key').on(t.issuerBusinessId, t.kind).nullsNotDistinct(),
    oneOf('document_series_kind_check', t.kind, DOCUMENT_KINDS),
    check('document_series_next_check', sql`${t.next} >= 1`),
  ],
)
