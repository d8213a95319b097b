import { isDeepStrictEqual } from 'node:util'
import type { Attribute } from '#domain/attribute.ts'
import { isSellable } from '#domain/business.ts'
import type { ImportCause } from '#domain/import-problems.ts'
import { drawnView, isDrawing } from '#domain/picture.ts'
import { ladderErrors } from '#domain/pricing.ts'
import { defaultShippingClass, PRODUCT_STATUSES, PRODUCT_TYPES, type ProductStatus } from '#domain/product.ts'
import { NO_SALE, type Prices, type Sale, saleErrors } from '#domain/sale-price.ts'
import { SHIPPING_CLASSES } from '#domain/shipping.ts'
import { lookupKey } from '#domain/text.ts'
import { drawingProblem } from '#drawings/choose-views.ts'
import { EMPTY_PRODUCT } from '#server/catalog/product-edits/check-form.ts'
import { skuTakenText } from '#server/catalog/product-edits/check-sku.ts'
import { type Filled, type Read, readChoice, readFlag, readLeadTime, readModel, readPrice, readStock, readText } from './cells.ts'
import { checkFeatures, checkImages, checkSpecifications } from './check-lists.ts'
import { readFactCells } from './fact-cells.ts'
import { findHolder, type KnownProducts, matchProduct } from './match-products.ts'
import type { KnownBusiness, KnownCategory, KnownProduct, ProductChange, ProductValues } from './product-values.ts'
import { type Finding, IDENTIFYING, type ProductDraft } from './read-catalog.ts'
import type { Column } from './table.ts'

/** A product that others may fit. */
export type Fitted = Pick<KnownProduct, 'slug' | 'name' | 'isPublic' | 'businessId' | 'status'>

/** Records that a row can refer to. */
export interface Known {
  categories: readonly KnownCategory[]
  businesses: { byId: ReadonlyMap<string, KnownBusiness>; byName: ReadonlyMap<string, readonly KnownBusiness[]> }
  products: KnownProducts
  /** Products that the file's `fits` name, by slug, with those of the file. */
  fitted: ReadonlyMap<string, Fitted>
  /** Attributes by category, in its order; empty for a file whose rows are stored as they are. */
  attributes: ReadonlyMap<string, readonly Attribute[]>
  /** Values for new products where the file has none; null: every row must have them. */
  defaults: Defaults | null
  /**
   * The business of a seller who imports: every new product is its own, whatever the file says, and no other's product changes. Null:
   * staff.
   */
  own: OwnBusiness | null
  /** Zone of the days of sales. */
  timeZone: string
  /** A row without a stored product is an error. */
  updateOnly: boolean
}

/** A seller's business, and whether staff review new products before they are shown. */
interface OwnBusiness {
  business: KnownBusiness
  isReviewed: boolean
  /** Uploaded pictures of the file that the business may show. */
  pictures: ReadonlySet<string>
}

/** Defaults chosen once for a whole file. */
interface Defaults {
  category: KnownCategory | null
  business: KnownBusiness | null
  /** The missing one of the two prices is computed from the other, so it is reported there. */
  makesPrices: boolean
}

type ProductColumn = Column<'Products'>
type Fail = (column: ProductColumn, cause: ImportCause, message: string, more?: { value?: string; max?: number | undefined }) => undefined

const lower = (cell: Filled) => lookupKey(String(cell))

/** Drops members that are undefined. */
function filled<Values extends object>(values: { [Name in keyof Values]?: Values[Name] | undefined }): Partial<Values> {
  // only undefined members are dropped
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}

/** Returns the category that a row names, or the default for a new product that names none. */
function findCategory(draft: ProductDraft, known: Known, isNew: boolean, fail: Fail): KnownCategory | undefined {
  const chosen = isNew ? (known.defaults?.category ?? undefined) : undefined
  const cell = draft.cells.get('category')
  if (cell === undefined) return chosen
  const wanted = lower(cell).split('\n') // one category, or several of which one must be known
  const category = wanted
    .map((name) => known.categories.find(({ value, label }) => value === name || lookupKey(label) === name))
    .find((found) => found !== undefined)
  if (category) return category
  const value = String(cell).replaceAll('\n', ', ')
  return fail('category', 'unknownCategory', `There is no category ${value}.`, { value })
}

/** Returns a seller's own business; a row that names another one is named, not taken for theirs. */
function ownBusiness(draft: ProductDraft, known: Known, own: KnownBusiness, fail: Fail): KnownBusiness {
  const cell = draft.cells.get('business')
  if (cell === undefined || lower(cell) === own.id || lower(cell) === lookupKey(own.name)) return own
  const value = String(cell)
  const name = known.businesses.byId.get(lower(cell))?.name ?? value
  fail('business', 'otherBusiness', `This row belongs to ${name}, not to your business.`, { value })
  return own
}

