import type { Page } from '@playwright/test'
import { faults, listen, overflow } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, test, visit } from '../story.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).filter({ visible: true })
const panelOf = (page: Page) => page.locator('.bell-panel:not([hidden])')
/** Fires the focus event of a window that a user comes back to: the bell asks again. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('D295 a seller’s bell counts a new order, leads to it and marks it as read; nobody sees another’s', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const [seller, other, customer] = [await shop.demo('seller@reflute.test'), await shop.demo('seller2@reflute.test'), await shop.customer()]
  await seller.api.notifications.markRead({ body: { all: true } })
  await other.api.notifications.markRead({ body: { all: true } })
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  const heard = listen(page)
  await visit(page, '/business/dashboard')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')

  await putInCart(shop, customer, 'ecomat-1000', 1)
  const order = await placeOrder(customer)
  await comeBack(page)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page.locator('.bell [aria-live]').filter({ hasText: '1 unread notification' }).first()).toBeAttached()
  await bellOf(page).click()
  const notification = panelOf(page).getByRole('link', { name: `New order ${order.number}` })
  await expect(notification).toContainText('Unread:')
  await expect(notification).toContainText('1 unit for $')
  await expect(notification).toContainText('just now')
  expect(await faults(page)).toEqual([])
  await notification.click()
  await expect(page).toHaveURL(`/business/orders/${order.id}`)
  await expect(panelOf(page)).toHaveCount(0)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  expect((await seller.api.notifications.unread()).count).toBe(0)
  expect((await other.api.notifications.unread()).count).toBe(0)
  expect((await customer.api.notifications.list()).items).toEqual([])

  // the same by keys alone, and what Escape does
  await putInCart(shop, customer, 'ecomat-1000', 1)
  const second = await placeOrder(customer)
  await page.reload()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bellOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByRole('link', { name: `New order ${second.number}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(bellOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(panelOf(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panelOf(page).getByRole('link', { name: `New order ${second.number}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/business/orders/${second.id}`)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  expect(heard).toEqual([])
  await context.close()
})

test('D295 staff read all notifications on their page, the unread ones alone, and mark all as read; the head holds still at 320 px', async ({
  browser,
  shop,
}) => {
  const [staff, customer] = [await shop.demo('staff@reflute.test'), await shop.customer()]
  await staff.api.notifications.markRead({ body: { all: true } })
  await putInCart(shop, customer, 'curled-chips-box', 2)
  const order = await placeOrder(customer)
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const heard = listen(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await visit(page, '/admin')
  await bellOf(page).click()
  await expect(panelOf(page).getByText(`New order ${order.number}`)).toBeVisible()
  expect(await faults(page), 'panel of the back office').toEqual([])
  expect(await overflow(page)).toBe(0)
  await panelOf(page).getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL('/account/notifications')
  await page.getByRole('navigation', { name: 'Which notifications' }).getByRole('link', { name: 'Unread' }).click()
  await expect(page.getByText('1 unread notification', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await bellOf(page).click()
  await expect(panelOf(page).getByText(`New order ${order.number}`)).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 800 })
  expect(await faults(page), 'panel of the shop').toEqual([])
  await page.mouse.click(5, 700)
  await expect(panelOf(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All is read')).toBeVisible()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  await page.getByRole('main').getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('link', { name: `New order ${order.number}` })).not.toContainText('Unread')
  expect(heard).toEqual([])
  await context.close()
})

test('a visitor has no bell, and the shop is not asked for one; the head of who is signed in does not move', async ({ browser, shop }) => {
  const asked: string[] = []
  const visitor = await browser.newPage()
  visitor.on('request', (request) => request.url().includes('/api/notifications') && asked.push(request.url()))
  await visit(visitor, '/')
  await visitor.waitForLoadState('networkidle')
  await expect(bellOf(visitor)).toHaveCount(0)
  expect(asked).toEqual([])
  await visitor.close()

  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(page, '/products')
  await expect(bellOf(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.01)
  await context.close()
})
