import type { ShippingClass } from './shipping.ts'

/** States of a product; only Active is visible to customers. Staff may set any, in any order (B185, D223). */
export const PRODUCT_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

/** One of `PRODUCT_STATUSES`. */
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** What a product is; also the two kinds of category, and the two must agree (D40, D41). */
export const PRODUCT_TYPES = ['machine', 'material'] as const

/** One of `PRODUCT_TYPES`. */
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** How a list of products can be sorted; a minus turns it round. `relevance` needs a search. */
export const PRODUCT_SORTS = ['featured', 'name', '-name', 'price', '-price', 'createdAt', '-createdAt', 'relevance'] as const

/** Status of a new product of an approved seller; goods of others start Inactive (D213). */
export const DEFAULT_PRODUCT_STATUS: ProductStatus = 'Active'

/** Kind of a category that is created without one (api.md, GET /api/categories). */
export const DEFAULT_CATEGORY_KIND: ProductType = 'machine'

/** Most images that a product may have (back-office.md section 9, B342). */
export const MAX_IMAGES = 5

/** Longest slug, in characters: a word or ten, short enough for an address bar. */
export const MAX_SLUG = 80

/** Letters that Unicode does not take apart into an ASCII letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * Turns a title into an address: ASCII, lower case, words joined by hyphens, at most `MAX_SLUG` characters.
 * @returns '' when no letter or digit is left; the caller then has to ask for a slug or invent one.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => FOLDED[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '')
}

/** Says whether `text` could have come from `slugify`: 1 to `MAX_SLUG` of a-z, 0-9 and single inner hyphens. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** A category as it is first stored; `value` is the slug-like key that products carry. */
export type SeededCategory = { value: string; label: string; kind: ProductType; description: string }

/** The categories of the specification, in the order of the buttons on /products (D40). */
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

/** Categories whose goods travel as freight unless the seller says otherwise (api.md ruling 18). */
const FREIGHT_CATEGORIES: readonly string[] = ['mat-maker', 'chip-maker']

/** How goods of a category travel when the seller says nothing: freight for the two kinds of machine, else parcel. */
export function defaultShippingClass(category: string): ShippingClass {
  return FREIGHT_CATEGORIES.includes(category) ? 'freight' : 'parcel'
}
