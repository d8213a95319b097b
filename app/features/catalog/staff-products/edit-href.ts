import type { ProductSummary } from '#contract/catalog/products.ts'

/** Returns the address of a product's edit page for staff (B19). */
export const editHref = ({ slug }: Pick<ProductSummary, 'slug'>): string => `/admin/products/${slug}/edit`
