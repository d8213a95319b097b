import type { Product, ProductImage, ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import type { OnTime } from '#contract/sellers/businesses.ts'
import { toDecimal } from '#domain/money.ts'
import { drawnView, isDrawing } from '#domain/picture.ts'
import { ladderFor } from '#domain/pricing.ts'
import { returnDays } from '#domain/returns.ts'
import { mainView, viewsOf } from '#drawings/choose-views.ts'
import { describe, type View } from '#drawings/draw.ts'
import type { DrawingSubject } from '#drawings/specifications.ts'
import { presentAllFacts, presentContent, presentFacts, presentRecall } from './fact-columns.ts'
import type { ManagedRow } from './managed-products.ts'
import { presentAttributes } from './product-attributes.ts'
import type { SummaryRow } from './product-list.ts'
import type { ProductRow } from './product-record.ts'
import { warrantyOf } from './product-terms.ts'
import { presentSafety } from './safety-columns.ts'

type Pictured = Pick<SummaryRow, 'slug' | 'name' | 'images' | 'specifications' | 'editedVersion' | 'category'> & { features?: string[] }

const toRecord = (rows: Pictured['specifications']): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

/** Returns the values that a product's drawings are made from. */
export const drawingSubject = (row: Omit<Pictured, 'images' | 'editedVersion' | 'category'>): DrawingSubject => ({
  slug: row.slug,
  name: row.name,
  specifications: toRecord(row.specifications),
  ...(row.features && { features: row.features }),
})

/** Returns the scene that the seller chose for the product's main drawing: the first drawing among the stored pictures. */
export const chosenScene = (images: Pictured['images']): string | undefined =>
  images.map(({ url }) => drawnView(url)?.view).find((view) => view !== undefined)

/** Returns a drawing's address; its version makes it immutable, so that it can be cached for good. */
const drawingOf = ({ slug, editedVersion }: Pick<Pictured, 'slug' | 'editedVersion'>, view: View) =>
  `/drawings/${slug}/${view}.svg?v=${editedVersion}`

/** Returns the address of a product's first photo, or of its main drawing. */
export function firstPicture(row: Pictured): string {
  const photo = row.images.find(({ url }) => !isDrawing(url))
  return photo?.url ?? drawingOf(row, mainView(row.category, drawingSubject(row), chosenScene(row.images)))
}

/** Returns a product's photos with their alt texts, then its drawings: all of them, or with `isListed` only the main one. */
function presentPictures(row: Pictured, isListed: boolean): ProductImage[] {
  const subject = drawingSubject(row)
  const chosen = chosenScene(row.images)
  const views = isListed ? [mainView(row.category, subject, chosen)] : viewsOf(row.category, subject, chosen)
  const chosenAlt = row.images.find(({ url }) => isDrawing(url))?.alt
  const photos = row.images.filter(({ url }) => !isDrawing(url))
  const drawings = views.map((view, index): ProductImage => {
    const words = describe(view, subject)
    return { kind: 'drawing', url: drawingOf(row, view), alt: (index === 0 && chosenAlt) || words.alt, caption: words.caption }
  })
  return [...photos.map(({ url, alt }): ProductImage => ({ kind: 'photo', url, alt: alt || row.name, caption: null })), ...drawings]
}

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

function presentSummary(listed: SummaryRow, isListed: boolean) {
  const {
    priceUsdCents,
    priceEurCents,
    formerUsdCents,
    formerEurCents,
    fullDescription: _1,
    energyEfficiency: _2,
    materialSavings: _3,
    carbonReduction: _4,
    ...row
  } = listed
  const pictures = presentPictures({ ...row, category: row.baseCategory }, isListed)
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
export function presentOffered(row: ProductRow) {
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

/** Presents a whole product, with its seller and the share of deliveries `onTime`. */
export function presentProduct(row: ProductRow, onTime: OnTime): Product {
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
      onTime,
    },
  }
}
