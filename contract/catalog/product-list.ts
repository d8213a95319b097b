import { defineList } from '#contract/list.ts'
import { type StockLevels, stockBadge } from '#domain/stock.ts'
import type { ProductSummary } from './products.ts'

/** A product of a list; a file needs the stock levels of the shop, which screens know. */
type ListedProduct = ProductSummary & { levels?: StockLevels }

/** Returns the value of the stock at the product's price, in USD with two decimals (B134). */
export const worth = ({ stock, priceUSD }: Pick<ProductSummary, 'stock' | 'priceUSD'>): number => Math.round(stock * priceUSD * 100) / 100

/** Columns of products, for staff and for sellers; those of their facts follow from `domain/product-fields.ts`. */
export const PRODUCT_LIST = defineList<ListedProduct>()({
  name: { title: 'Product', heading: 'Name', kind: 'text', sort: 'name', isFixed: true, width: 36 },
  category: { title: 'Category', kind: 'text', value: ({ categoryLabel }) => categoryLabel, inFile: ({ category }) => category },
  business: { title: 'Business', kind: 'text', value: ({ businessName }) => businessName, width: 28 },
  status: { title: 'Status', kind: 'text' },
  featured: { title: 'Featured', kind: 'text', labels: { true: 'Yes', false: 'No' } },
  prices: { title: 'USD, EUR', kind: 'number', sort: '-priceUSD', only: 'grid' },
  usd: { title: 'USD', heading: 'Price USD', kind: 'number', value: ({ priceUSD }) => priceUSD, sort: '-priceUSD' },
  eur: { title: 'EUR', heading: 'Price EUR', kind: 'number', value: ({ priceEUR }) => priceEUR },
  stock: { title: 'Stock', kind: 'number', sort: 'stock' },
  level: { title: 'Level', heading: 'Stock level', kind: 'text', value: ({ stock, levels }) => stockBadge(stock, levels) },
  advice: { title: 'Advice', kind: 'text', only: 'grid' },
  value: { title: 'Inventory value', heading: 'Inventory value USD', kind: 'number', value: worth },
  created: { title: 'Created', kind: 'moment', value: ({ createdAt }) => createdAt, sort: '-createdAt', width: 26 },
  updated: {
    title: 'Changed',
    heading: 'Updated',
    kind: 'moment',
    value: ({ updatedAt }) => updatedAt,
    sort: '-updatedAt',
    isExtra: true,
    width: 26,
  },
  type: { title: 'Type', kind: 'text', labels: { machine: 'Machine', material: 'Material' }, inFile: ({ type }) => type, isExtra: true },
  slug: { title: 'Address', heading: 'Slug', kind: 'text', isExtra: true, width: 30 },
  sku: { title: 'SKU', kind: 'text', only: 'file' },
})
