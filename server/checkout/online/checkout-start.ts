import { sql } from 'drizzle-orm'
import type { TaxCertificate } from '#domain/tax-registration.ts'
import { cartOf, lockCartRow, type StoredCart } from '#server/cart/cart-record.ts'
import { addressOf, type CartFacts, productsOfCart, sellerZonesOfCart } from '#server/cart/cart-values.ts'
import { atPrices, type StoredCartProduct } from '#server/catalog/products/product-record.ts'
import { hasOpenOrder, lockOpenOrder, type OrderRecord, type OrderStart, orderStart } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { claimSql, findUsedKey, type KeyedRequest } from '#server/platform/idempotency/used-keys.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { lastRules, type RulesRow, rulesInForce, rulesOf, zonesTo } from '#server/pricing/shipping/rules-record.ts'
import { countriesForZones } from '#server/pricing/shipping/zone-list.ts'
import { certificatesOf } from '#server/pricing/tax/tax-record.ts'
import { type KnownBuyer, knownBuyer } from './buyer-exposure.ts'

/**
 * All that an order needs: the locked cart with its products and the settings, the buyer's history, the buyer's open card order (locked;
 * null: none).
 */
interface CheckoutStart extends OrderStart {
  facts: CartFacts & { settings: ShopSettings }
  buyer: KnownBuyer
  open: OrderRecord | null
}

/** The answer that this key was given before, or the start of the order. */
type Started<Answer> = { earlier: Answer; start: null } | { earlier: null; start: CheckoutStart }

/**
 * Begins an order of the buyer's cart, in the order's transaction: orders and changes of one cart take turns. A key that is new is now the
 * request's own. 422 for another request under the key, 409 while the first one runs, and while the open order's payment is on its way.
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
  // after the lock: it sees what the one before us has written
  const { isClaimed, hasOpen, ...read } = await readStart(tx, { userId, country }, keyed, at)
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
  rules: RulesRow
  zones: CartFacts['zones']
  address: CartFacts['address']
  certificates: TaxCertificate[]
  has_open: boolean
  buyer: KnownBuyer
}

interface StartKeys {
  userId: string
  /** The delivery's; null where it is not known. */
  country: string | null
}

interface StatementValues {
  userId: string
  /** Of `countriesForZones`. */
  countries: string | null
  /** The stamp of the rules that are known. */
  stamp: string | null
}

const startRow = () => {
  const { placeholder } = sql
  const [userId, countries] = [sql`${placeholder('userId')}`, sql`${placeholder('countries')}::text`]
  return sql`${orderStart}, ${cartOf(placeholder('userId'))} as cart, ${productsOfCart(userId)} as products,
    ${rulesInForce(placeholder('stamp'))} as rules,
    ${sellerZonesOfCart(userId, countries)} as zones, ${addressOf(userId, sql`null::text`)} as address,
    ${certificatesOf(userId)} as certificates,
    ${hasOpenOrder(placeholder('userId'))} as has_open, ${knownBuyer(placeholder('userId'))} as buyer`
}
const readUnkeyed = statement<StatementValues, StartRow>('checkout_start', () => sql`select 0 as claimed, ${startRow()}`)
const readKeyed = statement<StatementValues & KeyedRequest & { at: string }, StartRow>('checkout_start_keyed', () => {
  const { placeholder } = sql
  const claim = claimSql({
    userId: placeholder('userId'),
    key: placeholder('key'),
    fingerprint: placeholder('fingerprint'),
    at: placeholder('at'),
  })
  return sql`with claimed as (${claim}) select (select count(*)::int from claimed) as claimed, ${startRow()}`
})

/** Claims the key, as `claimKey`, and reads what an order begins with, in one statement (decision 017). Lock the cart first. */
export async function readStart(tx: Db, { userId, country }: StartKeys, keyed: KeyedRequest | null, at: Date): Promise<StartValues> {
  const last = lastRules()
  const values = { userId, countries: countriesForZones(country), stamp: last?.stamp ?? null }
  const [row] = await (keyed ? readKeyed(tx, { ...keyed, ...values, at: at.toISOString() }) : readUnkeyed(tx, values))
  if (!row) throw new Error('The database answered nothing')
  const { claimed, rules, has_open: hasOpen, buyer, cart: stored, products, zones, address, certificates, rates } = row
  const { settings, zones: shared } = rulesOf(rules, last)
  return {
    isClaimed: claimed === 1,
    hasOpen,
    buyer,
    facts: { stored, products: atPrices(products, at), settings, zones: [...zonesTo(shared, country), ...zones], address, certificates },
    rates,
  }
}
