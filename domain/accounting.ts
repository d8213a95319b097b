import type { DocumentContent, DocumentKind } from './document.ts'
import { type FiguredTax, figuresOf } from './document-figures.ts'
import { EU_COUNTRIES } from './market-country.ts'

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

/** Rates of VAT in Germany, in ten-thousandths of a percent, and the tax key of DATEV for the reduced one. */
const GERMAN_STANDARD = 190_000
const GERMAN_REDUCED = 70_000
const REDUCED_KEY = '2'

/**
 * Returns the kind of revenue of a tax decision. `domestic` is only the standard rate of Germany, which its account has by itself; `other`
 * is what the other kinds are not about, such as sales in the United States and the reduced rate of Germany.
 */
function revenueKindOf({ reason, percent, country }: FiguredTax): RevenueKind {
  switch (reason) {
    case 'domestic':
    case 'origin_threshold':
      if (country === 'DE') return percent === GERMAN_STANDARD ? 'domestic' : 'other'
      return EU_COUNTRIES.includes(country) ? 'otherEu' : 'other'
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

/** Returns the tax key of a share: that of its kind, else that of the reduced rate of Germany. */
const taxKeyOf = ({ kind, percent, country }: JournalShare, keys: AccountingSettings['keys']): string =>
  keys[kind] === '' && kind === 'other' && country === 'DE' && percent === GERMAN_REDUCED ? REDUCED_KEY : keys[kind]

/** A line of the journal; cents in the currency of its document, one of the two is 0. */
interface JournalEntry {
  account: string
  counterAccount: string
  debitCents: number
  creditCents: number
  taxKey: string
}

/** The amount of a document with one rate and reason: cents with tax, and the tax in them. Below 0: it is booked the other way round. */
interface JournalShare {
  kind: RevenueKind
  /** Country of the tax. */
  country: string
  /** Ten-thousandths of a percent. */
  percent: number
  grossCents: number
  taxCents: number
}

/** Returns the shares of a document by rate and reason, from the figures that tax returns have; together they are its gross amount. */
function journalShares(document: { kind: DocumentKind; content: DocumentContent }): JournalShare[] {
  return figuresOf(document).map((figure) => {
    const { country, percent, netCents, taxCents } = figure
    return { kind: revenueKindOf(figure), country, percent, grossCents: netCents + taxCents, taxCents }
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
  const entry = (account: string, counterAccount: string, given: number, isDebit: boolean, taxKey: string): JournalEntry[] => {
    const cents = Math.abs(given)
    const [debitCents, creditCents] = isDebit === given > 0 ? [cents, 0] : [0, cents]
    return cents === 0 ? [] : [{ account, counterAccount, debitCents, creditCents, taxKey }]
  }
  return journalShares({ kind, content }).flatMap((share) => {
    const { kind: of, grossCents, taxCents } = share
    const result = booking.result(of)
    const key = taxKeyOf(share, settings.keys)
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
  return journalShares({ kind, content })
    .filter(({ grossCents }) => grossCents !== 0)
    .map((share) => ({
      ...share,
      grossCents: Math.abs(share.grossCents),
      side: booking.isRevenue === share.grossCents > 0 ? 'S' : 'H',
      account: booking.open,
      counterAccount: booking.result(share.kind),
      taxKey: taxKeyOf(share, settings.keys),
    }))
}
