import { and, eq, sql } from 'drizzle-orm'
import type { Currency } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ledgerEntries, ledgerTransactions } from '#server/platform/db/schema.ts'

/** A transaction between accounts; its `entries` add up to 0. Amounts in cents, debits above 0, credits below. */
interface LedgerTransaction {
  reason: (typeof ledgerTransactions.$inferInsert)['reason']
  /** Identifies the cause; unique together with `reason`, so that it is posted once. */
  reference: string
  orderId: string | null
  currency: Currency
  note?: string
  at: Date
  entries: readonly { account: (typeof ledgerEntries.$inferInsert)['account']; businessId?: string; debitCents: number }[]
}

/**
 * Posts a transaction to the ledger, inside the database transaction that causes it.
 * @returns false, changing nothing, when it was posted before
 * @throws Error when its entries do not add up to 0
 */
export async function postTransaction(tx: Db, { entries, ...transaction }: LedgerTransaction): Promise<boolean> {
  const moved = entries.filter(({ debitCents }) => debitCents !== 0)
  if (moved.reduce((sum, { debitCents }) => sum + debitCents, 0) !== 0) throw new Error(`Unbalanced transaction: ${transaction.reference}`)
  if (moved.length === 0) return false
  const [row] = await tx
    .insert(ledgerTransactions)
    .values(transaction)
    .onConflictDoNothing({ target: [ledgerTransactions.reason, ledgerTransactions.reference] })
    .returning({ id: ledgerTransactions.id })
  if (!row) return false
  const { currency, at } = transaction
  await tx.insert(ledgerEntries).values(moved.map((entry) => ({ ...entry, transactionId: row.id, currency, at })))
  return true
}

/** Amounts that payments or refunds of a seller order were posted with, in cents. */
interface PostedShares {
  amountCents: number
  taxCents: number
  commissionCents: number
}

async function listPosted(db: Db, orderId: string, reason: 'sale' | 'refund'): Promise<Map<string, PostedShares>> {
  const sum = (account: 'clearing' | 'tax' | 'commission') =>
    sql<string>`abs(coalesce(sum(${ledgerEntries.debitCents}) filter (where ${ledgerEntries.account} = ${account}), 0))`
  const rows = await db
    .select({
      businessId: sql<string>`split_part(${ledgerTransactions.reference}, ':', 2)`,
      amount: sum('clearing'),
      tax: sum('tax'),
      commission: sum('commission'),
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(and(eq(ledgerTransactions.reason, reason), eq(ledgerTransactions.orderId, orderId)))
    .groupBy(sql`1`)
  return new Map(
    rows.map(({ businessId, amount, tax, commission }) => [
      businessId,
      { amountCents: Number(amount), taxCents: Number(tax), commissionCents: Number(commission) },
    ]),
  )
}

/** Returns what was paid of each seller order, as it was posted, by seller: only that can be refunded. */
export const listSales = (db: Db, orderId: string): Promise<Map<string, PostedShares>> => listPosted(db, orderId, 'sale')

/** Returns what refunds of an order were posted with, by seller. */
export const listPostedRefunds = (db: Db, orderId: string): Promise<Map<string, PostedShares>> => listPosted(db, orderId, 'refund')
