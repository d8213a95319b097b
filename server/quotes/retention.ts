import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { quoteFiles, quoteMessages, quotes, quoteVersions } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'
import { FORGOTTEN_OFFERS, FORGOTTEN_REQUEST } from './quote-record.ts'

/** Retention of quotes that did not become orders, with their messages and files, and of files that no quote has. */
export const QUOTE_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'quote',
    table: quotes,
    since: quotes.updatedAt,
    days: RETENTION_DAYS.quote,
    where: () => sql`${quotes.orderId} is null and (${quotes.buyerEmail} <> '' or ${quotes.request} <> (${FORGOTTEN_REQUEST}))`,
    which: 'that did not become an order',
    reduce: {
      set: sql`buyer_name = '', buyer_email = '', buyer_company = '', buyer_phone = '', closed_reason = '', draft = null,
        request = ${FORGOTTEN_REQUEST}`,
      words: 'the buyer and the request are cleared',
    },
  },
  {
    noun: 'offer',
    table: quoteVersions,
    since: quoteVersions.createdAt,
    days: 0,
    where: () => FORGOTTEN_OFFERS.where,
    which: 'that did not become an order, once the buyer is cleared',
    reduce: { set: sql`content = ${FORGOTTEN_OFFERS.content}`, words: 'the VAT ID of the buyer is cleared' },
  },
  {
    noun: 'message of a quote',
    plural: 'messages of quotes',
    table: quoteMessages,
    since: quoteMessages.createdAt,
    days: RETENTION_DAYS.quote,
    where: (before) =>
      sql`exists (select 1 from ${quotes} q where q.id = ${quoteMessages.quoteId} and q.order_id is null and q.updated_at < ${before})`,
    which: 'about one that did not become an order, as long as nothing was done with it',
  },
  {
    noun: 'file of a quote',
    plural: 'files of quotes',
    table: quoteFiles,
    since: quoteFiles.createdAt,
    days: RETENTION_DAYS.quote,
    where: (before) =>
      sql`${quoteFiles.quoteIds} <> '{}' and not exists (select 1 from ${quotes} q
        where q.id = any(${quoteFiles.quoteIds}) and (q.order_id is not null or q.updated_at >= ${before}))`,
    which: 'about ones that did not become an order, as long as nothing was done with them',
  },
  {
    noun: 'unused quote file',
    table: quoteFiles,
    since: quoteFiles.createdAt,
    days: RETENTION_DAYS.unusedPicture,
    where: () => sql`${quoteFiles.quoteIds} = '{}'`,
    which: 'that no quote has',
  },
]
