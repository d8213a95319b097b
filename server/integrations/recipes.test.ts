import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { operations, products } from '#server/platform/db/schema.ts'
import { DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { startWebhooks } from './webhooks/start-webhooks.ts'

/* The recipes of /developers, each file as the page shows it but for the address of the shop, run against a demo that listens. */

const ROOT = join(import.meta.dirname, '..', '..')
const RECIPES = join(ROOT, 'docs', 'recipes')
/** Gives the generator the TypeScript that it is made for: ours, which is newer, has no API for it. */
const OWN_TYPESCRIPT = `--import=data:text/javascript,import{registerHooks}from'node:module';registerHooks({resolve:(name,context,next)=>next(name==='typescript'?'typescript-5':name,context)})`
const TYPES = {
  compilerOptions: { strict: true, module: 'nodenext', target: 'es2024', noEmit: true, allowImportingTsExtensions: true, types: ['node'] },
  include: ['*.ts'],
}
/** A receiver of a program of somebody else: what it reads of a message is in the types. */
const RECEIVER = `import type { webhooks } from './api.d.ts'
type Body<Event extends keyof webhooks> = webhooks[Event]['post']['requestBody']['content']['application/json']
export const numberOf = ({ data }: Body<'order.placed'>): string => data.number
export const isGone = ({ type, data }: Body<'stock.changed'>): boolean => type === 'stock.changed' && data.status === 'Deleted'
export const about = ({ timestamp, businessId }: Body<'payout.updated'>): (string | null)[] => [timestamp, businessId]
`
/** The account of the demo that signs in with a second step. */
const TWO_STEPS = { email: 'totp@reflute.test', password: DEMO_PASSWORD }
const hasShell = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0)

const folder = mkdtempSync(join(tmpdir(), 'recipes-'))
const tool = (name: string) => join(ROOT, 'node_modules', name)
let shop: TestShop
let webhooks: ReturnType<typeof startWebhooks>
let origin: string
let env: NodeJS.ProcessEnv
let owner: ReturnType<TestShop['withToken']>

const execute = promisify(execFile)
const bash = async (script: string, more: NodeJS.ProcessEnv = {}) =>
  (await execute('bash', ['-c', script], { cwd: folder, env: { ...env, ...more } })).stdout
const node = async (...args: string[]) => (await execute(process.execPath, args, { cwd: folder, env })).stdout
const sourced = (...names: string[]) => ['start', ...names].map((name) => `. ./${name}.sh`).join('\n')
const shell = (...names: string[]) => bash(sourced(...names))

beforeAll(async () => {
  shop = await openTestShop({ DEMO: '1', WEBHOOK_PRIVATE_HOSTS: 'localhost' })
  await fillShop(shop.deps, shop.database)
  webhooks = startWebhooks(shop.deps, (error) => expect.fail(String(error)))
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES))
  for (const name of readdirSync(RECIPES))
    writeFileSync(join(folder, name), readFileSync(join(RECIPES, name), 'utf8').replace('http://localhost:3000', origin))
  const session = sessionOf(await shop.visitor.auth.login({ body: { email: 'seller@reflute.test', password: DEMO_PASSWORD } })).token
  owner = shop.withToken(session)
  const { secret } = await owner.businessTokens.create({ body: { name: 'Recipes', scopes: ['read', 'stock', 'orders'], days: 1 } })
  const { PATH } = process.env
  env = { PATH, HOME: folder, SHOP: origin, SESSION: session, TOKEN: secret }
  await node(OWN_TYPESCRIPT, tool('openapi-typescript/bin/cli.js'), `${origin}/api/openapi.json`, '-o', 'api.d.ts')
})
beforeEach(() => rmSync(join(folder, 'cursor.txt'), { force: true }))
afterAll(async () => {
  await webhooks.stop()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const setStock = (sku: string, stock: number) => owner.productEdits.bulkStock({ body: { updates: [{ sku, stock }] } })
const productOf = async (sku: string) => {
  const [row] = await shop.deps.db.select().from(products).where(eq(products.sku, sku))
  return row ?? expect.fail(sku)
}
const remove = async (sku: string) => owner.productEdits.remove({ params: { id: (await productOf(sku)).id } })
const readOrder = (id: string) => owner.sellerOrders.byId({ params: { id } })
/** An order as the recipe in TypeScript prints it. */
const printed = ({ number, status, deliverTo, items }: SellerOrder) =>
  [`${number} ${status} ${deliverTo.city}`, ...items.map(({ sku, name, quantity }) => `  ${quantity} of ${sku ?? name}`)].join('\n')
async function allOrders(): Promise<string[]> {
  const { items } = await owner.sellerOrders.list({ query: {} })
  return (await Promise.all(items.map(({ id }) => readOrder(id)))).map(printed).sort()
}

test('the types are generated as the page says, by versions that are installed, and every recipe fits them', async () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> }
  const written = readFileSync(join(RECIPES, 'generate.sh'), 'utf8')
  for (const name of ['openapi-fetch', 'openapi-typescript']) expect(written).toContain(`${name}@${devDependencies[name]} `)
  writeFileSync(join(folder, 'typed-receiver.ts'), RECEIVER)
  await expect(node(tool('typescript/bin/tsc'), '-p', '.')).resolves.toBe('')
})

