import type { Browser, BrowserContext, Page } from '@playwright/test'
import { prepare, SCREENS } from '../screens.ts'
import { listen } from '../sound.ts'
import {
  type Account,
  browserOf,
  expect,
  field,
  fillCustomer,
  isAlive,
  PASSWORD,
  putInCart,
  type Shop,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'

/*
 * 4.1: a browser that stores nothing (cookies blocked by a company or a setting), and one whose storage is full, show every screen, and
 * sell.
 */

/** Denies this page everything in which a browser stores something, as with blocked cookies. */
function deny(): void {
  const denied = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: denied, configurable: true })
  Object.defineProperty(Document.prototype, 'cookie', { get: denied, set: denied })
  if ('serviceWorker' in navigator) Object.defineProperty(navigator, 'serviceWorker', { get: denied })
}

/** Lets this page store nothing more, as a browser whose disk or quota is full. */
function fill(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const open = async (browser: Browser, shop: Shop, account: Account | null, script: () => void): Promise<BrowserContext> => {
  const context = account ? await browserOf(browser, shop, account) : await browser.newContext()
  await context.addInitScript(script)
  return context
}

/** Follows a link of the page without a new document, in which a browser that stores nothing would have forgotten the session. */
const follow = async (page: Page, path: string) => {
  await page.evaluate(
    (to) =>
      (window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => Promise<void> } }).__reactRouterDataRouter.navigate(to),
    path,
  )
}

async function signInHere(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** The page shows what it is for: its heading, and no sentence that it failed. */
async function expectShown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
  await expect(page.getByText('Loading...'), name).toHaveCount(0)
  await expect(page.getByText(/something went wrong/i), name).toHaveCount(0)
}

const SCREENS_OF_VISITORS = SCREENS.filter(({ as }) => !as)

for (const [name, script] of [
  ['denied', deny],
  ['full', fill],
] as const) {
  test(`with storage that is ${name}, a visitor sees every screen`, async ({ browser, shop }) => {
    const made = await prepare(shop)
    const context = await open(browser, shop, null, script)
    const page = await context.newPage()
    const heard = listen(page)
    for (const screen of SCREENS_OF_VISITORS) {
      await visit(page, typeof screen.path === 'string' ? screen.path : screen.path(made))
      await expectShown(page, screen.name)
      expect(heard, screen.name).toEqual([])
    }
    await context.close()
  })

  test(`with storage that is ${name}, a choice lasts, and a visitor signs in, buys and reads the order`, async ({ browser, shop }) => {
    const context = await open(browser, shop, null, script)
    const page = await context.newPage()
    const heard = listen(page)
    const account = await shop.customer()
    await visit(page, '/products/ecomat-1000')
    await page.locator('.unit-switch').first().click()
    await expect(page.locator('.unit-switch').first()).toHaveText('Show mm and kg')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Switch to EUR/ })
      .click()
    await follow(page, '/login')
    await signInHere(page, account.email, PASSWORD)
    await follow(page, '/products/ecomat-2500')
    const toDollars = page.getByRole('banner').getByRole('button', { name: /Switch to USD/ })
    await toDollars.click()
    await expect(page.locator('.unit-switch').first()).toHaveText('Show mm and kg')
    await follow(page, '/products/curled-chips-box')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
    await follow(page, '/cart')
    await expectShown(page, 'cart')
    await follow(page, '/checkout')
    await fillCustomer(page)
    await submitButton(page).click()
    await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
    await follow(page, '/account/orders')
    await expectShown(page, 'orders')
    expect((await account.api.orders.listOwn()).total).toBe(1)
    expect(heard).toEqual([])
    await context.close()
  })

  for (const as of ['customer', 'staff', 'seller', 'super'] as const) {
    test(`with storage that is ${name}, every screen of ${as} is shown`, async ({ browser, shop }) => {
      const made = await prepare(shop)
      const context = await open(browser, shop, null, script)
      const page = await context.newPage()
      const heard = listen(page)
      await visit(page, '/login')
      await signInHere(page, made[as].email, as === 'customer' ? PASSWORD : 'reflute-demo')
      for (const screen of SCREENS.filter((one) => one.as === as)) {
        await follow(page, typeof screen.path === 'string' ? screen.path : screen.path(made))
        await expectShown(page, screen.name)
        expect(heard, screen.name).toEqual([])
      }
      await context.close()
    })
  }
}

test('somebody who has signed in stays so over new documents where storage became full afterwards', async ({ browser, shop }) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, 'curled-chips-box')
  const context = await open(browser, shop, ann, fill)
  const page = await context.newPage()
  await visit(page, '/cart')
  await expect(page.getByRole('main').getByText('Curled').first()).toBeVisible()
  await page.reload()
  await isAlive(page)
  await expect(page.getByRole('main').getByText('Curled').first()).toBeVisible()
  await context.close()
})
