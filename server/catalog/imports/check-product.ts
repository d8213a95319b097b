import { isSellable } from '#domain/business.ts'
import { drawnView, isDrawing } from '#domain/picture.ts'
import { defaultShippingClass, PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { SHIPPING_CLASSES } from '#domain/shipping.ts'
import { drawingProblem } from '#drawings/choose-views.ts'
import { type Filled, type Read, readChoice, readFlag, readLeadTime, readPrice, readStock, readText } from './cells.ts'
import { checkFeatures, checkImages, checkSpecifications } from './check-lists.ts'
import type { KnownBusiness, KnownCategory, KnownProduct, ProductChange, ProductValues } from './product-values.ts'
import type { ProductDraft, RowError } from './read-catalog.ts'
import type { Column } from './table.ts'

/** Records that a row can refer to. */
export interface Known {
  categories: readonly KnownCategory[]
  businesses: { byId: ReadonlyMap<string, KnownBusiness>; byName: ReadonlyMap<string, readonly KnownBusiness[]> }
  /** By current or former slug. */
  products: ReadonlyMap<string, KnownProduct>
  /** Values for new products where the file has none; null: every row must have them. */
  defaults: Defaults | null
}

/** Defaults chosen once for a whole file. */
export interface Defaults {
  category: KnownCategory | null
  business: KnownBusiness | null
  /** Also apply where the file names a category or business that this shop does not have, as exports of other shops do. */
  coversUnknown: boolean
  /** EUR prices are computed from USD, so a missing one is reported at the USD price. */
  makesEuro: boolean
}

type ProductColumn = Column<'Products'>
type Fail = (column: ProductColumn, message: string) => undefined

const lower = (cell: Filled) => String(cell).trim().toLowerCase()

/** Drops members that are undefined. */
function filled<Values extends object>(values: { [Name in keyof Values]?: Values[Name] | undefined }): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values> // only undefined members are dropped
}

/** Returns the category that a row names, or the default for a new product that names none. */
function findCategory(draft: ProductDraft, known: Known, isNew: boolean, fail: Fail): KnownCategory | undefined {
  const chosen = isNew ? (known.defaults?.category ?? undefined) : undefined
  const cell = draft.cells.get('category')
  if (cell === undefined) return chosen
  const wanted = lower(cell).split('\n') // one category, or several of which one must be known
  const category = wanted
    .map((name) => known.categories.find(({ value, label }) => value === name || label.toLowerCase() === name))
    .find((found) => found !== undefined)
  if (category) return category
  if (known.defaults?.category && known.defaults.coversUnknown) return chosen
  return fail('category', `There is no category ${String(cell).replaceAll('\n', ', ')}.`)
}

/** Returns the business that a row names, or the default for a new product that names none. */
function findBusiness(draft: ProductDraft, known: Known, isNew: boolean, fail: Fail): KnownBusiness | undefined {
  const chosen = isNew ? (known.defaults?.business ?? undefined) : undefined
  const cell = draft.cells.get('business')
  if (cell === undefined) return chosen
  const byId = known.businesses.byId.get(lower(cell))
  if (byId) return byId
  const [business, second] = known.businesses.byName.get(lower(cell)) ?? []
  if (second) return fail('business', `More than one business is called ${String(cell)}. Please give its id.`)
  if (business) return business
  if (known.defaults?.business && known.defaults.coversUnknown) return chosen
  return fail('business', `There's no business called ${String(cell)}.`)
}

/** Reads the cells of a Products row that depend on nothing else. */
function readCells(draft: ProductDraft, fail: Fail) {
  const get = <Value>(column: ProductColumn, read: (cell: Filled) => Read<Value>): Value | undefined => {
    const cell = draft.cells.get(column)
    if (cell === undefined) return undefined
    const result = read(cell)
    return 'value' in result ? result.value : fail(column, result.message)
  }
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
  }
}

type Cells = ReturnType<typeof readCells>
type Lists = Partial<Pick<ProductValues, 'features' | 'images' | 'specifications'>>

const REQUIRED = ['name', 'category', 'business', 'priceUSD', 'priceEUR'] as const

function newTarget(
  cells: Cells,
  lists: Lists,
  category: KnownCategory | undefined,
  business: KnownBusiness | undefined,
): ProductChange['target'] | null {
  const { name, priceUsdCents, priceEurCents } = cells
  if (name === undefined || priceUsdCents === undefined || priceEurCents === undefined || !category || !business) return null
  const defaults: ProductValues = {
    name,
    priceUsdCents,
    priceEurCents,
    description: '',
    fullDescription: '',
    type: category.kind,
    categoryId: category.id,
    stock: 0,
    featured: false,
    status: isSellable(business.status, business.businessStatus) ? 'Active' : 'Inactive',
    shippingClass: defaultShippingClass(category.value),
    leadTimeDays: null,
    energyEfficiency: '',
    materialSavings: '',
    carbonReduction: '',
    features: [],
    images: [],
    specifications: [],
  }
  return { kind: 'new', businessId: business.id, values: { ...defaults, ...filled<ProductValues>({ ...cells, ...lists }) } }
}

