import type { ProductBody } from '#contract/catalog/product-edits.ts'
import type { FieldError } from '#contract/errors.ts'
import { type Attribute } from '#domain/attribute.ts'
import { CUSTOMER_SENTENCES, isPlainText } from '#domain/customer.ts'
import { withFits } from '#domain/fits.ts'
import { readImpactModel } from '#domain/impact.ts'
import { toMinor } from '#domain/money.ts'
import { drawnView, isDrawing } from '#domain/picture.ts'
import { ladderErrors } from '#domain/pricing.ts'
import { defaultShippingClass, MAX_IMAGES } from '#domain/product.ts'
import { NO_FACTS, readFacts } from '#domain/product-facts.ts'
import { saleErrors } from '#domain/sale-price.ts'
import { enteredRows, formatRange, readRowValue, rowOf, rowProblem, rowText, withRow } from '#domain/specification.ts'
import { STOCK_SENTENCE } from '#domain/stock.ts'
import { defaultScene, drawingProblem } from '#drawings/choose-views.ts'
import { isFlatView } from '#drawings/draw.ts'
import { MAX_PRICE_CENTS, readLeadTime, readStock } from '#server/catalog/imports/cells.ts'
import { readAddress, withOneDrawing } from '#server/catalog/imports/check-lists.ts'
import type { KnownCategory, ProductValues } from '#server/catalog/imports/product-values.ts'
import type { FitsChange } from '#server/catalog/products/product-fits.ts'
import { warrantyOf } from '#server/catalog/products/product-terms.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

const MISSING = 'Please fill in this field'
const REQUIRED = ['name', 'description', 'category', 'type', 'priceUSD', 'priceEUR'] as const

type Typed = string | number | null | undefined

/** Returns whether a price is zero: the specification treats that as missing. */
const isZero = (value: Typed) => value !== null && value !== undefined && toMinor(value) === 0

const isEmpty = (value: unknown) => value === null || value === ''

/** Refuses a form with missing required fields; for a stored product, only those that were sent empty. */
export function refuseMissing(body: ProductBody, { isNew, asksForBusiness }: { isNew: boolean; asksForBusiness: boolean }): void {
  const fields: string[] = REQUIRED.filter((name) => {
    const value = body[name]
    if (value === undefined) return isNew
    return isEmpty(value) || ((name === 'priceUSD' || name === 'priceEUR') && isZero(value))
  })
  if (body.stock !== undefined && isEmpty(body.stock)) fields.push('stock')
  if (asksForBusiness && (body.businessId === undefined || isEmpty(body.businessId))) fields.push('businessId')
  if (fields.length === 0) return
  const errors = fields.map((field) => ({ field, message: MISSING }))
  refuse('invalid_input', { detail: 'Please fill in all required fields', errors })
}

const priceOf = (value: Typed): number | null => {
  const cents = value === null || value === undefined ? null : toMinor(value)
  return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS ? cents : null
}

/** Returns the prices in the form, in cents. Refuses invalid ones. */
export function readPrices(form: { priceUSD?: Typed; priceEUR?: Typed }): Partial<Pick<ProductValues, 'priceUsdCents' | 'priceEurCents'>> {
  const errors: FieldError[] = []
  const read = (field: 'priceUSD' | 'priceEUR') => {
    const value = form[field]
    if (value === undefined) return undefined
    const cents = priceOf(value)
    if (cents === null) errors.push({ field, message: 'Please enter a price such as 149.90, with at most two decimals' })
    return cents ?? undefined
  }
  const [usd, eur] = [read('priceUSD'), read('priceEUR')]
  if (errors.length > 0) refuse('invalid_input', { detail: 'Please enter valid prices', errors })
  return { ...(usd !== undefined && { priceUsdCents: usd }), ...(eur !== undefined && { priceEurCents: eur }) }
}

/** Returns a typed stock in units, or null when it is invalid. */
export function stockOf(value: Typed): number | null {
  if (value === null || value === undefined || value === '') return null
  const read = readStock(value)
  return 'value' in read ? read.value : null
}

type Fail = (field: string, message: string) => void

function readRows(
  given: NonNullable<ProductBody['specifications']>,
  stored: ProductValues['specifications'],
  attributes: readonly Attribute[],
  fail: Fail,
): ProductValues['specifications'] {
  const rows = Array.isArray(given) ? given : Object.entries(given).map(([name, value]) => ({ name: name.trim(), value }))
  const seen = new Set<string>()
  return rows.flatMap(({ name, value }, at) => {
    const field = `specifications.${at}`
    if (name === '' && value === '') return []
    if (name === '' || value === '') fail(`${field}.${name === '' ? 'name' : 'value'}`, MISSING)
    if (!isPlainText(name)) fail(`${field}.name`, CUSTOMER_SENTENCES.unusual)
    if (name.length > 80) fail(`${field}.name`, 'At most 80 characters are accepted')
    if (seen.has(name)) fail(`${field}.name`, `${name} is listed twice`)
    seen.add(name)
    const problem = stored.some((row) => row.name === name && row.value === value) ? null : rowProblem({ name, value }, attributes)
    if (problem) fail(`${field}.value`, problem)
    return [{ name, value }]
  })
}

