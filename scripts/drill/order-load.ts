import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#contract/errors.ts'
import { type Buyer, clientOf, registerBuyer, signInAs } from '../bench/client.ts'
import { readProducts } from '../bench/fill-shop.ts'
import { makeWorkbook } from '../bench/workbook.ts'
import { liftBound, orderOf } from '../bench/writes.ts'

const BUYERS = 4
const PRODUCTS = 4
const PAUSE_MS = 25
/** Time in which a pending order may still be retried when the load ends. */
const FINISH_MS = 10_000
const VISIT_PAUSE_MS = 100
const LIVE = '/api/health/live'
const VISITED = ['/', '/products', '/api/products?limit=5', LIVE, '/api/health/ready']

/** Results of the buyers of a drill. */
export interface LoadReport {
  /** Acknowledged order ids by idempotency key. */
  acknowledged: Map<string, string>
  /** Keys that were sent and never acknowledged. */
  unanswered: Set<string>
  /** Number of responses by status; `0`: no response. */
  statuses: Map<number, number>
  /** Time at which each order was acknowledged, by `performance.now()`. */
  times: number[]
  /** Responses of the liveness call other than 200, while its server ran. */
  notLive: number
}

/** Fills a shop with products that never run out, and lifts the limit of open orders. @returns ids of the products */
export async function stockShop(origin: string): Promise<string[]> {
  await liftBound(origin)
  const staff = await signInAs(origin, 'staff@reflute.test')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await makeWorkbook(PRODUCTS))]), 'drill.xlsx')
  await staff.imports.importExcel({ form, query: {} })
  return (await readProducts(origin)).plentiful
}

/** Buyers who order continuously, each retrying an order under its key until it is acknowledged. */
export class OrderLoad {
  readonly report: LoadReport = { acknowledged: new Map(), unanswered: new Set(), statuses: new Map(), times: [], notLive: 0 }
  readonly #origins: readonly string[]
  readonly #productIds: readonly string[]
  #stoppedAt: number | null = null
  #running: Promise<unknown> = Promise.resolve()

  constructor(origins: readonly string[], productIds: readonly string[]) {
    this.#origins = origins
    this.#productIds = productIds
  }

  /** Registers the buyers and starts them. */
  async start(): Promise<void> {
    const first = this.#origins[0] ?? ''
    const run = randomUUID().slice(0, 8)
    const buyers: Buyer[] = []
    for (let at = 0; at < BUYERS; at += 1) buyers.push(await registerBuyer(first, Number.parseInt(run, 16) + at))
    const visits = this.#origins.map((origin) => this.#visit(origin))
    this.#running = Promise.all([...visits, ...buyers.map((buyer, at) => this.#buy(buyer, at))])
  }

  /** Lets every buyer finish the pending order. */
  async stop(): Promise<void> {
    this.#stoppedAt = performance.now()
    await this.#running
  }

  /** Waits until another `count` orders have been acknowledged. @throws Error if that takes longer than `seconds` */
  async orders(count: number, seconds = 60): Promise<void> {
    const wanted = this.report.times.length + count
    const until = performance.now() + seconds * 1000
    while (this.report.times.length < wanted) {
      if (performance.now() > until) throw new Error(`no ${count} orders within ${seconds} s`)
      await wait(20)
    }
  }

  async #buy({ token }: Buyer, at: number): Promise<void> {
    for (let turn = at; this.#stoppedAt === null; turn += 1) {
      const key = randomUUID()
      const apiOf = () => clientOf(this.#origins[turn % this.#origins.length] ?? '', token)
      const productId = this.#productIds[turn % this.#productIds.length] ?? ''
      const cart = await this.#insist(async () => {
        const now = await apiOf().cart.list({ query: { currency: 'USD' } })
        if (now.items.length > 0) return now
        return apiOf().cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 } })
      })
      if (!cart) return
      const body = orderOf(cart)
      this.report.unanswered.add(key)
      const order = await this.#insist(() => apiOf().checkout.placeOrder({ body, idempotencyKey: key }))
      if (order) {
        this.report.unanswered.delete(key)
        this.report.acknowledged.set(key, order.id)
        this.report.times.push(performance.now())
      }
      await wait(PAUSE_MS)
    }
  }

  /** Requests pages, lists and health continuously. */
  async #visit(origin: string): Promise<void> {
    for (let turn = 0; this.#stoppedAt === null; turn += 1) {
      const path = VISITED[turn % VISITED.length] ?? '/'
      const status = await fetch(origin + path, { signal: AbortSignal.timeout(20_000) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      if (status !== 200) this.#count(status)
      if (path === LIVE && status !== 200 && status !== 0) this.report.notLive += 1
      await wait(VISIT_PAUSE_MS)
    }
  }

  #count(status: number): void {
    this.report.statuses.set(status, (this.report.statuses.get(status) ?? 0) + 1)
  }

  /** Repeats a call until it succeeds; null if the load is stopped first. @throws ApiError for a permanent refusal */
  async #insist<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0
        this.#count(status)
        if (this.#stoppedAt !== null && performance.now() - this.#stoppedAt > FINISH_MS) return null
        if (status >= 400 && status < 500 && status !== 409) throw error
      }
      await wait(100)
    }
  }
}
