import type { Page } from '@playwright/test'
import {
  type Account,
  browserOf,
  expect,
  field,
  fillCustomer,
  isAlive,
  mailsTo,
  mailTo,
  PASSWORD,
  putInCart,
  type Shop,
  seconds,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'

const ENDED = 'Your session has ended. Please sign in again.'
const SUBMITTED = 'Order submitted! You will be contacted for payment processing.'
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Signs the account out everywhere, as a new password on another device does. */
async function endSessions(shop: Shop, { email }: Account): Promise<void> {
  const elsewhere = await shop.signIn(email, PASSWORD)
  await elsewhere.api.account.endOtherSessions()
}

/** Orders arrive, and their answers are lost on the way, until what is answered is called. */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route(/\/api\/orders$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(/\/api\/orders$/)
}

test('a session that ends while somebody types leaves the page and the text, and signing in elsewhere goes on with both (S291, D8)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Ann Example')
  await putInCart(shop, account, 'jar-sleeve', 2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/account/security')
  await field(page, 'name').fill('Zoe Typed')
  const shopping = await context.newPage()
  await visit(shopping, '/products/feed-roller-430')
  await shopping.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await shopping.waitForLoadState('networkidle') // the page where somebody types is to know first
  await endSessions(shop, account)

  await button(page, 'Save name').click()
  await expect(toastOf(page, ENDED)).toBeVisible()
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(field(page, 'name')).toHaveValue('Zoe Typed')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()

  await test.step('another protected page asks to sign in, and comes back', async () => {
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Addresses' }).click()
    await expect(page).toHaveURL(/\/login\?from=%2Faccount%2Faddresses$/)
    await page.goBack()
  })

  await test.step('a wish of that moment is kept, once', async () => {
    await shopping.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shopping).toHaveURL(/\/login\?from=%2Fproducts%2Ffeed-roller-430$/)
    await field(shopping, 'email').fill(account.email)
    await field(shopping, 'password').fill(PASSWORD)
    await shopping.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(shopping.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  })
  await context.close()
})

test('a session that another tab finds ended leaves this one with what is typed in it (S291, D8)', async ({ browser, shop }) => {
  const account = await shop.customer('Ann Example')
  const context = await browserOf(browser, shop, account)
  const [page, other] = [await context.newPage(), await context.newPage()]
  await visit(page, '/account/security')
  await field(page, 'name').fill('Zoe Typed')
  await page.waitForLoadState('networkidle')
  await visit(other, '/products/feed-roller-430')
  await endSessions(shop, account)
  await other.reload()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()

  await expect(toastOf(page, ENDED)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(field(page, 'name')).toHaveValue('Zoe Typed')
  await context.close()
})

test('a session that ends at the checkout keeps the form; signed in again, the order goes through with it (S133, S291, D8)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Ann Example')
  await putInCart(shop, account, 'jar-sleeve', 2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await field(page, 'country').selectOption('AT')
  await fillCustomer(page)
  await field(page, 'zipCode').fill('1010')
  await endSessions(shop, account)
  await submitButton(page).click()
  await expect(toastOf(page, ENDED)).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(field(page, 'city')).toHaveValue('Chicago')

  const tab = await context.newPage()
  await visit(tab, '/login')
  await field(tab, 'email').fill(account.email)
  await field(tab, 'password').fill(PASSWORD)
  await button(tab, 'Sign In').click()
  await expect(tab).toHaveURL(/:\d+\/$/)
  await expect(page.getByRole('main').locator('[name=city]')).toHaveValue('Chicago')
  await submitButton(page).click()
  await expect(toastOf(page, SUBMITTED)).toBeVisible()
  await context.close()
})

test('an order whose answer was lost is found again after a reload, placed once, and its mail says every amount (S230, S285, D92, D105)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Ann Example')
  await putInCart(shop, account, 'jar-sleeve', 2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/checkout')
  await fillCustomer(page)
  await field(page, 'state').selectOption('')
  await submitButton(page).click()
  await expect(page.getByText('Please enter your state')).toBeVisible()
  await field(page, 'country').selectOption('AT')
  const priced = page.waitForResponse((answer) => answer.url().includes('zip=1010'))
  await field(page, 'zipCode').fill('1010')
  await priced // else the answer about the price is the one that is lost, and no order is sent
  await expect(page.getByText('Please enter your state'), 'not asked for there').toHaveCount(0)
  const endLosses = await loseAnswers(page)
  await submitButton(page).click()
  // the browser sends the same request three times more, within 15 s
  await expect(page.getByRole('alert')).toContainText("We couldn't reach the shop. Your cart is safe.", { timeout: seconds(40) })
  await endLosses()
  await page.reload()
  await expect(toastOf(page, SUBMITTED)).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  const { items, total } = await account.api.orders.listOwn()
  expect(total).toBe(1)
  const number = items[0]?.number ?? ''
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByText(`An email with your order is on its way to ${account.email}.`)).toBeVisible()
  const { text } = await mailTo(account.email, new RegExp(number))
  expect(text).toMatch(/Subtotal +\$34\.80\s+Shipping +\$9\.99\s+VAT \(20%\) +\$8\.96\s+Total +\$53\.75/)
  expect((await mailsTo(account.email)).filter(({ subject }) => subject.includes(number))).toHaveLength(1)
  await context.close()
})

test('a cart that was ordered on another device is read anew as soon as it is changed here (S219, D70)', async ({ browser, shop }) => {
  const account = await shop.customer('Ann Example')
  const product = await putInCart(shop, account, 'jar-sleeve', 2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/cart')
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).waitFor()
  await account.api.cart.clear()
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
  await isAlive(page)
  await context.close()
})
