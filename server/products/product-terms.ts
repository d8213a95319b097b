/** Machines proper, not parts of them: they carry the shop's two years (D66). */
const MACHINE_CATEGORIES: readonly string[] = ['mat-maker', 'chip-maker']
const MACHINE_WARRANTY_MONTHS = 24
const MACHINE_RETURN_DAYS = 30
const OTHER_RETURN_DAYS = 14

/** The months in a text such as "24 months", "2 years" or "1 year"; null where it names none. */
function monthsIn(text: string): number | null {
  const match = /(\d{1,3})\s*-?\s*(month|year)/i.exec(text)
  if (!match) return null
  return Number(match[1]) * (match[2]?.toLowerCase() === 'year' ? 12 : 1)
}

/** Months of warranty: what the seller's `Warranty` says, and for machines never less than two years; null for none (D66). */
export function warrantyMonths(category: string, specifications: readonly { name: string; value: string }[]): number | null {
  const stated = monthsIn(specifications.find(({ name }) => name.trim().toLowerCase() === 'warranty')?.value ?? '')
  return MACHINE_CATEGORIES.includes(category) ? Math.max(stated ?? 0, MACHINE_WARRANTY_MONTHS) : stated
}

/** Days in which goods of a category may be sent back: 30 for machines, 14 for all else (D66). */
export function returnDays(category: string): number {
  return MACHINE_CATEGORIES.includes(category) ? MACHINE_RETURN_DAYS : OTHER_RETURN_DAYS
}
