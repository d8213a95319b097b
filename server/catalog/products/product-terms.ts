import { warrantyMonths } from '#domain/returns.ts'

/** The months in a text such as "24 months", "2 years" or "1 year"; null where it names none. */
function monthsIn(text: string): number | null {
  const match = /(\d{1,3})\s*-?\s*(month|year)/i.exec(text)
  if (!match) return null
  return Number(match[1]) * (match[2]?.toLowerCase() === 'year' ? 12 : 1)
}

/** Months of warranty of a product, from the line `Warranty` of its specifications and the shop's rule; null for none (D66). */
export function warrantyOf(category: string, specifications: readonly { name: string; value: string }[]): number | null {
  return warrantyMonths(category, monthsIn(specifications.find(({ name }) => name.trim().toLowerCase() === 'warranty')?.value ?? ''))
}
