import type { FreightLine } from '#domain/freight.ts'
import { sentFrom } from '#domain/shipping-zones.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { dispatchPlace } from '#server/pricing/tax/tax-record.ts'

/** Returns some units of a product as they are shipped. */
export function freightLine(product: CartProduct, quantity: number): FreightLine {
  const { dispatch, businessCountry: country, businessPostalCode: postalCode } = product
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = product
  return {
    productId: product.id,
    businessId: product.businessId,
    dispatchCountry: sentFrom(dispatchPlace({ dispatch, country, postalCode })),
    shippingClass: product.shippingClass,
    quantity,
    weightGrams: product.weightGrams,
    packageMm: length === null || width === null || height === null ? null : { length, width, height },
  }
}
