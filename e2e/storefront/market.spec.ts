import type { Page } from '@playwright/test'
import { open } from '../buyers.ts'
import { faults, shiftOf } from '../sound.ts'
import { CUSTOMER_FORM, expect, field, submitButton, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

/** Opens the dialog of the place to ship to and chooses. */
async function shipTo(page: Page, country: string, kind: 'A business' | 'A private person'): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Ship to/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Ship to' })
  await dialog.getByLabel('Country').selectOption(country)
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByRole('button', { name: 'Show prices' }).click()
  await expect(dialog).toHaveCount(0)
}

test('X6 T8 G15 ship to Germany, private: prices turn gross in list and page, are there again after a reload, and nothing moves', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('currency', 'EUR'))
  await visit(page, '/products/slit-mat-900x620-double')
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText('€36.90').first()).toBeVisible()
  await expect(buy.getByText('Before tax, which is calculated at checkout.')).toBeVisible()
  await expect(buy.getByText(/^Arrives \w{3} \d+ – \w{3} \d+ in the United States$/)).toBeVisible()

  await shipTo(page, 'Germany', 'A private person')
  await expect(buy.getByText('€43.91').first()).toBeVisible()
  await expect(buy.getByText('incl. VAT, plus shipping')).toBeVisible()
  await expect(buy.getByText(/^Arrives \w{3} \d+ – \w{3} \d+ in Germany$/)).toBeVisible()
  await expect(buy.getByText('€11.89')).toBeVisible()
  await expect(buy.getByRole('link', { name: 'shipping' })).toHaveAttribute('href', '/shipping')
  expect(await faults(page)).toEqual([])

  await page.reload()
  await expect(buy.getByText('€43.91').first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)

  await visit(page, '/materials')
  await expect(main(page).getByText('Prices incl. VAT, plus shipping')).toBeVisible()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
  expect(await faults(page)).toEqual([])

  await shipTo(page, 'Germany', 'A business')
  await expect(main(page).getByText('Prices plus VAT')).toBeVisible()
})

test('T4.6 X3 what cannot be bought in the place says so on its card and on its page, with the way to a quote', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/products/ecomat-trial-mats')
  const text = /^We can't ship .+ to private buyers in Germany because it has to clear customs\. Request a quote instead\./
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText(text)).toBeVisible()
  await expect(buy.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  await expect(buy.getByRole('link', { name: 'Request quote' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await visit(page, '/materials?search=trial')
  await expect(main(page).getByRole('article').filter({ hasText: 'EcoMat trial mats' }).getByText(text)).toBeVisible()
  await visit(page, '/products/ecomat-trial-mats')
  await buy.getByRole('spinbutton').fill('3')
  await buy.getByRole('link', { name: 'Request quote' }).click()
  const form = page.getByRole('form', { name: 'Request a quote' })
  for (let times = 0; times < 2; times += 1) {
    await expect(form).toContainText('EcoMat trial mats')
    await expect(form.getByLabel('Quantity')).toHaveValue('3')
    await expect(form.getByLabel('Country')).toHaveValue('DE')
    await page.reload()
  }
})

test('X6 T4.6 T8 ship to Germany, private: a machine from the United States has to clear customs, and an Irish pack is ordered with VAT included', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop)
  await context.addInitScript(() => localStorage.setItem('currency', 'EUR'))
  const customs = "We can't ship EcoMat 1000 to private buyers in Germany because it has to clear customs. Request a quote instead."
  await visit(page, '/products?category=mat-maker&search=EcoMat')
  const card = main(page).getByRole('article').filter({ hasText: 'EcoMat 1000' })
  await expect(card).toBeVisible()
  await expect(card.getByText(/has to clear customs/)).toHaveCount(0)
  await shipTo(page, 'Germany', 'A private person')
  await expect(card.getByText(customs)).toBeVisible()
  await card.getByRole('link', { name: 'EcoMat 1000' }).first().click()
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText(customs)).toBeVisible()
  await expect(buy.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  await expect(buy.getByRole('link', { name: 'Request quote' })).toBeVisible()
  expect(await faults(page)).toEqual([])

  await visit(page, '/products/slit-mat-900x620-double')
  await expect(buy.getByText('incl. VAT, plus shipping')).toBeVisible()
  await expect(buy.getByText(/^Arrives \w{3} \d+ – \w{3} \d+ in Germany$/)).toBeVisible()
  await buy.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(async () => (await account.api.cart.list()).items.length).toBe(1)
  await visit(page, '/cart')
  await expect(main(page).getByText('includes VAT (19%)').first()).toBeVisible()
  await visit(page, '/checkout')
  const address = { firstName: 'Eva', lastName: 'Kunde', address: 'Ackerstr. 1', city: 'Berlin', zipCode: '10115' }
  await expect(field(page, 'country')).toHaveValue('DE')
  for (const [name, text] of Object.entries({ email: account.email, ...address })) await field(page, name).fill(text)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('€43.91')
  await expect(summary).toContainText('includes VAT (19%)')
  await expect(summary).toContainText('€55.80')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)
  const [placed] = (await account.api.orders.listOwn()).items
  await visit(page, `/account/orders/${placed?.number}`)
  await expect(main(page)).toContainText('includes VAT (19%)')
  await expect(main(page)).toContainText('€55.80')
  await context.close()
})

