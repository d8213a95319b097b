import type { Route } from '@playwright/test'
import { failOnce, open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { faults } from '../sound.ts'
import {
  CUSTOMER_FORM,
  expect,
  field,
  fillCustomer,
  isAlive,
  placeOrder,
  putInCart,
  seconds,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'
import { expectTotals } from '../totals.ts'

test('F7.2.14 the message of a placed order stays until it is closed, and leads to the confirmation', async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, { 'jar-sleeve': 1 })
  await page.clock.install()
  await visit(page, '/checkout')
  await fillCustomer(page)
  await submitButton(page).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  const message = toastOf(page, 'Order submitted! You will be contacted for payment processing.')
  await expect(message).toBeInViewport()
  await page.clock.fastForward(60_000)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(message).toBeInViewport()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'View order' }).click()
  const [order] = (await account.api.orders.listOwn()).items
  await expect(
    main(page)
      .getByText(order?.number ?? '')
      .first(),
  ).toBeInViewport()
  await expect(message).toHaveCount(0)
  await context.close()
})

test('the checkout waits for the payment setup, collapses what is done, and places the order once what failed is sent again (S5, S19, S133, S198, S229, S230, S249, S285, S287, S299-S301, D99, D100, D104, D105)', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const summaryOf = (name: string) => page.locator('summary', { has: page.getByRole('heading', { name, exact: true }) })

  await test.step('S134 payment setup: loading, failed with Retry, then the form', async () => {
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

  await test.step('S132 a quiet shell: the logo, help, policies and the link back to the cart', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Reflute, home' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Policies' }).getByRole('link')).toHaveText([
      'Contact',
      'FAQ',
      'Shipping',
      'Refund Policy',
      'Terms',
      'Privacy Policy',
      'Imprint',
      'Accessibility',
    ])
    await expect(page.getByRole('link', { name: 'Back to cart' })).toHaveAttribute('href', '/cart')
    await expect(page.getByRole('link', { name: 'Back to cart' })).toBeInViewport()
  })

  await test.step('S135 the order summary: the line, every amount and the total', async () => {
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await expect(summary).toBeInViewport()
    const product = await shop.visitor.products.bySlug({ params: { slug: 'plain-mat-600x400' } })
    await expect(summary.getByText(product.name, { exact: true })).toBeInViewport()
    await expectTotals(page, { lines: [{ product, quantity: 3 }] })
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
    await page.getByRole('checkbox', { name: 'Save this address for your next order' }).check()
  })

  await test.step('a call that is cut or refused loses nothing, and the order is placed once', async () => {
    // the browser sends the same order three times more, within 15 s
    const cut = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback())
    await page.route(/\/api\/orders$/, cut)
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      "We couldn't reach the shop. Your cart is safe. Try again: your order is placed only once.",
      { timeout: seconds(30) },
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

test('the confirmation and the order tell what was chosen, print cleanly, can be cancelled and ordered again (S20, S137-S139, S215, S237, S324-S326, D108, D109, D111)', async ({
  browser,
  shop,
}) => {
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
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(main(page).getByText('Canceled').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  })
  await context.close()
})

test('T3 T7 a private person orders, and a total that changed meanwhile is shown before the order is placed with it', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 1 })
  const boss = await shop.demo('super@reflute.test')
  await visit(page, '/checkout')
  await fillCustomer(page)

  await test.step('T3 company, VAT ID and purchase order are asked of businesses, and what was typed comes back', async () => {
    await main(page).getByText('More details (optional)').click()
    await field(page, 'poNumber').fill('PO 4711')
    await field(page, 'company').fill('Lee')
    const kinds = page.getByRole('group', { name: 'I am buying as' })
    await kinds.getByLabel('A private person').check()
    await expect(field(page, 'poNumber')).toHaveCount(0)
    await expect(field(page, 'vatId')).toHaveCount(0)
    await expect(field(page, 'company')).toHaveCount(0)
    await kinds.getByLabel('A business').check()
    await expect(field(page, 'poNumber')).toHaveValue('PO 4711')
    await expect(field(page, 'company')).toHaveValue('Lee')
    await kinds.getByLabel('A private person').check()
  })

  await test.step('T7 the new total is named and shown, and the form is kept', async () => {
    await boss.api.settings.update({ body: { tax: { percent: 10 } } })
    try {
      await submitButton(page).click()
      const { totals } = await account.api.cart.list()
      const total = `$${totals.total.toFixed(2)}`
      await expect(page.getByRole('alert').filter({ hasText: 'Your total is now' })).toContainText(
        `Your total is now ${total}. Review your order and place it again.`,
      )
      const summary = page.getByRole('complementary', { name: 'Order summary' })
      await expect(summary).toContainText(total)
      await expect(summary).toContainText('Tax (10%)')
      await expect(field(page, 'email')).toHaveValue(CUSTOMER_FORM.email)
      expect(await faults(page)).toEqual([])
      await submitButton(page).click()
      await expect(page).toHaveURL(/:\d+\/$/)
      const [listed] = (await account.api.orders.listOwn()).items
      const order = await account.api.orders.byId({ params: { id: listed?.id ?? '' } })
      expect(order).toMatchObject({ totalAmount: totals.total, customer: { buyerKind: 'consumer' } })
      expect(order.customer.company).toBeUndefined()
      expect(order.customer.poNumber).toBeUndefined()
    } finally {
      await boss.api.settings.update({ body: { tax: { percent: 8 } } })
    }
  })
  await context.close()
})
