import type { Product, ProductImage, ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import type { OnTime } from '#contract/sellers/businesses.ts'
import { toDecimal } from '#domain/money.ts'
import { ladderFor } from '#domain/pricing.ts'
import { returnDays } from '#domain/returns.ts'
import { type DrawingSubject, defaultScene, describe, isSceneName, type SceneName } from '#drawings/draw.ts'
import type { SummaryRow } from './product-list.ts'
import type { ProductRow } from './product-record.ts'
import { warrantyOf } from './product-terms.ts'

type Pictured = Pick<SummaryRow, 'slug' | 'name' | 'images' | 'specifications' | 'editedVersion' | 'category'>

const toRecord = (rows: Pictured['specifications']): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

/** Returns the scene in an address such as `/drawings/ecomat-1000/mat-maker.svg`, or null. */
function sceneOf(url: string) {
  const name = /^\/drawings\/[^/]+\/([a-z-]+)\.svg$/.exec(url)?.[1]
  return name && isSceneName(name) ? name : null
}

/** Returns a drawing's address; its version makes it immutable, so that it can be cached for good. */
const drawingOf = ({ slug, editedVersion }: Pick<Pictured, 'slug' | 'editedVersion'>, scene: SceneName) =>
  `/drawings/${slug}/${scene}.svg?v=${editedVersion}`

/** Returns the address of a product's first picture, or of the drawing that stands for it. */
export function firstPicture(row: Pictured): string {
  const [first] = row.images
  if (!first) return drawingOf(row, defaultScene(row.category, toRecord(row.specifications), row.name))
  const scene = sceneOf(first.url)
  return scene ? drawingOf(row, scene) : first.url
}

/** Returns a product's pictures with their alt texts, or one drawing when the seller gave none. */
function presentPictures(row: Pictured): ProductImage[] {
  const { images } = row
  const subject: DrawingSubject = { slug: row.slug, name: row.name, specifications: toRecord(row.specifications) }
  const drawing = (scene: ReturnType<typeof defaultScene>, alt: string): ProductImage => {
    const words = describe(scene, subject)
    return { url: drawingOf(row, scene), alt: alt || words.alt, caption: words.caption }
  }
  if (images.length === 0) return [drawing(defaultScene(row.category, subject.specifications, row.name), '')]
  return images.map(({ url, alt }) => {
    const scene = sceneOf(url)
    return scene ? drawing(scene, alt) : { url, alt: alt || row.name, caption: null }
  })
}

/** Presents a product for lists: decimal amounts, ISO 8601 dates; its long texts unless cards are asked for. */
export function presentListed(row: SummaryRow, fields: ProductQuery['fields'] = 'all'): ProductSummary {
  return fields === 'card' ? presentSummary(row) : { ...presentSummary(row), ...presentTexts(row) }
}

function presentTexts({ fullDescription, energyEfficiency, materialSavings, carbonReduction }: SummaryRow) {
  return { fullDescription, sustainabilityMetrics: { energyEfficiency, materialSavings, carbonReduction } }
}

function presentSummary(listed: SummaryRow) {
  const {
    priceUsdCents,
    priceEurCents,
    fullDescription: _1,
    energyEfficiency: _2,
    materialSavings: _3,
    carbonReduction: _4,
    ...row
  } = listed
  const pictures = presentPictures({ ...row, category: row.baseCategory })
  return {
    ...row,
    priceUSD: toDecimal(priceUsdCents),
    priceEUR: toDecimal(priceEurCents),
    images: pictures.map((picture) => picture.url),
    pictures,
    specifications: toRecord(row.specifications),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Presents a whole product: with its price breaks, warranty, return window, and its seller with the share of deliveries `onTime`. */
export function presentProduct(row: ProductRow, onTime: OnTime): Product {
  return {
    ...presentSummary(row),
    ...presentTexts(row),
    specificationRows: row.specifications,
    priceLadder: [...(row.ladder ?? ladderFor(row.baseCategory))],
    warrantyMonths: warrantyOf(row.baseCategory, row.specifications),
    returnDays: returnDays(row.baseCategory),
    hasImpactModel: row.hasImpactModel,
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