test('X3 the head names the threshold of free shipping only where it counts', async ({ page }) => {
  const free = page.getByText('Free standard shipping from')
  await visit(page, '/faq')
  await expect(free).toBeVisible()
  await shipTo(page, 'Germany', 'A business')
  await expect(free).toBeVisible()
  await shipTo(page, 'Switzerland', 'A business')
  await expect(free).toBeHidden()
  await page.reload()
  await expect(page.getByText('Machines, parts and packaging from their makers')).toBeVisible()
  await expect(free).toBeHidden()
})

test('X6 L11 a buyer who looked at prices for Germany and has an address in the United States reads so at the checkout, and can send the order to Germany', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const home = {
    firstName: 'Ann',
    lastName: 'Example',
    address: '1 Main Street',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60607',
    country: 'US',
  }
  await account.api.addresses.add({ body: { ...home, email: account.email, isDefault: true } })
  await context.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/checkout')
  await expect(page.getByText('You were viewing prices for Germany. Your address is in the United States,')).toBeInViewport()
  await expect(page.getByText('Tax (8%)').first()).toBeVisible()
  await expect(submitButton(page)).toBeInViewport()

  await page.getByRole('button', { name: 'Ship to an address in Germany' }).click()
  await expect(field(page, 'address')).toBeFocused()
  await expect(field(page, 'firstName')).toHaveValue('Ann')
  await expect(field(page, 'country')).toHaveValue('DE')
  await field(page, 'address').fill('Domkloster 4')
  await field(page, 'city').fill('Köln')
  await field(page, 'zipCode').fill('50667')
  await expect(page.getByText('includes VAT (19%)').first()).toBeVisible()
  await expect(page.getByText('You were viewing prices for')).toHaveCount(0)

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const order = page.getByRole('button', { name: 'Order with obligation to pay' })
  await order.scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeInViewport() // with what has to stand above it, on one screen
  await expect(order).toBeInViewport()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('3.1 the lines of a cart promise the days of the option beside them, wherever it goes', async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-250x250': 2 })
  const home = { firstName: 'Ann', lastName: 'Example', address: '1 Main Street', city: 'Chicago', state: 'IL', zipCode: '60607' }
  await account.api.addresses.add({ body: { ...home, country: 'US', email: account.email, isDefault: true } })
  await visit(page, '/cart')
  for (const country of ['Canada', 'United Kingdom', 'Norway', 'Switzerland', 'Japan', 'Germany']) {
    await shipTo(page, country, 'A business')
    const option = page
      .getByRole('group', { name: 'Shipping' })
      .getByText(/^Arrives /)
      .first()
    const line = main(page)
      .getByRole('listitem')
      .getByText(/^Arrives /)
    await expect(async () => {
      const days = (await option.innerText()).replaceAll(/\w{3}, |Arrives /g, '').replace(' to ', ' – ')
      expect((await line.innerText()).replace('Arrives ', ''), country).toBe(days)
    }).toPass()
    const cart = await account.api.cart.list({
      query: { country: await page.evaluate(() => localStorage.getItem('market')?.slice(0, 2) ?? '') },
    })
    await expect(page.getByText(cart.shippingOptions[0]?.days ?? '', { exact: true }).first(), country).toBeVisible()
  }
  expect(await faults(page)).toEqual([])
  await context.close()
})

const total = (page: Page) => main(page).locator('dd.total').first()

