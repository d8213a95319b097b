import { type ImpactModel, MODEL_FIGURES, readImpactModel } from '#domain/impact.ts'
import type { ImportCause } from '#domain/import-problems.ts'
import { toMinor } from '#domain/money.ts'
import { MAX_STOCK, STOCK_SENTENCE } from '#domain/stock.ts'
import { formatCount, trimText } from '#domain/text.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'

/** A cell that is not empty. */
export type Filled = Exclude<SpreadsheetCell, null>

/** The value of a cell, or why it cannot be stored; `max` is the length of a text that is too long. */
export type Read<Value> = { value: Value } | { message: string; cause: ImportCause; max?: number }

/** Maximum price in cents. */
export const MAX_PRICE_CENTS = 99_999_999_999
const MAX_LEAD_TIME_DAYS = 365

/** Formats a number as Excel does, with 15 digits, so that a formula's 0.1 + 0.2 is 0.3. */
const shown = (cell: Filled): string => (typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : trimText(String(cell)))

/** Reads text of at most `max` characters. */
export const readText =
  (max: number) =>
  (cell: Filled): Read<string> => {
    const value = shown(cell).replace(/\r\n?/g, '\n')
    if (value.length > max)
      return {
        message: `At most ${formatCount(max)} characters are accepted. This text has ${formatCount(value.length)}.`,
        cause: 'tooLong',
        max,
      }
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value) || !value.isWellFormed())
      return { message: 'Please remove unusual characters.', cause: 'badText' }
    return { value }
  }

/** Reads a price in cents: above 0, at most two decimals and zeros after them. Accepts a decimal comma (`12,50`). */
export function readPrice(cell: Filled): Read<number> {
  const text = shown(cell)
  const cents = toMinor(text.replace(/^(\d*),(\d+)$/, '$1.$2').replace(/^(\d*\.\d{2})0+$/, '$1'))
  if (cents === null) return { message: 'Please enter a price such as 149.90, with at most two decimals.', cause: 'badPrice' }
  if (cents <= 0) return { message: 'The price must be above 0.', cause: 'badPrice' }
  return cents > MAX_PRICE_CENTS ? { message: 'The price is too high.', cause: 'badPrice' } : { value: cents }
}

function readWhole(cell: Filled, max: number, message: string): Read<number> {
  const text = shown(cell)
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return { value: Number(text) }
  const [, start, end] = /^(\d{1,3})[.,](\d{3})$/.exec(text) ?? []
  if (start === undefined) return { message, cause: 'badNumber' }
  const least = end === '000' ? start : `${start}.${end}`
  return { message: `${text} can mean ${Number(start + end)} or ${least}. Please enter it without separators.`, cause: 'badNumber' }
}

/** Reads a stock of 0 or more units. */
export const readStock = (cell: Filled): Read<number> => readWhole(cell, MAX_STOCK, `${STOCK_SENTENCE}.`)

/** Reads a lead time of 0 to 365 business days. */
export const readLeadTime = (cell: Filled): Read<number> =>
  readWhole(cell, MAX_LEAD_TIME_DAYS, `The lead time must be a whole number of days from 0 to ${MAX_LEAD_TIME_DAYS}.`)

/** Reads the four figures of the impact calculator, `0.75;0.65;0.75;30`. */
export function readModel(cell: Filled): Read<ImpactModel> {
  const parts = shown(cell).split(';')
  const read = readImpactModel(Object.fromEntries(MODEL_FIGURES.map((figure, at) => [figure, parts[at]?.replace(',', '.')])))
  if (parts.length === MODEL_FIGURES.length && 'model' in read && read.model) return { value: read.model }
  return {
    message: 'Please enter efficiency, material reduction (each 0 to 1), power in kW and units per hour, such as 0.75;0.65;0.75;30.',
    cause: 'badNumber',
  }
}

const YES = ['true', 'yes', 'y', 'x', '1', 'on']
const NO = ['false', 'no', 'n', '0', 'off']

/** Reads yes or no in the usual spellings. */
export function readFlag(cell: Filled): Read<boolean> {
  const text = shown(cell).toLowerCase()
  if (YES.includes(text)) return { value: true }
  return NO.includes(text) ? { value: false } : { message: 'Please enter TRUE or FALSE.', cause: 'badChoice' }
}

/** Reads one of `choices`, ignoring case. */
export const readChoice =
  <Choice extends string>(choices: readonly Choice[]) =>
  (cell: Filled): Read<Choice> => {
    const value = choices.find((choice) => choice.toLowerCase() === shown(cell).toLowerCase())
    return value === undefined ? { message: `Must be one of ${choices.join(', ')}.`, cause: 'badChoice' } : { value }
  }

/** Returns the non-empty lines of a cell. */
export const readLines = (cell: Filled): string[] =>
  shown(cell)
    .split(/\r\n?|\n/)
    .map(trimText)
    .filter(Boolean)
