import { and, eq, gte, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Pause } from '#domain/pause.ts'
import { type Holder, mayAct } from '#domain/permissions.ts'
import type { ProductType } from '#domain/product.ts'
import type { ProductFacts } from '#domain/product-facts.ts'
import { type ColumnsOf, pick } from '#domain/product-fields.ts'
import type { HeldPaper } from '#domain/required-papers.ts'
import { pricesAt, type Sale } from '#domain/sale-price.ts'
import type { ShippingClass } from '#domain/shipping.ts'
import { heldPapersColumn, papersColumn } from '#server/catalog/papers/paper-columns.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_STOCK_VERSION } from '#server/platform/db/product-version.ts'
import { noteStock } from '#server/platform/db/revisions.ts'
import type { StoredImage, StoredSpecification } from '#server/platform/db/schema.ts'
import { businesses, categories, orderLines, orders, productSlugs, products, stockMovements } from '#server/platform/db/schema.ts'
import { apart, builtOnce, executePrepared, statement } from '#server/platform/db/unit-of-work.ts'
import { lowStockLevel } from '#server/platform/settings/setting-groups.ts'
import { deliveriesColumn, deliveriesSince, isCheckedTrader } from '#server/sellers/businesses/public-businesses.ts'
import { isDriven } from '#server/sellers/registers/registration-list.ts'
import { attributeColumn } from './product-attributes.ts'
import { fitsColumn, fittingPartsColumn } from './product-fits.ts'
import { listColumns, visibleToPublic } from './product-list.ts'
import { hasSafety, safetyColumns } from './safety-columns.ts'
import { regularPriceColumns } from './sale-columns.ts'

/** The role and business of the reader; null is a visitor. */
type Viewer = (Holder & { businessId: string | null }) | null

/** Condition: the product has a page, as public ones have, and recalled ones, whose buyers have to find the recall. */
const onPage = or(visibleToPublic, and(isNotNull(products.recalledAt), ne(products.status, 'Deleted')))

/** Conditions by viewer: staff of the catalog see all, a seller its own in any status but Deleted, everybody what has a page. */
const VISIBLE = {
  staff: undefined,
  seller: or(onPage, and(eq(products.businessId, sql.placeholder('businessId')), ne(products.status, 'Deleted'))),
  public: onPage,
} as const

function kindOf(viewer: Viewer): keyof typeof VISIBLE {
  if (viewer && mayAct(viewer, 'catalog.read')) return 'staff'
  return viewer?.role === 'business_admin' && viewer.businessId ? 'seller' : 'public'
}

/** Columns of a product that its page shows. */
export const productColumns = {
  ...listColumns(),
  saleEndsAt: sql<string | null>`case when ${products.regularUsdCents} is not null then ${products.saleTo} end`.mapWith(products.saleTo),
  ...pick(products, ['ladder', 'warrantyMonths', 'warrantyText', 'recalledAt', 'recallText']),
  ...safetyColumns,
  attributes: attributeColumn,
  fits: fitsColumn,
  fittingParts: fittingPartsColumn,
  papers: papersColumn,
  hasImpactModel: sql<boolean>`${products.impactModel} is not null`,
  businessSlug: businesses.slug,
  businessDescription: businesses.description,
  businessWebsite: businesses.website,
  businessLogo: businesses.logo,
  businessCity: businesses.city,
  businessCountry: businesses.country,
  businessSince: businesses.createdAt,
} as const

/**
 * Makes what returns the product with this id, or this current or former slug; null when there is none or the viewer may not see it.
 * @param offer a column of the area of prices, which takes `values`
 */
