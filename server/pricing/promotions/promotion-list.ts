import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Promo, PromoState, PromoType } from '#domain/promotion.ts'
import { normalizeText } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { orders, promotions, promotionUses } from '#server/platform/db/schema.ts'
import { normalized } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'

/** A promo code with its id, as the pricing rules take it. */
export interface StoredPromo {
  id: string
  promo: Promo
}

const perCurrency = (usd: number | null, eur: number | null) => (usd === null && eur === null ? null : { USD: usd ?? 0, EUR: eur ?? 0 })

/**
 * Returns a code, ignoring case, with the number of uses by this customer, or null. The use by the customer's own unpaid card order does
 * not count: the cart becomes that same order.
 * @param countsOpen true: it does count, since another order is made
 */
export async function findPromo(db: Db, code: string, userId: string, { countsOpen = false } = {}): Promise<StoredPromo | null> {
  const own = and(eq(promotionUses.promotionId, promotions.id), eq(promotionUses.userId, userId))
  const open = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.holdUntil)))
  const uses = db.$count(promotionUses, own)
  const openUses = db.$count(promotionUses, and(own, inArray(promotionUses.orderId, open)))
  const [row] = await db
    .select({ promotion: promotions, usesByCustomer: uses, openUses })
    .from(promotions)
    .where(and(eq(sql`upper(${promotions.code})`, code.trim().toUpperCase()), isNull(promotions.deletedAt)))
  if (!row) return null
  const { promotion, usesByCustomer } = row
  const ownOpenUses = countsOpen ? 0 : row.openUses
  const {
    id,
    code: storedCode,
    type,
    description,
    includesFreight,
    isActive,
    startsAt,
    endsAt,
    usageLimit,
    perCustomerLimit,
    timesUsed,
  } = promotion
  const promo: Promo = {
    code: storedCode,
    type,
    percent: promotion.percentHundredths === null ? null : promotion.percentHundredths / 100,
    valueCents: perCurrency(promotion.valueUsdCents, promotion.valueEurCents),
    minimumCents: perCurrency(promotion.minimumUsdCents, promotion.minimumEurCents),
    isActive,
    startsAt,
    endsAt,
    usageLimit,
    timesUsed: timesUsed - ownOpenUses,
    perCustomerLimit,
    timesUsedByCustomer: usesByCustomer - ownOpenUses,
    description,
    ...(includesFreight && { includesFreight }),
  }
  return { id, promo }
}

/**
 * Counts one use of a code by an order, in the order's transaction. The customer's cart must be locked, which serializes uses by one
 * customer.
 * @returns false, changing nothing, when the code is switched off, deleted or used up
 */
export async function countUse(tx: Db, use: { promotionId: string; userId: string; orderId: string }): Promise<boolean> {
  const usesByCustomer = tx.$count(promotionUses, and(eq(promotionUses.promotionId, use.promotionId), eq(promotionUses.userId, use.userId)))
  const counted = await tx
    .update(promotions)
    .set({ timesUsed: sql`${promotions.timesUsed} + 1` })
    .where(
      and(
        eq(promotions.id, use.promotionId),
        eq(promotions.isActive, true),
        isNull(promotions.deletedAt),
        or(isNull(promotions.usageLimit), lt(promotions.timesUsed, promotions.usageLimit)),
        or(isNull(promotions.perCustomerLimit), lt(sql`${usesByCustomer}`, promotions.perCustomerLimit)),
      ),
    )
    .returning({ id: promotions.id })
  if (counted.length === 0) return false
  await tx.insert(promotionUses).values(use)
  return true
}

/**
 * Releases a canceled order's use of a code.
 * @returns false when the order had none, or it was released before
 */
export async function returnUse(tx: Db, orderId: string): Promise<boolean> {
  const [use] = await tx.delete(promotionUses).where(eq(promotionUses.orderId, orderId)).returning()
  if (!use) return false
  await tx
    .update(promotions)
    .set({ timesUsed: sql`${promotions.timesUsed} - 1` })
    .where(eq(promotions.id, use.promotionId))
  return true
}

export type PromotionRow = typeof promotions.$inferSelect

/** The fields of a promo code that staff edit. */
export type PromotionFields = Omit<PromotionRow, 'id' | 'timesUsed' | 'createdAt' | 'deletedAt' | 'deletedBy' | 'version'>

/** A filter of promo codes; `now` decides their state. */
interface PromotionFilter {
  search?: string | undefined
  type?: PromoType | undefined
  state?: PromoState | undefined
  now: Date
}