/** Returns the brand of a row where a business is called so: sellers that make what they sell. */
function brandOf(draft: ProductDraft, known: Known): Filled | undefined {
  const brand = draft.cells.get('brand')
  return brand !== undefined && known.businesses.byName.get(lower(brand))?.length === 1 ? brand : undefined
}

/** Returns the business that a row names, or the default for a new product that names none. */
function findBusiness(draft: ProductDraft, known: Known, isNew: boolean, fail: Fail): KnownBusiness | undefined {
  if (known.own) return ownBusiness(draft, known, known.own.business, fail)
  const chosen = isNew ? (known.defaults?.business ?? undefined) : undefined
  const cell = draft.cells.get('business') ?? brandOf(draft, known)
  if (cell === undefined || (chosen && !draft.cells.has('business'))) return chosen
  const value = String(cell)
  const byId = known.businesses.byId.get(lower(cell))
  if (byId) return byId
  const [business, second] = known.businesses.byName.get(lower(cell)) ?? []
  if (second) return fail('business', 'unknownBusiness', `More than one business is called ${value}. Use its id instead.`, { value })
  return business ?? fail('business', 'unknownBusiness', `There's no business called ${value}.`, { value })
}

const TWIN_TEXT = {
  sku: (value: string) => `More than one business has the SKU ${value}. Choose the business.`,
  gtin: (value: string) => `More than one business has the GTIN ${value}. Choose the business.`,
  name: (value: string) => `More than one product is called ${value}. Add its SKU or slug.`,
}

/** Returns the stored product of a row, if any. */
function findStored(draft: ProductDraft, known: Known, fail: Fail): KnownProduct | undefined {
  const business = findBusiness(draft, known, true, () => undefined)
  const match = matchProduct(draft, known.products, business?.id ?? null)
  if (match === null || !('several' in match)) return match ?? undefined
  const key = match.several
  const message = TWIN_TEXT[key](String(draft.cells.get(key)))
  return business || key === 'name' ? fail(key, 'repeated', message) : fail('business', 'missing', message)
}

/** Reads the products that a row says its product fits; null where it says nothing. */
function readFitted(draft: ProductDraft, known: Known, businessId: string | undefined, fail: Fail): ProductChange['fits'] {
  const cell = draft.cells.get('fits')
  if (cell === undefined) return null
  const slugs = lower(cell)
    .split(/[;,\n]/)
    .map((slug) => slug.trim())
    .filter((slug) => slug !== '' && slug !== draft.slug)
  return [...new Set(slugs)].flatMap((slug) => {
    const found = known.fitted.get(slug)
    if (found && found.status !== 'Deleted' && (found.isPublic || found.businessId === businessId))
      return [{ slug: found.slug, name: found.name }]
    fail('fits', 'unknownFit', `There is no product ${slug}.`, { value: slug })
    return []
  })
}

/** Reads the cells of a Products row that depend on nothing else. */
function readCells(draft: ProductDraft, timeZone: string, fail: Fail) {
  const get = <Value>(column: ProductColumn, read: (cell: Filled) => Read<Value>): Value | undefined => {
    const cell = draft.cells.get(column)
    if (cell === undefined) return undefined
    const result = read(cell)
    return 'value' in result ? result.value : fail(column, result.cause, result.message, { max: result.max })
  }
  const facts = readFactCells(draft.cells, timeZone)
  for (const { column, cause, message, max } of facts.problems) fail(column, cause, message, { max })
  return {
    name: get('name', readText(160)),
    description: get('description', readText(1000)),
    fullDescription: get('fullDescription', readText(20_000)),
    type: get('type', readChoice(PRODUCT_TYPES)),
    priceUsdCents: get('priceUSD', readPrice),
    priceEurCents: get('priceEUR', readPrice),
    stock: get('stock', readStock),
    featured: get('featured', readFlag),
    status: get('status', readChoice(PRODUCT_STATUSES)),
    energyEfficiency: get('energyEfficiency', readText(1000)),
    materialSavings: get('materialSavings', readText(1000)),
    carbonReduction: get('carbonReduction', readText(1000)),
    leadTimeDays: get('leadTimeDays', readLeadTime),
    shippingClass: get('shippingClass', readChoice(SHIPPING_CLASSES)),
    impactModel: get('impactModel', readModel),
    ...facts.facts,
  }
}

type Cells = ReturnType<typeof readCells>
type Lists = Partial<Pick<ProductValues, 'features' | 'images' | 'specifications'>>

