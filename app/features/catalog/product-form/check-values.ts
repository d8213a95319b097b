import { getShop } from '#app/lib/shop.ts'
import { ApiError, type FieldError } from '#contract/errors.ts'
import { toProblem } from '#contract/refusals.ts'
import type { Attribute } from '#domain/attribute.ts'
import { MODEL_FIGURES, readImpactModel } from '#domain/impact.ts'
import { toMinor } from '#domain/money.ts'
import { isDrawing } from '#domain/picture.ts'
import { ladderErrors } from '#domain/pricing.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { readFacts } from '#domain/product-facts.ts'
import { NO_SALE, saleErrors } from '#domain/sale-price.ts'
import { rowProblem, rowText } from '#domain/specification.ts'
import { MAX_STOCK, STOCK_SENTENCE } from '#domain/stock.ts'
import { ladderBody } from './fact-values.ts'
import { fieldOf, modelOf, type ProductValues } from './form-values.ts'

const MISSING = 'Please fill in this field'
const PRICES = ['priceUSD', 'priceEUR'] as const

/** A field with a single text. */
type TextField = { [Name in keyof ProductValues]: ProductValues[Name] extends string ? Name : never }[keyof ProductValues]

/** Rules and sentences that differ between the sellers' and the staff's product form. */
export interface FormRules {
  /** Required fields, in the order of the page. */
  required: readonly TextField[]
  missing: string
  /** Message when there is no picture; without it, none is required. */
  noPicture?: string
}

/** Rules of the seller's form (B211-B213). */
export const SELLER_RULES: FormRules = {
  required: ['name', 'description', 'category', 'type', 'businessType', 'priceUSD', 'priceEUR', 'stock'],
  missing: 'Please fill in all required fields',
}

/** Rules of the staff's form (B203-B207). */
export const STAFF_RULES: FormRules = {
  required: ['businessId', 'name', 'description', 'category', 'type', 'priceUSD', 'priceEUR'],
  missing: 'Please fill in all required fields including both USD and EUR prices',
  noPicture: 'Please upload at least one product image',
}

const isPrice = (typed: string) => (toMinor(typed) ?? -1) > 0

const pricesOf = ({ priceUSD, priceEUR }: ProductValues) => ({
  priceUsdCents: toMinor(priceUSD) ?? 0,
  priceEurCents: toMinor(priceEUR) ?? 0,
})

/** Returns whether a required field is missing; a price of zero counts as missing. */
const isMissing = (values: ProductValues, name: TextField) => {
  const value = values[name].trim()
  return value === '' || (PRICES.some((price) => price === name) && toMinor(value) === 0)
}

function problem(detail: string, errors: FieldError[]): ApiError {
  return new ApiError(toProblem({ code: 'invalid_input', detail, errors }))
}

function modelErrors({ impactModel }: ProductValues, mistyped: readonly string[]): FieldError[] {
  const unread = MODEL_FIGURES.filter((figure) => mistyped.includes(`impactModel.${figure}`))
  const read = readImpactModel({ ...modelOf(impactModel), ...Object.fromEntries(unread.map((figure) => [figure, '?'])) })
  return 'model' in read ? [] : read.errors.map(({ figure, message }) => ({ field: `impactModel.${figure}`, message }))
}

/** Specifications that a form is checked against: those of its category, and the rows that are stored. */
interface StoredFacts {
  attributes: readonly Attribute[]
  stored: readonly { name: string; value: string }[]
  /** The product is stored without a picture: pages show its drawing. */
  hasDrawing?: boolean
}

const NOTHING_STORED: StoredFacts = { attributes: [], stored: [] }

function specificationErrors({ specifications, typed }: ProductValues, { attributes, stored }: StoredFacts): FieldError[] {
  const inFields = attributes.flatMap((attribute) => {
    const text = typed[attribute.key]?.trim() ?? ''
    const read = text === '' ? null : rowText(text, attribute)
    return read && 'problem' in read ? [{ field: `attributes.${attribute.key}`, message: read.problem }] : []
  })
  const isStored = (row: { name: string; value: string }) => stored.some(({ name, value }) => name === row.name && value === row.value)
  const inRows = specifications.flatMap((row, at) => {
    const message = isStored(row) ? null : rowProblem(row, attributes)
    return message ? [{ field: `specifications.${at}.value`, message }] : []
  })
  return [...inFields, ...inRows]
}

/**
 * Validates a form as the server would: missing fields first, then prices, then the rest.
 * `mistyped`: number fields whose text the browser could not parse.
 * @returns null when it can be sent
 */
export function checkValues(
  values: ProductValues,
  rules: FormRules,
  mistyped: readonly string[],
  known: StoredFacts = NOTHING_STORED,
): ApiError | null {
  const missing = rules.required.filter((name) => isMissing(values, name) && !mistyped.includes(name))
  if (missing.length > 0)
    return problem(
      rules.missing,
      missing.map((field) => ({ field, message: MISSING })),
    )
  const prices = PRICES.filter((name) => !isPrice(values[name]))
  if (prices.length > 0)
    return problem(
      'Please enter valid prices',
      prices.map((field) => ({ field, message: 'Please enter a price such as 149.90' })),
    )
  const pictures = values.images.filter(({ url }) => url.trim() !== '').length
  const photos = values.images.filter(({ url }) => url.trim() !== '' && !isDrawing(url.trim())).length
  if (rules.noPicture !== undefined && pictures === 0 && !known.hasDrawing)
    return problem(rules.noPicture, [{ field: 'images.0', message: 'Please add a picture' }])
  const errors: FieldError[] = []
  const stock = values.stock.trim()
  const isStock = /^\d{1,10}$/.test(stock) && Number(stock) <= MAX_STOCK
  if (!isStock && (stock !== '' || mistyped.includes('stock'))) errors.push({ field: 'stock', message: STOCK_SENTENCE })
  if (mistyped.includes('leadTimeDays') || !/^\d{0,3}$/.test(values.leadTimeDays.trim()))
    errors.push({ field: 'leadTimeDays', message: 'Please enter a whole number of days' })
  errors.push(...specificationErrors(values, known))
  const facts = readFacts({ ...values.facts, ladder: ladderBody(values) }, getShop().timeZone)
  errors.push(...facts.errors.map(({ field, message }) => ({ field: fieldOf(field, values), message })))
  if (facts.errors.length === 0) {
    const tiers = ladderErrors({ ladder: null, minQuantity: 1, ...facts.facts }, values.category)
    errors.push(...saleErrors({ ...NO_SALE, ...pricesOf(values), ...facts.facts }))
    errors.push(...tiers.map(({ field, message }) => ({ field: fieldOf(field, values), message })))
  }
  if (values.type !== 'material') errors.push(...modelErrors(values, mistyped))
  if (photos > MAX_IMAGES) errors.push({ field: 'images.0', message: `You can only upload up to ${MAX_IMAGES} images` })
  return errors.length > 0 ? problem('Please check the marked fields.', errors) : null
}
