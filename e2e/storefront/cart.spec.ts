import type { Page, Route } from '@playwright/test'
import { faults } from '../sound.ts'
import {
  type Account,
  browserOf,
  CUSTOMER_FORM,
  expect,
  field,
  fillCustomer,
  isAlive,
  newEmail,
  PASSWORD,
  placeOrder,
  putInCart,
  type Shop,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'
import { expectTotals } from '../totals.ts'

const main = (page: Page) => page.getByRole('main')
const proceed = (page: Page) => page.getByRole('link', { name: 'Proceed to Checkout' })
const idsOf = async ({ api }: Account) => (await api.cart.list()).items.map(({ productId, quantity }) => [productId, quantity])

/** A page of somebody who is signed in, with these products in the cart. */
async function open(browser: Parameters<typeof browserOf>[0], shop: Shop, products: Record<string, number> = {}) {
  const account = await shop.customer()
  for (const [slug, quantity] of Object.entries(products)) await putInCart(shop, account, slug, quantity)
  const context = await browserOf(browser, shop, account)
  return { account, context, page: await context.newPage() }
}

/** The next call of this kind fails on its way or is refused; those after it go through. */
async function failOnce(page: Page, path: RegExp, method: string, answer: { status: number } | 'cut'): Promise<void> {
  let isDone = false
  await page.route(path, (route: Route) => {
    if (isDone || route.request().method() !== method) return route.fallback()
    isDone = true
    return answer === 'cut' ? route.abort() : route.fulfill({ status: answer.status, contentType: 'text/plain', body: '' })
  })
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}

test('every wish of a visitor is kept until signing in, and merged once with what the account holds (S219, S241, S276, S327, D69, D70, D95)', {
  tag: '@smoke',
}, async ({ page, shop }) => {
  const email = newEmail()
  await shop.visitor.auth.register({ body: { name: 'Ann Example', email, password: PASSWORD } })
  const elsewhere = await shop.signIn(email, PASSWORD)
  const held = await putInCart(shop, elsewhere, 'hood-switch-chipmaster', 3)
  const want = async (slug: string, quantity: number) => {
    await visit(page, `/products/${slug}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Please login to add items to cart').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  }
  await want('drive-belt-chipmaster-compact', 1)
  await want('hood-switch-chipmaster', 2)
  await want('drive-belt-chipmaster-compact', 1)
  await visit(page, '/cart')
  await expect(main(page).getByRole('heading', { name: '2 products waiting for your cart' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: held.name })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await main(page).getByRole('link', { name: 'Sign in to order' }).click()
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  expect((await elsewhere.api.cart.list()).items.map(({ slug, quantity }) => [slug, quantity])).toEqual([
    ['hood-switch-chipmaster', 3],
    ['drive-belt-chipmaster-compact', 2],
  ])
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['auth_token', 'cart'])
})

test('a changed price waits for its acceptance, products that are gone block the checkout, and Clear Cart can be undone (S18, S124-S126, S129-S131, S194, S196, S218, D75, D76, D96)', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, {
    'cutter-roller-pm-420': 2,
    'motor-chipmaster-compact': 1,
    'strip-roller-cs-250': 1,
  })
  const before = (await account.api.cart.list()).items.map(({ slug, listPrice }) => [slug, listPrice] as const)
  const priceOf = (slug: string) => before.find(([each]) => each === slug)?.[1] ?? 0
  const dearer = priceOf('cutter-roller-pm-420') + 10
  await shop.importSheet([
    'slug,priceUSD,stock',
    `cutter-roller-pm-420,${dearer},`,
    `motor-chipmaster-compact,${priceOf('motor-chipmaster-compact') + 5},`,
    'strip-roller-cs-250,,0',
  ])
  await visit(page, '/cart')
  const rowOf = (slug: string) =>
    main(page)
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/products/${slug}"]`) })
  const row = rowOf('cutter-roller-pm-420')
  const checkout = page.getByRole('button', { name: 'Proceed to Checkout' })

  await test.step('shows old and new price, what is gone, and why the checkout waits', async () => {
    await expect(row.getByText('Price changed from')).toHaveText(new RegExp(`from \\$${priceOf('cutter-roller-pm-420')}.* to \\$${dearer}`))
    await expect(rowOf('strip-roller-cs-250').getByText('Out of stock: please remove it to check out')).toBeVisible()
    await expect(checkout).toBeDisabled()
    await expect(checkout).toHaveAccessibleDescription(/cannot be bought as it stands.*2 prices have changed/)
    await expect(main(page).getByRole('heading', { level: 2, name: /^Sold by/ })).not.toHaveCount(0)
    await expect(main(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
    await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products')
    expect(await faults(page)).toEqual([])
  })

  await test.step('says when a price could not be accepted, and tries again', async () => {
    await failOnce(page, /\/api\/cart\/[^/]+$/, 'PUT', 'cut')
    const accept = row.getByRole('button', { name: /^Accept new price/ })
    await accept.click()
    await expect(row.getByRole('alert')).toHaveText('The new price could not be accepted. Please try again.')
    await accept.click()
    await expect(row.getByText('Price changed from')).toHaveCount(0)
  })

  await test.step('removes what is gone, after a failed try, and accepts the rest', async () => {
    await failOnce(page, /\/api\/cart\/[^/]+$/, 'DELETE', 'cut')
    await page.getByRole('button', { name: /^Remove Strip roller/i }).click()
    await expect(page.getByRole('alert').getByText(/could not be removed/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowOf('strip-roller-cs-250')).toHaveCount(0)
    await page.getByRole('button', { name: /^Accept all/ }).click()
    await expect(proceed(page)).toBeVisible()
    expect((await account.api.cart.list()).items.map(({ previousPrice }) => previousPrice)).toEqual([null, null])
  })

  await test.step('clears the cart and takes that back, with code and quantities', async () => {
    await enterCode(page, 'save10')
    await expect(page.getByRole('button', { name: 'Remove code SAVE10' })).toBeVisible()
    const full = await idsOf(account)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
    expect(await account.api.cart.list()).toMatchObject({ items: [], appliedPromoCode: null, shippingMethod: 'standard' })
    await failOnce(page, /\/api\/cart\?/, 'POST', 'cut')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(toastOf(page, 'Your cart could not be restored.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Remove code SAVE10' })).toBeVisible()
    expect(await idsOf(account)).toEqual(full)
  })
  await context.close()
})

test('adding, quantity and shipping show no amount that the shop has not reckoned, and a failed call loses nothing (S128, S217, S221, S242, S276, S294, S310, S314-S316, D74, D85)', async ({
  browser,
  shop,
}) => {
  const { context, page, account } = await open(browser, shop)
  const product = await shop.visitor.products.bySlug({ params: { slug: 'zigzag-strips-bag' } })
  const lines = (quantity: number) => [{ product, quantity }]
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })

  await test.step('adding fails on the way, and works when it is tried again', async () => {
    await visit(page, '/products/zigzag-strips-bag')
    await failOnce(page, /\/api\/cart\?/, 'POST', 'cut')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Failed to add product to cart')).toBeVisible()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  })

  await test.step('a slow answer leaves the old amounts, marked', async () => {
    await page.route(/\/api\/cart\/[^/?]+\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.fallback()
    })
    await page.getByRole('button', { name: `One more of ${product.name}` }).click()
    await expect(quantity).toHaveValue('2')
    await expect(main(page).getByText('Updating...')).toBeVisible()
    await expectTotals(page, { lines: lines(1) })
    await expectTotals(page, { lines: lines(2) })
    await expect(main(page).getByText('Updating...')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a failed one says so at its field, and the quantity is the one that counts', async () => {
    await failOnce(page, /\/api\/cart\/[^/?]+\?/, 'PUT', 'cut')
    await quantity.fill('3')
    await quantity.press('Enter')
    await expect(page.getByRole('alert').getByText('The quantity could not be changed. Please try again.')).toBeVisible()
    await expect(quantity).toHaveValue('2')
    await expectTotals(page, { lines: lines(2) })
    await quantity.fill('')
    await quantity.press('Enter')
    await expectTotals(page, { lines: lines(1) })
    await quantity.fill('0')
    await quantity.press('Enter')
    await expect(quantity).toHaveValue('1')
    await expect(page.getByRole('button', { name: `One less of ${product.name}` })).toBeDisabled()
  })

  await test.step('every shipping method has its days, dates and charge', async () => {
    for (const [name, days, charge] of [
      ['Standard', '5-7 business days', '$9.99'],
      ['Express', '2-3 business days', '$19.99'],
      ['Overnight', 'next business day', '$39.99'],
    ] as const) {
      const option = main(page).locator('label', { has: page.getByRole('radio', { name: new RegExp(name) }) })
      await expect(option).toHaveText(new RegExp(`${name} ${days}\\s*Arrives [A-Z][a-z]{2} \\d+.*\\${charge}`))
    }
    await failOnce(page, /\/api\/cart\/shipping/, 'PUT', { status: 500 })
    const express = page.getByRole('radio', { name: /Express/ })
    await express.click()
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
    await express.click()
    await expectTotals(page, { lines: lines(1), shippingMethod: 'express' })
    await expect(main(page).getByRole('alert')).toHaveCount(0)
    expect(await account.api.cart.list()).toMatchObject({ shippingMethod: 'express' })
  })
  await context.close()
})

test('the promo box takes the hinted codes, says what is missing, replaces after a question and keeps a code that lapses (S5, S127, S195, S220, S243-S247, S295-S298, S317-S321, D78-D81, D90)', async ({
  browser,
  shop,
}) => {
  const { context, page } = await open(browser, shop, { 'zigzag-strips-box': 3 })
  const product = await shop.visitor.products.bySlug({ params: { slug: 'zigzag-strips-box' } })
  const lines = (quantity: number) => [{ product, quantity }]
  const box = page.getByRole('textbox', { name: 'Promo code' })
  const subtotal = product.priceUSD * 3
  await visit(page, '/cart')
  await enterCode(page, '   ')
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await enterCode(page, 'nonsense')
  await expect(main(page).getByRole('alert')).toHaveText('Invalid promo code or minimum order not met. This code does not exist')
  await enterCode(page, 'bulk20')
  await expect(main(page).getByRole('alert')).toHaveText(
    `Invalid promo code or minimum order not met. Add $${(500 - subtotal).toFixed(2)} more to use BULK20`,
  )
  await failOnce(page, /\/api\/cart\/promo/, 'PUT', 'cut')
  await enterCode(page, 'welcome10')
  await expect(main(page).getByRole('alert')).toHaveText('Failed to apply promo code')
  await expect(box).toHaveValue('WELCOME10')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(toastOf(page, 'Promo code applied successfully!')).toBeVisible()
  await expectTotals(page, { lines: lines(3), code: 'WELCOME10' })
  await page.getByText('Codes to try').click()
  for (const hint of ['SAVE10', 'FREESHIP', 'WELCOME25', 'BULK20']) await expect(page.getByRole('button', { name: hint })).toBeVisible()
  await page.getByRole('button', { name: 'FREESHIP' }).click()
  await expect(page.getByText('Replace WELCOME10 with FREESHIP? One code counts at a time.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep WELCOME10' }).click()
  await expectTotals(page, { lines: lines(3), code: 'WELCOME10' })
  await page.getByRole('button', { name: 'FREESHIP' }).click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expectTotals(page, { lines: lines(3), code: 'FREESHIP' })
  await page.getByRole('radio', { name: /Overnight/ }).click()
  await expectTotals(page, { lines: lines(3), code: 'FREESHIP', shippingMethod: 'overnight' })
  await page.getByRole('button', { name: `One less of ${product.name}` }).click()
  await expectTotals(page, { lines: lines(2), shippingMethod: 'overnight' })
  await expect(main(page).getByText(`Not counted now: Add $${(50 - product.priceUSD * 2).toFixed(2)} more to use FREESHIP`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove code FREESHIP' }).click()
  await expect(toastOf(page, 'Promo code removed')).toBeVisible()
  await context.close()
})

test('the checkout waits for the payment setup, collapses what is done, and places the order once what failed is sent again (S19, S132-S135, S198, S229, S230, S249, S285, S287, S299-S301, D99, D100, D104, D105)', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const summaryOf = (name: string) => page.locator('summary', { has: page.getByRole('heading', { name, exact: true }) })

  await test.step('payment setup: loading, failed with Retry, then the form', async () => {
    let isBroken = true
    await page.route('**/api/shop', (route) => (isBroken ? route.abort() : route.fallback()))
    await page.goto('/checkout')
    await expect(page.getByText('Loading payment setup...')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Failed to initialize payment. Please try again.')
    expect(await faults(page)).toEqual([])
    isBroken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    const notice = page.getByText('Payment processing is not configured. Please contact support to complete your order.')
    await expect(notice).toBeVisible()
    await expect(notice.getByRole('link', { name: 'support' })).toHaveAttribute('href', '/contact')
  })

  await test.step('a quiet shell: the logo, help, policies and the link back', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Reflute, home' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Policies' }).getByRole('link')).toHaveText([
      'Contact',
      'FAQ',
      'Shipping',
      'Refund Policy',
      'Terms',
      'Privacy Policy',
    ])
    await expect(page.getByRole('link', { name: 'Back to cart' })).toHaveAttribute('href', '/cart')
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toBeVisible()
  })

  await test.step('a section collapses when it is right, shows what is wrong otherwise, and opens again', async () => {
    await field(page, 'email').fill('nobody')
    await page.getByRole('button', { name: 'Continue to delivery' }).click()
    await expect(field(page, 'email')).toBeFocused()
    await expect(field(page, 'email')).toHaveAccessibleDescription('Please enter an email address like name@example.com')
    await fillCustomer(page)
    await page.getByRole('button', { name: 'Continue to delivery' }).click()
    await expect(summaryOf('Contact')).toContainText('ann@story.test')
    await expect(summaryOf('Delivery')).toBeFocused()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(summaryOf('Delivery')).toContainText('Ann Example, 1 Main Street, Chicago, IL 60607, United States')
    await expect(field(page, 'city')).toBeHidden()
    expect(await faults(page)).toEqual([])
    await page.reload()
    await isAlive(page)
    await expect(summaryOf('Delivery'), 'what was typed is kept').toContainText('1 Main Street')
    await summaryOf('Delivery').click()
    await field(page, 'city').fill('')
    await summaryOf('Delivery').click()
    await submitButton(page).click()
    await expect(field(page, 'city'), 'an error opens its section').toBeFocused()
    await field(page, 'city').fill('Chicago')
    await page.getByRole('checkbox', { name: 'Save this address for the next order' }).check()
  })

  await test.step('a call that is cut or refused loses nothing, and the order is placed once', async () => {
    // the browser sends the same order three times more, within 15 s
    const cut = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback())
    await page.route(/\/api\/orders$/, cut)
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      "We couldn't reach the shop. Your cart is safe. Try again: your order is placed only once.",
      { timeout: 30_000 },
    )
    await page.unroute(/\/api\/orders$/, cut)
    await expect(field(page, 'city')).toHaveValue('Chicago')
    await submitButton(page).click()
    await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
    await expect(page).toHaveURL(/:\d+\/$/)
    expect((await account.api.orders.listOwn()).total).toBe(1)
    await expect.poll(async () => (await account.api.addresses.list()).items).toMatchObject([{ address: '1 Main Street', isDefault: true }])
  })

  await test.step('the next checkout starts with the saved address; another one leaves what was typed elsewhere', async () => {
    await account.api.addresses.add({
      body: { ...CUSTOMER_FORM, state: 'IL', country: 'US', email: 'b@story.test', address: '2 Side Street' },
    })
    await putInCart(shop, account, 'plain-mat-600x400', 1)
    await visit(page, '/checkout')
    await expect(summaryOf('Delivery')).toContainText('1 Main Street')
    await expect(page.getByRole('checkbox', { name: /^Save this address/ })).toHaveCount(0)
    await summaryOf('Contact').click()
    await field(page, 'email').fill('typed@story.test')
    await summaryOf('Delivery').click()
    await page
      .getByRole('combobox', { name: 'Saved addresses' })
      .selectOption({ label: 'Ann Example, 2 Side Street, Chicago, IL 60607, United States' })
    await expect(field(page, 'address')).toHaveValue('2 Side Street')
    await expect(field(page, 'email')).toHaveValue('typed@story.test')
  })
  await context.close()
})