test('1.4 cart and checkout name one buyer and one total, whatever the last order was, and say a difference', async ({ browser, shop }) => {
  test.slow()
  const { account, context, page } = await open(browser, shop, { 'slit-mat-900x620-double': 2 })
  await context.addInitScript(() => localStorage.setItem('currency', 'EUR'))
  const last = {
    ...CUSTOMER_FORM,
    address: 'Ackerstr. 1',
    city: 'Berlin',
    zipCode: '10115',
    state: '',
    country: 'DE',
    company: 'Kartonhaus',
  }
  const lines = async () => {
    const cart = await account.api.cart.list({ query: { currency: 'EUR', country: 'DE', zip: '10115', buyer: 'business' } })
    return { cart, items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })) }
  }
  const { cart, items } = await lines()
  await account.api.checkout.placeOrder({
    body: { items, currency: 'EUR', shippingMethod: cart.shippingMethod, customer: { ...last, buyerKind: 'business' } },
  })
  const { productId } = cart.items[0] ?? { productId: '' }
  await account.api.cart.addItem({ body: { productId, quantity: 2 } })

  await visit(page, '/cart')
  await shipTo(page, 'Germany', 'A private person')
  await expect(main(page).getByText('includes VAT (19%)').first()).toBeVisible()
  const gross = await total(page).innerText()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText('You entered your last address as a business. This order is priced for a private person.')).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('Ship to Germany, private')
  await expect(summary).toContainText('includes VAT (19%)')
  expect(await total(page).innerText()).toBe(gross)

  await page.getByRole('button', { name: 'Buy as a business' }).click()
  await expect(summary).toContainText('Ship to Germany, business')
  await expect(summary.getByRole('term').filter({ hasText: /^VAT \(19%\)$/ })).toBeVisible()
  await expect(page.getByText('You entered your last address as')).toHaveCount(0)
  const net = await total(page).innerText()
  await page.getByRole('link', { name: 'Back to cart' }).click()
  await expect(main(page).getByRole('button', { name: 'Ship to Germany, business. Change' })).toBeVisible()
  await expect(total(page)).toHaveText(net)
  await page.reload()
  await expect(main(page).getByRole('button', { name: 'Ship to Germany, business. Change' })).toBeVisible()
  await expect(total(page)).toHaveText(net)
  expect(await faults(page)).toEqual([])
  await context.close()
})

const MARKETS = ['United States', 'Canada', 'United Kingdom', 'Germany', 'France', 'Norway', 'Switzerland', 'Japan'] as const
const WITH_VAT_ID = ['United Kingdom', 'Germany', 'France', 'Norway', 'Switzerland']

test('1.4 in each market cart and checkout agree for both kinds of buyers, and the VAT ID stands under "A business" where there is one', async ({
  browser,
  shop,
}) => {
  test.slow()
  const { context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  for (const country of MARKETS) {
    for (const kind of ['A private person', 'A business'] as const) {
      await visit(page, '/cart')
      await shipTo(page, country, kind)
      await expect(main(page).getByText('Updating...')).toHaveCount(0)
      await expect(main(page).getByRole('button', { name: new RegExp(`^Ship to ${country}, `) })).toBeVisible()
      const inCart = await main(page).locator('dl.total-rows').innerText()
      await visit(page, '/checkout')
      await expect(field(page, 'country').locator('option:checked')).toHaveText(country)
      const kinds = page.getByRole('group', { name: 'I am buying as' })
      await expect(kinds.getByLabel(kind)).toBeChecked()
      await expect(main(page).getByText('Updating...')).toHaveCount(0)
      expect(await main(page).locator('dl.total-rows').innerText(), `${country}, ${kind}`).toBe(inCart)
      const hasVatId = kind === 'A business' && WITH_VAT_ID.includes(country)
      await expect(kinds.getByLabel('VAT ID'), `${country}, ${kind}`).toHaveCount(hasVatId ? 1 : 0)
      if (country === 'Canada') await expect(main(page)).not.toContainText('VAT')
    }
  }
  await context.close()
})

test('1.4 ticking the other kind changes the totals at once, before any address; a wrong VAT ID is said at its field', async ({
  browser,
  shop,
}) => {
  const { context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  await context.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/checkout')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('includes VAT (19%)')
  await page.getByRole('radio', { name: 'A business' }).check()
  await expect(summary.getByRole('term').filter({ hasText: /^VAT \(19%\)$/ })).toBeVisible()
  const vatId = field(page, 'vatId')
  for (const wrong of ['DE1', 'DE12345678901', 'hello']) {
    await vatId.fill(wrong)
    await vatId.blur()
    await expect(vatId, wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText("This isn't a valid VAT ID. Check the country prefix and the digits.")).toHaveCount(1)
  }
  await vatId.fill('')
  await expect(vatId).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio', { name: 'A private person' }).check()
  await expect(summary).toContainText('includes VAT (19%)')
  await expect(vatId).toHaveCount(0)
  await context.close()
})
