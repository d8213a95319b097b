/** Character sets of a .csv file. */
export const TEXT_ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

/** Signs between the cells of a .csv file. */
export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** Character set and separator of a .csv file. */
export interface TextFormat {
  encoding: TextEncoding
  separator: Separator
}

/** Signs before the decimals of a number: `1,234.50` or `1.234,50`. */
export const DECIMAL_SIGNS = ['point', 'comma'] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]

const GROUPED_BY_POINT = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
const GROUPED_BY_COMMA = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** Longest text that is read as a number. */
const MAX_NUMBER = 100
const CURRENCY = /^(?:[€$]|EUR|USD)\s*|\s*(?:[€$]|EUR|USD)$/gi

/**
 * Writes a typed number with a decimal point, without currency, spaces and thousands separators: `1.234,50 €` becomes `1234.50`.
 * Text that is no number is returned as it is.
 */
export function plainNumber(typed: string, decimal: DecimalSign): string {
  if (typed.length > MAX_NUMBER) return typed
  const text = typed
    .trim()
    .replace(CURRENCY, '')
    .replace(/(\d)[\s'’](?=\d{3})/g, '$1')
    .replace(/^[−–](?=\d)/, '-')
  if (decimal === 'comma' && GROUPED_BY_POINT.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (decimal === 'point' && GROUPED_BY_COMMA.test(text)) return text.replaceAll(',', '')
  if (/^-?\d+,\d+$/.test(text)) return text.replace(',', '.')
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : typed
}

/** Guesses the decimal sign of a table from its cells: the one that more of them can only mean. */
export function guessDecimal(cells: Iterable<string>): DecimalSign {
  let commas = 0
  let points = 0
  for (const cell of cells) {
    if (cell.length > MAX_NUMBER) continue
    const text = cell.trim().replace(CURRENCY, '')
    if (/^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(text)) commas += 1
    else if (/^-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{1,2}$/.test(text)) points += 1
  }
  return commas > points ? 'comma' : 'point'
}