function readLists(draft: ProductDraft, slugs: string[], errors: RowError[]): Lists {
  return filled<Lists>({
    features: draft.features ? checkFeatures(draft.features, errors) : undefined,
    images: draft.images ? checkImages(draft.images, slugs, errors) : undefined,
    specifications: draft.specifications ? checkSpecifications(draft.specifications, errors) : undefined,
  })
}

/** Restores a deleted product that the file contains; it is Active if its business may sell. */
function returning({ status, businessId }: KnownProduct, known: Known): Partial<ProductValues> {
  if (status !== 'Deleted') return {}
  const business = known.businesses.byId.get(businessId)
  return { status: business && isSellable(business.status, business.businessStatus) ? 'Active' : 'Inactive' }
}

/** Checks the drawing that the file chooses against the sizes in the file; without its specifications there is nothing to compare. */
function refusedDrawing(
  draft: ProductDraft,
  known: Known,
  cells: Cells,
  { images, specifications }: Lists,
  more: ProductValues['specifications'],
  given: string | undefined,
): RowError | null {
  const stored = known.products.get(draft.slug)
  const at = draft.images?.find(({ first }) => isDrawing(String(first ?? '')))
  const drawing = images?.map(({ url }) => drawnView(url)).find((view) => view !== null)
  const category = given ?? known.categories.find(({ id }) => id === stored?.categoryId)?.value
  if (!at || !drawing || !category || (stored && (!specifications || cells.name === undefined))) return null
  const rows = [...(specifications ?? []), ...more].map(({ name, value }) => [name, value] as const)
  const message = drawingProblem(drawing.view, category, { name: cells.name ?? '', specifications: Object.fromEntries(rows) })
  return message ? { ...at.place, message } : null
}

/**
 * Checks everything the file says about one product.
 * @returns the change to store, or the errors that skip the product
 */
export function checkProduct(draft: ProductDraft, known: Known): { change: ProductChange } | { errors: RowError[] } {
  const errors: RowError[] = []
  const fail: Fail = (column, message) => {
    errors.push({ ...draft.place, column, message })
    return undefined
  }
  const stored = known.products.get(draft.slug)
  if (!stored && draft.row === null) return { errors: [{ ...draft.place, message: `There is no product ${draft.slug}.` }] }
  const category = findCategory(draft, known, !stored, fail)
  const business = findBusiness(draft, known, !stored, fail)
  const cells = readCells(draft, fail)
  const kind = category?.kind ?? known.categories.find(({ id }) => id === stored?.categoryId)?.kind
  const type = cells.type ?? stored?.type
  if (type && kind && type !== kind) fail(category ? 'category' : 'type', `A ${type} cannot be in a category of ${kind}s.`)
  if (stored && business && business.id !== stored.businessId) {
    fail('business', "This product belongs to another business. An import can't move it.")
  }
  if (!stored) {
    const given = { category, business }
    const isMade = (column: string) => column === 'priceEUR' && known.defaults?.makesEuro === true && draft.cells.has('priceUSD')
    for (const column of REQUIRED)
      if (!draft.cells.has(column) && !isMade(column) && !(column in given && given[column as keyof typeof given]))
        fail(column, 'This is required for a new product.') // a name of `given`
  }
  const lists = readLists(draft, stored ? [stored.slug, draft.slug] : [draft.slug], errors)
  const specificationCells = draft.specifications ? [] : checkSpecifications(draft.specificationCells, errors)
  const target: ProductChange['target'] | null = stored
    ? {
        kind: 'stored',
        id: stored.id,
        values: filled<ProductValues>({ ...returning(stored, known), ...filled(cells), ...lists, categoryId: category?.id }),
      }
    : newTarget(cells, lists, category, business)
  const drawing = refusedDrawing(draft, known, cells, lists, specificationCells, category?.value)
  if (drawing) errors.push(drawing)
  if (errors.length > 0 || !target) return { errors }
  const counts = {
    products: draft.row === null ? 0 : 1,
    features: lists.features?.length ?? 0,
    images: lists.images?.length ?? 0,
    specifications: (lists.specifications ?? specificationCells).length,
  }
  return { change: { slug: draft.slug, row: draft.row, counts, specificationCells, target } }
}
