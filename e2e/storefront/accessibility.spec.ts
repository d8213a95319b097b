import type { Page } from '@playwright/test'
import { prepare, SCREENS } from '../screens.ts'
import { expectSound, faults, listen } from '../sound.ts'
import { browserOf, expect, field, isAlive, putInCart, submitButton, test, toastOf, visit } from '../story.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
/** One screen of each kind: of products, of a purchase, of a form, of the back office. */
const SMOKE = new Set(['Home', 'Checkout'])
for (const { name, path, as, market } of SCREENS) {
  const options = SMOKE.has(name) ? { tag: '@smoke' } : {}
  test(
    `${name}: no fault for axe in both themes, wide and narrow, no sideways scroll at 320 px, nothing on the console`,
    options,
    async ({ browser, shop }) => {
      const made = await prepare(shop)
      const context = as ? await browserOf(browser, shop, made[as]) : await browser.newContext()
      if (market) await context.addInitScript((chosen) => localStorage.setItem('market', chosen), market)
      const page = await context.newPage()
      const heard = listen(page)
      await visit(page, typeof path === 'string' ? path : path(made))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expectSound(page)
      expect(heard).toEqual([])
      await context.close()
    },
  )
}

test('filters open over a list on a phone have no fault for axe in either theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products?category=mat-maker')
  await page.getByRole('button', { name: 'Filters' }).first().click()
  const sheet = page.getByRole('complementary', { name: 'Filters' })
  await expect(sheet.getByRole('slider').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await faults(page), colorScheme).toEqual([])
  }
})

test('an open menu, dialog and toast have no fault for axe either (S45, S50)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.customer('Carla Customer'))
  const page = await context.newPage()
  const heard = listen(page)
  await visit(page, '/products/ecomat-1000')
  await page.getByRole('banner').getByRole('button', { name: 'Carla' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect(await faults(page), 'user menu').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
  expect(await faults(page), 'enlarged picture').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
  await toastOf(page, 'Product added to cart!').hover()
  expect(await faults(page), 'toast').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await faults(page), 'small menu').toEqual([])
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Packaging' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  expect(heard).toEqual([])
  await context.close()
})

test('open dialogs about an order have no fault for axe, for its customer and for staff', async ({ browser, shop }) => {
  const { customer, staff, order } = await prepare(shop)
  const places = [
    { account: customer, path: `/account/orders/${order.number}` },
    { account: staff, path: `/admin/orders/${order.id}` },
  ]
  for (const { account, path } of places) {
    const context = await browserOf(browser, shop, account)
    const page = await context.newPage()
    await visit(page, path)
    const opener = page.getByRole('button', { name: account === customer ? 'Cancel' : 'Cancel order', exact: true })
    await opener.click()
    if (account === customer) await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faults(page), path).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
    await context.close()
  }
})

test('forms that were refused have no fault for axe and name what is wrong at its field (S248, S249)', async ({ browser, shop }) => {
  const customer = await shop.customer()
  await putInCart(shop, customer, 'curled-chips-box', 1)
  const visitor = await browser.newContext()
  const entrance = await visitor.newPage()
  await visit(entrance, '/register')
  await entrance.getByRole('button', { name: 'Create account' }).click()
  await expect(field(entrance, 'name')).toBeFocused()
  expect(await faults(entrance), 'register').toEqual([])
  await visit(entrance, '/login')
  await entrance.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(entrance.getByRole('alert')).toBeVisible()
  expect(await faults(entrance), 'login').toEqual([])
  await visitor.close()
  const context = await browserOf(browser, shop, customer)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await field(page, 'email').fill('not an address')
  await submitButton(page).click()
  await expect(field(page, 'email')).toBeFocused()
  await expect(field(page, 'email')).toHaveAccessibleDescription(/email address/i)
  await expect(field(page, 'firstName')).toHaveAttribute('aria-invalid', 'true')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await faults(page), `checkout, ${colorScheme}`).toEqual([])
  }
  await context.close()
})

const MOST_STOPS = 150

/** Presses Tab until the thing that `isIt` knows has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key)
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    if (isThere) return
  }
  throw new Error(`${selector} cannot be reached with ${key}`)
}

test('everything from the search to the order is done with the keyboard alone', async ({ browser, shop }) => {
  const account = await shop.customer()
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, 'header .search-button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search the shop' })).toBeFocused()
  await page.keyboard.type('feed roller 430')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=feed/)
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
  await tabTo(page, 'main a[href="/products/feed-roller-430"]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Feed roller 430' })).toBeFocused()
  await tabTo(page, 'main input[name=quantity]')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
  await tabTo(page, 'header a[href="/cart"]', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('main').getByText('$148.00 each')).toBeVisible()
  await tabTo(page, 'main a[href="/checkout"]')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(field(page, 'email')).toBeVisible()
  await isAlive(page)
  const form = {
    email: account.email,
    firstName: 'Ann',
    lastName: 'Example',
    address: '1 Main Street',
    city: 'Chicago',
    zipCode: '60607',
    state: 'IL',
  }
  const order = await page.locator('main form [name]').evaluateAll((fields) => fields.map((element) => element.getAttribute('name') ?? ''))
  for (const name of order.filter((each) => each in form)) {
    await tabTo(page, `main [name="${name}"]`)
    const isChoice = await page.evaluate(() => document.activeElement instanceof HTMLSelectElement)
    if (!isChoice) await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(isChoice ? 'Illinois' : form[name as keyof typeof form]) // filtered above
  }
  await tabTo(page, 'main button[type=submit]')
  await expect(submitButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
  const [placed] = (await account.api.orders.listOwn()).items
  expect(placed?.items).toEqual([expect.objectContaining({ name: 'Feed roller 430', quantity: 2 })])
  await context.close()
})
