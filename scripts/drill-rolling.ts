import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type SignedIn, sessionOf } from '../contract/identity/auth.ts'
import { pluralize } from '../domain/text.ts'
import { reasonOf } from '../server/doctor/finding.ts'
import { listMoneyDisagreements } from '../server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '../server/payments/ledger/order-disagreements.ts'
import { openPostgres } from '../server/platform/db/client.ts'
import { clientOf, DEMO_PASSWORD } from './bench/client.ts'
import { listOrderable } from './bench/fill-shop.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { makeWorkbook } from './bench/workbook.ts'
import { orderOf } from './bench/writes.ts'
import { openDrillPostgres } from './drill/postgres.ts'
import { ROOT } from './project-files.ts'

/*
 * `npm run drill -- rolling [REF]`: starts the version of a git ref (the last tag; without one, HEAD~1) and this one on one database that
 * the other has made and this one has migrated, and plays buying, refund, import and payout through both by turns: every call goes to the
 * other server than the one before. Then each ends what the other has begun: parcels, refunds of units, returns, cancellations. No answer
 * may fail, the counts of units and the ledger must agree. Exit code 1 otherwise.
 */

const PRODUCTS = 3
const ROUNDS = 4
/** Units of its product that a round orders, two in each order. */
const UNITS = 12
const IMPORT_MS = 60_000
const PAGES = ['/', '/products', '/blog', '/api/products?limit=5', '/api/health/ready']
const say = (line: string) => process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function findRef(): string {
  const [, , given] = process.argv
  if (given) return given
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return 'HEAD~1' // there is no tag yet
  }
}

/** Installs and builds a version in `folder`. The packages of this one serve where the lock files are equal. */
function install(ref: string, folder: string): void {
  git('worktree', 'add', '--detach', folder, ref)
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  const run = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else run('ci', '--silent')
  run('run', '--silent', 'build')
}

/** The two servers, called by turns with one session. */
class Visitor {
  readonly #servers: readonly BenchShop[]
  readonly #token: string | null
  static turn = 0

  constructor(servers: readonly BenchShop[], token: string | null = null) {
    this.#servers = servers
    this.#token = token
  }

  /** The client of the server whose turn it is. */
  get next() {
    Visitor.turn += 1
    return this.#on(Visitor.turn % this.#servers.length)
  }

  /** The client of this version, for calls that the other may not have. */
  get here() {
    return this.#on(0)
  }

  /** The client of the other version. */
  get there() {
    return this.#on(1)
  }

  #on(index: number) {
    return clientOf(this.#servers[index]?.origin ?? '', this.#token)
  }

  as({ token }: Pick<SignedIn, 'token'>): Visitor {
    return new Visitor(this.#servers, token)
  }
}

const signIn = async (visitor: Visitor, email: string) =>
  visitor.as(await visitor.next.auth.login({ body: { email, password: DEMO_PASSWORD } }).then(sessionOf))

/** A workbook of new products, imported in the background by whichever server takes the job. */
async function playImport(staff: Visitor): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await makeWorkbook(PRODUCTS))]), 'rolling.xlsx')
  const draft = await staff.next.imports.upload({ form })
  if (!draft.file) throw new Error('The upload is no draft')
  const params = { id: draft.id }
  await staff.next.imports.check({ params, body: draft.file.options })
  await staff.next.imports.start({ params })
  const startedAt = performance.now()
  for (;;) {
    const { status, report } = await staff.next.imports.get({ params })
    if (status === 'done') return
    if (status === 'failed' || performance.now() - startedAt > IMPORT_MS) throw new Error(`The import is ${status}: ${report?.message}`)
    await wait(200)
  }
}

/** A new buyer's order, paid by transfer. @returns its id */
async function playBuying(visitor: Visitor, staff: Visitor, productId: string): Promise<string> {
  const name = randomUUID().slice(0, 8)
  const body = { name: `Buyer ${name}`, email: `buyer-${name}@rolling.test`, password: `corrugated-${name}-flute` }
  const buyer = visitor.as(await visitor.next.auth.register({ body }))
  await buyer.next.cart.addItem({ body: { productId, quantity: 2 } })
  const cart = await buyer.next.cart.list()
  const order = await buyer.next.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() })
  const params = { id: order.id }
  const paidAt = new Date().toISOString()
  await staff.next.orderMoney.markPaid({
    params,
    body: { method: 'bank_transfer', reference: name, paidAt },
    idempotencyKey: randomUUID(),
  })
  await buyer.next.orders.byId({ params })
  return order.id
}

