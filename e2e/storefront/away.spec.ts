import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type BenchShop, openShop } from '../../scripts/bench/shop.ts'
import { type DrillPostgres, openDrillPostgres } from '../../scripts/drill/postgres.ts'

/* A shop whose PostgreSQL server really stops and starts again. */

let postgres: DrillPostgres
let shop: BenchShop
const dataDir = mkdtempSync(join(tmpdir(), 'reflute-away-'))

test.beforeAll(async () => {
  test.setTimeout(120_000)
  postgres = await openDrillPostgres()
  shop = await openShop(dataDir, postgres.url)
})
test.afterAll(async () => {
  await shop.stop()
  postgres.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('R-F1 while the database is away, pages say that the shop will be right back, with 503; then they are there again', async ({
  page,
}) => {
  const [product] = (await (await fetch(`${shop.origin}/api/products?limit=1`)).json()) as { slug: string; name: string }[]
  const address = `${shop.origin}/products/${product?.slug}`
  postgres.stop('fast')
  for (const url of [`${shop.origin}/`, address, `${shop.origin}/search?q=mat`, `${shop.origin}/account`]) {
    const answer = await page.goto(url)
    expect([answer?.status(), answer?.headers()['retry-after']], url).toEqual([503, '10'])
    await expect(page).toHaveTitle("We'll be right back | Reflute")
    await expect(page.getByRole('heading', { name: "We'll be right back" })).toBeInViewport()
  }
  expect((await fetch(`${shop.origin}/api/health/live`)).status).toBe(200)
  expect((await fetch(`${shop.origin}/api/health/ready`)).status).toBe(503)
  await page.goto(address)
  postgres.start()
  await expect.poll(async () => (await fetch(`${shop.origin}/api/health/ready`)).status, { timeout: 10_000 }).toBe(200)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.name ?? '')
})
