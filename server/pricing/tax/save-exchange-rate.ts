import type { ExchangeRate, ExchangeRateBody } from '#contract/pricing/tax.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import { isDay } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { deleteExchangeRate, type ExchangeRateRow, insertExchangeRates, lockExchangeRate, storeExchangeRate } from './exchange-rates.ts'
import type { TaxWrite } from './save-rule.ts'

const ECB = 'European Central Bank'
const UNREADABLE = "This isn't a file of reference rates of the European Central Bank."
const MAX_RATE = 1_000_000

const keyOf = (id: string) => ({ day: id.slice(0, 10), currency: id.slice(11) })

/** Presents a reference rate. */
export const presentExchangeRate = (row: ExchangeRateRow): ExchangeRate => ({ id: `${row.day}.${row.currency}`, ...row })

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads a day like `2026-11-27` or, as in the file of a single day, `27 November 2026`. */
function readDay(text: string): string | null {
  const [, date, month = '', year] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text) ?? []
  const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const day = date && at > 0 ? `${year}-${String(at).padStart(2, '0')}-${date.padStart(2, '0')}` : text
  return isDay(day) ? day : null
}

/** Reads the CSV file of the European Central Bank: a column a currency, a line a day. Refuses any other file at `csv`. */
function readCsv(csv: string): Omit<ExchangeRateRow, 'version'>[] {
  const [head = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [first = '', ...currencies] = head.split(',').map(normalizeIdentifier)
  if (first !== 'Date' || !currencies.includes('USD')) refuseField('csv', UNREADABLE)
  return lines.flatMap((line) => {
    const [day = '', ...rates] = line.split(',').map(normalizeIdentifier)
    if (day === '') return []
    const known = readDay(day) ?? refuseField('csv', UNREADABLE)
    return rates.flatMap((text, at) => {
      const [currency, perEur] = [currencies[at] ?? '', Number(text)]
      const isRate = /^[A-Z]{3}$/.test(currency) && text !== '' && perEur > 0 && perEur < MAX_RATE
      return isRate ? [{ day: known, currency, perEur, source: ECB }] : []
    })
  })
}

function rowsOf({ csv, day, currency, perEur }: ExchangeRateBody): Omit<ExchangeRateRow, 'version'>[] {
  if (csv !== undefined) {
    const rows = readCsv(csv)
    return rows.length > 0 ? rows : refuseField('csv', UNREADABLE)
  }
  if (day === undefined || !isDay(day)) refuseField('day', 'Please enter a date like 2026-03-04')
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency) || currency === 'EUR')
    refuseField('currency', 'Please enter a currency such as USD.')
  if (perEur === undefined) refuseField('perEur', 'Please enter an exchange rate above 0')
  return [{ day, currency, perEur, source: 'Staff' }]
}

/** Adds one reference rate, or those of a file; days that have one keep it. Refuses `exchange_rate_taken` for a single one. */
export async function addExchangeRates({ db }: Deps, { actor, requestId }: TaxWrite, body: ExchangeRateBody): Promise<{ added: number }> {
  const rows = rowsOf(body)
  return inTransaction(db, async (tx) => {
    const added = await insertExchangeRates(tx, rows)
    const [row] = rows
    if (added === 0 && body.csv === undefined && row) refuse('exchange_rate_taken', { facts: { currency: row.currency, day: row.day } })
    const after = body.csv === undefined && row ? row : { added, source: ECB }
    await recordAudit(tx, {
      actor,
      action: 'exchange-rate.create',
      targetType: 'exchange-rate',
      targetId: row?.day ?? '',
      after,
      requestId,
    })
    return { added }
  })
}

/** Changes a reference rate. Refuses `not_found`, `edit_conflict` with the `current` one. */
export async function changeExchangeRate(
  { db }: Deps,
  { actor, requestId }: TaxWrite,
  id: string,
  { perEur, version }: { perEur: number; version?: number | undefined },
): Promise<ExchangeRate> {
  return inTransaction(db, async (tx) => {
    const before = found(await lockExchangeRate(tx, keyOf(id)))
    if (version !== undefined && version !== before.version) refuseStale(['exchange-rate', id], presentExchangeRate(before))
    const row = await storeExchangeRate(tx, keyOf(id), perEur)
    const audit = { actor, action: 'exchange-rate.change', targetType: 'exchange-rate', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: { perEur: before.perEur }, after: { perEur } })
    return presentExchangeRate(row)
  })
}

/** Deletes a reference rate. Refuses `not_found`. */
export async function removeExchangeRate({ db }: Deps, { actor, requestId }: TaxWrite, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = found(await lockExchangeRate(tx, keyOf(id)))
    await deleteExchangeRate(tx, keyOf(id))
    const audit = { actor, action: 'exchange-rate.delete', targetType: 'exchange-rate', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: { perEur: before.perEur } })
  })
}