test('addresses are added, changed, made the default one, deleted and put back (S133, S198, D100)', async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop)
  const rows = main(page).locator('.address-list > li')
  await visit(page, '/account/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expect(field(page, 'firstName')).toBeFocused()
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(field(page, 'firstName')).toHaveAccessibleDescription('Please enter your first name')
  await fillCustomer(page)
  await failOnce(page, /\/api\/account\/addresses$/, 'POST', { status: 500 })
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(main(page).getByRole('alert')).toBeFocused()
  await expect(field(page, 'address')).toHaveValue('1 Main Street')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(toastOf(page, 'Address saved')).toBeVisible()
  await expect(rows).toHaveText([/Default.*Ann Example/])
  await page.getByRole('button', { name: 'Add an address' }).click()
  await fillCustomer(page)
  await field(page, 'country').selectOption('DE')
  await field(page, 'state').fill('')
  await field(page, 'address').fill('Faltweg 2')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Make default Faltweg 2' }).click()
  await expect(rows.first()).toContainText(/Default.*Faltweg 2/)
  await page.getByRole('button', { name: 'Edit 1 Main Street' }).click()
  await field(page, 'address').fill('1 Main Street, Suite 4')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(rows.last()).toContainText('Suite 4')
  await page.getByRole('button', { name: 'Delete Faltweg 2' }).click()
  await expect(rows).toHaveText([/Default.*Suite 4/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first()).toContainText(/Default.*Faltweg 2/)
  expect((await account.api.addresses.list()).total).toBe(2)
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('the confirmation and the order tell what was chosen, print cleanly, can be cancelled and ordered again (S20, S137-S139, S215, S237, S324-S326, D108, D109, D111)', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, { 'jar-sleeve': 2, 'mat-roll-210x30-plain': 1 })
  await account.api.cart.setShipping({ body: { shippingMethod: 'express' } })
  const { id, number, estimatedDelivery } = await placeOrder(account)
  const longDate = new Date(estimatedDelivery).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

  await test.step('the confirmation, also without its number', async () => {
    await visit(page, '/order-confirmation')
    await expect(page).toHaveURL(new RegExp(`order=${number}`))
    await expect(page.getByRole('heading', { level: 1, name: 'Order confirmed' })).toBeVisible()
    const facts = main(page).locator('dl.pairs:visible').first()
    await expect(facts).toContainText(longDate)
    await expect(facts).toContainText('Pay Later')
    await expect(facts).toContainText('Express')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the order number' }).click()
    await expect(toastOf(page, 'Order number copied')).toBeVisible()
  })

  await test.step('on paper: the company, both addresses, the lines and the total, and nothing of the screen', async () => {
    await page.emulateMedia({ media: 'print' })
    const sheet = main(page).locator('.order-sheet')
    await expect(sheet).toBeVisible()
    for (const text of [`Order ${number}`, 'hello@', 'Deliver to', '1 Main Street', 'Express', 'Total'])
      await expect(sheet).toContainText(text)
    await expect(sheet.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await expect(sheet).toHaveCount(0)
  })

  await test.step('ordered again: what is gone is named, the rest is in the cart', async () => {
    await shop.importSheet(['slug,stock', 'mat-roll-210x30-plain,0'])
    await visit(page, `/account/orders/${id}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(toastOf(page, '2 items added to your cart')).toBeVisible()
    await expect(main(page).getByRole('alert')).toContainText('Out of stock')
    expect((await account.api.cart.list()).items.map(({ slug, quantity }) => [slug, quantity])).toEqual([['jar-sleeve', 2]])
    expect(await faults(page)).toEqual([])
  })

  await test.step('cancelled while that is allowed', async () => {
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(main(page).getByText('Cancelled').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  })
  await context.close()
})
