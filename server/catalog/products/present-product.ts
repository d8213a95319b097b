import type { Product, ProductImage, ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import { toDecimal } from '#domain/money.ts'
import { ladderFor } from '#domain/pricing.ts'
import { returnDays } from '#domain/returns.ts'
import { picturesOf, toRecord } from '#drawings/product-pictures.ts'
import { onTimeOf } from '#server/sellers/businesses/public-businesses.ts'
import { presentAllFacts, presentContent, presentFacts, presentRecall } from './fact-columns.ts'
import type { ManagedRow } from './managed-products.ts'
import { presentAttributes } from './product-attributes.ts'
import type { SummaryRow } from './product-list.ts'
import type { ProductRow } from './product-record.ts'
import { warrantyOf } from './product-terms.ts'
import { presentSafety } from './safety-columns.ts'

/** Returns the addresses of the photos, or without any that of the main drawing. */
function mainPictures(pictures: readonly ProductImage[]): string[] {
  const photos = pictures.filter(({ kind }) => kind === 'photo')
  return (photos.length > 0 ? photos : pictures.slice(0, 1)).map(({ url }) => url)
}

/** Presents a product for lists: decimal amounts, ISO 8601 dates; its long texts unless cards are asked for. */
export function presentListed(row: SummaryRow, fields: ProductQuery['fields'] = 'all'): ProductSummary {
  return fields === 'card' ? presentSummary(row, true) : { ...presentSummary(row, true), ...presentTexts(row), ...presentFacts(row) }
}

/** Presents a product for the lists of staff and sellers: at its regular prices, with its sale. */
export const presentManaged = (row: ManagedRow, fields: ProductQuery['fields'] = 'all'): ProductSummary => ({
  ...presentListed(row, fields),
  ...presentAllFacts(row),
  impactModel: row.impactModel,
  isRecalled: row.isRecalled,
})

function presentTexts({ fullDescription, energyEfficiency, materialSavings, carbonReduction }: SummaryRow) {
  return { fullDescription, sustainabilityMetrics: { energyEfficiency, materialSavings, carbonReduction } }
}

function presentSummary({ priceUsdCents, priceEurCents, formerUsdCents, formerEurCents, ...listed }: SummaryRow, isListed: boolean) {
  const { fullDescription: _, ...row } = listed
  const pictures = picturesOf({ ...row, category: row.baseCategory }, isListed)
  return {
    ...row,
    priceUSD: toDecimal(priceUsdCents),
    priceEUR: toDecimal(priceEurCents),
    content: presentContent(row),
    ...(formerUsdCents !== null && formerUsdCents > priceUsdCents && { formerUSD: toDecimal(formerUsdCents) }),
    ...(formerEurCents !== null && formerEurCents > priceEurCents && { formerEUR: toDecimal(formerEurCents) }),
    images: mainPictures(pictures),
    pictures,
    specifications: toRecord(row.specifications),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Presents a product with its price breaks, warranty and return window. */
export function presentOffered(row: Omit<ProductRow, 'deliveries' | 'offer'>) {
  return {
    ...presentSummary(row, false),
    ...presentTexts(row),
    ...presentFacts(row),
    ...(row.saleEndsAt !== null && { saleTo: row.saleEndsAt }),
    specificationRows: row.specifications,
    priceLadder: [...(row.ladder ?? ladderFor(row.baseCategory))],
    warrantyMonths: warrantyOf(row),
    warrantyText: row.warrantyText,
    returnDays: returnDays(row.baseCategory),
    productSafety: presentSafety(row),
    recall: presentRecall(row),
    attributes: presentAttributes(row.attributes, row.specifications),
    fits: row.fits,
    fittingParts: row.fittingParts,
    papers: row.papers,
    hasImpactModel: row.hasImpactModel,
  }
}

/** Presents a whole product, with its seller. */
export function presentProduct(row: ProductRow): Product {
  return {
    ...presentOffered(row),
    business: {
      id: row.businessId,
      slug: row.businessSlug,
      name: row.businessName,
      description: row.businessDescription,
      website: row.businessWebsite,
      logo: row.businessLogo,
      businessType: row.businessType,
      city: row.businessCity,
      country: row.businessCountry,
      since: row.businessSince.toISOString(),
      onTime: onTimeOf(row.deliveries),
    },
  }
}