export function makeFindProduct(offer: SQL = sql`null`, suffix = '') {
  const selectOne = (kind: keyof typeof VISIBLE, key: 'id' | 'slug') =>
    builtOnce((db) =>
      db
        .select({ ...productColumns, deliveries: deliveriesColumn, offer })
        .from(products)
        .innerJoin(businesses, eq(products.businessId, businesses.id))
        .innerJoin(categories, eq(products.categoryId, categories.id))
        .where(and(eq(products[key], sql.placeholder('value')), VISIBLE[kind]))
        .prepare(`product_by_${key}_for_${kind}${suffix}`),
    )
  const bothKeys = (kind: keyof typeof VISIBLE) => ({ id: selectOne(kind, 'id'), slug: selectOne(kind, 'slug') })
  const select = { staff: bothKeys('staff'), seller: bothKeys('seller'), public: bothKeys('public') }
  return async (db: Db, viewer: Viewer, by: { id: string } | { slug: string }, now: Date, values: object = {}) => {
    const given = { businessId: viewer?.businessId, ...deliveriesSince(now), ...values }
    const findOne = async (key: 'id' | 'slug', value: string) => (await select[kindOf(viewer)][key](db).execute({ ...given, value }))[0]
    if ('id' in by) return (await findOne('id', by.id)) ?? null
    const found = await findOne('slug', by.slug)
    if (found) return found
    const [old] = await db.select({ productId: productSlugs.productId }).from(productSlugs).where(eq(productSlugs.slug, by.slug))
    return (old && (await findOne('id', old.productId))) ?? null
  }
}

/** A product with every column that its page needs. */
export type ProductRow = NonNullable<Awaited<ReturnType<ReturnType<typeof makeFindProduct>>>>

export const findProduct = makeFindProduct()

/** The units of a product that this buyer's own unpaid card order reserves; none for null. */
const heldBy = (buyerId: SQL) => sql`coalesce((select sum(l.quantity)::int from ${orders} o join ${orderLines} l on l.order_id = o.id
  where o.user_id = ${buyerId}::uuid and o.hold_until is not null and l.product_id = ${products.id}), 0)`

/** A product's columns for carts and orders. */
export interface CartProduct
  extends Pick<
    ProductFacts,
    'taxClass' | 'minQuantity' | 'quantityStep' | 'isCustom' | 'sku' | ColumnsOf<'weight' | 'package' | 'content' | 'ladder'>
  > {
  id: string
  slug: string
  name: string
  images: StoredImage[]
  type: ProductType
  categoryValue: string
  businessId: string
  businessName: string
  /** As its profile names it. */
  businessCountry: string
  /** Address that its seller sends from; null: that of the business. */
  dispatch: { country: string; state: string; postalCode: string } | null
  businessPostalCode: string
  /** In force when the product was read. */
  priceUsdCents: number
  priceEurCents: number
  stock: number
  shippingClass: ShippingClass
  leadTimeDays: number | null
  editedVersion: number
  specifications: StoredSpecification[]
  /** Has all that it needs to be offered to consumers in the European Union. */
  hasSafety: boolean
  isRecalled: boolean
  /** Its current papers, such as a manual, which its buyers get. */
  papers: HeldPaper[]
  /** A row of it has a name of a typed specification about its supply. */
  isDriven: boolean
  /** Active, of a business that may sell, not recalled. */
  isBuyable: boolean
  /** Nothing is open of its seller's details and the checks of them. */
  isCheckedTrader: boolean
  /** Days on which its seller takes no orders; null: none were named. */
  pause: Pause | null
}

/** A product for carts and orders at its regular prices, with its sale. */
export type StoredCartProduct = CartProduct & Sale

type OnlyInCart = 'slug' | 'images' | 'stock' | 'quantityStep' | 'isCustom' | 'sku' | 'editedVersion' | 'isRecalled' | 'isBuyable'

/** A product by what decides how it is shown. */
export type PricedProduct = Omit<CartProduct, OnlyInCart | ColumnsOf<'content'>>

/** Returns the products at the prices in force at an instant. */
export const atPrices = <Product extends PricedProduct>(stored: readonly (Product & Sale)[], at: Date): Product[] =>
  stored.map((product) => ({ ...product, ...pricesAt(product, at) }))

