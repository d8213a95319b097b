import { sql } from 'drizzle-orm'
import type { TaxCertificate } from '#domain/tax-registration.ts'
import { cartOf, lockCartRow, type StoredCart } from '#server/cart/cart-record.ts'
import { addressOf, type CartFacts, productsOfCart, zonesOfCart } from '#server/cart/cart-values.ts'
import { atPrices, type StoredCartProduct } from '#server/catalog/products/product-record.ts'
import { hasOpenOrder, lockOpenOrder, type OrderRecord, type OrderStart, orderStart } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { executePrepared } from '#server/platform/db/unit-of-work.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { claimStatement, findUsedKey, type KeyedRequest } from '#server/platform/idempotency/used-keys.ts'
import { type ShopSettings, type StoredGroups, storedGroups, toSettings } from '#server/platform/settings/setting-groups.ts'
import { certificatesOf } from '#server/pricing/tax/tax-record.ts'
import { type KnownBuyer, knownBuyer } from './buyer-exposure.ts'

/** All that an order needs: the locked cart with its products and the settings, the buyer's history, the buyer's open card order (locked; null: none). */
interface CheckoutStart extends OrderStart {
  facts: CartFacts & { settings: ShopSettings }
  buyer: KnownBuyer
  open: OrderRecord | null
}

/** The answer that this key was given before, or the start of the order. */
type Started<Answer> = { earlier: Answer; start: null } | { earlier: null; start: CheckoutStart }

/**
 * Begins an order of the buyer's cart, in the order's transaction: orders and changes of one cart take turns. A key that is new is now the request's own.
 * 422 for another request under the key, 409 while the first one runs, and while the open order's payment is on its way.
 * @param buyer user, and country of the delivery where it is known: the zones of others are not read
 * @param keyed null: without a key
 */
export async function startCheckout<Answer>(
  tx: Db,
  { userId, country }: { userId: string; country: string | null },
  keyed: KeyedRequest | null,
  at: Date,
): Promise<Started<Answer>> {
  await lockCartRow(tx, userId)
  const { isClaimed, hasOpen, ...read } = await readStart(tx, { userId, country }, keyed, at) // after the lock: it sees what the one before us has written
  if (keyed && !isClaimed) return { earlier: await earlierAnswer<Answer>(tx, keyed), start: null }
  const open = hasOpen ? await lockOpenOrder(tx, userId) : null
  if (open?.order.paymentStatus === 'processing') refuse('payment_processing')
  return { earlier: null, start: { ...read, open } }
}

async function earlierAnswer<Answer>(tx: Db, keyed: KeyedRequest): Promise<Answer> {
  const used = await findUsedKey(tx, keyed)
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  if (used.response === null) refuse('idempotency_in_progress')
  return used.response as Answer // stored by storeAnswer
}

interface StartValues extends Omit<CheckoutStart, 'open'> {
  /** Says if the key is now this request's own. */
  isClaimed: boolean
  /** Says if a card order of the buyer waits for its payment. */
  hasOpen: boolean
}

type StartRow = OrderStart & {
  claimed: number
  cart: StoredCart
  products: StoredCartProduct[]
  groups: StoredGroups
  zones: CartFacts['zones']
  address: CartFacts['address']
  certificates: TaxCertificate[]
  has_open: boolean
  buyer: KnownBuyer
}

/** Claims the key, as `claimKey`, and reads what an order begins with, in one statement (decision 017). Lock the cart first. */
export async function readStart(
  tx: Db,
  { userId, country }: { userId: string; country: string | null },
  keyed: KeyedRequest | null,
  at: Date,
): Promise<StartValues> {
  const claim = keyed
    ? sql`with claimed as (${claimStatement(tx, keyed, at).getSQL()}) select (select count(*)::int from claimed)`
    : sql`select 0`
  const [row] = await executePrepared<StartRow>(
    tx,
    keyed ? 'checkout_start_keyed' : 'checkout_start',
    sql`${claim} as claimed, ${orderStart}, ${cartOf(userId)} as cart, ${productsOfCart(sql`${userId}`)} as products, ${storedGroups()} as groups,
      ${zonesOfCart(sql`${userId}`, sql`${country}::text`)} as zones, ${addressOf(sql`${userId}`)} as address,
      ${certificatesOf(sql`${userId}`)} as certificates, ${hasOpenOrder(userId)} as has_open,
      ${knownBuyer(userId)} as buyer`,
  )
  if (!row) throw new Error('The database answered nothing')
  const { claimed, groups, has_open: hasOpen, buyer, cart: stored, products, zones, address, certificates, sequence, rates } = row
  return {
    isClaimed: claimed === 1,
    hasOpen,
    buyer,
    facts: { stored, products: atPrices(products, at), settings: toSettings(groups), zones, address, certificates },
    sequence,
    rates,
  }
}
