import type { Display } from '#contract/catalog/products.ts'

type Priced = {
  priceUSD: number
  priceEUR: number
  formerUSD?: number | undefined
  formerEUR?: number | undefined
  display?: Display | undefined
}

/** Returns a product at the prices that its market shows. */
export function atShownPrices<Product extends Priced>(product: Product): Product {
  const { display } = product
  if (!display || display.rate === 0) return product
  const { price, formerPrice } = display
  return {
    ...product,
    priceUSD: price.USD,
    priceEUR: price.EUR,
    ...(formerPrice.USD !== null && { formerUSD: formerPrice.USD }),
    ...(formerPrice.EUR !== null && { formerEUR: formerPrice.EUR }),
  }
}
