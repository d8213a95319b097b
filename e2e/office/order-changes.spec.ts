import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, stopClock, test, toastOf, visit } from '../story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('staff change a paid order at the total that they saw, the difference goes back, the buyer reads what changed', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const customer = await shop.customer('Chris Change')
  await putInCart(shop, customer, 'curled-chips-box', 3)
  const order = await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const paidAt = new Date().toISOString()
  await staff.api.orderMoney.markPaid({
    params: { id: order.id },
    body: { method: 'bank_transfer', reference: `T ${order.number}`, paidAt },
  })
  const officeContext = await browserOf(browser, shop, staff)
  const office = await officeContext.newPage()

  await visit(office, `/admin/orders/${order.id}`)
  await office.getByRole('button', { name: 'Change order' }).click()
  const dialog = office.getByRole('dialog', { name: 'Change order' })
  await dialog.getByRole('button', { name: 'Change order' }).click()
  await expect(dialog.getByText('Please say why the order changes')).toBeVisible()
  await dialog.getByLabel(/^Quantity of/).fill('2')
  await expect(dialog.getByText(/New total/)).toBeVisible()
  await expect(dialog.getByText(/is refunded/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add service or other line' }).click()
  await dialog.getByLabel('Description').fill('Gift wrapping')
  await dialog.getByLabel('Price each, net').fill('4.50')
  await dialog.getByLabel('Reason').fill('Two boxes are enough')
  expect(await faults(office)).toEqual([])
  await dialog.getByRole('button', { name: 'Change order' }).click()
  await expect(toastOf(office, `Order ${order.number} changed`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('heading', { name: 'Changes since it was placed' })).toBeVisible()
  await expect(office.getByText('Order changed', { exact: false }).first()).toBeVisible()
  await officeContext.close()

  const own = await (await browserOf(browser, shop, customer)).newPage()
  await visit(own, `/account/orders/${order.id}`)
  await expect(own.getByText('Reason: Two boxes are enough')).toBeVisible()
  await expect(own.getByText(/2 units instead of 3/)).toBeVisible()
  await expect(own.getByText(/Gift wrapping: 1 unit added/)).toBeVisible()
  expect(await faults(own)).toEqual([])
})

test('staff who agreed to one amount beyond the Pay Later limit have not agreed to what they type next', async ({ browser, shop }) => {
  const customer = await shop.customer('Cleo Credit')
  await putInCart(shop, customer, 'curled-chips-box')
  const order = await placeOrder(customer)
  const page = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(page, `/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change order' })
  await dialog.getByLabel(/^Agreed price of/).fill('60000')
  await dialog.getByRole('checkbox', { name: 'Change order anyway' }).check()
  await dialog.getByLabel('Reason').fill('Agreed on the phone')
  await stopClock(page) // the preview is not asked for again
  await dialog.getByLabel(/^Agreed price of/).fill('90000')
  await dialog.getByRole('button', { name: 'Change order' }).click()
  await expect(dialog.getByRole('alert')).toContainText('can have up to')
  expect((await customer.api.orders.byId({ params: { id: order.id } })).totalAmount).toBe(order.totalAmount)
})
