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
const GROUPED_BY_COMMA = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
/** Numbers with both signs, or one of them more than once: each can be read in one way only. */
const SURELY_BY_POINT = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/
const SURELY_BY_COMMA = /^-?\d{1,3}(?:(?:,\d{2,3})*,\d{3}\.\d+|(?:,\d{3}){2,})$/
/** Longest text that is read as a number. */
const MAX_NUMBER = 100
/** Spaces and apostrophes between thousands. */
const GROUPING = /(\d)[\s'’](?=\d{3})/g
const CURRENCY = /^(?:US\s?\$|[€$]|EUR|USD|Euro)\s*|\s*(?:US\s?\$|[€$]|EUR|USD|Euros?|Dollars?)$/gi

/**
 * Writes a typed number with a decimal point, without currency, spaces and thousands separators: `1.234,50 €` becomes `1234.50`.
 * Text that is no number is returned as it is.
 */
export function plainNumber(typed: string, decimal: DecimalSign): string {
  if (typed.length > MAX_NUMBER) return typed
  const text = typed
    .trim()
    .replace(CURRENCY, '')
    .replace(GROUPING, '$1')
    .replace(/^[−–](?=\d)/, '-')
  if (SURELY_BY_POINT.test(text) || (decimal === 'comma' && GROUPED_BY_POINT.test(text))) return text.replaceAll('.', '').replace(',', '.')
  if (SURELY_BY_COMMA.test(text) || (decimal === 'point' && GROUPED_BY_COMMA.test(text))) return text.replaceAll(',', '')
  if (/^-?\d+,\d+$/.test(text)) return text.replace(',', '.')
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : typed
}

/** Guesses the decimal sign of a table from its cells: the one that more of them can only mean, or `usual`. */
export function guessDecimal(cells: Iterable<string>, usual: DecimalSign = 'point'): DecimalSign {
  let commas = 0
  let points = 0
  for (const cell of cells) {
    if (cell.length > MAX_NUMBER) continue
    const text = cell.trim().replace(CURRENCY, '').replace(GROUPING, '$1')
    // three digits after the only sign may be thousands; no digits of thousands begin with 0
    if (SURELY_BY_POINT.test(text) || /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)$/.test(text)) commas += 1
    else if (SURELY_BY_COMMA.test(text) || /^-?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+)$/.test(text)) points += 1
  }
  return commas === points ? usual : commas > points ? 'comma' : 'point'
}
