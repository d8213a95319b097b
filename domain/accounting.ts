import { type DocumentContent, type DocumentKind, grossOf } from './document.ts'
import type { DocumentReason } from './tax-decision.ts'

/** Kinds of revenue that are booked on accounts of their own. */
export const REVENUE_KINDS = ['domestic', 'intraCommunity', 'export', 'otherEu', 'other'] as const

/** One of `REVENUE_KINDS`. */
export type RevenueKind = (typeof REVENUE_KINDS)[number]

/** Settings of the bookkeeping: numbers of the consultant and the client at DATEV, and accounts with their tax keys. */
export interface AccountingSettings {
  /** Null until somebody has entered it: there is no DATEV file without it. */
  consultant: number | null
  client: number | null
  receivables: string
  /** Account of what is settled with sellers. */
  clearing: string
  /** Account of the tax on sales. */
  tax: string
  /** Commission that sellers pay. */
  commission: string
  /** Purchases from sellers by self-billed invoices, and the tax on them. */
  purchases: string
  inputTax: string
  accounts: Record<RevenueKind, string>
  /** Tax key of each kind; '' where the account has the tax by itself. */
  keys: Record<RevenueKind, string>
}

/** The chart of accounts SKR03. */
export const DEFAULT_ACCOUNTING: AccountingSettings = {
  consultant: null,
  client: null,
  receivables: '1400',
  clearing: '1360',
  tax: '1776',
  commission: '8510',
  purchases: '3200',
  inputTax: '1576',
  accounts: { domestic: '8400', intraCommunity: '8125', export: '8120', otherEu: '8320', other: '8200' },
  keys: { domestic: '', intraCommunity: '', export: '', otherEu: '', other: '' },
}

/** Returns the kind of revenue of a tax decision. `other` is what no VAT is about, such as sales in the United States. */
function revenueKindOf({ reason }: { reason: DocumentReason }): RevenueKind {
  switch (reason) {
    case 'domestic':
    case 'origin_threshold':
      return 'domestic'
    case 'intra_community':
      return 'intraCommunity'
    case 'export':
    case 'export_to_eu':
      return 'export'
    case 'oss':
    case 'ioss':
      return 'otherEu'
    default:
      return 'other'
  }
}

/** A line of the journal; cents in the currency of its document, one of the two is 0. */
interface JournalEntry {
  account: string
  counterAccount: string
  debitCents: number
  creditCents: number
  taxKey: string
}

/** The amount of a document with one rate and reason: cents with tax, and the tax in them. */
interface JournalShare {
  kind: RevenueKind
  /** Ten-thousandths of a percent. */
  percent: number
  grossCents: number
  taxCents: number
}

/** Returns the shares of a document by rate and reason; together they are its gross amount. */
function journalShares({ lines, credits, taxes, mode }: Pick<DocumentContent, 'lines' | 'credits' | 'taxes' | 'mode'>): JournalShare[] {
  return taxes.flatMap((tax, index) => {
    const own = [
      ...lines.filter((line) => line.tax === index).map((line) => ({ grossCents: grossOf(line, mode), taxCents: line.taxCents })),
      ...credits.filter((credit) => credit.tax === index),
    ]
    const sum = (name: 'grossCents' | 'taxCents') => own.reduce((total, row) => total + row[name], 0)
    return own.length === 0
      ? []
      : [{ kind: revenueKindOf(tax), percent: tax.percent, grossCents: sum('grossCents'), taxCents: sum('taxCents') }]
  })
}

/** Accounts that a document is booked on, from the side of the platform or of a seller. */
interface Booking {
  /** Account of who owes the amount, or is owed it. */
  open: string
  /** Account of revenue or expense of a kind. */
  result: (kind: RevenueKind) => string
  tax: string
  /** False: an expense, or a credit note, which is booked the other way round. */
  isRevenue: boolean
}

function bookingOf(kind: DocumentKind, side: 'platform' | 'seller', settings: AccountingSettings): Booking {
  const { receivables, clearing, tax, commission, purchases, inputTax, accounts } = settings
  const sale = { tax, result: (of: RevenueKind) => accounts[of] }
  const isSeller = side === 'seller'
  switch (kind) {
    case 'invoice':
      return { ...sale, open: receivables, isRevenue: true }
    case 'credit_note':
      return { ...sale, open: receivables, isRevenue: false }
    case 'commission':
      return { open: clearing, tax: isSeller ? inputTax : tax, result: () => commission, isRevenue: !isSeller }
    case 'self_bill':
      if (isSeller) return { ...sale, open: clearing, isRevenue: true }
      return { open: clearing, tax: inputTax, result: () => purchases, isRevenue: false }
  }
}

/** Returns the entries of a document; debits and credits are equal. Shares of 0 have none. */
export function journalOf(
  { kind, content }: { kind: DocumentKind; content: DocumentContent },
  side: 'platform' | 'seller',
  settings: AccountingSettings,
): JournalEntry[] {
  const booking = bookingOf(kind, side, settings)
  const entry = (account: string, counterAccount: string, cents: number, isDebit: boolean, taxKey: string): JournalEntry[] =>
    cents === 0 ? [] : [{ account, counterAccount, debitCents: isDebit ? cents : 0, creditCents: isDebit ? 0 : cents, taxKey }]
  return journalShares(content).flatMap(({ kind: of, grossCents, taxCents }) => {
    const result = booking.result(of)
    const key = settings.keys[of]
    return [
      ...entry(booking.open, result, grossCents, booking.isRevenue, key),
      ...entry(result, booking.open, grossCents - taxCents, !booking.isRevenue, key),
      ...entry(booking.tax, booking.open, taxCents, !booking.isRevenue, key),
    ]
  })
}

/** Returns the row of a DATEV file for each share of a document: its gross amount between the two accounts, debit (S) or credit (H). */
export function datevRows(
  { kind, content }: { kind: DocumentKind; content: DocumentContent },
  settings: AccountingSettings,
): (JournalShare & { side: 'S' | 'H'; account: string; counterAccount: string; taxKey: string })[] {
  const booking = bookingOf(kind, 'platform', settings)
  return journalShares(content)
    .filter(({ grossCents }) => grossCents > 0)
    .map((share) => ({
      ...share,
      side: booking.isRevenue ? 'S' : 'H',
      account: booking.open,
      counterAccount: booking.result(share.kind),
      taxKey: settings.keys[share.kind],
    }))
}
