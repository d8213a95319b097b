import type { ProductType } from '#domain/product.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'

/** Products that are compared at most. */
export const MAX_COMPARED = 4

/** A product chosen to be compared. */
export interface Compared {
  slug: string
  name: string
  type: ProductType
}

/** Key under which a browser remembers the chosen products. */
export const COMPARED_KEY = 'reflute.compared'
/** None chosen: the same list each time. */
export const NONE_COMPARED: readonly Compared[] = []

function isOne(value: unknown): value is Compared {
  if (typeof value !== 'object' || value === null || !('slug' in value && 'name' in value && 'type' in value)) return false
  return typeof value.slug === 'string' && typeof value.name === 'string' && PRODUCT_TYPES.some((type) => type === value.type)
}

/** Returns whether a value is a list of chosen products. */
export const isComparison = (value: unknown): value is readonly Compared[] =>
  Array.isArray(value) && value.length <= MAX_COMPARED && value.every(isOne)

export const TOO_MANY = `You can compare up to ${MAX_COMPARED} products. Remove one to add another.`
export const MIXED_KINDS = 'Compare machines with machines, and packaging with packaging.'

/** Returns why a product cannot join the chosen ones, or null. */
export function comparisonProblem(chosen: readonly Compared[], { type }: Pick<Compared, 'type'>): string | null {
  if (chosen.some((other) => other.type !== type)) return MIXED_KINDS
  return chosen.length >= MAX_COMPARED ? TOO_MANY : null
}

/** Address of the page that compares these products. */
export const compareHref = (slugs: readonly string[]): string => (slugs.length === 0 ? '/compare' : `/compare?p=${slugs.join(',')}`)
