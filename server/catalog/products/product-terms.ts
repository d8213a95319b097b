import { warrantyMonths } from '#domain/returns.ts'

/** Returns the months in a text such as "24 months", "2 years" or "1 year", or null. */
function monthsIn(text: string): number | null {
  const match = /(\d{1,3})\s*-?\s*(month|year)/i.exec(text)
  if (!match) return null
  return Number(match[1]) * (match[2]?.toLowerCase() === 'year' ? 12 : 1)
}

/** Returns a product's warranty in months, from the line `Warranty` of its specifications or the category's default; null for none. */
export function warrantyOf(category: string, specifications: readonly { name: string; value: string }[]): number | null {
  return warrantyMonths(category, monthsIn(specifications.find(({ name }) => name.trim().toLowerCase() === 'warranty')?.value ?? ''))
}