const pricedPairs = sql`'id', ${products.id}, 'name', ${products.name}, 'type', ${products.type}, 'categoryValue', ${baseCategory},
  'businessId', ${products.businessId}, 'businessName', ${businesses.name}, 'businessCountry', ${businesses.country},
  'businessPostalCode', ${businesses.postalCode}, 'dispatch', ${businesses.dispatch}, 'taxClass', ${products.taxClass},
  'priceUsdCents', ${regularPriceColumns.priceUsdCents}, 'priceEurCents', ${regularPriceColumns.priceEurCents},
  'saleUsdCents', ${products.saleUsdCents}, 'saleEurCents', ${products.saleEurCents}, 'saleFrom', ${products.saleFrom},
  'saleTo', ${products.saleTo}, 'weightGrams', ${products.weightGrams}, 'packageLengthMm', ${products.packageLengthMm},
  'packageWidthMm', ${products.packageWidthMm}, 'packageHeightMm', ${products.packageHeightMm},
  'shippingClass', ${products.shippingClass}, 'leadTimeDays', ${products.leadTimeDays}, 'ladder', ${products.ladder},
  'minQuantity', ${products.minQuantity}, 'specifications', ${products.specifications}, 'hasSafety', ${hasSafety},
  'papers', ${heldPapersColumn}, 'isDriven', ${isDriven}, 'isCheckedTrader', ${isCheckedTrader}, 'pause', ${businesses.pause}`

const productsOf = (ids: SQL, pairs: SQL) => sql`coalesce((
  select json_agg(json_build_object(${pairs}) order by ${products.id})
  from ${products} join ${businesses} on ${businesses.id} = ${products.businessId}
  join ${categories} on ${categories.id} = ${products.categoryId}
  where ${products.id} in (${ids})), '[]'::json)`

/** The products with these ids, as what decides how they are shown, as one value of a query. */
export const pricedProductsOf = (ids: SQL) => productsOf(ids, pricedPairs)

/** The products with these ids as one value of a query. */
export const cartProductsOf = (ids: SQL, buyerId: SQL) =>
  productsOf(
    ids,
    sql`${pricedPairs}, 'slug', ${products.slug}, 'images', ${products.images}, 'stock', ${products.stock} + ${heldBy(buyerId)},
      'quantityStep', ${products.quantityStep}, 'contentAmount', ${products.contentAmount}, 'contentUnit', ${products.contentUnit},
      'isCustom', ${products.isCustom}, 'sku', ${products.sku}, 'editedVersion', ${editedVersion},
      'isRecalled', ${products.recalledAt} is not null, 'isBuyable', ${visibleToPublic}`,
  )

const listForCart = statement<{ ids: readonly string[]; buyerId: string | null }, { products: StoredCartProduct[] }>(
  'cart_products',
  () => {
    const ids = sql`select unnest(${apart(sql`${sql.placeholder('ids')}::uuid[]`)})`
    return sql`select ${cartProductsOf(ids, apart(sql`${sql.placeholder('buyerId')}::uuid`))} as products`
  },
)

/**
 * Returns the products of a buyer's cart by id, the order in which rows are locked; unknown ids are left out. `stock` includes units
 * reserved by this buyer's own payment; with null it is the stock on the shelf. Prices are those in force at `now`.
 */
export async function listProductsForCart(
  db: Db,
  ids: readonly string[],
  { buyerId, now }: { buyerId: string | null; now: Date },
): Promise<CartProduct[]> {
  if (ids.length === 0) return []
  const [row] = await listForCart(db, { ids, buyerId })
  return atPrices(row?.products ?? [], now)
}

/** The stock left after units were taken, and the level below which it is low. */
export interface Taken {
  left: number
  low: number
}