describe.runIf(hasShell)('curl', () => {
  test('creates a token with the three scopes', async () => {
    const secret = (await shell()).trim()
    expect(secret).toMatch(/^rfb_/)
    expect((await shop.withToken(secret).tokens.current()).scopes).toEqual(['read', 'stock', 'orders'])
  })

  test('sets stock by SKU, and names the SKU that there is not', async () => {
    await setStock('NF-1001', 5)
    expect(await shell('set-stock')).toContain('"row":1,"id":null,"result":"refused"')
    expect((await productOf('NF-1001')).stock).toBe(12)
  })

  test('reads orders with their lines', async () => {
    const names = (await shell('read-orders')).split('\n').slice(1, -1)
    const orders = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SellerOrder) // what the call answered
    expect(orders.map(printed).sort()).toEqual(await allOrders())
  })

  test('adds tracking to the order that waits', async () => {
    const [, id = ''] = (await shell('choose-order', 'add-tracking')).split('\n')
    expect((await readOrder(id)).shipments).toMatchObject([{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }])
  })

  test('reads all products, then only what has changed, and what is deleted', async () => {
    const pages = () => readFileSync(join(folder, 'products.jsonl'), 'utf8').trim().split('\n')
    const said = await shell('first-sync')
    const [first = ''] = pages()
    expect(first).toContain('"sku":"NF-1041"')
    expect(said).toContain(`\nProducts written to products.jsonl: ${(JSON.parse(first) as object[]).length}\n`)
    await remove('NF-1041')
    expect(await shell('first-sync')).toContain('jsonl: 1\n')
    expect(JSON.parse(pages()[1] ?? '')).toMatchObject([{ sku: 'NF-1041', status: 'Deleted' }])
    expect(await shell('first-sync')).toContain('jsonl: 0\n')
    expect(pages(), 'an empty page is not written').toHaveLength(2)
    const at = shop.deps.now()
    await shop.deps.db.insert(operations).values({ kind: 'restore', startedAt: at, finishedAt: at, ok: true })
    expect(await shell('first-sync')).toMatch(/"code":"cursor_outdated".*\nDelete cursor.txt and run this again.\n.*jsonl: 0\n/)
    await shop.deps.db.delete(operations)
  })

  test('verifies a webhook twice, then in TypeScript, on one port, and leaves none', async () => {
    const port = String(await freePort())
    const where = { PORT: port, RECEIVER: `http://localhost:${port}/` }
    const verified = /^verified \{"type":"webhook.test"/gm
    const twice = `${sourced('sign-in', 'receiver', 'verify-webhook')}\n. ./verify-webhook.sh\nnode verify-webhook.ts`
    expect((await bash(twice, where)).match(verified)).toHaveLength(3)
    await expect(owner.webhooks.list({})).resolves.toEqual([])
    await expect(fetch(where.RECEIVER)).rejects.toThrow()
  })

  test('shows what the shop answers when it refuses, makes nothing more, and leaves the terminal open', async () => {
    const rest = ['sign-in', 'receiver', 'verify-webhook', 'set-stock', 'read-orders', 'choose-order', 'first-sync']
    const script = `${sourced(...rest).replaceAll('start.sh', 'wrong.sh')}\necho "token: $TOKEN, open"`
    const said = await bash(`sed s/reflute-demo/wrong/ start.sh > wrong.sh\n${script}`)
    expect(said.match(/Invalid email or password/g)).toHaveLength(2)
    expect(said.match(/"status":401/g)).toHaveLength(rest.length)
    expect(said).toMatch(/\ntoken: , open\n$/)
    const address = { RECEIVER: 'http://example.test/' }
    expect(await bash(`${sourced('sign-in', 'receiver', 'verify-webhook')}\necho open`, address)).toMatch(/begin with https:[^]*\nopen\n$/)
    await expect(owner.webhooks.list({})).resolves.toEqual([])
  })

  test('refuses a forged message', () => refusesForged('. ./receiver.sh; exec node receiver.mjs'))

  test('verifies a webhook that somebody with a second step added on the screen', async () => {
    const said = await bash('. ./sign-in.sh; echo "session: $SESSION"', { LOGIN: JSON.stringify(TWO_STEPS) })
    expect(said).toMatch(/"challenge":.*\nsession: \n$/)
    await verifiesFromScreen('. ./receiver.sh; exec node receiver.mjs')
  })
})

