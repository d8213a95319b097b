import type { FreightLine } from '#domain/freight.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { dispatchCountryOf } from './dispatch-address.ts'

/** Returns some units of a product as they are shipped. */
export function freightLine(product: CartProduct, quantity: number): FreightLine {
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = product
  return {
    productId: product.id,
    businessId: product.businessId,
    dispatchCountry: dispatchCountryOf({ dispatch: product.dispatch, country: product.businessCountry }),
    shippingClass: product.shippingClass,
    quantity,
    weightGrams: product.weightGrams,
    packageMm: length === null || width === null || height === null ? null : { length, width, height },
  }
}
