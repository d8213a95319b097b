import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { countryCodeOf } from '#domain/country-codes.ts'
import { daysOfMonth } from '#domain/time.ts'
import { isIssuedWithin } from '#server/payments/documents/document-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readIds } from '#server/platform/db/read-ids.ts'
import { documents, exchangeRates } from '#server/platform/db/schema.ts'

/** A document of the journal. */
export type JournalDocument = typeof documents.$inferSelect

/** Documents that are read at once. */
const STEP = 500

/** Owner of a journal: the platform (null), or a seller. */
type Owner = string | null

/** Condition: a document belongs into the books of its owner; the platform's have what it issues and what sellers bill it. */
function belongsTo(owner: Owner): SQL | undefined {
  if (owner !== null) return eq(documents.businessId, owner)
  return or(isNull(documents.issuerBusinessId), eq(documents.kind, 'self_bill'))
}

/** Returns the other party of a document in the books of a side: its issuer of what the side is billed, else its buyer. */
export function partnerOf({ kind, content, buyerName, country }: JournalDocument, side: 'platform' | 'seller') {
  const isIssuer = kind === (side === 'platform' ? 'self_bill' : 'commission')
  if (!isIssuer) return { name: buyerName, country, vatId: content.buyer.vatId, vatCountry: content.buyer.country }
  const { name, vatId, country: place } = content.issuer
  const code = countryCodeOf(place)
  return { name, country: code, vatId, vatCountry: code }
}

/** Reads the documents of a month, some at a time, in the order of their issue. */
export async function* readJournal(db: Db, owner: Owner, month: string): AsyncGenerator<JournalDocument[]> {
  const order = [asc(documents.issuedAt), asc(documents.id)]
  const ids = await readIds(
    db,
    db
      .select({ id: documents.id })
      .from(documents)
      .where(and(belongsTo(owner), isIssuedWithin(sql`${documents}`, daysOfMonth(month))))
      .orderBy(...order),
  )
  for (let at = 0; at < ids.length; at += STEP) {
    yield db
      .select()
      .from(documents)
      .where(inArray(documents.id, ids.slice(at, at + STEP)))
      .orderBy(...order)
  }
}

/**
 * Returns a function that gives the units of a currency for one euro on a day: the newest reference rate until then; null where there is
 * none.
 */
export async function readRates(db: Db, month: string): Promise<(currency: string, day: string) => number | null> {
  const rows = await db
    .select()
    .from(exchangeRates)
    .where(and(eq(exchangeRates.currency, 'USD'), lt(exchangeRates.day, daysOfMonth(month).before)))
    .orderBy(asc(exchangeRates.day))
  return (currency, day) => (currency === 'EUR' ? 1 : (rows.findLast((row) => row.currency === currency && row.day <= day)?.perEur ?? null))
}
