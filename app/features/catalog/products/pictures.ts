import type { Product, ProductImage, ProductSummary } from '#contract/catalog/products.ts'
import { drawnView } from '#domain/picture.ts'

/** Width of product pictures in pixels; they are drawn and stored 4:3. */
export const PICTURE_WIDTH = 800
export const PICTURE_HEIGHT = 600

/** Address of what stands where a picture is missing. */
export const NO_PICTURE = `/api/placeholder/${PICTURE_WIDTH}/${PICTURE_HEIGHT}`

/** Returns the pictures of a product, or a neutral one when the seller gave none. */
export function picturesOf({ name, pictures }: Pick<Product | ProductSummary, 'name' | 'pictures'>): [ProductImage, ...ProductImage[]] {
  const [first, ...others] = pictures
  if (first) return [first, ...others]
  return [{ kind: 'drawing', url: NO_PICTURE, alt: `${name}: no picture yet`, caption: null }]
}

const SAMPLES: readonly (string | undefined)[] = ['product-of', 'swatch']

/** Returns whether a picture is drawn at its own size: what a machine makes, or a swatch. It fills its frame to the edges. */
export const isSample = (address: string): boolean => SAMPLES.includes(drawnView(address)?.view)
