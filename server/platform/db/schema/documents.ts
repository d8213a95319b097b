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
import { E_INVOICE_FORMS, INVOICE_FORMS } from '#domain/e-invoice.ts'
import { CURRENCIES } from '#domain/money.ts'
import { at, cents, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { orders } from './orders.ts'

/**
 * Invoices, credit notes and what platform and sellers bill each other. A trigger refuses every change and deletion
 * (`documents_append_only`).
 */
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
    /** Payment in parts, or change of the order, that it is for; null: the whole order as it was placed. */
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

/**
 * E-invoices of documents. The row is written with its document; the job `e-invoice` makes the files once. A trigger refuses to change
 * files that are made and to delete a row (`e_invoices_written_once`).
 */
export const eInvoices = pgTable(
  'e_invoices',
  {
    documentId: uuid()
      .primaryKey()
      .references(() => documents.id),
    form: text({ enum: E_INVOICE_FORMS }).notNull(),
    /** Reference that the buyer asks for (BT-10), such as the Leitweg-ID of an authority; '' for none. */
    buyerReference: text().notNull().default(''),
    /** XML of the syntaxes CII and UBL; null until they are made, UBL also where the buyer has no electronic address. */
    cii: text(),
    ubl: text(),
    madeAt: at(),
    /** Failed attempts, the reason of the last one, and when the next is due; null: trying again is no use. */
    attempts: integer().notNull().default(0),
    problem: text().notNull().default(''),
    nextAt: at(),
  },
  (t) => [
    index('e_invoices_waiting_idx').on(t.nextAt).where(sql`${t.madeAt} is null`),
    oneOf('e_invoices_form_check', t.form, E_INVOICE_FORMS),
    check('e_invoices_made_check', sql`(${t.madeAt} is null) = (${t.cii} is null)`),
  ],
)

/** Form in which a buyer wants invoices; without a row the default of the buyer's country. */
export const invoicePreferences = pgTable(
  'invoice_preferences',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    form: text({ enum: INVOICE_FORMS }).notNull(),
    buyerReference: text().notNull().default(''),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [oneOf('invoice_preferences_form_check', t.form, INVOICE_FORMS)],
)