/** A new product whose prices are missing: any sale is below them. */
const UNPRICED: Prices & Sale = { ...NO_SALE, priceUsdCents: Number.POSITIVE_INFINITY, priceEurCents: Number.POSITIVE_INFINITY }

const saleOf = ({ priceUsdCents, priceEurCents, saleUsdCents, saleEurCents, saleFrom, saleTo }: Cells) => ({
  priceUsdCents,
  priceEurCents,
  saleUsdCents,
  saleEurCents,
  saleFrom,
  saleTo,
})

/** Returns why the price breaks do not go with the minimum order; null where they do, and where the file leaves both as they are. */
function tierProblem({ ladder, minQuantity }: Cells, stored: KnownProduct | undefined, category = '') {
  const before = stored ?? { ladder: null, minQuantity: 1 }
  const after = { ladder: ladder === undefined ? before.ladder : ladder, minQuantity: minQuantity ?? before.minQuantity }
  if (stored && isDeepStrictEqual(after, { ladder: stored.ladder, minQuantity: stored.minQuantity })) return null
  return ladderErrors(after, category)[0] ?? null
}

/** Statuses that a seller can give a product. */
const OWN_STATUSES: readonly (ProductStatus | undefined)[] = ['Active', 'Inactive']

/** Names a status that only staff give, unless the product has it. */
function checkStatus(draft: ProductDraft, status: ProductStatus | undefined, stored: KnownProduct | undefined, fail: Fail): void {
  if (status === undefined || OWN_STATUSES.includes(status) || status === stored?.status) return
  fail('status', 'badChoice', `Only staff can give a product the status ${status}. Use Active or Inactive.`, {
    value: String(draft.cells.get('status')),
  })
}

const REQUIRED = ['name', 'category', 'business', 'priceUSD', 'priceEUR'] as const

/** Returns whether a new or restored product of this business is shown at once. */
const isShown = ({ status, businessStatus }: KnownBusiness, { own }: Pick<Known, 'own'>): boolean =>
  isSellable(status, businessStatus) && own?.isReviewed !== true

function newTarget(
  cells: Cells,
  lists: Lists,
  category: KnownCategory | undefined,
  business: KnownBusiness | undefined,
  known: Known,
): ProductChange['target'] | null {
  const { name, priceUsdCents, priceEurCents } = cells
  if (name === undefined || priceUsdCents === undefined || priceEurCents === undefined || !category || !business) return null
  const defaults: ProductValues = {
    ...EMPTY_PRODUCT,
    name,
    priceUsdCents,
    priceEurCents,
    type: category.kind,
    categoryId: category.id,
    status: isShown(business, known) ? 'Active' : 'Inactive',
    shippingClass: defaultShippingClass(category.value),
  }
  // a seller hides a product by its file, and shows it only where nobody looks at it first
  const status = known.own && cells.status !== 'Inactive' ? defaults.status : cells.status
  return { kind: 'new', businessId: business.id, values: { ...defaults, ...filled<ProductValues>({ ...cells, ...lists, status }) } }
}

function readLists(
  draft: ProductDraft,
  slugs: string[],
  { own }: Pick<Known, 'own'>,
  attributes: readonly Attribute[],
  errors: Finding[],
): Lists {
  return filled<Lists>({
    features: draft.features ? checkFeatures(draft.features, errors) : undefined,
    images: draft.images ? checkImages(draft.images, { slugs, pictures: own?.pictures ?? null }, errors) : undefined,
    specifications: draft.specifications ? checkSpecifications(draft.specifications, attributes, errors) : undefined,
  })
}

/** Restores a deleted product that the file contains; it is Active if its business may sell. */
function returning({ status, businessId }: KnownProduct, known: Known): Partial<ProductValues> {
  if (status !== 'Deleted') return {}
  const business = known.businesses.byId.get(businessId)
  return { status: business && isShown(business, known) ? 'Active' : 'Inactive' }
}

/** Checks the drawing that the file chooses against the sizes in the file; without its specifications there is nothing to compare. */
function refusedDrawing(
  draft: ProductDraft,
  stored: KnownProduct | undefined,
  known: Known,
  cells: Cells,
  { images, specifications }: Lists,
  more: ProductValues['specifications'],
  given: string | undefined,
): Finding | null {
  const at = draft.images?.find(({ first }) => isDrawing(String(first ?? '')))
  const drawing = images?.map(({ url }) => drawnView(url)).find((view) => view !== null)
  const category = given ?? known.categories.find(({ id }) => id === stored?.categoryId)?.value
  if (!at || !drawing || !category || (stored && (!specifications || cells.name === undefined))) return null
  const rows = [...(specifications ?? []), ...more].map(({ name, value }) => [name, value] as const)
  const message = drawingProblem(drawing.view, category, { name: cells.name ?? '', specifications: Object.fromEntries(rows) })
  return message ? { ...at.place, message, cause: 'badImage', value: String(at.first ?? '') } : null
}

