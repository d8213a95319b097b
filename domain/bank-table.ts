import { CURRENCIES, type Currency, toMinor } from './money.ts'
import { guessDecimal, plainNumber } from './table-format.ts'

/** A credit of a bank statement: money that came in, in cents. */
export interface StatedTransfer {
  /** Day of the booking (ISO date). */
  bookedOn: string
  currency: Currency
  amountCents: number
  /** Name of the payer. */
  name: string
  /** Text that the payer wrote. */
  text: string
  /** The bank's own number of it; '' where it has none. */
  reference: string
}

/** Headings of a statement as a table, in English, German and French. */
const HEADINGS = {
  bookedOn: /^(?:buchung(?:stag|sdatum)?|booking ?date|date(?: de comptabilisation)?|transaction date|datum|valuta(?:datum)?|posted)$/i,
  credit: /^(?:haben|gutschrift|credit(?: amount)?|paid in|money in|crédit)/i,
  amount: /^(?:betrag|amount|umsatz|montant)/i,
  currency: /^(?:währung|waehrung|currency|devise)$/i,
  name: /^(?:beguenstigter|begünstigter|auftraggeber|zahlungspflichtig|name|payer|debtor|counterparty|sender|partner|from)/i,
  text: /^(?:verwendungszweck|reference|remittance|purpose|description|details|memo|libell)/i,
  reference: /^(?:bankreferenz|bank reference|transaction (?:id|number)|referenz der bank|id)$/i,
} as const

type Heading = keyof typeof HEADINGS

/** Marks of a debit, where a bank states all amounts above 0 and their direction in a column of its own. */
const DEBIT = /^(?:s|soll|d|dr|dbit|debit|débit)$/i

const pad = (digits: string) => digits.padStart(2, '0')

/** Order of the parts of a day with slashes: `03/04/2026` is March 4 or April 3. */
type DayOrder = 'month' | 'day'

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(?:\d{2}|\d{4})$/

/** Reads a day as `2026-03-04`, `04.03.2026`, `04.03.26` or, in this order, `03/04/2026`; null: it is none. */
export function readDay(typed: string, order: DayOrder = 'month'): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(typed)
  const [, year = '', month = '', day = ''] = iso ?? []
  const other = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/.exec(typed.trim())
  const [, first = '', mark = '', second = '', end = ''] = other ?? []
  const isMonthFirst = mark === '/' && order === 'month'
  const parts = iso
    ? [year, month, day]
    : [end.length === 2 ? `20${end}` : end, pad(isMonthFirst ? first : second), pad(isMonthFirst ? second : first)]
  const text = parts.join('-')
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text) ? text : null
}

/** Returns the order of days with slashes: as one of them must be read, else month first; null where each can be read in one way only. */
function dayOrderOf(days: readonly string[]): { order: DayOrder; isAmbiguous: boolean } {
  const parts = days.flatMap((typed) => {
    const found = SLASHED.exec(typed.trim())
    return found ? [{ first: Number(found[1]), second: Number(found[2]) }] : []
  })
  const isDayFirst = parts.some(({ first }) => first > 12)
  const isAmbiguous = parts.some(({ first, second }) => first <= 12 && second <= 12 && first !== second)
  return { order: isDayFirst ? 'day' : 'month', isAmbiguous }
}

/** Finds the row of headings and the column of each. */
function findColumns(rows: readonly (readonly string[])[]): { start: number; columns: Partial<Record<Heading, number>> } | null {
  for (const [index, row] of rows.slice(0, 30).entries()) {
    const columns: Partial<Record<Heading, number>> = {}
    for (const heading of Object.keys(HEADINGS) as Heading[]) {
      const place = row.findIndex((cell, at) => HEADINGS[heading].test(cell.trim()) && !Object.values(columns).includes(at))
      if (place >= 0) columns[heading] = place
    }
    if (columns.bookedOn !== undefined && (columns.amount ?? columns.credit) !== undefined) return { start: index, columns }
  }
  return null
}

/** Returns the currency that a text names; null: none of the shop's. */
const currencyIn = (text: string): Currency | null => CURRENCIES.find((code) => text.toUpperCase().includes(code)) ?? null

/** A row of a statement that cannot be read, by its number in the file. */
export interface UnreadRow {
  row: number
  reason: string
}

/** Credits of a statement that is a table, and how it was read. */
interface ReadStatement {
  transfers: StatedTransfer[]
  /** Rows that may be credits and could not be read. */
  unread: UnreadRow[]
  /** Order in which days were read that can be read in two ways; null: there are none. */
  dayOrder: DayOrder | null
  /** True where neither a column nor a heading names the currency, and none was chosen. */
  lacksCurrency: boolean
}

/**
 * Reads the credits of a bank statement that is a table; debits are left out.
 * @param chosen currency of its amounts where neither a column nor a heading names one
 * @returns null where no column has days and amounts
 */
export function readStatement(rows: readonly (readonly string[])[], chosen: Currency | null = null): ReadStatement | null {
  const found = findColumns(rows)
  if (!found) return null
  const { start, columns } = found
  const place = columns.credit ?? columns.amount ?? 0
  const heading = rows[start]?.[place] ?? ''
  const body = rows.slice(start + 1)
  const decimal = guessDecimal(body.map((row) => row[place] ?? ''))
  const cell = (row: readonly string[], name: Heading) => (columns[name] === undefined ? '' : (row[columns[name]] ?? '').trim())
  const ofAll = currencyIn(heading) ?? chosen
  const { order, isAmbiguous } = dayOrderOf(body.map((row) => cell(row, 'bookedOn')))
  const transfers: StatedTransfer[] = []
  const unread: UnreadRow[] = []
  for (const [index, row] of body.entries()) {
    const stated = (row[place] ?? '').trim()
    const amountCents = toMinor(plainNumber(stated.replace(/^\+/, ''), decimal))
    const isDebit = row.some((value) => DEBIT.test(value.trim()))
    if (stated === '' || isDebit || (amountCents !== null && amountCents <= 0)) continue
    const bookedOn = readDay(cell(row, 'bookedOn'), order)
    const currency = columns.currency === undefined ? ofAll : currencyIn(cell(row, 'currency'))
    const miss = (reason: string) => unread.push({ row: start + index + 2, reason })
    if (amountCents === null) miss(`“${stated}” is no amount`)
    else if (bookedOn === null) miss(`“${cell(row, 'bookedOn')}” is no day`)
    else if (currency === null && columns.currency !== undefined) miss(`“${cell(row, 'currency')}” is no currency of the shop`)
    else if (currency !== null) {
      transfers.push({
        bookedOn,
        currency,
        amountCents,
        name: cell(row, 'name'),
        text: cell(row, 'text'),
        reference: cell(row, 'reference'),
      })
    }
  }
  const lacksCurrency = columns.currency === undefined && ofAll === null
  return { transfers, unread, dayOrder: isAmbiguous ? order : null, lacksCurrency }
}