function readImages(given: NonNullable<ProductBody['images']>, stored: ProductValues | null, slugs: string[], fail: Fail) {
  const known = new Map(stored?.images.map(({ url, alt }) => [url, alt]))
  const images = given.flatMap((entry, at) => {
    const typed = (typeof entry === 'string' ? entry : entry.url).trim()
    if (typed === '' || isFlatView(drawnView(typed)?.view ?? '')) return [] // a further view follows from the product
    const read = readAddress(typed.replace(/^(\/drawings\/[^?]+)\?.*$/, '$1'), slugs) // as pages show it, with its version
    if (!('value' in read)) {
      fail(`images.${at}`, read.message)
      return []
    }
    const alt = typeof entry === 'string' ? undefined : entry.alt
    return [{ url: read.value, alt: alt ?? known.get(read.value) ?? '' }]
  })
  if (images.filter(({ url }) => !isDrawing(url)).length > MAX_IMAGES) fail('images', `You can only upload up to ${MAX_IMAGES} images`)
  return withOneDrawing(images)
}

/** Removes the default drawing: pages show it anyway, so it is no choice of the seller. */
function withoutDefault(images: ProductValues['images'], values: ProductValues, category: string, slug: string): ProductValues['images'] {
  const specifications = Object.fromEntries(values.specifications.map(({ name, value }) => [name, value]))
  const address = `/drawings/${slug}/${defaultScene(category, specifications, values.name)}.svg`
  return images.filter(({ url }) => url !== address)
}

type Answered = Extract<ProductBody['attributes'], unknown[]>[number]
const entryOf = ({ key, number, numberMax, choice, text }: Answered) => {
  const range = number !== undefined && numberMax !== undefined ? formatRange({ min: number, max: numberMax }, null) : undefined
  return [key, range ?? number ?? choice ?? text ?? null] as const
}

/** Returns whether the stored rows give an attribute this value. */
function hasValue(stored: ProductValues | null, attribute: Attribute | undefined, value: string | number | null): boolean {
  if (!stored || !attribute) return false
  const row = stored.specifications[rowOf(stored.specifications, attribute)]
  return row !== undefined && readRowValue(row.value, attribute) === value
}

/** Reads the rows of the form, with the typed values of attributes; undefined where it has neither. */
function readSpecifications(
  { specifications, attributes: typed }: ProductBody,
  stored: ProductValues | null,
  attributes: readonly Attribute[],
  fail: Fail,
): ProductValues['specifications'] | undefined {
  const before = stored?.specifications ?? []
  const given = specifications && readRows(specifications, before, attributes, fail)
  if (!typed) return given && enteredRows(given, before, attributes)
  let rows = given ?? before
  for (const [key, value] of Array.isArray(typed) ? typed.map(entryOf) : Object.entries(typed)) {
    const attribute = attributes.find((known) => known.key === key)
    if (Array.isArray(typed) && hasValue(stored, attribute, value)) continue // an answer that is sent back; its rows may have changed
    const read = attribute && rowText(String(value ?? ''), attribute)
    if (attribute && (value === null || value === '')) rows = withRow(rows, attribute, '', attributes, (row) => row)
    else if (attribute && read && 'text' in read) rows = withRow(rows, attribute, read.text, attributes, (row) => row)
    else fail(`attributes.${key}`, read && 'problem' in read ? read.problem : "This specification doesn't exist.")
  }
  return enteredRows(rows, before, attributes)
}

/** Lets the row `Fits` name what the product is linked to. */
const underLinks = (rows: ProductValues['specifications'], { targets, linked }: FitsChange) =>
  withFits(rows, { linked, wanted: targets.map(({ name }) => name) }, (row) => row)

/** Refuses a chosen drawing that shows sizes which the product does not specify. */
function refuseDrawing({ name, images, specifications }: ProductValues, category: string): void {
  const at = images.findIndex(({ url }) => isDrawing(url))
  const view = drawnView(images[at]?.url ?? '')?.view
  const rows = Object.fromEntries(specifications.map((row) => [row.name, row.value]))
  const problem = view && drawingProblem(view, category, { name, specifications: rows })
  if (problem) refuseField(`images.${at}`, problem)
}

const MACHINES_ONLY = 'Only machines can have calculator figures'

/** Returns an error for each product that gets calculator figures and is no machine. */
export function modelErrors(
  rows: readonly { name: string; type: string }[],
  model: ProductValues['impactModel'] | undefined,
): FieldError[] {
  const wrong = model ? rows.filter(({ type }) => type !== 'machine') : []
  return wrong.map(({ name }) => ({ field: 'impactModel', message: `${name}: ${MACHINES_ONLY}` }))
}