/**
 * Takes `quantity` units off the shelf. Take several products `inLockOrder`.
 * @returns null, changing nothing, when fewer than `quantity` are left or the product may not be sold now
 */
export async function takeStock(db: Db, productId: string, quantity: number): Promise<Taken | null> {
  const [taken] = await db
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}`, ...NEXT_STOCK_VERSION })
    .where(and(eq(products.id, productId), gte(products.stock, quantity), visibleToPublic))
    .returning({ left: products.stock, low: lowStockLevel() })
  noteStock(db)
  return taken ?? null
}

/** Units of a product: a whole number of 1 or more. */
interface ProductUnits {
  productId: string
  quantity: number
}

/**
 * Takes many products off the shelf in one statement, each named once, and records the movements. Rows are locked in the order of their
 * ids, as everywhere.
 * @returns the stock left by id; a missing product could not be taken, and the caller must roll the transaction back
 */
export async function takeStocks(
  tx: Db,
  wanted: readonly ProductUnits[],
  movement: Pick<StockMovement, 'reason' | 'reference' | 'actorId'>,
): Promise<Map<string, Taken>> {
  const { reason, reference, actorId } = movement
  // as one document: the length of an array, which the planner sees, would have the statement planned again for each order; and by an array
  // of ids, without which the planner expects 100 products and reads a table of 1,000 whole
  const units = JSON.stringify(wanted.map(({ productId: id, quantity }) => ({ id, units: quantity })))
  const taken = await executePrepared<{ id: string; left: number; low: number }>(
    tx,
    'take_stocks',
    sql`
    with wanted(id, units) as (select * from jsonb_to_recordset(${units}::jsonb) as w(id uuid, units int)),
    locked as (
      select ${products.id}, w.units from ${products} join wanted w on w.id = ${products.id}
      where ${products.id} = any(array(select id from wanted)) and ${products.stock} >= w.units and ${visibleToPublic}
      order by ${products.id} for no key update of ${products}
    ),
    taken as (
      update ${products} p set stock = p.stock - l.units, version = p.version + 1, edited_version = coalesce(p.edited_version, p.version)
      from locked l
      where p.id = l.id and p.stock >= l.units and p.is_public
      returning p.id, p.stock, p.version, l.units
    ),
    moved as (
      insert into ${stockMovements} (product_id, delta, reason, reference, actor_id, version)
      select id, -units, ${reason}, ${reference}, ${actorId}::uuid, version from taken order by id
    )
    select id, stock as left, ${lowStockLevel()} as low from taken`,
  )
  noteStock(tx)
  return new Map(taken.map(({ id, ...left }) => [id, left]))
}

/**
 * Sets the stock of locked products, each by an edit, and records the movements, which have the numbers of the changes. Nothing else of a
 * product is set: it keeps its places in the indexes and its stamp.
 */
export async function updateStocks(
  tx: Db,
  changes: readonly { id: string; stock: number; delta: number }[],
  { reference, actorId }: Pick<StockMovement, 'reference' | 'actorId'>,
): Promise<void> {
  if (changes.length === 0) return
  await executePrepared(
    tx,
    'update_stocks',
    sql`
    with changed as (
      update ${products} p set stock = v.stock, version = p.version + 1, edited_version = null
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as v(id uuid, stock int, delta int)
      where p.id = v.id
      returning p.id, p.version, v.delta
    )
    insert into ${stockMovements} (product_id, delta, reason, reference, actor_id, version)
    select id, delta, 'edit', ${reference}, ${actorId}::uuid, version from changed order by id`,
  )
  noteStock(tx)
}

/** Counts those of these products that are out of stock. */
export async function countEmpty(db: Db, ids: readonly string[]): Promise<number> {
  return db.$count(products, and(inArray(products.id, [...ids]), eq(products.stock, 0)))
}

/** Puts `quantity` units back on the shelf, whatever the product's status. */
export async function returnStock(db: Db, productId: string, quantity: number): Promise<void> {
  await db
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}`, ...NEXT_STOCK_VERSION })
    .where(eq(products.id, productId))
  noteStock(db)
}