async function playRefund(staff: Visitor, orderId: string): Promise<void> {
  const body = { amount: 1, reason: 'Rolling', password: DEMO_PASSWORD }
  await staff.next.orderMoney.refund({ params: { id: orderId }, body, idempotencyKey: randomUUID() })
}

/** Delivers an order as if its return window were over, and pays its sellers. @returns the number of payouts */
async function playPayout(staff: Visitor, boss: Visitor, orderId: string, database: pg.Client): Promise<number> {
  const params = { id: orderId }
  await staff.next.orders.setStatus({ params, body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999' } })
  await staff.next.orders.setStatus({ params, body: { status: 'delivered' } })
  await database.query(
    `update seller_orders set delivered_at = now() - interval '60 days' where order_id = '${orderId}';
      update businesses set payouts_held_until = null;
      insert into payout_accounts (business_id, holder, iban, routing_number, account_number)
        select id, 'Seller Ltd', 'DE89370400440532013000', '021000021', '000123456789' from businesses on conflict do nothing`,
  )
  await staff.next.payouts.preview()
  const prepared = await boss.next.payouts.prepare()
  for (const { id } of prepared) {
    await boss.next.payouts.move({ params: { id }, body: { status: 'sent', reference: 'Rolling', currentPassword: DEMO_PASSWORD } })
    await boss.next.payouts.move({ params: { id }, body: { status: 'paid', reference: 'Rolling', currentPassword: DEMO_PASSWORD } })
  }
  return prepared.length
}

/** Units of the first line of an order that are in parcels, and that will not be shipped. */
async function unitsOf(staff: Visitor, id: string): Promise<string> {
  const { items, status } = await staff.here.orders.adminById({ params: { id } })
  return `${status}: ${items[0]?.shipped} shipped, ${items[0]?.withdrawn} withdrawn`
}

/** Orders of two units each; the units that one version has shipped, refunded or canceled are counted by the other. */
async function playUnits(visitor: Visitor, staff: Visitor, productId: string): Promise<void> {
  const order = async () => ({ params: { id: await playBuying(visitor, staff, productId) } })
  const expectUnits = async ({ params: { id } }: Awaited<ReturnType<typeof order>>, name: string, expected: string) => {
    const units = await unitsOf(staff, id)
    if (units !== expected) throw new Error(`${name}: ${units} instead of ${expected}`)
    for (const server of [staff.here, staff.there]) await server.orders.adminById({ params: { id } })
  }
  const ship = { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999' } as const
  const shipOne = async ({ params }: Awaited<ReturnType<typeof order>>) => {
    const [line] = (await staff.here.orders.adminById({ params })).items
    const body = { lines: [{ id: line?.id ?? '', quantity: 1 }], carrier: 'DHL', trackingNumber: '00340434161094' }
    await staff.here.shipments.staffShip({ params, body, idempotencyKey: randomUUID() })
  }
  const refundOne = (server: Visitor['here'], { params }: Awaited<ReturnType<typeof order>>) =>
    server.orderMoney.refund({
      params,
      body: { lines: [{ productId, quantity: 1 }], reason: 'Rolling', password: DEMO_PASSWORD },
      idempotencyKey: randomUUID(),
    })

  const begun = await order()
  await shipOne(begun)
  await staff.there.orders.setStatus({ ...begun, body: ship })
  await staff.there.orders.setStatus({ ...begun, body: { status: 'delivered' } })
  await expectUnits(begun, 'begun here, ended there', 'delivered: 2 shipped, 0 withdrawn')

  const stopped = await order()
  await refundOne(staff.here, stopped)
  await staff.there.orders.setStatus({ ...stopped, body: ship })
  await expectUnits(stopped, 'refunded here, shipped there', 'shipped: 1 shipped, 1 withdrawn')

  const refunded = await order()
  await refundOne(staff.there, refunded)
  await shipOne(refunded)
  await expectUnits(refunded, 'refunded there, shipped here', 'processing: 1 shipped, 0 withdrawn')
  await staff.there.orders.setStatus({ ...refunded, body: ship })

  const gone = await order()
  const { fulfilments } = await staff.here.orders.adminById(gone)
  await staff.here.auth.stepUp({ body: { password: DEMO_PASSWORD } })
  await staff.there.orders.cancel({ ...gone, body: { businessId: fulfilments[0]?.businessId, reason: 'Rolling' } })
  await expectUnits(gone, 'canceled there', 'cancelled: 0 shipped, 0 withdrawn')
  for (const server of [staff.here, staff.there]) {
    await server.orders.listAll({ query: {} })
    await server.returns.listAll({ query: {} })
  }
}

/** Plays everything once: each step begins with the server that did not begin the one before. */
async function play(visitor: Visitor, round: number, database: pg.Client): Promise<void> {
  const staff = await signIn(visitor, 'staff@reflute.test')
  const boss = await signIn(visitor, 'super@reflute.test')
  await playImport(staff)
  const product = (await listOrderable(visitor.here, UNITS))[round] // the other version may not know why one cannot be ordered
  if (!product) throw new Error('There are too few products')
  await playRefund(staff, await playBuying(visitor, staff, product.id))
  const payouts = await playPayout(staff, boss, await playBuying(visitor, staff, product.id), database)
  if (payouts === 0) throw new Error('No payout was prepared')
  await playUnits(visitor, staff, product.id)
  say(`round ${round + 1}: an import, six orders, a refund and ${pluralize(payouts, 'payout')}`)
}

/** Reads pages of both servers. @returns those that failed */
async function readPages(servers: readonly BenchShop[]): Promise<string[]> {
  const failed: string[] = []
  for (const { origin } of servers) {
    for (const path of PAGES) {
      const { status } = await fetch(origin + path)
      if (status !== 200) failed.push(`${origin}${path}: ${status}`)
    }
  }
  return failed
}

/** Plays both versions on one database. @returns the number of faults */
async function playBoth(other: string, data: string): Promise<number> {
  const postgres = await openDrillPostgres()
  const servers: BenchShop[] = []
  const database = new pg.Client({ connectionString: postgres.url })
  try {
    const env = { ...process.env, DATABASE_URL: postgres.url }
    for (const root of [other, ROOT])
      execFileSync(process.execPath, [join(root, 'scripts', 'migrate.ts')], { cwd: root, env, stdio: 'inherit' })
    await database.connect()
    for (const root of [ROOT, other]) servers.push(await openShop(data, postgres.url, { root }))
    const visitor = new Visitor(servers)
    for (let round = 0; round < ROUNDS; round += 1) {
      if (Visitor.turn % 2 !== round % 2) Visitor.turn += 1 // each round begins with the other server
      await play(visitor, round, database)
    }
    const faults = await readPages(servers)
    const { db, close } = await openPostgres(postgres.url)
    for (const found of [...(await listOrderDisagreements(db)), ...(await listMoneyDisagreements(db))])
      faults.push(`${found.rule}: ${found.id} should be ${found.expected}, is ${found.actual}`)
    await close()
    for (const fault of faults) say(fault)
    say(`${Visitor.turn} calls by turns, none failed; ${faults.length === 0 ? 'ledger clean' : pluralize(faults.length, 'fault')}`)
    return faults.length
  } finally {
    for (const server of servers) await server.stop()
    await database.end().catch(() => {})
    postgres.close()
  }
}

const ref = findRef()
const folder = mkdtempSync(join(tmpdir(), 'reflute-rolling-'))
const other = join(folder, 'other')
try {
  say(`${ref} (${git('rev-parse', '--short', ref)}) and this version on one database`)
  install(ref, other)
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  process.exitCode = (await playBoth(other, join(folder, 'data'))) === 0 ? 0 : 1
} catch (error) {
  say(reasonOf(error))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
}
