import type { Browser, Page } from '@playwright/test'
import {
  browserOf,
  CUSTOMER_FORM,
  expect,
  field,
  fillCustomer,
  gate,
  isAlive,
  putInCart,
  type Shop,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'
import { expectTotals } from '../totals.ts'

const currencyToggle = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^USD EUR/ })
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('two tabs of one user share the cart, and a reload keeps it (S216, S219)', async ({ browser, shop }) => {
  const account = await shop.customer()
  const context = await browserOf(browser, shop, account)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await visit(first, '/products/roll-stand-1050')
  await visit(second, '/products/service-tool-kit')
  await first.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toastOf(first, 'Product added to cart!')).toBeVisible()
  await second.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toastOf(second, 'Product added to cart!')).toBeVisible()
  await expect(cartLink(second)).toHaveAccessibleName('Cart, 2 items')
  await visit(first, '/cart')
  for (const name of ['Roll stand 1050', 'Service tool kit']) await expect(first.getByRole('link', { name })).toBeVisible()
  await first.reload()
  await expect(cartLink(first)).toHaveAccessibleName('Cart, 2 items')
  for (const name of ['Roll stand 1050', 'Service tool kit']) await expect(first.getByRole('link', { name })).toBeVisible()
  await context.close()
})

test('F7.2.2 a second open tab follows the cart without a reload: added, changed, cleared, ordered, and changed on another device', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer()
  const context = await browserOf(browser, shop, account)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await visit(second, '/cart')
  await expect(second.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeInViewport()
  await visit(first, '/products/roll-stand-1050')
  await first.getByRole('button', { name: 'Add to Cart' }).click()
  const name = 'Roll stand 1050'
  await expect(second.getByRole('link', { name })).toBeInViewport()
  await expect(cartLink(second)).toHaveAccessibleName('Cart, 1 item')

  await visit(first, '/cart')
  await first.getByRole('button', { name: `Increase quantity of ${name}` }).click()
  await expect(cartLink(second)).toHaveAccessibleName('Cart, 2 items')
  await expect(second.getByRole('spinbutton')).toHaveValue('2')
  await first.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeInViewport()

  await putInCart(shop, account, 'service-tool-kit')
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))) // somebody returns to the tab
  await expect(second.getByRole('link', { name: 'Service tool kit' })).toBeInViewport()
  await visit(first, '/checkout')
  await fillCustomer(first)
  await submitButton(first).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeInViewport()
  await context.close()
})

test('the back button restores a filtered list, its search and its place (S78, S82)', async ({ page }) => {
  await visit(page, '/products')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /^Replacement Parts/ }).click()
  await expect(page).toHaveURL(/category=replacement-parts/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/Replacement|Available/)
  const wide = (await title.textContent()) ?? ''
  await main.getByRole('searchbox').fill('roller')
  await expect(page).toHaveURL(/search=roller/)
  await expect(title).not.toHaveText(wide)
  const narrowed = await title.textContent()
  const last = main.getByRole('article').last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await last.click()
  await expect(page).toHaveURL(/\/products\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(title).toHaveText(narrowed ?? '')
  await expect(main.getByRole('searchbox')).toHaveValue('roller')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.goBack()
  await expect(title).not.toHaveText(narrowed ?? '')
})

test('the currency changes in the middle of cart and checkout, to the euro price and not a conversion (S43, S197, S222, D77)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer()
  const product = await putInCart(shop, account, 'chip-cart-400', 2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  const lines = [{ product, quantity: 2 }]
  await visit(page, '/cart')
  await expectTotals(page, { lines })
  await currencyToggle(page).click()
  await expectTotals(page, { lines, currency: 'EUR' })
  await expect(page.getByRole('main').getByText('€359.00 each')).toBeVisible()
  await expect(page.getByRole('main').getByText(/\$\d/)).toHaveCount(0)
  await page.reload()
  await expectTotals(page, { lines, currency: 'EUR' })
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expectTotals(page, { lines, currency: 'EUR' })
  await currencyToggle(page).click()
  await expectTotals(page, { lines })
  await currencyToggle(page).click()
  await expectTotals(page, { lines, currency: 'EUR' })
  await fillCustomer(page)
  await submitButton(page).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  const [order] = (await account.api.orders.listOwn()).items
  expect(order).toMatchObject({ currency: 'EUR', totalAmount: 775.44 })
  await context.close()
})

