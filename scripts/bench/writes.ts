import { randomUUID } from 'node:crypto'
import type { Cart } from '../../contract/cart/cart.ts'
import { type Buyer, registerBuyer, signInAs } from './client.ts'
import { type Figure, percentile } from './figures.ts'
import type { Watch } from './processor-time.ts'
import { CONNECTIONS, perRequest, SECONDS } from './reads.ts'

const BUYERS = 80
/**
 * Warm-up rounds, which do not count: the first orders of a server run code that is not compiled and statements that are not planned yet.
 */
const WARM_ROUNDS = 2
const ROUNDS = 8
const LINES = 3

/** Country that measured orders are sent to. */
export const BUYER_COUNTRY = 'US'

const CUSTOMER = {
  email: 'buyer@bench.test',
  firstName: 'Ann',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: BUYER_COUNTRY,
}

/** An order of a whole cart, as the checkout sends it. */
export function orderOf(cart: Cart) {
  const items = cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price }))
  return { items, currency: cart.currency, shippingMethod: cart.shippingMethod, promoCode: null, customer: CUSTOMER }
}

/** Runs jobs with at most `atOnce` at a time. */
export async function inParallel(jobs: readonly (() => Promise<unknown>)[], atOnce = CONNECTIONS): Promise<void> {
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Measures calls one by one and counts failures. */
function makeWatch(name: string, times: Watch) {
  const durations: number[] = []
  const failures: unknown[] = []
  let activeMs = 0
  const spent = { server: 0, database: null as number | null }
  return {
    failures,
    time: async (call: () => Promise<unknown>) => {
      const startedAt = performance.now()
      try {
        await call()
        durations.push(performance.now() - startedAt)
      } catch (error) {
        failures.push(error)
      }
    },
    /** Duration of the calls of `phase`, for requests per second. */
    during: async (phase: () => Promise<unknown>) => {
      const { server, database } = await times.during(async () => {
        const startedAt = performance.now()
        await phase()
        activeMs += performance.now() - startedAt
      })
      spent.server += server
      if (database !== null) spent.database = (spent.database ?? 0) + database
    },
    figure: (): Figure => ({
      name,
      perSecond: durations.length / (activeMs / 1000),
      p50: percentile(durations, 0.5),
      p99: percentile(durations, 0.99),
      count: durations.length,
      errors: failures.length,
      ...perRequest(spent, durations.length),
      bare: null,
    }),
  }
}

/** Registers customers with a session each. */
export async function registerBuyers(origin: string): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  const jobs = Array.from({ length: BUYERS }, (_, number) => async () => {
    buyers.push(await registerBuyer(origin, number))
  })
  await inParallel(jobs)
  return buyers
}

/** Lifts the limit of open orders, which new buyers have in an ordinary shop. */
export async function liftBound(origin: string): Promise<void> {
  const boss = await signInAs(origin, 'super@reflute.test')
  const { payLater } = await boss.settings.read()
  await boss.settings.update({ body: { payLater: { ...payLater, newBuyerLimit: null } } })
}

/** Sixteen customers add products to their carts, each as fast as the shop responds. */
export async function measureAdding(
  buyers: readonly Buyer[],
  productIds: readonly string[],
  times: Watch,
): Promise<{ figure: Figure; failures: unknown[] }> {
  const watch = makeWatch('Add to cart', times)
  const people = buyers.slice(0, CONNECTIONS)
  const until = performance.now() + SECONDS * 1000
  await watch.during(() =>
    Promise.all(
      people.map(async ({ api }, person) => {
        for (let turn = 0; performance.now() < until; turn += 1) {
          const productId = productIds[(person + (turn % LINES) * CONNECTIONS) % productIds.length] ?? ''
          await watch.time(() => api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 } }))
        }
      }),
    ),
  )
  await inParallel(
    people.map(
      ({ api }) =>
        () =>
          api.cart.clear({ query: {} }).then(() => {}),
    ),
  )
  return { figure: watch.figure(), failures: watch.failures }
}

/** Adds three items to a buyer's cart. */
export async function fillCart({ api }: Buyer, productIds: readonly string[], from: number): Promise<Cart> {
  for (let line = 0; line < LINES; line += 1) {
    const productId = productIds[(from * LINES + line) % productIds.length] ?? ''
    await api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 + line } })
  }
  return api.cart.list({ query: { currency: 'USD' } })
}

/** Customers fill a cart with three items, then sixteen at a time order; only the orders are measured, after two warm-up rounds. */
export async function measureOrders(
  buyers: readonly Buyer[],
  productIds: readonly string[],
  times: Watch,
): Promise<{ figure: Figure; failures: unknown[] }> {
  const watch = makeWatch(`Order of ${LINES} lines`, times)
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const counts = round >= WARM_ROUNDS
    const carts = new Map<Buyer, Cart>()
    await inParallel(
      buyers.map((buyer, at) => async () => {
        carts.set(buyer, await fillCart(buyer, productIds, round * BUYERS + at))
      }),
    )
    const orders = [...carts].map(([{ api }, cart]) => () => {
      const place = () => api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() })
      return counts ? watch.time(place) : place().then(() => {})
    })
    await (counts ? watch.during(() => inParallel(orders)) : inParallel(orders))
  }
  return { figure: watch.figure(), failures: watch.failures }
}
