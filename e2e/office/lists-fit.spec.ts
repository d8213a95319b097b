import type { Page } from '@playwright/test'
import { browserOf, expect, placeOrder, putInCart, type Shop, test, visit } from '../story.ts'

const admin = (...names: string[]) => names.map((name) => `/admin/${name}`)

/** Every list of the back office, by whom it is for. */
const LISTS = {
  'super@reflute.test': [
    '/super-admin/products',
    '/super-admin/dashboard?tab=businesses',
    '/super-admin/dashboard?tab=users',
    '/super-admin/health',
    '/admin/orders?status=pending', // "Clear" and "Save view" are beside its filters
    ...admin(
      'orders',
      'returns',
      'withdrawals',
      'notices',
      'disputes',
      'documents',
      'products',
      'specifications',
      'promotions',
      'tax',
      'payouts',
    ),
    ...admin(
      'tax/registrations',
      'tax/certificates',
      'tax/vat-ids',
      'tax/exchange-rates',
      'tax/returns',
      'businesses',
      'users',
      'messages',
      'newsletter',
    ),
    ...admin(
      'registers',
      'paper-copies',
      'blog',
      'claims',
      'content',
      'search',
      'search/synonyms',
      'search/clicks',
      'mails',
      'jobs',
      'audit',
    ),
  ],
  'seller@reflute.test': [
    '/business/dashboard?tab=products',
    ...['orders', 'returns', 'notices', 'disputes', 'documents', 'earnings'].map((name) => `/business/${name}`),
  ],
}

const LONG = 'Wellpappenverarbeitungsmaschinenersatzteilwalzenlagergehäuse'

/** Two applications of long names that are similar, and wait; an order with long names, products of several sellers, and tags. */
async function fill(shop: Shop): Promise<void> {
  for (const place of ['Hamburg', 'Bremen']) {
    const where = { address: `${LONG} 7`, city: place, postalCode: '20457', country: 'Germany' }
    const email = `${LONG.slice(0, 50).replaceAll('ä', 'ae')}.${place}@${'long-'.repeat(8)}name.test`
    const website = `https://www.${'wellpappe-'.repeat(6)}verpackungen.example`
    const body = { name: `${LONG} ${place}`, email, website, description: LONG.repeat(3), businessType: 'producer' as const, ...where }
    await shop.visitor.applications.register({ body })
  }
  const buyer = await shop.customer('Maximiliane Hohenstein-Weissenberg')
  await putInCart(shop, buyer, 'curled-chips-box')
  const { id } = await placeOrder(buyer)
  const staff = await shop.demo('staff@reflute.test')
  await staff.api.orders.setTags({ params: { id }, body: { tags: ['urgent', 'call before delivery'] } })
}

/** Returns the faults of the lists on the page in this window: lost columns, a page that scrolls sideways, controls below others. */
const faultsOf = (page: Page, mayScroll: boolean) =>
  page.evaluate((scrolls) => {
    const root = document.documentElement
    const found: string[] = []
    if (root.scrollWidth > root.clientWidth) found.push(`the page scrolls by ${root.scrollWidth - root.clientWidth} px`)
    for (const { scrollWidth, clientWidth } of document.querySelectorAll('main .grid-scroll'))
      if (!scrolls && scrollWidth > clientWidth + 1) found.push(`the list loses ${scrollWidth - clientWidth} px`)
    for (const bar of document.querySelectorAll('main :is(.bulk-bar, .filter-bar, .grid-foot, .data-grid tbody tr:first-child)')) {
      for (const control of bar.querySelectorAll('button, a, summary, select, input')) {
        control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, top, right, width, height } = control.getBoundingClientRect()
        let [start, end] = [left, right]
        for (let part = control.parentElement; part?.closest('td'); part = part.parentElement)
          if (getComputedStyle(part).overflowX !== 'visible') {
            const seen = part.getBoundingClientRect() // a long text ends with its cell, on either side
            start = Math.max(start, seen.left)
            end = Math.min(end, seen.right)
          }
        if (end - start < 8) continue
        if (width === 0 || height === 0 || !control.checkVisibility({ visibilityProperty: true })) continue
        const hit = document.elementFromPoint((start + end) / 2, top + height / 2)
        if (!control.contains(hit)) found.push(`"${control.textContent || control.ariaLabel}" is below "${hit?.textContent?.slice(0, 40)}"`)
      }
    }
    return found
  }, mayScroll)

test('no list loses a column from 1280 px up, none scrolls its page from 1024 px up, and no control is covered by another', async ({
  browser,
  shop,
}) => {
  test.setTimeout(300_000)
  await fill(shop)
  const faults: string[] = []
  for (const [email, paths] of Object.entries(LISTS)) {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await visit(page, path)
      await expect(page.locator('main :is(.grid-foot:not(.invisible), table, h2, .panel)').first()).toBeVisible()
      const row = page.getByRole('grid').locator('tbody').getByRole('checkbox').first()
      if ((await row.count()) > 0) await row.check()
      for (const width of [1440, 1280, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        // the table is measured in one frame, and scrolls by itself from the next one on
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        for (const fault of await faultsOf(page, width < 1280)) faults.push(`${path} at ${width}: ${fault}`)
      }
    }
    await context.close()
  }
  const boss = await shop.demo('super@reflute.test')
  const { items } = await boss.api.applications.listAll({ query: { search: LONG } })
  for (const { id } of items) await boss.api.applications.remove({ params: { id } })
  expect(faults).toEqual([])
})

test('actions that the bar of selected rows has no room for are behind a button, and are all in sight after it', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await page.setViewportSize({ width: 1024, height: 800 })
  await visit(page, '/business/dashboard?tab=products')
  await page.getByRole('grid').locator('tbody').getByRole('checkbox').first().check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeHidden()
  await bar.getByRole('button', { name: 'More actions' }).click()
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete products' })).toBeVisible()
  await context.close()
})
