import { warrantyMonths } from '#domain/returns.ts'

/** Returns the months in a text such as "24 months", "2 years" or "1 year", or null. */
function monthsIn(text: string): number | null {
  const match = /(\d{1,3})\s*(?:-\s*)?(month|year)/i.exec(text)
  if (!match) return null
  return Number(match[1]) * (match[2]?.toLowerCase() === 'year' ? 12 : 1)
}

type Guaranteed = {
  baseCategory: string
  warrantyMonths: number | null
  specifications: readonly { name: string; value: string }[]
}

/**
 * Returns a product's warranty in months: its own, else that of the line `Warranty` of its specifications, at least the default of its
 * category; null for none.
 */
export function warrantyOf({ baseCategory, warrantyMonths: own, specifications }: Guaranteed): number | null {
  const line = specifications.find(({ name }) => name.trim().toLowerCase() === 'warranty')
  return warrantyMonths(baseCategory, own ?? monthsIn(line?.value ?? ''))
}
