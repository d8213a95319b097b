import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { browserOf, expect, isAlive, placeOrder, putInCart, test, visit } from '../story.ts'

const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')

/** Rows that stand in the window from top to bottom. */
const rowsInSight = (page: Page) =>
  rows(page).evaluateAll(
    (all) => all.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
  )

const heights = async (page: Page) => [
  ...new Set(await rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)))),
]

const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('F7.3.4 16 products stand on a screen of 1440 x 900, in rows of 36 or 48 px, below one line of filters', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  for (const path of ['/admin/products', '/super-admin/products']) {
    await visit(page, path)
    await expect(rows(page)).toHaveCount(25)
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(16)
    expect(await heights(page)).toEqual([36])
    expect((await page.getByRole('search', { name: 'Products' }).boundingBox())?.height).toBeLessThan(60)
    await expect(page.getByText('Featured and active')).toBeInViewport()
  }
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Compact' }).uncheck()
  await expect.poll(() => heights(page)).toEqual([48])
  await context.close()
})

test('F7.3.4 every list has rows of one height', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  for (const path of ['/admin/users', '/admin/businesses', '/admin/blog', '/admin/claims', '/admin/audit']) {
    await visit(page, path)
    await expect(rows(page).first()).toBeVisible()
    expect(await heights(page), path).toEqual([36])
  }
  await context.close()
})

test('F7.3.4 what stands beside a name gives way to it; a text that is cut is read in full under the mouse; tags of an order keep its row low', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('super@reflute.test')
  const buyer = await shop.customer('Tilly Tagged')
  await putInCart(shop, buyer, 'curled-chips-box')
  const { id } = await placeOrder(buyer)
  await staff.api.orders.setTags({ params: { id }, body: { tags: ['urgent', 'call before delivery', 'wholesale 2026'] } })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, '/admin/businesses')
    const name = page.getByRole('link', { name: 'Second Wave Packaging', exact: true })
    await expect(name).toBeVisible()
    expect(await name.evaluate((link) => (link.parentElement ?? link).scrollWidth - (link.parentElement ?? link).clientWidth)).toBe(0)
  }
  const business = page.locator('td').filter({ hasText: 'Second Wave Packaging' })
  await business.hover()
  await expect(business).toHaveAttribute('title', /Second Wave Packaging We collect flattened boxes/)
  await visit(page, '/admin/orders?search=tagged')
  await expect(rows(page).first()).toContainText('wholesale 2026')
  expect(await heights(page)).toEqual([36])
  await context.close()
})

test('F7.3.4 from 1024 px up the first column and the buttons of a row stay in sight, and only the list scrolls sideways', async ({
  browser,
  shop,
}) => {
  const places = [
    { email: 'super@reflute.test', path: '/super-admin/products', name: 'Product', button: /^Edit / },
    { email: 'super@reflute.test', path: '/admin/businesses', name: 'Business', button: /^Edit / },
    { email: 'seller@reflute.test', path: '/business/dashboard?tab=products', name: 'Product', button: /^Edit/ },
  ]
  for (const { email, path, name, button } of places) {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await visit(page, path)
      const row = rows(page).first()
      await expect(row).toBeVisible()
      for (const left of [0, 10_000]) {
        await page.locator('.grid-scroll').evaluate((part, to) => part.scrollTo({ left: to }), left)
        await expect(row.locator(`[data-label="${name}"]`)).toBeInViewport({ ratio: 1 })
        const link = row
          .getByRole('link', { name: button })
          .or(row.getByRole('button', { name: button }))
          .first()
        await expect(link).toBeInViewport({ ratio: 1 })
        const isOnTop = await link.evaluate((element) => {
          const { left: x, top: y, width: w, height: h } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(x + w / 2, y + h / 2))
        })
        expect(isOnTop, `${path} at ${width}`).toBe(true)
      }
      expect(await scrollsSideways(page), `${path} at ${width}`).toBe(false)
    }
    await context.close()
  }
})

test('F7.3.3 rows are chosen one after the other in a list that scrolls sideways: its head covers none of them', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  await page.setViewportSize({ width: 1024, height: 900 })
  await visit(page, '/super-admin/products')
  for (const index of [0, 1, 2]) await rows(page).nth(index).getByRole('checkbox').check()
  await expect(page.getByText('3 selected')).toBeInViewport()
  const edgeOf = async (part: ReturnType<Page['locator']>, edge: 'top' | 'bottom') =>
    part.evaluate((element, side) => Math.round(element.getBoundingClientRect()[side]), edge)
  expect(await edgeOf(rows(page).first(), 'top')).toBeGreaterThanOrEqual(await edgeOf(page.getByRole('grid').locator('thead'), 'bottom'))
  await context.close()
})

