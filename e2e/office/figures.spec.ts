import { readFile } from 'node:fs/promises'
import { faults } from '../sound.ts'
import { browserOf, expect, narrow, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test('B13 B73 B74 B75 B76 B77 B190 B339 B349 staff find orders, narrow them, move several at once, see which stay, and take them along as a file', async ({
  browser,
  shop,
}) => {
  const name = `Figo Åström ${Date.now()}`
  const customer = await shop.customer(name)
  const orders = []
  for (let at = 0; at < 3; at += 1) {
    await putInCart(shop, customer, 'curled-chips-box', 1 + at)
    orders.push(await placeOrder(customer))
  }
  const [first, second, third] = orders
  if (!first || !second || !third) throw new Error('no orders')
  await customer.api.orders.cancel({ params: { id: third.id } })

  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Number, customer, PO, SKU, tracking…' })
  await search.fill(name.toUpperCase().replace('Å', 'A'))
  await search.press('Enter')
  const grid = page.getByRole('grid', { name: 'Orders' })
  await expect(grid.getByRole('link')).toHaveCount(3)
  const row = page.getByRole('row').filter({ hasText: first.number })
  await expect(row).toContainText(first.id.slice(0, 8))
  await expect(row).not.toContainText(first.id.slice(0, 9))
  await expect(row).toContainText(name)
  await expect(row).toContainText(`$${first.totalUSD.toFixed(2)}`)
  await expect(row).toContainText('Pending')
  await expect(row.locator('time')).toHaveAttribute('datetime', first.createdAt)
  expect(await faults(page)).toEqual([])

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Start processing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start processing' }).click()
  await expect(toastOf(page, '2 orders are now processing')).toBeVisible()
  const report = page.getByRole('dialog', { name: '1 order was not changed' })
  await expect(report).toContainText(`${third.number}: An order that is canceled can't become processing.`)
  expect(await faults(page)).toEqual([])
  await report.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('Processing')

  await narrow(page, 'Status', 'Canceled')
  await expect(grid.getByRole('link')).toHaveCount(1)
  await expect(page).toHaveURL(/status=cancelled/)
  await page.getByText('Export', { exact: true }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(third.number)
  expect(text).not.toContain(first.number)
  await narrow(page, 'Status', 'Delivered')
  await expect(page.getByText('No orders found matching your criteria.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('B21 B54 B176 staff see what was ordered, in days of their own, as charts, tables and a file; an empty time says so', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer()
  await putInCart(shop, customer, 'curled-chips-box', 2)
  await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  await visit(page, '/admin/analytics')
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  const { totals, steps } = await staff.api.analytics.read()
  const kpi = (label: string) => page.locator('.kpi-strip > div').filter({ has: page.getByText(label, { exact: true }) })
  await expect(kpi('Orders')).toContainText(String(totals.orders))
  await expect(kpi('Ordered')).toContainText(totals.ordered.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
  await expect(page.getByRole('img', { name: `Orders over time, ${totals.orders} in total.` })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Figures over time' }).getByRole('row')).toHaveCount(31)
  expect(steps).toHaveLength(30)
  await expect(page.getByRole('table', { name: 'Top products' })).toContainText('Curled')
  expect(await faults(page)).toEqual([])

  const chart = page.getByRole('img', { name: /^Orders over time/ })
  await chart.scrollIntoViewIfNeeded()
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width - 5, box.y + box.height / 2)
  await expect(chart.getByText(/^Orders: /)).toBeVisible()

  await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/days=7/)
  await expect(page.getByRole('table', { name: 'Figures over time' }).getByRole('row')).toHaveCount(8)
  await page.getByText('Export', { exact: true }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(8)

  await page.getByLabel('From').fill('2020-01-31')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('alert')).toHaveText("The first day can't be after the last day")
  await page.getByLabel('From').fill('2019-12-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/from=2019-12-31&to=2020-01-01/)
  await expect(page.getByText('No orders or payments in this period.')).toBeVisible()
  await expect(page.getByText('Every search in this period had results.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('dashboards show the trend of the last 30 days, to the cent that of the analytics, and a way on', async ({ browser, shop }) => {
  const customer = await shop.customer()
  await putInCart(shop, customer, 'curled-chips-box', 3)
  await placeOrder(customer)
  const [boss, seller] = [await shop.demo('super@reflute.test'), await shop.demo('seller@reflute.test')]
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const whole = (await boss.api.analytics.read({ query: {} })).totals
  const own = (await seller.api.analytics.readOwn()).totals
  for (const { account, path, label, orders, href } of [
    {
      account: boss,
      path: '/super-admin/dashboard',
      label: `Revenue and ordered value over time: ${dollars(whole.revenue)} received, ${dollars(whole.ordered)} ordered.`,
      orders: whole.orders,
      href: '/admin/analytics',
    },
    {
      account: seller,
      path: '/business/dashboard',
      label: `Sold over time: ${dollars(own.sold)} in total, before discounts, shipping and tax.`,
      orders: own.orders,
      href: '/business/earnings',
    },
  ]) {
    const context = await browserOf(browser, shop, account)
    const page = await context.newPage()
    await visit(page, path)
    const trend = page.getByRole('region', { name: 'Last 30 days' })
    await expect(trend.getByRole('img', { name: label })).toBeVisible()
    await expect(trend.getByRole('img', { name: `Orders over time, ${orders} in total.` })).toBeVisible()
    await expect(trend.getByText('Days in UTC, amounts in US dollars.')).toBeVisible()
    await trend.getByText('Show as a table').click()
    await expect(trend.getByRole('table', { name: 'Figures over time' }).getByRole('row')).toHaveCount(31)
    await expect(trend.getByRole('link')).toHaveAttribute('href', href)
    expect(await faults(page)).toEqual([])
    await context.close()
  }
})