/** A change of a product's stock by `delta` units, never 0; `reference` is the order, import or edit; `actorId` null: the system. */
export interface StockMovement {
  productId: string
  delta: number
  reason: (typeof stockMovements.$inferInsert)['reason']
  reference: string
  actorId: string | null
}

/** Returns a movement's row, with the product's current version. */
const movementRow = (movement: StockMovement) => ({
  ...movement,
  version: sql`(select version from products where id = ${movement.productId})`,
})

/** Restocks a product and records the movement, once for each product, reason and reference. Several products: `restockLines`. */
export async function restockOnce(tx: Db, { productId, delta, reason, reference, actorId }: StockMovement): Promise<void> {
  // a statement of its own: one that locks and updates at once may meet the row's former version, and deadlock with another that waits
  // there
  await tx.execute(sql`select from ${products} where id = ${productId}::uuid for no key update`)
  await tx.execute(sql`
    with moved as (
      insert into ${stockMovements} (product_id, delta, reason, reference, actor_id, version)
      select id, ${delta}::int, ${reason}, ${reference}, ${actorId}::uuid, version + 1 from ${products} where id = ${productId}::uuid
      on conflict do nothing returning product_id, delta
    )
    update ${products} p set stock = p.stock + m.delta, version = p.version + 1, edited_version = coalesce(p.edited_version, p.version)
    from moved m where p.id = m.product_id`)
  noteStock(tx)
}

/**
 * Returns the lines in the order of their product ids: every transaction locks products in this order, so that two of them cannot deadlock.
 */
export const inLockOrder = <Line extends { productId: string }>(lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => (a.productId < b.productId ? -1 : 1))

/** Locks products whose stock a transaction both takes and returns, in the order of their ids: call it before either. */
export async function lockStock(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
    .for('no key update')
}

/** Restocks the units of all lines, each product once, and records the movements. */
export async function restockLines(
  tx: Db,
  lines: readonly ProductUnits[],
  movement: Pick<StockMovement, 'reason' | 'reference' | 'actorId'>,
): Promise<void> {
  for (const { productId, quantity } of inLockOrder(lines)) await restockOnce(tx, { ...movement, productId, delta: quantity })
}

/** Records a change of stock, in the transaction that made it. */
export const recordMovement = (db: Db, movement: StockMovement): Promise<void> => recordMovements(db, [movement])

/** Records many changes of stock by one import or edit, in the transaction that made them. */
export async function recordMovements(db: Db, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return
  await db.insert(stockMovements).values(movements.map(movementRow)).onConflictDoNothing()
  noteStock(db)
}

/** Sums the units of each product that were sold, and came back, since a moment. The caller must hold locks on their rows. */
export async function sumSalesSince(tx: Db, counted: readonly { id: string; at: string }[]): Promise<Map<string, number>> {
  if (counted.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; moved: number }>(sql`
    select c.id, sum(m.delta)::int as moved
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c(id uuid, at timestamptz)
    join ${stockMovements} m on m.product_id = c.id and m.reason in ('order', 'cancel', 'hold', 'release', 'return') and m.at > c.at
    group by c.id`)
  return new Map(rows.map(({ id, moved }) => [id, moved]))
}

/** Sums the units by which each product's stock has changed since the given version. The caller must hold locks on their rows. */
export async function sumMovementsSince(tx: Db, reads: readonly { id: string; version: number }[]): Promise<Map<string, number>> {
  if (reads.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; moved: number }>(sql`
    select v.id, sum(m.delta)::int as moved
    from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as v(id uuid, version int)
    join ${stockMovements} m on m.product_id = v.id and m.version > v.version
    group by v.id`)
  return new Map(rows.map(({ id, moved }) => [id, moved]))
}
