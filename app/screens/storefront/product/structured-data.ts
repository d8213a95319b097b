import type { Product } from '#contract/products.ts'
import { listOf } from './breadcrumb.tsx'

/** The product and its place in the shop, for search engines (schema.org). */
export function structuredData(product: Product): object {
  const { name, slug, description, images, business, priceUSD, priceEUR, stock } = product
  const url = `/products/${slug}`
  const list = listOf(product)
  const availability = stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock'
  const offers = [
    { price: priceUSD, priceCurrency: 'USD' },
    { price: priceEUR, priceCurrency: 'EUR' },
  ].map((offer) => ({ '@type': 'Offer', url, availability, ...offer, seller: { '@type': 'Organization', name: business.name } }))
  const places = [
    { name: 'Home', item: '/' },
    { name: list.label, item: list.to },
    { name, item: url },
  ].map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place }))
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Product', name, description, sku: slug, url, image: images, brand: { '@type': 'Brand', name: business.name }, offers },
      { '@type': 'BreadcrumbList', itemListElement: places },
    ],
  }
}
