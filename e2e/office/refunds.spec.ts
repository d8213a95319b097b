import type { Locator } from '@playwright/test'
import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

/** Width of a picture that was loaded; 0 where it is missing. */
const widthOf = (picture: Locator) => picture.evaluateAll(([one]) => (one instanceof HTMLImageElement ? one.naturalWidth : 0))

test.use({ viewport: { width: 1280, height: 900 } })

test('D117 D233 D237 D238 staff note the payment and refund a line, the customer reads it, sends products back, the seller approves, receives and refunds', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Rita Return')
  await putInCart(shop, customer, 'ecomat-1000', 2)
  await putInCart(shop, customer, 'curled-chips-box', 3)
  const order = await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const officeContext = await browserOf(browser, shop, staff)
  const office = await officeContext.newPage()

  await visit(office, `/admin/orders/${order.id}`)
  await office.getByRole('button', { name: 'Mark as paid' }).click()
  const paying = office.getByRole('dialog', { name: 'Mark as paid' })
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(paying.getByText('Please fill in this field')).toBeVisible()
  await paying.getByLabel('How it was paid').selectOption('Bank transfer')
  await paying.getByLabel('Reference').fill(`TRX ${order.number}`)
  expect(await faults(office)).toEqual([])
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toastOf(office, `Order ${order.number} is paid`)).toBeVisible()
  await expect(office.getByText('Paid, Bank transfer')).toBeVisible()

  await office.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = office.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Products').check()
  await refund.getByRole('spinbutton', { name: /chips/i }).fill('9')
  await expect(refund.getByRole('spinbutton', { name: /chips/i })).toHaveValue('3')
  await refund.getByRole('spinbutton', { name: /chips/i }).fill('1')
  await refund.getByLabel('Reason').fill('One box was torn')
  await refund.getByLabel('Your password').fill('not it')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByLabel('Your password')).toBeFocused()
  await expect(refund.getByLabel('Reason')).toHaveValue('One box was torn')
  await refund.getByLabel('Your password').fill('reflute-demo')
  expect(await faults(office)).toEqual([])
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund).toBeHidden()
  await expect(office.getByText('One box was torn')).toBeVisible()
  const loading = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Invoice (PDF)' }).click()
  expect((await loading).suggestedFilename()).toMatch(/^INV-\d{6}-ORD-.*\.pdf$/)
  for (const status of ['shipped', 'delivered'] as const) await staff.api.orders.setStatus({ params: { id: order.id }, body: { status } })
  await officeContext.close()

  const ownContext = await browserOf(browser, shop, customer)
  const own = await ownContext.newPage()
  await visit(own, `/account/orders/${order.id}`)
  await expect(own.getByRole('heading', { name: 'Payments and refunds' })).toBeVisible()
  await expect(own.getByText('One box was torn')).toBeVisible()
  await expect(own.getByText(`TRX ${order.number}`)).toHaveCount(0)
  await expect(own.getByText(/1 won't be shipped/)).toBeVisible()
  await own
    .getByRole('button', { name: /^Return products/ })
    .first()
    .click()
  const asking = own.getByRole('dialog', { name: 'Return products' })
  await asking.getByRole('button', { name: 'Request return' }).click()
  await expect(asking.getByText('Please choose what you want to return')).toBeVisible()
  await expect(asking.getByRole('spinbutton').first()).toBeFocused()
  await asking.getByRole('spinbutton').first().fill('1')
  await asking.getByLabel('Why').selectOption('It is faulty')
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
  await asking.getByLabel('Pictures (optional)').setInputFiles({ name: 'dent.png', mimeType: 'image/png', buffer: picture })
  await expect(asking.getByRole('img', { name: 'Your returned item, 1' })).toBeVisible()
  await expect.poll(() => widthOf(asking.getByAltText('Your returned item, 1'))).toBe(1)
  expect(await faults(own)).toEqual([])
  await asking.getByRole('button', { name: 'Request return' }).click()
  const number = `${order.number}-R1`
  await expect(toastOf(own, `Return ${number} is requested`)).toBeVisible()
  await expect(own.getByRole('article', { name: `Return ${number}` })).toContainText('Requested')

  const sellerOf = await shop.demo('seller@reflute.test')
  const businessId = (await customer.api.returns.listOwn()).items[0]?.businessId
  const answering = businessId === (await sellerOf.api.auth.me()).user?.businessId ? sellerOf : await shop.demo('seller2@reflute.test')
  const shopContext = await browserOf(browser, shop, answering)
  const seller = await shopContext.newPage()
  await visit(seller, `/business/returns?search=${number}`)
  const step = async (label: string, toast: string, act: () => Promise<void> = async () => {}) => {
    await seller.getByRole('button', { name: number }).click()
    const dialog = seller.getByRole('dialog', { name: `Return ${number}` })
    await dialog.getByLabel(label, { exact: true }).check()
    await act()
    if (label === 'Approve') {
      await expect.poll(() => widthOf(dialog.getByAltText(/^Returned item, 1 of 1/))).toBe(1) // the seller sees the photo, too
      expect(await faults(seller)).toEqual([])
    }
    await dialog.getByRole('button', { name: label, exact: true }).click()
    await expect(toastOf(seller, toast)).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await step('Approve', 'Return is now approved', () => seller.getByLabel('Answer to the customer').fill('Please send it to dock 4.'))
  await expect(seller.getByRole('row', { name: new RegExp(number) })).toContainText('Approved')
  await step('Mark as received', 'Return is now received', () => seller.getByLabel('Restock the units').check())
  await step('Refund', 'Return is now refunded')
  await shopContext.close()

  await own.reload()
  const done = own.getByRole('article', { name: `Return ${number}` })
  await expect(done).toContainText('Refunded')
  await expect(done).toContainText('Please send it to dock 4.')
  await expect(own.getByText(`Return ${number}: It is faulty`)).toBeVisible()
  await ownContext.close()
})

test('D237 staff refund one seller of an order: choose the seller, and the amount is what is left of that share', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Otto Oneseller')
  await putInCart(shop, customer, 'ecomat-1000')
  await putInCart(shop, customer, 'curled-chips-box', 2)
  const order = await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const paying = { method: 'bank_transfer' as const, reference: `TRX ${order.number}`, paidAt: new Date().toISOString().slice(0, 10) }
  const paid = await staff.api.orderMoney.markPaid({ params: { id: order.id }, body: paying, idempotencyKey: `paid-${order.id}` })
  const part = paid.fulfilments.at(-1)
  if (!part) throw new Error('The order has no seller')
  expect(paid.fulfilments).toHaveLength(2)

  const context = await browserOf(browser, shop, staff)
  const office = await context.newPage()
  await visit(office, `/admin/orders/${order.id}`)
  await office.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = office.getByRole('dialog', { name: 'Refund' })
  await expect(refund.getByLabel('Refund from')).toHaveValue('')
  await refund.getByLabel('Refund from').selectOption(part.businessId)
  await refund.getByLabel('An amount').check()
  await expect(refund.getByLabel(`Amount in ${order.currency}`)).toHaveValue(part.total.toFixed(2))
  await refund.getByLabel(`Amount in ${order.currency}`).fill((part.total + 0.01).toFixed(2))
  await refund.getByLabel('Reason').fill('Arrived late')
  await refund.getByLabel('Your password').fill('reflute-demo')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByText(/You can still refund up to/)).toBeInViewport()
  await refund.getByLabel(`Amount in ${order.currency}`).fill('5.00')
  expect(await faults(office)).toEqual([])
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(toastOf(office, 'Refund of $5.00 recorded')).toBeVisible()
  const after = await staff.api.orders.adminById({ params: { id: order.id } })
  expect(after.fulfilments.map(({ refunded }) => refunded)).toEqual(paid.fulfilments.map((one) => (one === part ? 5 : 0)))
  await context.close()
})
