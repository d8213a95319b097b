import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { pasteInto } from '../office-parts.ts'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, type Shop, test, toastOf, visit } from '../story.ts'

/* A shop of its own with a day's orders of three sellers, so that other stories keep their short lists. */

const PORT = Number(process.env.STORIES_PORT ?? 4173) + 9
test.use({ baseURL: `http://localhost:${PORT}` })
const COUNT = 200
const SLUGS = ['service-tool-kit', 'curled-chips-bag', 'coarse-chips-bulk-bag'] as const

let server: ChildProcess

test.beforeAll(async () => {
  test.setTimeout(400_000)
  const dataDir = join(process.env.STORIES_DATA_DIR ?? '', 'two-hundred-parcels')
  const own = { NODE_ENV: 'production', PORT: String(PORT), DEMO: '1', RATE_LIMIT: 'off', DATABASE_URL: '', DATA_DIR: dataDir }
  server = fork('e2e/movable-shop.ts', { env: { ...process.env, ...own }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  await once(server, 'message')
})
test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

/** Places orders of one product each, which staff start to process. @returns their numbers */
async function placeMany(shop: Shop, boss: Account): Promise<string[]> {
  const products = await Promise.all(SLUGS.map((slug) => shop.visitor.products.bySlug({ params: { slug } })))
  await boss.api.productEdits.bulkStock({ body: { updates: products.map(({ id }) => ({ id, stock: 1000 })) } })
  const buyer = await shop.customer('Bea Buyer')
  const numbers: string[] = []
  const ids: string[] = []
  for (let at = 0; at < COUNT; at += 1) {
    const { id = '' } = products[at % products.length] ?? {}
    await buyer.api.cart.addItem({ body: { productId: id, quantity: 2 } })
    const cart = await buyer.api.cart.list()
    const order = await buyer.api.checkout.placeOrder({
      body: {
        items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
        currency: cart.currency,
        shippingMethod: cart.shippingMethod,
        customer: {
          email: buyer.email,
          firstName: 'Bea',
          lastName: 'Buyer',
          address: '1 Main Street',
          city: 'Springfield',
          state: 'IL',
          zipCode: '62704',
        },
      },
    })
    ids.push(order.id)
    numbers.push(order.number)
  }
  expect(await boss.api.orders.moveMany({ body: { ids, status: 'processing' } })).toMatchObject({ moved: COUNT })
  return numbers
}

const trackingOf = (at: number) => `1Z999AA1${String(10_000_000 + at)}`.padEnd(18, '4')

/** Counts what is clicked on a page. */
function counting(page: Page) {
  let clicks = 0
  return {
    click: async (place: Locator) => {
      clicks += 1
      await place.click()
    },
    count: () => clicks,
    page,
  }
}

test('a day of 200 orders of three sellers leaves by a pasted column, and by file; each is found by its number', async ({
  browser,
  shop,
}) => {
  test.setTimeout(300_000)
  const boss = await shop.demo('super@reflute.test')
  const numbers = await placeMany(shop, boss)
  const page = await (await browserOf(browser, shop, boss)).newPage()
  const desk = counting(page)
  await visit(page, '/admin/orders?status=processing&search=Bea')
  await desk.click(page.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await desk.click(page.getByRole('button', { name: `Select all ${COUNT} that match` }))
  await desk.click(page.getByRole('button', { name: 'Ship', exact: true }))
  const dialog = page.getByRole('dialog', { name: `Ship ${COUNT} parcels` })
  await dialog.getByLabel('Carrier', { exact: true }).fill('UPS')
  const texts = await dialog.getByRole('list', { name: 'Parcels' }).getByRole('listitem').allTextContents()
  const shown = texts.map((text) => numbers.find((number) => text.includes(number)) ?? '')
  const half = shown.slice(0, COUNT / 2)
  const column = shown.map((_number, at) => `${at < half.length ? trackingOf(at) : ''}\n`) // as spreadsheets end each cell
  await pasteInto(dialog.getByLabel(/^Tracking number of/).first(), column.join(''))
  expect(await faults(page), 'the dialog').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Close without saving?' }), 'what was pasted stays').toBeVisible()
  await page.keyboard.press('Escape')
  await desk.click(dialog.getByRole('button', { name: `Ship ${half.length} parcels` }))
  await expect(toastOf(page, `${half.length} parcels are on the way`)).toBeVisible({ timeout: 120_000 })
  await desk.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))

  const left = numbers.filter((number) => !half.includes(number))
  expect(left).toHaveLength(COUNT - half.length)
  const rows = left.map((number, at) => `${number};UPS;${trackingOf(COUNT + at)}`)
  await desk.click(page.getByRole('button', { name: 'Import tracking' }))
  const buffer = Buffer.from(['Order;Carrier;Tracking number', ...rows].join('\n'))
  await page.getByLabel('File with tracking numbers').setInputFiles({ name: 'tracking.csv', mimeType: 'text/csv', buffer })
  await desk.click(page.getByRole('button', { name: `Ship ${left.length} parcels` }))
  await expect(toastOf(page, `${left.length} parcels are on the way.`)).toBeVisible({ timeout: 120_000 })
  expect(desk.count()).toBeLessThan(20)

  expect((await boss.api.orders.listAll({ query: { search: 'Bea', status: 'shipped' } })).total).toBe(COUNT)
  for (const [tracking, number] of [
    [trackingOf(7), half[7]],
    [trackingOf(COUNT + 50), left[50]],
  ])
    expect((await boss.api.orders.listAll({ query: { search: tracking ?? '' } })).items.map((order) => order.number)).toEqual([number])
})
