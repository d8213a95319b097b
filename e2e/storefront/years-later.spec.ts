import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { browserOf, expect, PASSWORD, placeOrder, putInCart, type Shop, test, visit } from '../story.ts'

/* A shop of its own whose clock the stories move: numbers end, and orders grow old, without a job. */

const PORT = Number(process.env.STORIES_PORT ?? 4173) + 7
test.use({ baseURL: `http://localhost:${PORT}` })
const MINUTES_A_DAY = 24 * 60

let server: ChildProcess

test.beforeAll(async () => {
  test.setTimeout(400_000)
  const dataDir = join(process.env.STORIES_DATA_DIR ?? '', 'years-later')
  const own = { NODE_ENV: 'production', PORT: String(PORT), DEMO: '1', RATE_LIMIT: 'off', DATABASE_URL: '', DATA_DIR: dataDir }
  server = fork('e2e/movable-shop.ts', { env: { ...process.env, ...own }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  await once(server, 'message')
})
test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

let days = 0
/** Moves the clock of the shop to a day from its start. */
async function moveTo(day: number): Promise<void> {
  const moved = once(server, 'message')
  server.send(day * MINUTES_A_DAY)
  await moved
  days = day
}
const dayFrom = (count: number) => new Date(Date.now() + (days + count) * 86_400_000).toISOString().slice(0, 10)

/** Somebody who sells for a business of the demo. */
async function sellerFor(shop: Shop, name: string) {
  const boss = await shop.demo('super@reflute.test')
  const [business] = (await boss.api.applications.listAll({ query: { search: name } })).items
  const { email } = await shop.customer('Sven Seller')
  const [user] = (await boss.api.users.list({ query: { search: email } })).items
  await boss.api.users.update({ params: { id: user?.id ?? '' }, body: { role: 'business_admin', businessId: business?.id ?? '' } })
  return { ...(await shop.signIn(email, PASSWORD)), businessId: business?.id ?? '' }
}

const PLACES: Readonly<Record<string, string>> = { DE: 'Germany', FR: 'France', AT: 'Austria', US: 'the United States' }
const textOf = (country: string) => `Not available in ${PLACES[country]}`

/** Products of a business of the demo that are sold to private buyers in Austria, where no number is required. */
async function soldBy({ visitor }: Shop, businessId: string) {
  const { items } = await visitor.products.list({ query: { businessId, country: 'AT', buyer: 'consumer', limit: '50' } })
  return items.filter(({ display }) => display?.sellable).slice(0, 3)
}

/** Says of each source whether it offers a product in a country, as its usual buyers see it; one answer where all agree. */
async function answersOf(shop: Shop, { id, slug, name }: { id: string; slug: string; name: string }, country: string) {
  const buyer = country === 'US' ? ('business' as const) : ('consumer' as const)
  const get = async (path: string) => (await fetch(shop.origin + path)).text()
  const { display } = await shop.visitor.products.byId({ params: { id }, query: { country, buyer } })
  const list = await shop.visitor.products.list({ query: { country, buyer, search: name, limit: '50' } })
  const found = (await shop.visitor.search.find({ query: { q: name, country, buyer } })).products.find((hit) => hit.id === id)
  const html = await get(`/products/${slug}?country=${country}`)
  const [buy = ''] = /<section aria-label="Buy".*?<\/section>/s.exec(html) ?? []
  const feed = await get(`/feeds/google-${country.toLowerCase()}.xml`)
  const offers = {
    page: display?.sellable,
    list: list.items.find((item) => item.id === id)?.display?.sellable,
    search: found?.display?.sellable,
    html: buy !== '' && !buy.includes(textOf(country)),
    structured: html.includes('"@type":"Offer"'),
    feed: feed.includes(`/products/${slug}?`),
  }
  return { offers: [...new Set(Object.values(offers))], detail: offers, asksForQuote: buy.includes('topic=quote') }
}

test('page, HTML, structured data, list, search and feed agree on six products in four markets; a number ends, and all change without a job', async ({
  browser,
  shop,
}) => {
  test.setTimeout(400_000)
  const [karlsund, clair] = [await sellerFor(shop, 'Karlsund Maskin'), await sellerFor(shop, 'Carton Clair')]
  const formsOf = async ({ api }: typeof karlsund) =>
    (await api.registers.ofBusiness()).registrations.map(({ country, stream, number, scheme, validFrom, validTo }) => {
      return { country, stream, number, scheme, validFrom, validTo, confirms: true }
    })
  const dated = (await formsOf(karlsund)).map((one) => (one.country === 'DE' ? { ...one, validTo: dayFrom(2) } : one))
  await karlsund.api.registers.saveOfBusiness({ body: { registrations: dated } })
  const others = (await formsOf(clair)).filter(({ country }) => country !== 'FR')
  await clair.api.registers.saveOfBusiness({ body: { registrations: others } })
  const products = await Promise.all([karlsund, clair].map(({ businessId }) => soldBy(shop, businessId)))
  expect(products.map((own) => own.length)).toEqual([3, 3])
  const [ending = [], withoutFrance = []] = products
  for (const country of Object.keys(PLACES))
    for (const product of products.flat()) {
      const { offers, detail, asksForQuote } = await answersOf(shop, product, country)
      const isOffered = !(country === 'FR' && withoutFrance.includes(product))
      expect({ offers, asksForQuote }, `${product.slug} in ${country}: ${JSON.stringify(detail)}`).toEqual({
        offers: [isOffered],
        asksForQuote: isOffered ? asksForQuote : false,
      })
    }

  const buyer = await browser.newContext({ baseURL: shop.origin })
  await buyer.addInitScript(() => localStorage.setItem('market', 'FR business'))
  const page = await buyer.newPage()
  for (const { slug } of withoutFrance) {
    await visit(page, `/products/${slug}`)
    const buy = page.getByRole('region', { name: 'Buy' })
    await expect(buy.getByText(textOf('FR'))).toBeVisible()
    await expect(buy.getByRole('link', { name: /quote/ })).toHaveCount(0)
    await expect(buy.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  }
  expect(await faults(page)).toEqual([])
  await buyer.close()

  await moveTo(3)
  for (const product of ending) {
    await expect.poll(async () => (await answersOf(shop, product, 'DE')).offers).toEqual([false])
    expect((await answersOf(shop, product, 'AT')).offers).toEqual([true])
  }
})

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

/** Adds a revision of the German manual of a product. */
async function addManual({ api }: Awaited<ReturnType<typeof sellerFor>>, id: string, revision: string) {
  const body = { kind: 'manual', language: 'de', revision } as const
  const form = new FormData()
  for (const [field, value] of Object.entries(body)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(pdf(`Handbuch ${revision}`))]), 'handbuch.pdf')
  await api.papers.add({ params: { id }, form, body })
}

const downloaded = async (page: Page, press: () => Promise<void>) => {
  const downloading = page.waitForEvent('download')
  await press()
  const download = await downloading
  return { name: download.suggestedFilename(), text: (await readFile(await download.path())).toString() }
}

test('a buyer downloads the German manual from an order two years old: that of the sale, and the newest', async ({ browser, shop }) => {
  test.setTimeout(400_000)
  const maker = await sellerFor(shop, 'Northfold')
  const buyer = await shop.customer('Bea Buyer')
  const product = await putInCart(shop, buyer, 'ecomat-1000')
  await addManual(maker, product.id, '7')
  const order = await placeOrder(buyer)
  await moveTo(days + 365)
  await addManual(await sellerFor(shop, 'Northfold'), product.id, '8')
  await moveTo(days + 365)
  const context = await browserOf(browser, shop, await shop.signIn(buyer.email, PASSWORD))
  const page = await context.newPage()
  await visit(page, `/account/orders/${order.id}#papers`)
  const papers = page.getByRole('region', { name: 'Papers' })
  const rows = papers.getByRole('listitem').filter({ hasText: 'Manual, German' })
  await expect(rows).toHaveCount(2)
  const ofSale = rows.filter({ hasText: 'When you ordered' })
  const newest = rows.filter({ hasText: 'Newest revision' })
  const press = (row: typeof rows) => () => row.getByRole('button', { name: /^Download Manual, German/ }).click()
  expect(await downloaded(page, press(ofSale))).toEqual({ name: 'ecomat-1000-manual-de-7.pdf', text: pdf('Handbuch 7').toString() })
  expect(await downloaded(page, press(newest))).toEqual({ name: 'ecomat-1000-manual-de-8.pdf', text: pdf('Handbuch 8').toString() })
  await expect(papers.getByRole('button', { name: /^Ask for a paper copy/ }), 'after 30 days').toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await context.close()
})
