import type { StatementLine } from '#contract/payouts/earnings.ts'
import { toDecimal } from '#domain/money.ts'
import { dayOf } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listMonths, type MonthRow } from './earning-entries.ts'
import type { MonthlyDocument } from './monthly-document-list.ts'

/** A month of a seller in one currency with what the balance was before and after it; cents. */
export interface Statement extends MonthRow {
  openingCents: number
  closingCents: number
}

/** The month of an instant in a zone: `2026-03`. */
export const monthOf = (at: Date, timeZone: string): string => dayOf(at, timeZone).slice(0, 7)

/** Every statement of a seller, the oldest first: each begins with what the one before ended with. */
export async function listStatements(db: Db, businessId: string, timeZone: string): Promise<Statement[]> {
  const balances = new Map<string, number>()
  return (await listMonths(db, businessId, timeZone)).map((month) => {
    const openingCents = balances.get(month.currency) ?? 0
    const closingCents = openingCents + month.netCents
    balances.set(month.currency, closingCents)
    return { ...month, openingCents, closingCents }
  })
}

/** Returns the seller's net sales of these months, before payouts; cents. */
export const earnedCents = ({
  salesCents,
  refundsCents,
  commissionCents,
  taxCents,
}: Pick<MonthRow, 'salesCents' | 'refundsCents' | 'commissionCents' | 'taxCents'>): number =>
  salesCents - refundsCents - commissionCents - taxCents

/**
 * Presents statements, the newest first, each with the documents about it: those of a month without a movement are at the last one before.
 */
export function presentStatements(
  statements: readonly Statement[],
  documents: readonly MonthlyDocument[],
  thisMonth: string,
): StatementLine[] {
  const homeOf = ({ month, currency }: MonthlyDocument) => statements.findLast((one) => one.currency === currency && one.month <= month)
  return statements
    .map((statement) =>
      presentStatement(
        statement,
        documents.filter((document) => homeOf(document) === statement),
        thisMonth,
      ),
    )
    .toSorted((a, b) => b.month.localeCompare(a.month) || b.currency.localeCompare(a.currency))
}

/** A statement as it travels; the running month is not final. */
function presentStatement(statement: Statement, documents: readonly MonthlyDocument[], thisMonth: string): StatementLine {
  return {
    month: statement.month,
    currency: statement.currency,
    opening: toDecimal(statement.openingCents),
    sales: toDecimal(statement.salesCents),
    refunds: toDecimal(statement.refundsCents),
    commission: toDecimal(statement.commissionCents),
    tax: toDecimal(statement.taxCents),
    net: toDecimal(earnedCents(statement)),
    payouts: toDecimal(statement.payoutCents),
    documentTax: toDecimal(statement.documentTaxCents),
    closing: toDecimal(statement.closingCents),
    isFinal: statement.month < thisMonth,
    documents: documents.map(({ id, number, kind }) => ({ id, number, kind })),
  }
}