const hasBegun = (now: Date) => or(isNull(promotions.startsAt), sql`${promotions.startsAt} <= ${now.toISOString()}::timestamptz`)
const isOver = (now: Date) => sql`coalesce(${promotions.endsAt} <= ${now.toISOString()}::timestamptz, false)`
const isUsedUp = sql`coalesce(${promotions.timesUsed} >= ${promotions.usageLimit}, false)`

/** `promoState` of the domain, in SQL. */
function inState(state: PromoState, now: Date): SQL | undefined {
  if (state === 'deleted') return isNotNull(promotions.deletedAt)
  const isOn = eq(promotions.isActive, true)
  if (state === 'off') return eq(promotions.isActive, false)
  if (state === 'scheduled') return and(isOn, sql`not ${hasBegun(now)}`)
  if (state === 'ended') return and(isOn, hasBegun(now), isOver(now))
  return and(isOn, hasBegun(now), sql`not ${isOver(now)}`, state === 'used_up' ? isUsedUp : sql`not ${isUsedUp}`)
}

function matches({ now, search, state, type }: PromotionFilter): SQL | undefined {
  const pattern = search ? likeAnywhere(normalizeText(search)) : null
  return and(
    state === 'deleted' ? undefined : isNull(promotions.deletedAt),
    type && eq(promotions.type, type),
    state && inState(state, now),
    pattern ? sql`${normalized(sql`concat_ws(' ', ${promotions.code}, ${promotions.description})`)} like ${pattern}` : undefined,
  )
}

const byCode = sql`upper(${promotions.code}) collate "C"`
const SORTS = {
  '-createdAt': desc(promotions.createdAt),
  createdAt: asc(promotions.createdAt),
  code: asc(byCode),
  '-code': desc(byCode),
  timesUsed: asc(promotions.timesUsed),
  '-timesUsed': desc(promotions.timesUsed),
  endsAt: sql`${promotions.endsAt} asc nulls last`,
  '-endsAt': sql`${promotions.endsAt} desc nulls last`,
} as const

/** Returns the ids of all promo codes that match, in the order of the list. */
export function listPromotionIds(db: Db, filter: PromotionFilter, sort: keyof typeof SORTS = '-createdAt'): Promise<string[]> {
  const matching = db.select({ id: promotions.id }).from(promotions).where(matches(filter))
  return readIds(db, matching.orderBy(SORTS[sort], byCode))
}

/** Returns one sorted part of the promo codes. */
export async function listPromotions(
  db: Db,
  filter: PromotionFilter,
  { sort = '-createdAt', limit, offset, ids }: { sort?: keyof typeof SORTS | undefined } & ListPart,
): Promise<PromotionRow[]> {
  return db
    .select()
    .from(promotions)
    .where(ids ? isOneOf(promotions.id, ids) : matches(filter))
    .orderBy(SORTS[sort], byCode)
    .limit(limit)
    .offset(offset)
}

export function countPromotions(db: Db, filter: PromotionFilter): Promise<number> {
  return db.$count(promotions, matches(filter))
}

/** Returns the promo code, unless it is deleted. */
export async function findPromotion(db: Db, id: string): Promise<PromotionRow | null> {
  const [row] = await db
    .select()
    .from(promotions)
    .where(and(eq(promotions.id, id), isNull(promotions.deletedAt)))
  return row ?? null
}

/** As `findPromotion`, locked until the transaction ends. */
export async function lockPromotion(tx: Db, id: string): Promise<PromotionRow | null> {
  const [row] = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.id, id), isNull(promotions.deletedAt)))
    .for('update')
  return row ?? null
}

/** Returns the promo code, deleted or not, locked until the transaction ends. */
export async function lockAnyPromotion(tx: Db, id: string): Promise<PromotionRow | null> {
  const [row] = await tx.select().from(promotions).where(eq(promotions.id, id)).for('update')
  return row ?? null
}

export async function insertPromotion(tx: Db, fields: PromotionFields, at: Date): Promise<PromotionRow> {
  const [row] = await tx
    .insert(promotions)
    .values({ ...fields, createdAt: at })
    .returning()
  if (!row) throw new Error('an insert gives its row back')
  return row
}

type PromotionChange = Partial<PromotionFields & Pick<PromotionRow, 'deletedAt' | 'deletedBy'>>

/** Changes a promo code; its `deletedAt` deletes and restores it. */
export async function updatePromotion(tx: Db, id: string, change: PromotionChange): Promise<void> {
  await tx
    .update(promotions)
    .set({ ...change, version: sql`${promotions.version} + 1` })
    .where(eq(promotions.id, id))
}
