import { and, asc, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import { documentLabel } from '#domain/document.ts'
import { pluralize } from '#domain/text.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { documentSeries, documents, invoices } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { composeCredits } from './describe-credit.ts'
import { readOrderSources, readShopSource } from './document-orders.ts'
import { type NewDocument, storeDocuments } from './document-record.ts'
import { olderInvoiceOf } from './issue-documents.ts'

/** Orders in one transaction. */
const BATCH = 250
/** Credit notes in one transaction: what is still due is looked for in all refunds and cancellations each time. */
const CREDIT_BATCH = 1000
/** Newest numbers that are looked through for invoices of a server of the version before. */
const NEWEST = 1000

const credits = and(isNull(documentSeries.issuerBusinessId), eq(documentSeries.kind, 'credit_note'))

const withoutDocument = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(documents)
      .where(and(eq(documents.orderId, invoices.orderId), eq(documents.kind, 'invoice'))),
  )

/** Returns whether invoices of the version before have no document yet, or credit notes wait for them. */
export async function hasOlderInvoices({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  if ((await db.$count(documentSeries, and(credits, eq(documentSeries.isOpen, false)))) > 0) return true
  const newest = sql`${invoices.number} > (select max(number) from invoices) - ${NEWEST}`
  const found = await db
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(newest, withoutDocument(db)))
    .limit(1)
  return found.length > 0
}

/**
 * Writes a document for each invoice of the version before, under its number, then credit notes for what was refunded and canceled since,
 * in the order of their time; at last the series of credit notes is opened. Stopped and started again, it goes on where it was.
 * @returns a summary
 */
export async function convertInvoices({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<string> {
  const converted = await convertAll(db, now(), signal)
  const credited = signal.aborted ? 0 : await creditAll(db, signal)
  return `${pluralize(converted, 'invoice')} and ${pluralize(credited, 'credit note')} written.`
}

async function convertAll(db: Db, at: Date, signal: AbortSignal): Promise<number> {
  let last = 0
  let count = 0
  while (!signal.aborted) {
    const step = await inTransaction(db, async (tx) => {
      const rows = await tx
        .select()
        .from(invoices)
        .where(and(gt(invoices.number, last), withoutDocument(tx)))
        .orderBy(asc(invoices.number))
        .limit(BATCH)
        .for('update', { of: invoices })
      const sources = await readOrderSources(
        tx,
        rows.map(({ orderId }) => orderId),
      )
      const shop = await readShopSource(tx, sources, at)
      const byOrder = new Map(sources.map((source) => [source.record.order.id, source]))
      const written = rows.flatMap((row) => {
        const source = byOrder.get(row.orderId)
        const isNew = source !== undefined && source.documents.every(({ kind }) => kind !== 'invoice')
        return isNew ? olderInvoiceOf(source, shop, row) : []
      })
      await storeDocuments(tx, written)
      return { last: rows.at(-1)?.number, size: rows.length, written: written.length }
    })
    count += step.written
    if (step.last === undefined || step.size < BATCH) return count
    last = step.last
  }
  return count
}

/** A refund or cancellation without its credit note, and its time as text. */
interface Uncredited {
  at: string
  id: string
  order_id: string
}

/** Reads refunds and cancellations that an invoice has no credit note for, in the order of their time, after one of them. */
async function listUncredited(tx: Db, after: Pick<Uncredited, 'at' | 'id'> | null): Promise<Uncredited[]> {
  const { rows } = await tx.execute<Record<keyof Uncredited, string>>(sql`
    with due as (
      select r.settled_at as at, 'refund:' || r.id as id, r.order_id from refunds r where r.status = 'settled'
      union all
      select coalesce(
          (select max(e.at) from order_events e where e.order_id = p.order_id and e.business_id = p.business_id and e."to" = 'cancelled'),
          p.updated_at
        ), 'cancel:' || p.order_id || ':' || p.business_id, p.order_id
      from seller_orders p where p.status = 'cancelled' and not exists (
        select from ledger_transactions t where t.reason = 'sale' and t.reference = p.order_id || ':' || p.business_id
      )
    )
    select greatest(due.at, i.issued_at)::text as at, due.id, due.order_id from due
    join documents i on i.order_id = due.order_id and i.kind = 'invoice'
    left join documents c on c.cause = due.id || ':' || i.id
    where c.id is null ${after ? sql`and (greatest(due.at, i.issued_at), due.id) > (${after.at}::timestamptz, ${after.id})` : sql``}
    order by greatest(due.at, i.issued_at), due.id limit ${CREDIT_BATCH}`)
  return rows
}

async function creditAll(db: Db, signal: AbortSignal): Promise<number> {
  let after: Uncredited | null = null
  let count = 0
  while (!signal.aborted) {
    const step: { written: number; last: Uncredited | null } = await inTransaction(db, async (tx) => {
      const [series] = await tx.select().from(documentSeries).where(credits).for('update')
      if (!series || series.isOpen) return { written: 0, last: null } // live transactions write them
      const rows = await listUncredited(tx, after)
      const due = await composeDue(tx, rows)
      await storeDocuments(
        tx,
        due.map((document, index) => {
          const number = series.next + index
          return { ...document, number, label: documentLabel(series.prefix, number) }
        }),
      )
      const isDone = rows.length < CREDIT_BATCH
      await tx
        .update(documentSeries)
        .set({ next: series.next + due.length, isOpen: isDone })
        .where(credits)
      return { written: due.length, last: isDone ? null : (rows.at(-1) ?? null) }
    })
    count += step.written
    after = step.last
    if (!after) return count
  }
  return count
}

/** Composes the credit notes of some causes, in their order. */
async function composeDue(tx: Db, rows: readonly Uncredited[]): Promise<NewDocument[]> {
  const wanted = new Map(rows.map(({ id }, index) => [id, index]))
  const sources = await readOrderSources(tx, [...new Set(rows.map((row) => row.order_id))])
  const placeOf = ({ cause }: Pick<NewDocument, 'cause'>) => wanted.get(cause.slice(0, cause.lastIndexOf(':')))
  return sources
    .flatMap((source) => composeCredits(source).map(({ document }) => document))
    .filter((document) => placeOf(document) !== undefined)
    .toSorted((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0))
}
