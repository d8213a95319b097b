import { figure } from '#app/lib/format.ts'
import type { ProductBody, ProductForm } from '#contract/catalog/product-edits.ts'
import type { BusinessType } from '#domain/business.ts'
import { type ImpactModel, MODEL_FIGURES } from '#domain/impact.ts'
import type { ProductType } from '#domain/product.ts'
import type { ShippingClass } from '#domain/shipping.ts'
import { pluralize } from '#domain/text.ts'
import { type FactValues, factValuesOf, isTierFilled, type LadderValues, ladderBody, NO_FACT_VALUES } from './fact-values.ts'

let lastKey = 0
/** Returns a key for a row of an open form. */
function newKey(): string {
  lastKey += 1
  return `row-${lastKey}`
}

interface TextRow {
  key: string
  text: string
}

interface PairRow {
  key: string
  name: string
  value: string
}

/** A picture of the form; `uploadId` when it was uploaded here and is not stored with a product yet. */
export interface PictureRow {
  key: string
  url: string
  alt: string
  uploadId?: string
}

/** Values of a product form: texts as they were typed. */
export interface ProductValues extends LadderValues {
  name: string
  description: string
  fullDescription: string
  category: string
  type: ProductType | ''
  businessType: BusinessType | ''
  /** Chosen by staff only. */
  businessId: string
  featured: boolean
  priceUSD: string
  priceEUR: string
  stock: string
  features: TextRow[]
  images: PictureRow[]
  specifications: PairRow[]
  /** Texts typed for specifications of its category that are no values yet, by key. */
  typed: Record<string, string>
  /** Products that it fits. */
  fits: { id: string; name: string }[]
  energyEfficiency: string
  materialSavings: string
  carbonReduction: string
  leadTimeDays: string
  /** Empty: the category's default. */
  shippingClass: ShippingClass | ''
  /** The four figures of the impact calculator: percentages, kW, units per hour. */
  impactModel: Record<keyof ImpactModel, string>
  facts: FactValues
  slug: string
}

export const textRow = (text = ''): TextRow => ({ key: newKey(), text })
export const pairRow = (name = '', value = ''): PairRow => ({ key: newKey(), name, value })
export const tierRow = (minQuantity = '', discountPercent = ''): ProductValues['ladder'][number] => ({
  key: newKey(),
  minQuantity,
  discountPercent,
})
export const pictureRow = (url = '', alt = '', uploadId?: string): PictureRow => ({
  key: newKey(),
  url,
  alt,
  ...(uploadId && { uploadId }),
})

/** Keeps at least one row of each list on the form (B214, B352). */
const orOne = <Row>(rows: Row[], blank: () => Row): Row[] => (rows.length > 0 ? rows : [blank()])

/** The figures of the impact calculator, none of them filled in. */
export const NO_MODEL: ProductValues['impactModel'] = { efficiency: '', materialReduction: '', energyUsage: '', processingRate: '' }

/** Figures that are stored as shares and typed as percentages. */
const isShare = (figure: keyof ImpactModel) => figure === 'efficiency' || figure === 'materialReduction'

const converted = <Value>(convert: (figure: keyof ImpactModel) => Value) =>
  Object.fromEntries(MODEL_FIGURES.map((figure) => [figure, convert(figure)])) as Record<keyof ImpactModel, Value> // each figure is given

const typedModel = (model: ImpactModel) =>
  converted((figure) => String(isShare(figure) ? Number((model[figure] * 100).toFixed(6)) : model[figure]))

/** Returns the typed figures as they are sent: percentages as shares. */
export const modelOf = (typed: ProductValues['impactModel']) =>
  converted((figure) => {
    const text = typed[figure].trim()
    return text !== '' && isShare(figure) ? String(Number((Number(text) / 100).toFixed(8))) : text
  })

/** Returns the values of a new product's form. */
export function emptyValues(): ProductValues {
  return {
    name: '',
    description: '',
    fullDescription: '',
    category: '',
    type: '',
    businessType: '',
    businessId: '',
    featured: false,
    priceUSD: '',
    priceEUR: '',
    stock: '',
    features: [textRow()],
    images: [pictureRow()],
    specifications: [pairRow()],
    typed: {},
    fits: [],
    energyEfficiency: '',
    materialSavings: '',
    carbonReduction: '',
    leadTimeDays: '',
    shippingClass: '',
    impactModel: NO_MODEL,
    facts: NO_FACT_VALUES,
    noLadder: false,
    ladder: [tierRow()],
    slug: '',
  }
}

