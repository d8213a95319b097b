/** Sort orders of sellers' and staff's product lists. */
export const PRODUCT_GRID_SORTS = [
  'name',
  '-name',
  'stock',
  '-stock',
  'priceUSD',
  '-priceUSD',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const
export type ProductGridSort = (typeof PRODUCT_GRID_SORTS)[number]
