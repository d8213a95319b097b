import { failOnce } from '../buyers.ts'
import { faults, listen, overflow } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test('a seller opens the settings from the bell, wants new orders in the bell only, and gets no email of the next one', async ({
  browser,
  shop,
}) => {
  const [seller, staff, customer] = [await shop.demo('seller@reflute.test'), await shop.demo('staff@reflute.test'), await shop.customer()]
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  const heard = listen(page)
  await visit(page, '/business/dashboard')
  await page
    .getByRole('button', { name: /^Notifications/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('link', { name: 'Email settings' }).click()
  await expect(page).toHaveURL('/account/notifications/choices')
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  const zone = page.getByLabel('Time zone of the daily email')
  await expect(choice('New orders: Email at once')).toBeChecked()
  await expect(page.getByText(/^Always emailed at once: sign-in and security; payments/)).toBeVisible()
  await expect(page.getByText('Payments', { exact: true })).toHaveCount(0)

  await choice('New orders: Bell only').check()
  await choice('Low stock: Once a day').check()
  await zone.selectOption('Europe/Dublin')
  await failOnce(page, /notification-choices$/, 'PUT', { status: 503 })
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(choice('New orders: Bell only')).toBeChecked()
  await expect(zone).toHaveValue('Europe/Dublin')
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(toastOf(page, 'Your choices are saved')).toBeVisible()
  await page.reload()
  await expect(choice('New orders: Bell only')).toBeChecked()
  await expect(choice('Low stock: Once a day')).toBeChecked()
  await expect(choice('Quotes: Email at once')).toBeChecked()
  await expect(zone).toHaveValue('Europe/Dublin')
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await overflow(page)).toBe(0)
  expect(await faults(page), 'on a phone').toEqual([])

  await putInCart(shop, customer, 'ecomat-1000', 1)
  const order = await placeOrder(customer)
  const states = async () => {
    const { items } = await staff.api.mails.list({ query: { orderId: order.id, search: 'seller@reflute.test' } })
    return items.map(({ template, state }) => [template, state])
  }
  await expect.poll(states).toEqual([['seller-new-order', 'bell']])
  const titles = (await seller.api.notifications.list()).items.map(({ title }) => title)
  expect(titles).toContain(`New order ${order.number}`)
  await seller.api.notificationChoices.save({ body: { timeZone: null, choices: [{ kind: 'new_orders', choice: 'at_once' }] } })
  expect(heard.filter((line) => !/503/.test(line))).toEqual([])
  await context.close()
})