test('F7.3.4 columns are moved and widened, which this browser remembers until they are reset', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/products')
  const heads = page.getByRole('grid').locator('th[data-column]')
  const usual = ['Product', 'Category', 'Business', 'USD, EUR', 'Stock', /^Created/, 'Actions']
  await expect(heads).toContainText(usual)
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('button', { name: 'Move Stock to the left' }).click()
  await page.getByRole('button', { name: 'Make Category wider' }).click()
  await page.getByRole('button', { name: 'Make Category wider' }).click()
  await page.locator('summary', { hasText: 'Columns' }).click()
  const moved = ['Product', 'Category', 'Business', 'Stock', 'USD, EUR', /^Created/, 'Actions']
  await expect(heads).toContainText(moved)
  const width = () => heads.nth(1).evaluate((head) => Math.round(head.getBoundingClientRect().width))
  const wide = await width()
  const edge = await heads.nth(1).locator('.grid-resizer').boundingBox()
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((edge?.x ?? 0) + 64, (edge?.y ?? 0) + 8)
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(wide + 40)
  const dragged = await width()
  await page.reload()
  await isAlive(page)
  await expect(heads).toContainText(moved)
  await expect.poll(width).toBe(dragged)
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(heads).toContainText(usual)
  await context.close()
})

test('F7.3.13 on a phone a list begins within the first screen; search and filters are in one line, and a sheet with a title has the filters, Clear, and the number of results', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/admin/products')
  await expect(rows(page).first()).toBeInViewport({ ratio: 0.3 })
  const bar = page.getByRole('search')
  const open = bar.getByRole('button', { name: /^Filters/ })
  const lineOf = async (part: ReturnType<Page['locator']>) => Math.round((await part.boundingBox())?.y ?? 0)
  expect(await lineOf(open)).toBe(await lineOf(bar.getByRole('searchbox')))
  expect((await bar.boundingBox())?.height).toBeLessThan(130)
  expect(await faults(page)).toEqual([])

  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('heading', { name: 'Filters' })).toBeInViewport()
  await sheet.getByLabel('Mats', { exact: true }).check()
  await expect(page).toHaveURL(/category=mat/)
  const show = sheet.getByRole('button', { name: /^Show [\d,]+ results?$/ })
  await expect(show).toBeInViewport({ ratio: 1 })
  expect(await faults(page)).toEqual([])
  const found = Number(/[\d,]+/.exec(await show.innerText())?.[0])
  await show.click()
  await expect(sheet).toHaveCount(0)
  await expect(bar.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await expect(rows(page)).toHaveCount(Math.min(found, 25))
  await bar.getByRole('button', { name: 'Filters (1)' }).click()
  await sheet.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/category=/)
  await sheet.getByRole('button', { name: 'Close filters' }).click()
  await expect(open).toHaveText('Filters')
  expect(await scrollsSideways(page)).toBe(false)
  await context.close()
})

test('F7.3.13 every list of the back office begins within the first screen of a phone', async ({ browser, shop }) => {
  test.slow()
  const lists = {
    'super@reflute.test': [
      '/super-admin/products',
      ...['orders', 'users', 'businesses', 'blog', 'claims', 'messages', 'promotions', 'returns', 'payouts', 'mails', 'audit', 'jobs'].map(
        (name) => `/admin/${name}`,
      ),
    ],
    'seller@reflute.test': ['/business/orders', '/business/dashboard?tab=products'],
  }
  const late: string[] = []
  for (const [email, paths] of Object.entries(lists)) {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of paths) {
      await visit(page, path)
      const first = rows(page).first().or(page.locator('.grid-area [role="status"].panel'))
      await expect(first.first()).toBeVisible()
      const { y = 0 } = (await first.first().boundingBox()) ?? {}
      if (y > 800) late.push(`${path}: ${Math.round(y)}`)
      expect(await scrollsSideways(page), path).toBe(false)
    }
    await context.close()
  }
  expect(late).toEqual([])
})

test('F7.3.4 the bar of selected rows is one line at 1024 px, with Clear in sight; amounts are never broken', async ({ browser, shop }) => {
  const seller = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await seller.newPage()
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, '/business/dashboard?tab=products')
    await rows(page).first().getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    expect((await bar.boundingBox())?.height).toBeLessThan(64)
    await expect(bar.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 })
    for (const button of await bar.getByRole('button').all()) await button.click({ trial: true }) // nothing stands over it
    for (const path of ['/business/dashboard', '/business/earnings']) {
      await visit(page, path)
      const amounts = page.locator('main dd').filter({ hasText: /^[$€][\d,.]+$/ })
      await expect(amounts.first()).toBeVisible()
      const broken = await amounts.evaluateAll((all) =>
        all
          .filter((amount) => {
            const range = document.createRange()
            range.selectNodeContents(amount)
            return range.getClientRects().length > 1
          })
          .map(({ textContent }) => textContent),
      )
      expect(broken, `${path} at ${width} px`).toEqual([])
    }
  }
  await seller.close()
})

test('F7.3.4 the buttons of a form in a dialog are in sight, however long it is', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 700 })
  await visit(page, '/admin/businesses')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Edit / })
    .click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('button', { name: 'Update Business' })).toBeInViewport({ ratio: 1 })
  await form.getByLabel('Reason').focus()
  await expect(form.getByLabel('Reason')).toBeInViewport({ ratio: 1 })
  expect(await faults(page)).toEqual([])
  await context.close()
})
