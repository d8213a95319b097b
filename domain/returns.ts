import { MACHINE_CATEGORIES } from './product.ts'

/** Months of warranty on every machine, whatever its seller states (S330). */
export const MACHINE_WARRANTY_MONTHS = 24

/** Kinds of products by their return window. */
export const RETURN_KINDS = ['machines', 'accessories', 'parts', 'materials'] as const

/** One of `RETURN_KINDS`. */
export type ReturnKind = (typeof RETURN_KINDS)[number]

/** Length of the return window in days after delivery; materials only unopened (S331). */
export const RETURN_DAYS: Readonly<Record<ReturnKind, number>> = { machines: 30, accessories: 14, parts: 14, materials: 14 }

/** Returns the return window of a category in days; a category that the platform added later has the shorter one. */
export function returnDays(category: string): number {
  if (MACHINE_CATEGORIES.includes(category)) return RETURN_DAYS.machines
  if (category === 'replacement-parts') return RETURN_DAYS.parts
  return category === 'accessories' ? RETURN_DAYS.accessories : RETURN_DAYS.materials
}

/** Returns the months of warranty: what the seller states, and for machines never less than the shop's; null for none. */
export function warrantyMonths(category: string, stated: number | null): number | null {
  return MACHINE_CATEGORIES.includes(category) ? Math.max(stated ?? 0, MACHINE_WARRANTY_MONTHS) : stated
}
