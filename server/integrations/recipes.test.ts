import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { products } from '#server/platform/db/schema.ts'
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
const hasShell = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0)

const folder = mkdtempSync(join(tmpdir(), 'recipes-'))
const tool = (name: string) => join(ROOT, 'node_modules', name)
let shop: TestShop
let webhooks: ReturnType<typeof startWebhooks>
let origin: string
let env: NodeJS.ProcessEnv
let owner: ReturnType<TestShop['withToken']>

const execute = promisify(execFile)
const node = async (...args: string[]) => (await execute(process.execPath, args, { cwd: folder, env })).stdout
const shell = async (...names: string[]) => (await execute('bash', ['-c', sourced(names)], { cwd: folder, env })).stdout
const sourced = (names: readonly string[]) => ['start', ...names].map((name) => `. ./${name}.sh`).join('\n')

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
  writeFileSync(join(folder, 'receiver.ts'), RECEIVER)
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
    await shell('first-sync')
    const [first = ''] = pages()
    expect(first).toContain('"sku":"NF-1041"')
    await remove('NF-1041')
    await shell('first-sync')
    expect(JSON.parse(pages()[1] ?? '')).toMatchObject([{ sku: 'NF-1041', status: 'Deleted' }])
  })

  test('verifies a webhook, and refuses a forged message', () =>
    verifies('bash', ['-c', sourced(['sign-in', 'receiver', 'verify-webhook'])]))
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

  test('verifies a webhook, and refuses a forged message', () => verifies(process.execPath, ['verify-webhook.ts']))
})

/** Starts a recipe with a receiver of its own, and ends it once it has verified the shop's message and refused another. */
async function verifies(command: string, args: string[]): Promise<void> {
  const port = String(await freePort())
  const receiver = `http://localhost:${port}/`
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PORT: port, RECEIVER: receiver },
    detached: true, // the receiver of the shell outlives it
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  try {
    await expect.poll(() => said, { timeout: 30_000 }).toContain('verified {"type":"webhook.test"')
    const headers = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,Zm9yZ2Vk' }
    expect((await fetch(receiver, { method: 'POST', headers, body: '{}' })).status).toBe(401)
    await expect.poll(() => said).toContain('refused {}')
  } finally {
    process.kill(-(child.pid ?? 0))
  }
}
