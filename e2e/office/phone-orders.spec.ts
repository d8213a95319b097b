import { faults, listen } from '../sound.ts'
import { browserOf, expect, gate, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const SLUG = 'coarse-chips-box'

test('D239 staff take an order by phone without a mouse: found, reckoned while typing, corrected, placed once, and shown as theirs', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Petra Phone')
  const product = await putInCart(shop, customer, SLUG, 2)
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const heard = listen(page)
  await visit(page, '/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New order')

  const place = page.getByRole('button', { name: 'Place order' })
  await place.click()
  const who = page.getByRole('combobox', { name: 'Find a customer' })
  await expect(who).toBeFocused()
  await expect(page.getByText('Please choose a customer')).toBeVisible()
  await who.pressSequentially(customer.email)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  expect(await faults(page)).toEqual([])
  await who.press('Enter')
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Petra Phone')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(customer.email)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Petra')

  const productField = page.getByRole('combobox', { name: 'Add a product' })
  await productField.pressSequentially('no such thing')
  await expect(page.getByText('No available product has this name.').last()).toBeVisible()
  await productField.fill(product.name)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(product.name)
  await productField.press('ArrowDown')
  await productField.press('Enter')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${product.name}` })
  await quantity.fill('0')
  await place.click()
  await expect(quantity).toBeFocused()
  await expect(page.getByText('Please enter a whole number from 1 to 100,000')).toBeVisible()
  await quantity.fill('3')
  await page.getByRole('textbox', { name: /^Promo code/ }).fill('nope')
  await expect(page.getByText('This code does not exist')).toBeVisible()
  await page.getByRole('textbox', { name: /^Promo code/ }).fill('')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('Euros')
  const seen = await staff.api.phoneOrders.preview({
    body: {
      userId: (await staff.api.users.list({ query: { search: customer.email } })).items[0]?.id ?? '',
      items: [{ id: product.id, quantity: 3 }],
      currency: 'EUR',
      shippingMethod: 'standard',
    },
  })
  const total = `€${seen.cart.totals.total.toFixed(2)}`
  await expect(page.getByRole('region', { name: 'Total' }).locator('dd.total')).toHaveText(total)

  await place.click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Main Street')
  await page.getByRole('textbox', { name: 'City' }).fill('Chicago')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Illinois')
  await page.getByRole('textbox', { name: 'ZIP / Postal code' }).fill('60607')
  expect(await faults(page)).toEqual([])

  // another price than the one that was announced: nothing is placed, and the new total stands there
  await page.route('**/api/admin/orders', (route) => {
    const body = JSON.parse(route.request().postData() ?? '{}')
    return route.continue({ postData: JSON.stringify({ ...body, amount: 1 }) })
  })
  await place.click()
  await expect(page.getByRole('alert').filter({ hasText: 'The prices have changed' })).toContainText(`The total is now ${total}`)
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('1 Main Street')
  await page.unroute('**/api/admin/orders')

  // two presses at once are one order
  const { held, release } = gate()
  await page.route('**/api/admin/orders', async (route) => {
    await held
    await route.continue()
  })
  await place.click()
  await page.getByRole('button', { name: 'Placing the order...' }).click({ force: true })
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order [0-9a-f]{8}$/)
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`Placed by ${staff.name}`)
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Petra Phone')
  const { items: own } = await customer.api.orders.listOwn()
  expect(own).toMatchObject([{ currency: 'EUR', totalAmount: seen.cart.totals.total, paymentMethod: 'pay_later', itemCount: 3 }])
  await expect(toastOf(page, `Order ${own[0]?.number} placed for Petra Phone`)).toBeVisible()
  expect((await customer.api.cart.list()).itemCount, "the customer's own cart stays").toBe(2)
  expect(heard.filter((text) => !text.includes('409'))).toEqual([])

  // the next order begins where the last one went
  await page.goto('/admin/orders/new')
  await page.getByRole('combobox', { name: 'Find a customer' }).pressSequentially(customer.email)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.getByRole('listbox').getByRole('option').click()
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Chicago')
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await context.close()
})

test('D106 staff see for how long an order is unpaid, and find those that they may cancel', async ({ browser, shop }) => {
  const customer = await shop.customer('Otto Overdue')
  await putInCart(shop, customer, SLUG)
  const order = await placeOrder(customer)
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await page.clock.setFixedTime(new Date(Date.now() + 31 * 86_400_000))
  await visit(page, `/admin/orders/${order.id}`)
  await expect(page.getByText('Unpaid for 31 days', { exact: true })).toBeVisible()
  await expect(page.getByText(/You can cancel it; its products are then restocked/)).toBeVisible()
  await visit(page, `/admin/orders?search=${order.number}`)
  await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Unpaid for 31 days')
  await page.getByRole('link', { name: 'Unpaid for 30 days' }).click()
  await expect(page).toHaveURL(/unpaidDays=30/)
  await expect(page.getByText(order.number), 'by the clock of the shop it was placed today').toHaveCount(0)
  await context.close()
})

test('F10 staff open a large unpaid order from the bell, find it under Unpaid among all, and cancel it', async ({ browser, shop }) => {
  const customer = await shop.customer('Lena Large')
  const product = await putInCart(shop, customer, 'ecomat-1000', 3)
  const order = await placeOrder(customer)
  expect(order.totalUSD).toBeGreaterThan(25_000)
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/orders')
  await page.getByRole('link', { name: 'Unpaid', exact: true }).click()
  await expect(page).toHaveURL(/unpaidDays=0/)
  await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Lena Large')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByRole('link', { name: /Large unpaid order/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(order.id))
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  expect((await shop.visitor.products.bySlug({ params: { slug: product.slug } })).stock).toBe(product.stock)
  await context.close()
})

test('D106 a super admin sets who may pay later and up to which amount', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, '/admin/settings#payLater')
  const section = page.getByRole('region', { name: 'Pay Later', exact: true })
  await expect(section.getByText(/Until they can, everyone can pay later, and only the limit for a new buyer applies/)).toBeVisible()
  await expect(section.getByLabel('Limit for a new buyer, USD')).toHaveValue('50000')
  await expect(section.getByLabel('Days to confirm an email')).toHaveValue('7')
  await expect(section.getByLabel('Offer Pay Later')).toBeChecked()
  await section.getByLabel('Limit for each buyer, USD').fill('2500')
  await section.getByRole('button', { name: 'Save pay later' }).click()
  await expect(toastOf(page, 'Settings saved')).toBeVisible()
  expect((await boss.api.settings.read()).payLater).toMatchObject({ offered: true, limit: 2500 })
  await section.getByLabel('Limit for each buyer, USD').fill('0')
  await section.getByRole('button', { name: 'Save pay later' }).click()
  await expect.poll(async () => (await boss.api.settings.read()).payLater.limit).toBeNull()
  await section.getByLabel('Days to confirm an email').fill('10')
  await section.getByLabel('Limit for a new buyer, USD').fill('40000')
  await section.getByRole('button', { name: 'Save pay later' }).click()
  await expect.poll(async () => (await boss.api.settings.read()).payLater).toMatchObject({ newBuyerLimit: 40_000, unconfirmedDays: 10 })
  await boss.api.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: 50_000, unconfirmedDays: 7 } } })
  await context.close()
})
