import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CLICK_KINDS } from '#domain/search/click.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { SYNONYM_KINDS } from '#domain/search/synonym-rules.ts'
import type { SearchAnswer } from '#domain/search/synonyms.ts'
import { products } from './catalog.ts'
import { at, createdAt, id, oneOf, tsvector, version } from './columns.ts'
import { users } from './identity.ts'

/**
 * Words of products for the search, made by the application in the transaction of each change; a trigger only marks what has changed
 * without it.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Those of `words` with the weights A and B: short, so that most pages of a search read no more. */
    title: tsvector().notNull().default(''),
    /** Each word and its stem: of the title A, of the category B, of facts C, of other texts D. */
    words: tsvector().notNull().default(''),
    /** SKU, MPN, GTIN and slug in small letters, without spaces and hyphens. */
    codes: text().array().notNull().default([]),
    /** Place among hits that match as well: 0 machine, 1 accessory, 2 material, 3 part, 4 trial. */
    role: smallint().notNull().default(4),
    /** True if the product has changed since. */
    isStale: boolean().notNull().default(true),
  },
  (t) => [
    index('search_documents_title_idx').using('gin', t.title),
    index('search_documents_words_idx').using('gin', t.words),
    index('search_documents_codes_idx').using('gin', t.codes),
    index('search_documents_stale_idx').on(t.productId).where(sql`${t.isStale}`),
  ],
)

/** Words that a misspelled search may mean: those of products, businesses, categories and articles, public or not. Triggers add them. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** Number of documents with the word, counted each night; 0: not counted yet. */
    documents: integer().notNull().default(0),
  },
  (t) => [index('search_words_word_idx').using('gin', t.word.op('gin_trgm_ops'))],
)

/** Words of buyers and what they find, from the shop's own list and from staff. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: id(),
    language: text({ enum: SEARCH_LANGUAGES }).notNull(),
    kind: text({ enum: SYNONYM_KINDS }).notNull(),
    terms: text().array().notNull(),
    targets: text().array().notNull().default([]),
    answer: jsonb().$type<SearchAnswer>(),
    note: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    origin: text({ enum: ['shipped', 'staff'] }).notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    updatedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
  },
  (t) => [
    uniqueIndex('search_synonyms_first_key').on(t.language, t.kind, sql`lower(${t.terms}[1])`),
    oneOf('search_synonyms_language_check', t.language, SEARCH_LANGUAGES),
    oneOf('search_synonyms_kind_check', t.kind, SYNONYM_KINDS),
    check('search_synonyms_terms_check', sql`cardinality(${t.terms}) between 1 and 12 and cardinality(${t.targets}) <= 12`),
  ],
)

/** Searches that found nothing, counted by language, without who searched. */
export const zeroResultCounts = pgTable(
  'zero_result_counts',
  {
    language: text({ enum: SEARCH_LANGUAGES }).notNull(),
    /** The words, normalized to lower-case ASCII. */
    term: text().notNull(),
    times: integer().notNull().default(1),
    /** Null: from before it was kept. */
    firstAt: at(),
    lastAt: createdAt(),
    /** When staff took it off their list; null: it is on it. */
    dismissedAt: at(),
    dismissedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.term, t.language] }), oneOf('zero_result_counts_language_check', t.language, SEARCH_LANGUAGES)],
)

/** The same as servers of the version before count them, each term once; the next release drops it. */
export const zeroResultSearches = pgTable('zero_result_searches', {
  /** The words, normalized to lower-case ASCII. */
  term: text().primaryKey(),
  /** Language in which it was last searched. */
  language: text({ enum: SEARCH_LANGUAGES }).notNull().default('en'),
  times: integer().notNull().default(1),
  lastAt: createdAt(),
  /** When staff took it off their list; null: it is on it. */
  dismissedAt: at(),
  dismissedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
})

/** Results that were chosen, by day and search, without who chose them. */
export const searchClicks = pgTable(
  'search_clicks',
  {
    day: date().notNull(),
    language: text({ enum: SEARCH_LANGUAGES }).notNull(),
    /** The words, normalized to lower-case ASCII: only such as the shop knows. */
    query: text().notNull(),
    kind: text({ enum: CLICK_KINDS }).notNull(),
    /** Id of a product, slug or path of another page. */
    entityId: text().notNull(),
    clicks: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.language, t.query, t.kind, t.entityId] }),
    index('search_clicks_query_idx').on(t.query, t.kind),
    oneOf('search_clicks_kind_check', t.kind, CLICK_KINDS),
    oneOf('search_clicks_language_check', t.language, SEARCH_LANGUAGES),
    check('search_clicks_query_check', sql`length(${t.query}) <= 60`),
  ],
)

/** Searches by day (UTC), and what came of them: only numbers. */
export const searchDays = pgTable('search_days', {
  day: date().primaryKey(),
  searches: integer().notNull().default(0),
  /** Those of `searches` that found nothing. */
  nothing: integer().notNull().default(0),
  /** Those of `searches` that were corrected. */
  corrected: integer().notNull().default(0),
  /** Those of `searches` after which one of the first three results was chosen. */
  topClicks: integer().notNull().default(0),
})

/** Not read any more; the version before does, so that a contract migration of the next release drops it. */
export const searchQuality = pgTable(
  'search_quality',
  {
    id: smallint().primaryKey().default(1),
    measuredAt: createdAt(),
    report: jsonb().notNull(),
  },
  (t) => [check('search_quality_id_check', sql`${t.id} = 1`)],
)