describe('TypeScript', () => {
  test('sets stock by SKU, and names the SKU that there is not', async () => {
    await setStock('NF-1001', 5)
    expect(await node('set-stock.ts')).toBe('NF-1001 updated \nNF-0000 refused There is no such product.\n')
    expect((await productOf('NF-1001')).stock).toBe(12)
  })

  test('reads orders with their lines', async () => {
    const said = await node('read-orders.ts')
    expect(
      said
        .trimEnd()
        .split(/\n(?=ORD-)/)
        .sort(),
    ).toEqual(await allOrders())
  })

  test('adds tracking to an order', async () => {
    const waiting = await owner.shipments.open({ query: {} })
    const id = waiting.at(-1)?.orderId ?? ''
    env.ORDER = id
    expect(await node('add-tracking.ts')).toBe('1 UPS 1Z999AA10123456784\n')
    expect((await readOrder(id)).shipments).toHaveLength(1)
  })

  test('reads all products, then only what has changed, and what is deleted', async () => {
    const { id, stock } = await productOf('NF-1039')
    expect(await node('first-sync.ts')).toContain(`store ${id}: NF-1039, ${stock} in stock\n`)
    await remove('NF-1039')
    expect(await node('first-sync.ts')).toBe(`delete ${id}\n`)
  })

  test('refuses a forged message', () => refusesForged('exec node receiver.ts'))
  test('verifies a webhook that was added on the screen', () => verifiesFromScreen('exec node receiver.ts'))
})

/** Starts a receiver with a secret from the screen. */
async function withReceiver(
  script: string,
  { port, secret }: { port: number; secret: string },
  work: (said: () => string) => Promise<void>,
) {
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { ...env, PORT: String(port), SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  try {
    await work(() => said)
  } finally {
    child.kill()
  }
}

/** Sends a test from the screen of a webhook that was added there. */
async function verifiesFromScreen(script: string): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  const { id, secret } = await owner.webhooks.create({ body: { url, events: ['order.placed'] } })
  const params = { id }
  await withReceiver(script, { port, secret }, async (said) => {
    const isUp = () => fetch(url).then(Boolean, () => false)
    await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
    await owner.webhooks.test({ params })
    await expect.poll(said, { timeout: 30_000 }).toContain('verified {"type":"webhook.test"')
  })
  await owner.webhooks.remove({ params })
}

/** Sends a receiver what the shop has not signed. */
async function refusesForged(script: string): Promise<void> {
  const port = await freePort()
  const receiver = `http://localhost:${port}/`
  await withReceiver(script, { port, secret: 'whsec_c2VjcmV0' }, async (said) => {
    const headers = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,Zm9yZ2Vk' }
    const send = () =>
      fetch(receiver, { method: 'POST', headers, body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(send, { timeout: 30_000 }).toBe(401)
    await expect.poll(said).toContain('refused {}')
  })
}
