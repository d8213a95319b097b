import { open } from '../buyers.ts'
import { faults } from '../sound.ts'
import { expect, field, fillCustomer, placeOrder, putInCart, submitButton, test, toastOf, visit } from '../story.ts'

test('F7.1.1 the confirmation of a Pay Later order says how to pay, with the account of the demo', async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const order = await placeOrder(account)
  await visit(page, `/order-confirmation?order=${order.number}`)
  const payment = page.getByRole('region', { name: 'How to pay' })
  await expect(payment).toContainText(/Please pay \$[\d.,]+ by \w+ \d+, \d{4} and use ORD-\w+ as the reference\./)
  await expect(payment.getByText('Account number: 0000000142')).toBeInViewport()
  await expect(page.getByText(/contacted|Ask us how/)).toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('F7.2.10 machine and chips have their own delivery from the cart to the order, and freight asks once for a phone number', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, { 'ecomat-1000': 1, 'curled-chips-box': 4 })
  const cart = await account.api.cart.list()
  const sellers = cart.shippingOptions[0]?.sellers ?? []
  expect(sellers).toHaveLength(2)
  await visit(page, '/cart')
  for (const { businessName } of sellers)
    await expect(
      page.getByRole('region', { name: `Sold by ${businessName}` }).getByText(/^Arrives \w{3}, \w+ \d+ to \w{3}, \w+ \d+$/),
    ).toBeInViewport()
  await expect(page.getByText(/^Arrives .+ in 2 deliveries$/)).toBeVisible()

  await visit(page, '/checkout')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  for (const { businessName } of sellers) await expect(summary.getByText(`${businessName}: arrives by`)).toBeVisible()
  const phone = field(page, 'phone')
  await expect(phone).toHaveAccessibleDescription(/the carrier calls first/)
  await fillCustomer(page)
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(
    "Without a phone number, the carrier can't call before delivery. Add one, or continue without it.",
  )
  expect(await faults(page)).toEqual([])
  await submitButton(page).click()
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()

  const { number } = (await account.api.orders.listOwn()).items[0] ?? {}
  await visit(page, `/order-confirmation?order=${number}`)
  for (const { businessName } of sellers)
    await expect(page.getByRole('main').getByText(new RegExp(`^${businessName}: \\w+ \\d+, \\d{4}$`))).toBeInViewport()
  await context.close()
})

test('F7.2.11 F7.2.12 the footer names company, address, tax number and payment; figures say what is counted today', async ({
  page,
  shop,
}) => {
  await visit(page, '/about')
  const footer = page.getByRole('contentinfo')
  for (const line of ['1200 West Fulton Street', 'Chicago, IL 60607', 'Tax number 00-0000000', 'Pay Later'])
    await expect(footer.getByText(line, { exact: true })).toBeVisible()
  const note = page.getByText(/^\* Illustrative figure\. Counted today: /)
  await expect(note).toContainText(/[\d,]+ customers?, \d+ compan(y|ies), \d+ articles?\./)
  for (const words of ['50+ articles', '50+ Companies Served', '500+ customers']) await expect(page.getByText(words)).toBeVisible()
  await note.getByRole('link', { name: 'How we count' }).click()
  await expect(page.getByRole('row', { name: /^50\+ articles/ })).toContainText(/Counted today: \d+ articles?\./)
  expect(await faults(page)).toEqual([])

  const days = async (items: { createdAt?: string; updatedAt?: string }[]) =>
    new Set(items.map(({ createdAt, updatedAt }) => (createdAt ?? updatedAt ?? '').slice(0, 10))).size
  const producers = (await shop.visitor.businesses.list()).items
  expect(await days(producers)).toBe(producers.length)
  expect(await days((await shop.visitor.claims.list()).items)).toBeGreaterThan(2)
})

test('1.10 the list of orders is searched and filtered, an unpaid order begins with what is due, and the account sums up', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const mats = await placeOrder(account)
  await putInCart(shop, account, 'curled-chips-box', 1)
  const chips = await placeOrder(account)
  await account.api.orders.cancel({ params: { id: chips.id }, body: {} })

  await visit(page, '/account')
  const summary = page.getByRole('region', { name: 'My Orders' })
  await expect(summary.getByRole('link', { name: chips.number })).toBeVisible()
  await expect(summary).toContainText(/\$[\d.,]+ for 1 order, due by \w+ \d+, \d{4}/)
  expect(await faults(page)).toEqual([])
  await summary.getByRole('link', { name: '1 order' }).click()
  await expect(page).toHaveURL(/\/account\/orders\?show=unpaid$/)
  const rows = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(rows).toHaveText([mats.number])
  const filters = page.getByRole('navigation', { name: 'Show' })
  await filters.getByRole('link', { name: 'Canceled' }).click()
  await expect(rows).toHaveText([chips.number])
  await filters.getByRole('link', { name: 'Delivered' }).click()
  await expect(page.getByText('No orders match.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(rows).toHaveText([chips.number, mats.number])
  await page.getByRole('searchbox', { name: 'Search your orders' }).fill(mats.number)
  await expect(rows).toHaveText([mats.number])
  expect(await faults(page)).toEqual([])

  await page.getByRole('link', { name: mats.number }).click()
  const due = page.getByRole('region', { name: 'How to pay' })
  await expect(due.getByRole('heading', { name: /^\$[\d.,]+ due by \w+ \d+, \d{4}$/ })).toBeInViewport()
  await expect(due.getByText('Account number: 0000000142')).toBeInViewport()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await context.close()
})