/** Returns the values of a stored product's form. */
export function valuesOf(product: ProductForm): ProductValues {
  const { energyEfficiency, materialSavings, carbonReduction } = product.sustainabilityMetrics
  return {
    name: product.name,
    description: product.description,
    fullDescription: product.fullDescription,
    category: product.category,
    type: product.type,
    businessType: product.businessType,
    businessId: product.businessId,
    featured: product.featured,
    priceUSD: product.priceUSD.toFixed(2),
    priceEUR: product.priceEUR.toFixed(2),
    stock: String(product.stock),
    features: orOne(
      product.features.map((feature) => textRow(feature)),
      textRow,
    ),
    images: orOne(
      product.images.map(({ url, alt }) => pictureRow(url, alt)),
      pictureRow,
    ),
    specifications: orOne(
      product.specifications.map(({ name, value }) => pairRow(name, value)),
      pairRow,
    ),
    typed: {},
    fits: product.fits.map(({ id, name }) => ({ id, name })),
    energyEfficiency,
    materialSavings,
    carbonReduction,
    leadTimeDays: product.leadTimeDays === null ? '' : String(product.leadTimeDays),
    shippingClass: product.shippingClass,
    impactModel: product.impactModel ? typedModel(product.impactModel) : NO_MODEL,
    facts: factValuesOf(product),
    noLadder: product.ladder?.length === 0,
    ladder: orOne(
      (product.ladder ?? []).map(({ minQuantity, discountPercent }) => tierRow(String(minQuantity), String(discountPercent))),
      tierRow,
    ),
    slug: product.slug,
  }
}

/** Returns the values with fresh row keys, for rows that were stored: keys are unique only within one page load. */
export const withFreshKeys = (values: ProductValues): ProductValues => ({
  ...values,
  features: values.features.map(({ text }) => textRow(text)),
  images: values.images.map(({ url, alt, uploadId }) => pictureRow(url, alt, uploadId)),
  specifications: values.specifications.map(({ name, value }) => pairRow(name, value)),
  ladder: values.ladder.map(({ minQuantity, discountPercent }) => tierRow(minQuantity, discountPercent)),
})

const isFilled = {
  text: ({ text }: TextRow) => text.trim() !== '',
  pair: ({ name, value }: PairRow) => name.trim() !== '' || value.trim() !== '',
  picture: ({ url }: PictureRow) => url.trim() !== '',
}

const idsOf = (fits: ProductValues['fits']) => fits.map(({ id }) => id)
const isSameList = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/**
 * Returns the request body: prices and stock as numbers, without blank rows.
 * A stored product's stock is sent only when it was changed: orders may have taken units since the form was opened.
 */
export function bodyOf(values: ProductValues, opened: ProductForm | null): ProductBody {
  const { features, images, specifications, priceUSD, priceEUR, stock, leadTimeDays, impactModel, slug, businessId, ...rest } = values
  const { facts, fits, typed, noLadder, ladder, ...plain } = rest
  const { energyEfficiency, materialSavings, carbonReduction, type, businessType, shippingClass, ...texts } = plain
  const isFitUnchanged = isSameList(idsOf(fits), idsOf(opened?.fits ?? []))
  const isStockUnchanged = opened !== null && stock.trim() === String(opened.stock)
  return {
    ...texts,
    ...(type && { type }),
    ...(businessType && { businessType }),
    ...(shippingClass && { shippingClass }),
    ...(businessId && { businessId }),
    ...(slug.trim() && { slug: slug.trim() }),
    priceUSD: Number(priceUSD),
    priceEUR: Number(priceEUR),
    ...(!isStockUnchanged && { stock: Number(stock) }),
    ...(type !== 'material' && { impactModel: modelOf(impactModel) }),
    leadTimeDays: leadTimeDays.trim() === '' ? null : Number(leadTimeDays),
    ...facts,
    ladder: ladderBody({ noLadder, ladder }),
    features: features.filter(isFilled.text).map(({ text }) => text.trim()),
    images: images.filter(isFilled.picture).map(({ url, alt }) => ({ url: url.trim(), alt: alt.trim() })),
    ...(Object.keys(typed).length > 0 && { attributes: typed }),
    ...(!isFitUnchanged && { fits: idsOf(fits) }), // else the specification `Fits` decides, which may have been edited
    specifications: specifications.filter(isFilled.pair).map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
    sustainabilityMetrics: { energyEfficiency, materialSavings, carbonReduction },
    ...(opened && { version: opened.version }),
  }
}

const LISTS = { features: isFilled.text, images: isFilled.picture, specifications: isFilled.pair, ladder: isTierFilled } as const

/** Maps a refusal's field to the form's: blank rows were not sent, so row numbers differ. */
export function fieldOf(field: string, values: ProductValues): string {
  const [list = '', at = '', ...more] = field.split('.')
  if (!Object.hasOwn(LISTS, list) || !/^\d+$/.test(at)) return field
  const rows: readonly unknown[] = values[list as keyof typeof LISTS] // one of the four lists
  const isSent = LISTS[list as keyof typeof LISTS] as (row: unknown) => boolean // each list has its own type of rows
  const places = rows.flatMap((row, index) => (isSent(row) ? [index] : []))
  return [list, String(places[Number(at)] ?? at), ...more].join('.')
}

const comparable = (values: ProductValues) =>
  JSON.stringify(values, (name, value: unknown) => (name === 'key' || name === 'uploadId' ? undefined : value))

/** Returns whether two forms have the same values. */
export const isSameForm = (one: ProductValues, other: ProductValues): boolean => comparable(one) === comparable(other)

/** Explains that units were sold or returned between the typed stock and the stored one; null when they are equal, or none was typed. */
export function soldMeanwhile(typed: number | undefined, stock: number): string | null {
  if (typed === undefined || typed === stock) return null
  return `Saved. Stock is ${figure(stock)}: ${pluralize(Math.abs(typed - stock), 'unit')} ${stock < typed ? 'sold' : 'returned'} while you were editing.`
}
