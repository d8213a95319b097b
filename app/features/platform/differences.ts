import { day, figure, instant } from '#app/lib/format.ts'
import { formatMoney } from '#domain/money.ts'
import { ORDER_STATUS_LABELS } from '#domain/order.ts'
import { formatDecimal } from '#domain/text.ts'

/** Field of a record before and after a change; null where it did not exist. */
export interface Difference {
  field: string
  before: string | null
  after: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a field's label: `valueEurCents` gives "value in EUR", `shipping.standard` stays apart. */
const nameOf = (path: string) =>
  path
    .replace(/(?:(Usd|Eur))?Cents$/, (_, currency?: string) => (currency === undefined ? '' : ` in ${currency}`))
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/ in (usd|eur)$/, (words) => words.replace(/...$/, (currency) => currency.toUpperCase()))

/** Formats an amount: in the currency that its name ends with, else in that of its record. */
function amountOf(path: string, cents: number, currency: unknown): string {
  if (path.endsWith('EurCents') || (!path.endsWith('UsdCents') && currency === 'EUR')) return formatMoney(cents, 'EUR')
  if (path.endsWith('UsdCents') || currency === 'USD') return formatMoney(cents, 'USD')
  return formatDecimal(cents / 100, 2, 2)
}

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text))

/** Formats a stored text: instants and days as dates, the words of a state such as `bank_transfer` apart. */
function textOf(text: string): string {
  if (isInstant(text)) return instant(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text)
  if (text === 'cancelled') return ORDER_STATUS_LABELS[text].toLowerCase()
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

const isId = (name: string) => name === 'id' || name.endsWith('Id')

/** Returns the words of a record in a list: its values without ids, named where there are several. */
function partWords(part: Record<string, unknown>, currency: unknown): string {
  const fields = Object.entries(part).filter(([name]) => !isId(name))
  const [only] = fields
  if (only && fields.length === 1) return wordsOf(...only, currency) ?? 'none'
  return fields.map(([name, value]) => `${nameOf(name)} ${wordsOf(name, value, currency) ?? 'none'}`).join(', ')
}

function wordsOf(path: string, value: unknown, currency: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return path.endsWith('Cents') ? amountOf(path, value, currency) : figure(value)
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value))
    return value.map((part) => (isRecord(part) ? partWords(part, currency) : (wordsOf(path, part, currency) ?? 'none'))).join(', ')
  return isRecord(value) ? partWords(value, currency) : null
}

const currencyOf = (record: unknown) => (isRecord(record) ? record.currency : undefined)

/** The leaves of a record by their path; anything that is no record is one leaf. */
function leavesOf(value: unknown, path: string): Map<string, unknown> {
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leavesOf(part, path === '' ? name : `${path} › ${name}`)]))
}

/** The fields of an audit entry that have a value before or after, in the order in which they were written. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, next] = [before, after].map((value) =>
    isRecord(value) ? leavesOf(value, '') : new Map<string, unknown>(value === null || value === undefined ? [] : [['value', value]]),
  )
  if (!old || !next) return []
  const currency = currencyOf(after) ?? currencyOf(before)
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({
      field: nameOf(path),
      before: wordsOf(path, old.get(path), currency),
      after: wordsOf(path, next.get(path), currency),
    }))
    .filter((difference) => difference.before !== difference.after)
}