/**
 * Checks everything the file says about one product.
 * @returns the change to store, or the errors that skip the product
 */
export function checkProduct(draft: ProductDraft, known: Known): { change: ProductChange } | { errors: Finding[] } {
  const errors: Finding[] = []
  const fail: Fail = (column, cause, message, { value = null, max } = {}) => {
    errors.push({ ...draft.place, column, cause, message, value, ...(max !== undefined && { max }) })
    return undefined
  }
  const stored = findStored(draft, known, fail)
  if (errors.length > 0) return { errors }
  if (!stored && (draft.row === null || known.updateOnly)) {
    const column = IDENTIFYING.find((one) => draft.cells.has(one)) ?? null
    const value = column === null ? draft.slug : String(draft.cells.get(column))
    return {
      errors: [
        {
          ...draft.place,
          ...(draft.row !== null && { column }),
          cause: 'unknownProduct',
          value: null,
          message: `There is no product ${value}.`,
        },
      ],
    }
  }
  const category = findCategory(draft, known, !stored, fail)
  const business = findBusiness(draft, known, !stored, fail)
  const cells = readCells(draft, known.timeZone, fail)
  const kind = category?.kind ?? known.categories.find(({ id }) => id === stored?.categoryId)?.kind
  const type = cells.type ?? stored?.type
  if (type && kind && type !== kind) fail(category ? 'category' : 'type', 'mismatch', `A ${type} can't be in a ${kind} category.`)
  for (const { field, message } of saleErrors({ ...UNPRICED, ...stored, ...filled<Prices & Sale>(saleOf(cells)) }))
    fail(field as ProductColumn, 'badPrice', message) // the fields of a sale are columns
  const tier = tierProblem(cells, stored, category?.value ?? known.categories.find(({ id }) => id === stored?.categoryId)?.value)
  if (tier) fail(tier.field === 'minQuantity' ? 'minQuantity' : 'ladder', 'badNumber', tier.message)
  if (cells.impactModel && type === 'material') fail('impactModel', 'mismatch', 'Only machines can have calculator figures.')
  if (known.own) checkStatus(draft, cells.status, stored, fail)
  if (stored && business && business.id !== stored.businessId) {
    if (known.own) fail('slug', 'otherBusiness', 'Another product has this address. Please choose another slug.')
    else fail('business', 'otherBusiness', "This product belongs to another business. An import can't move it.")
  }
  if (!stored) {
    const given = { category, business }
    const isMade = (column: string) =>
      known.defaults?.makesPrices === true &&
      ((column === 'priceEUR' && draft.cells.has('priceUSD')) || (column === 'priceUSD' && draft.cells.has('priceEUR')))
    for (const column of REQUIRED)
      if (!draft.cells.has(column) && !isMade(column) && !(column in given && given[column as keyof typeof given]))
        fail(column, 'missing', 'This is required for a new product.') // a name of `given`
  }
  const businessId = stored?.businessId ?? business?.id
  const { sku } = cells
  const holder = sku && businessId ? findHolder(known.products, businessId, sku) : undefined
  if (sku && holder && holder.id !== stored?.id) fail('sku', 'taken', skuTakenText(sku), { value: sku })
  const fits = readFitted(draft, known, businessId, fail)
  const attributes = known.attributes.get(category?.id ?? stored?.categoryId ?? '') ?? []
  const lists = readLists(draft, stored ? [stored.slug, draft.slug] : [draft.slug], known, attributes, errors)
  const specificationCells = draft.specifications ? [] : checkSpecifications(draft.specificationCells, attributes, errors)
  const target: ProductChange['target'] | null = stored
    ? {
        kind: 'stored',
        id: stored.id,
        values: filled<ProductValues>({
          ...returning(stored, known),
          ...filled(known.own ? { ...cells, status: undefined } : cells), // a seller's file changes no status: staff may have suspended it
          ...lists,
          categoryId: category?.id,
        }),
      }
    : newTarget(cells, lists, category, business, known)
  const drawing = refusedDrawing(draft, stored, known, cells, lists, specificationCells, category?.value)
  if (drawing) errors.push(drawing)
  if (errors.length > 0 || !target) return { errors }
  const counts = {
    products: draft.row === null ? 0 : 1,
    features: lists.features?.length ?? 0,
    images: lists.images?.length ?? 0,
    specifications: (lists.specifications ?? specificationCells).length,
  }
  return { change: { slug: draft.slug, row: draft.row, counts, specificationCells, attributes, fits, target } }
}
