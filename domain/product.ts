import type { ShippingClass } from './shipping.ts'
import { normalizeForm, normalizeIdentifier } from './text.ts'

/** Statuses of a product, set by staff in any order (B185); only Active is public. */
export const PRODUCT_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** Kinds of products; also the kinds of categories, and the two must agree. */
export const PRODUCT_TYPES = ['machine', 'material'] as const

export type ProductType = (typeof PRODUCT_TYPES)[number]

/** Hits of a search that are counted and ranked at most: each costs the database some microseconds. */
export const MOST_HITS = 10_000

/** Sort orders of product lists; a minus reverses. `relevance` needs a search. */
export const PRODUCT_SORTS = ['featured', 'name', '-name', 'price', '-price', 'createdAt', '-createdAt', 'relevance'] as const

/** Kind of a category created without one. */
export const DEFAULT_CATEGORY_KIND: ProductType = 'machine'

/** Maximum number of images of a product (B342). */
export const MAX_IMAGES = 5

/** Maximum length of a slug, in characters. */
export const MAX_SLUG = 80

/** Letters that Unicode does not decompose into an ASCII letter and a mark. */
const ASCII_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * Turns a title into a slug: ASCII, lower case, words joined by hyphens, at most `MAX_SLUG` characters.
 * @returns '' when no letter or digit is left; the caller must then ask for a slug or make one up
 */
export function slugify(text: string): string {
  return normalizeForm(normalizeIdentifier(text), 'NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => ASCII_LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '')
}

/** Returns whether `text` could have come from `slugify`: 1 to `MAX_SLUG` of a-z, 0-9 and single inner hyphens. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** A category of the first catalog; `value` is the key that products carry. */
type SeededCategory = { value: string; label: string; kind: ProductType; description: string }

/** The categories of the specification, in the order of the buttons on /products. */
export const SEEDED_CATEGORIES: readonly SeededCategory[] = [
  {
    value: 'mat-maker',
    label: 'Mat Makers',
    kind: 'machine',
    description: 'Machines that slit used cardboard into flexible padding mats.',
  },
  {
    value: 'chip-maker',
    label: 'Chip Makers',
    kind: 'machine',
    description: 'Machines that shred used cardboard into loose fill.',
  },
  {
    value: 'accessories',
    label: 'Accessories',
    kind: 'machine',
    description: 'Tables, bins, dust bags and other additions to a machine.',
  },
  {
    value: 'replacement-parts',
    label: 'Replacement Parts',
    kind: 'machine',
    description: 'Blades, belts and other parts that wear out.',
  },
  {
    value: 'mat',
    label: 'Mats',
    kind: 'material',
    description: 'Padding mats made from used cardboard, for wrapping and layering.',
  },
  {
    value: 'chip',
    label: 'Chips',
    kind: 'material',
    description: 'Loose fill made from used cardboard, for filling the space in a box.',
  },
]

/**
 * Categories of whole machines, as opposed to their parts: by default they ship as freight and have price breaks, and all of them carry the
 * shop's warranty and the longer return window.
 */
export const MACHINE_CATEGORIES: readonly string[] = ['mat-maker', 'chip-maker']

/** Returns a category's default shipping class: freight for machines, else parcel. */
export function defaultShippingClass(category: string): ShippingClass {
  return MACHINE_CATEGORIES.includes(category) ? 'freight' : 'parcel'
}