test('a chosen currency is there before the first paint and moves nothing (S222, D27)', async ({ page }) => {
  await visit(page, '/products/chip-cart-400')
  await currencyToggle(page).click()
  await expect(page.getByRole('main').getByText('€359.00').first()).toBeVisible()
  await page.addInitScript(() => {
    const seen = { currency: 'unknown', shift: 0 }
    Object.assign(window, { seen })
    new MutationObserver((_, observer) => {
      if (!document.body) return
      seen.currency = document.documentElement.dataset.currency ?? 'USD'
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await isAlive(page)
  await expect(page.getByRole('main').getByText('€359.00').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => 'seen' in window && window.seen)
  expect(seen).toMatchObject({ currency: 'EUR' })
  expect(seen).toHaveProperty('shift', 0)
})

test('signing out in one tab signs the other out (S231, D16)', async ({ browser, shop }) => {
  const account = await shop.customer('Berta Buyer')
  const context = await browserOf(browser, shop, account)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await visit(first, '/')
  await visit(second, '/account/orders')
  await expect(second.getByRole('banner').getByRole('button', { name: 'Berta' })).toBeVisible()
  await first.getByRole('banner').getByRole('button', { name: 'Berta' }).click()
  await first.getByRole('button', { name: 'Sign Out' }).click()
  await expect(first).toHaveURL(/\/login$/)
  await expect(second.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(second).toHaveURL(/\/login/)
  await expect(account.api.orders.listOwn()).rejects.toMatchObject({ problem: { status: 401 } })
  await context.close()
})

test('a tab that learns first that its session is over is signed out all the same when somebody signs out in another (S231, D16)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Berta Buyer')
  const context = await browserOf(browser, shop, account)
  const [first, second] = [await context.newPage(), await context.newPage()]
  const [ended, answer] = [gate(), gate()]
  await first.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    ended.release()
    await answer.held
    await route.fulfill({ response }).catch(() => undefined) // it is not waited for longer than a moment
  })
  await visit(first, '/')
  await visit(second, '/account/orders')
  await expect(second.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  await first.getByRole('banner').getByRole('button', { name: 'Berta' }).click()
  await first.getByRole('button', { name: 'Sign Out' }).click()
  await ended.held
  await expect(account.api.orders.listOwn()).rejects.toMatchObject({ problem: { status: 401 } })
  await currencyToggle(second).click() // reads the cart again, and learns that nobody is signed in
  answer.release()
  await expect(first).toHaveURL(/\/login$/)
  await expect(second).toHaveURL(/\/login/)
  await context.close()
})

test('a price that changes between cart and order is shown and not silently charged (D76, D101)', async ({ browser, shop }) => {
  const account = await shop.customer()
  await putInCart(shop, account, 'feed-roller-640', 1)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await expect(page.getByRole('main').getByText('$236.00').first()).toBeVisible()
  await fillCustomer(page)
  await shop.importSheet(['slug,priceUSD', 'feed-roller-640,248'])
  // the prices are accepted before it is known whether the new total may be paid later
  await page.route('**/api/checkout/pay-later*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  await submitButton(page).dispatchEvent('click') // where the new price was read before, the button is closed already
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).toHaveURL(/\/checkout|\/cart/)
  expect((await account.api.orders.listOwn()).total).toBe(0)
  await expect(page.getByRole('main').getByText('$248.00').first()).toBeVisible()
  await expect(page.locator('[name="firstName"]')).toHaveValue('Ann')
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('button', { name: /^Accept all/ }).click()
  await submitButton(page).click()
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
  const [order] = (await account.api.orders.listOwn()).items
  expect(order).toMatchObject({ totalAmount: 267.84 })
  await context.close()
})

test('a double click on submit makes one order (R-C5, S230)', { tag: '@smoke' }, async ({ browser, shop }) => {
  const account = await shop.customer()
  await putInCart(shop, account, 'filter-cartridge-45', 1)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await fillCustomer(page)
  await submitButton(page).dblclick()
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect((await account.api.orders.listOwn()).total).toBe(1)
  await context.close()
})

/** Opens the checkout of a customer with one product; the cart of a typed address is answered once `answer` is released. */
async function slowCheckout(browser: Browser, shop: Shop) {
  const account = await shop.customer()
  await putInCart(shop, account, 'filter-cartridge-45', 1)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await expect(submitButton(page)).toBeEnabled()
  const [asked, answer] = [gate(), gate()]
  await page.route(/\/api\/cart\?.*(zip=|country=DE)/, async (route) => {
    asked.release()
    await answer.held
    await route.continue()
  })
  return { account, page, asked, answer, close: () => context.close() }
}

test('a press while the cart of the typed address is being read is not lost (R-C5, S230)', async ({ browser, shop }) => {
  const { account, page, asked, answer, close } = await slowCheckout(browser, shop)
  await fillCustomer(page)
  await asked.held
  await submitButton(page).scrollIntoViewIfNeeded()
  const box = await submitButton(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10) // as a person presses: nothing waits until the button takes it
  answer.release()
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
  expect((await account.api.orders.listOwn()).total).toBe(1)
  await close()
})

test('the total of an address that was ordered to before it was priced is first shown (T7)', async ({ browser, shop }) => {
  const { account, page, asked, answer, close } = await slowCheckout(browser, shop)
  await field(page, 'country').selectOption('DE')
  const { email, firstName, lastName, address } = CUSTOMER_FORM
  for (const [name, value] of Object.entries({ email, firstName, lastName, address, city: 'Cologne', zipCode: '50667' }))
    await field(page, name).fill(value)
  await asked.held
  await field(page, 'zipCode').press('Enter')
  answer.release()
  await expect(
    page.getByRole('alert').filter({ hasText: /^(Your total is now|Some of your cart can't be ordered to this address)/ }),
  ).toBeFocused()
  await expect(field(page, 'zipCode')).toHaveValue('50667')
  expect((await account.api.orders.listOwn()).total).toBe(0)
  await close()
})

test('an empty cart sends the checkout to the cart, of a visitor as well (S136)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/cart$/)
  await context.close()
  const visiting = await browser.newContext({ baseURL: shop.origin })
  const visitor = await visiting.newPage()
  await visitor.goto('/checkout')
  await expect(visitor).toHaveURL(/\/cart$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Your cart is empty')
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await visiting.close()
})
