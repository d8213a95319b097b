/** How sellers and staff sort their products; each is an index of the database. */
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
