import { and, eq, inArray, sql } from 'drizzle-orm'
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

/** Lists the sellers whose seller orders were posted as sales: only these can be refunded. */
export async function listSoldSellers(db: Db, orderId: string): Promise<Set<string>> {
  const rows = await db
    .select({ reference: ledgerTransactions.reference })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.reason, 'sale'), eq(ledgerTransactions.orderId, orderId)))
  return new Set(rows.map(({ reference }) => reference.slice(orderId.length + 1)))
}

/** Returns the tax and the commission that refunds of an order were posted with, in cents by seller. */
export async function listPostedRefunds(db: Db, orderId: string): Promise<Map<string, { taxCents: number; commissionCents: number }>> {
  const sum = (account: 'tax' | 'commission') =>
    sql<string>`coalesce(sum(${ledgerEntries.debitCents}) filter (where ${ledgerEntries.account} = ${account}), 0)`
  const rows = await db
    .select({
      businessId: sql<string>`split_part(${ledgerTransactions.reference}, ':', 2)`,
      tax: sum('tax'),
      commission: sum('commission'),
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(
      and(
        eq(ledgerTransactions.reason, 'refund'),
        eq(ledgerTransactions.orderId, orderId),
        inArray(ledgerEntries.account, ['tax', 'commission']),
      ),
    )
    .groupBy(sql`1`)
  return new Map(
    rows.map(({ businessId, tax, commission }) => [businessId, { taxCents: Number(tax), commissionCents: Number(commission) }]),
  )
}