/** Reads the figures of the impact calculator; undefined where the form has none of them. */
export function readModel(given: ProductBody['impactModel'], type: string, fail: Fail): ProductValues['impactModel'] | undefined {
  if (!given) return given
  const read = readImpactModel(given)
  if ('errors' in read) {
    for (const { figure, message } of read.errors) fail(`impactModel.${figure}`, message)
    return undefined
  }
  if (read.model && type !== 'machine') fail('impactModel', MACHINES_ONLY)
  return read.model
}

/** Context of a form's check; `slugs`: the slug it will have, then the one it has. */
interface FormFacts {
  stored: ProductValues | null
  category: KnownCategory
  slugs: string[]
  /** Attributes of the category, in its order. */
  attributes: readonly Attribute[]
  /** Products that it is to fit; null: as before. */
  fits: FitsChange | null
  /** Zone of the days of a sale. */
  timeZone: string
}

/** Returns the values that a form sets. Refuses invalid prices first, then every other invalid field at once. */
function readForm(body: ProductBody, { stored, category, slugs, attributes, fits, timeZone }: FormFacts): Partial<ProductValues> {
  const prices = readPrices(body)
  const errors: FieldError[] = []
  const fail: Fail = (field, message) => void errors.push({ field, message })
  const type = body.type || stored?.type || category.kind
  if (type !== category.kind) fail(body.category === undefined ? 'type' : 'category', `A ${type} can't be in a ${category.kind} category`)
  const stock = body.stock === undefined ? undefined : stockOf(body.stock)
  if (stock === null) fail('stock', STOCK_SENTENCE)
  const lead = isEmpty(body.leadTimeDays) ? { value: null } : body.leadTimeDays == null ? undefined : readLeadTime(body.leadTimeDays)
  if (lead && !('value' in lead)) fail('leadTimeDays', lead.message)
  const images = body.images && readImages(body.images, stored, slugs, fail)
  const rows = readSpecifications(body, stored, attributes, fail)
  const specifications = fits ? underLinks(rows ?? stored?.specifications ?? [], fits) : rows
  const impactModel = readModel(body.impactModel, type, fail)
  const facts = readFacts(body, timeZone)
  errors.push(...facts.errors)
  if (errors.length > 0) refuse('invalid_input', { errors })
  const lines = (text: string) => text.replace(/\r\n?/g, '\n')
  const metrics = body.sustainabilityMetrics
  const given = {
    ...prices,
    name: body.name,
    description: body.description,
    fullDescription: body.fullDescription === undefined ? undefined : lines(body.fullDescription),
    type: body.type || undefined,
    categoryId: category.id,
    stock: stock ?? undefined,
    featured: body.featured,
    shippingClass: body.shippingClass || (stored ? undefined : defaultShippingClass(category.value)),
    leadTimeDays: lead && 'value' in lead ? lead.value : undefined,
    energyEfficiency: metrics?.energyEfficiency,
    materialSavings: metrics?.materialSavings,
    carbonReduction: metrics?.carbonReduction,
    features: body.features?.filter((feature) => feature !== ''),
    specifications,
    images,
    impactModel: type === 'machine' ? impactModel : null,
    ...facts.facts,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Values of a new product that neither a form nor a file has. */
export const EMPTY_PRODUCT: Omit<ProductValues, 'name' | 'type' | 'categoryId' | 'priceUsdCents' | 'priceEurCents'> = {
  description: '',
  fullDescription: '',
  stock: 0,
  featured: false,
  status: 'Inactive',
  shippingClass: 'parcel',
  leadTimeDays: null,
  energyEfficiency: '',
  materialSavings: '',
  carbonReduction: '',
  features: [],
  images: [],
  specifications: [],
  impactModel: null,
  ...NO_FACTS,
}

/** Drops a warranty that the product has anyway: an answer that is sent back stores nothing. */
function withoutUsual(given: Partial<ProductValues>, { stored, category }: FormFacts): Partial<ProductValues> {
  const isUsual =
    stored?.warrantyMonths === null &&
    given.warrantyMonths === warrantyOf({ ...stored, baseCategory: category.value, warrantyMonths: null })
  return isUsual ? { ...given, warrantyMonths: null } : given
}

/** Returns a product's values after the form. */
export function valuesAfter(body: ProductBody, facts: FormFacts): ProductValues {
  const { stored, category, slugs } = facts
  const base: ProductValues = stored ?? {
    ...EMPTY_PRODUCT,
    name: '',
    type: category.kind,
    categoryId: category.id,
    priceUsdCents: 0,
    priceEurCents: 0,
  }
  const values = { ...base, ...withoutUsual(readForm(body, facts), facts) }
  const wrong = [...saleErrors(values), ...ladderErrors(values, category.value)]
  if (wrong.length > 0) refuse('invalid_input', { errors: wrong })
  if (body.images || body.specifications || body.attributes || body.category !== undefined) refuseDrawing(values, category.value)
  const hasChosen = stored?.images.some(({ url }) => isDrawing(url))
  return hasChosen ? values : { ...values, images: withoutDefault(values.images, values, category.value, slugs[0] ?? '') }
}
