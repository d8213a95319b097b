/** Kinds of results that can be chosen. */
export const CLICK_KINDS = ['product', 'business', 'article', 'page', 'term'] as const
export type ClickKind = (typeof CLICK_KINDS)[number]

/** Maximum length of a search that is counted, in characters. */
const MAX_QUERY = 60
/** Digits in a row from which on a number may be that of a person; apart from each other, sizes have six. */
const LONG_NUMBER = /\d{7}/
/** Signs between the digits of a telephone number. */
const BETWEEN_DIGITS = /(?<=\d)[\s().,/+‐‑–—-]+(?=\d)/g

/** Returns whether a text has a number that may be that of a person, such as `555-867-5309`. */
export const hasLongNumber = (text: string): boolean => LONG_NUMBER.test(text.replace(BETWEEN_DIGITS, ''))

/** A popular search: clicks within these days, on so many of them. */
export const POPULAR = { clicks: 20, onDays: 3, days: 30 } as const

/**
 * Returns whether a normalized search may be kept: short, without an address or, but for codes of products, a long number.
 * @param rest the search without its codes
 */
export const isRecordable = (query: string, rest = query): boolean =>
  query.length >= 2 && query.length <= MAX_QUERY && !query.includes('@') && !hasLongNumber(rest)

/** Kinds of results by the first part of their addresses; any other address is a page. */
const KIND_OF: Readonly<Record<string, ClickKind>> = { products: 'product', producers: 'business', blog: 'article', glossary: 'term' }

/** Returns the kind and name of a page that a search has led to; null for one that is no result. */
export function clickOf(path: string): { kind: ClickKind; id: string } | null {
  if (!/^\/[a-z0-9/#-]+$/.test(path) || path.length > 160) return null
  const [, first = '', id, ...more] = path.split(/[/#]/)
  if (first === 'api' || first === 'search') return null
  const kind = KIND_OF[first]
  return kind !== undefined && id && more.length === 0 ? { kind, id } : { kind: 'page', id: path }
}
