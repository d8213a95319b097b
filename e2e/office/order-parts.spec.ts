import { faults } from '../sound.ts'
import { type Account, browserOf, expect, mailTo, placeOrder, putInCart, type Shop, seconds, test, toastOf, visit } from '../story.ts'

const NORTH = 'North Fold Works'
const SECOND = 'Second Wave Packaging'

/** A paid order of a tool kit of North Fold Works and two bags of chips of Second Wave Packaging. */
async function paidOrder(shop: Shop, customer: Account) {
  await putInCart(shop, customer, 'service-tool-kit')
  await putInCart(shop, customer, 'curled-chips-bag', 2)
  const order = await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const paidAt = new Date().toISOString()
  await staff.api.orderMoney.markPaid({
    params: { id: order.id },
    body: { method: 'bank_transfer', reference: `T ${order.number}`, paidAt },
  })
  return { order, staff, params: { id: order.id } }
}

test('F7.3.9 D116 D233 a buyer cancels one part of a paid order; staff read the mails at the order and send one again, after a question', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const customer = await shop.customer('Cora Canceller')
  const { order, staff } = await paidOrder(shop, customer)
  const buying = await browserOf(browser, shop, customer)
  const own = await buying.newPage()
  await visit(own, `/account/orders/${order.number}`)
  const part = own.getByRole('region', { name: SECOND })
  const askToCancel = async () => {
    await own.getByRole('button', { name: 'Cancel', exact: true }).click()
    await own.getByRole('button', { name: `Cancel the part from ${SECOND}` }).click()
  }
  await askToCancel()
  const asking = own.getByRole('dialog', { name: `Cancel the part from ${SECOND}?` })
  await expect(asking).toContainText('We refund what you paid for this part.')
  expect(await faults(own), 'the question').toEqual([])
  await asking.getByRole('button', { name: 'Back' }).click()
  await expect(part.getByText('Processing', { exact: true })).toBeVisible()
  await askToCancel()
  await asking.getByLabel('Reason').fill('Too many bags')
  await asking.getByRole('button', { name: 'Cancel this part' }).click()
  await expect(toastOf(own, `The part from ${SECOND} is canceled`)).toBeVisible()
  await expect(part.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(own.getByRole('region', { name: 'Payments and refunds' })).toContainText('Too many bags')
  await expect(own.getByRole('button', { name: `Cancel the part from ${SECOND}` })).toHaveCount(0)
  await buying.close()

  const office = await browserOf(browser, shop, staff)
  const page = await office.newPage()
  await visit(page, `/admin/orders/${order.id}`)
  const mails = page.getByRole('region', { name: 'Emails' })
  const refund = mails.getByRole('listitem').filter({ hasText: `Your refund for order ${order.number}` })
  await expect(refund.getByText('Sent', { exact: true })).toBeVisible()
  await expect(mails.getByRole('listitem').filter({ hasText: `Order ${order.number} was canceled: don't ship it` })).not.toHaveCount(0)
  expect(await faults(page), 'the order of staff').toEqual([])
  await refund.getByRole('button', { name: /^Send again/ }).click()
  const resend = page.getByRole('dialog', { name: 'Send this email again?' })
  await expect(resend).toContainText(`${customer.email} gets the same email again.`)
  expect(await faults(page), 'the question before a mail').toEqual([])
  await resend.getByRole('button', { name: 'Back' }).click()
  await expect(refund).toHaveCount(1)
  await refund.getByRole('button', { name: /^Send again/ }).click()
  await resend.getByRole('button', { name: 'Send again' }).click()
  await expect(toastOf(page, `The email to ${customer.email} is on its way again`)).toBeVisible()
  await expect(refund).toHaveCount(2)
  await expect(refund.getByText('Sent', { exact: true })).toHaveCount(2, { timeout: seconds(30) }) // a background job sends it
  await office.close()
})

test('D289 a seller corrects the tracking number and refunds an amount of their own part', async ({ browser, shop }) => {
  const customer = await shop.customer('Ruth Receiver')
  const { order, params } = await paidOrder(shop, customer)
  const seller = await shop.demo('seller@reflute.test')
  await seller.api.sellerOrders.move({ params, body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456701' } })
  const selling = await browserOf(browser, shop, seller)
  const page = await selling.newPage()
  await visit(page, `/business/orders/${order.id}`)
  await page.getByRole('button', { name: 'Correct tracking' }).click()
  const correcting = page.getByRole('dialog', { name: 'Correct the tracking number' })
  await expect(correcting.getByLabel('Carrier')).toHaveValue('UPS')
  await correcting.getByLabel('Tracking number').fill('1Z999AA10123456702')
  expect(await faults(page), 'the dialog of tracking').toEqual([])
  await correcting.getByRole('button', { name: 'Save and notify customer' }).click()
  await expect(toastOf(page, 'Tracking number saved')).toBeVisible()
  await expect(page.getByText('UPS 1Z999AA10123456702, before: UPS 1Z999AA10123456701')).toBeVisible()
  expect((await mailTo(customer.email, /New tracking number/)).text).toContain('1Z999AA10123456702')

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('An amount').check()
  await refund.getByLabel('Amount in USD').fill('99999')
  await refund.getByLabel('Reason').fill('The case was dented')
  await refund.getByLabel('Your password').fill('not it')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByText(/^You can still refund up to \$.*\.$/)).toBeVisible()
  await refund.getByLabel('Amount in USD').fill('12.50')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByLabel('Your password')).toBeFocused()
  await expect(refund.getByLabel('Reason')).toHaveValue('The case was dented')
  expect(await faults(page), 'the dialog of the refund').toEqual([])
  await refund.getByLabel('Your password').fill('reflute-demo')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(toastOf(page, 'Refund of $12.50 recorded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your part' })).toContainText('The case was dented')
  const other = await shop.demo('seller2@reflute.test')
  expect((await other.api.sellerOrders.byId({ params })).refunds).toEqual([])
  expect((await customer.api.orders.byId({ params })).fulfilments.find(({ businessName }) => businessName === NORTH)?.refunded).toBe(12.5)
  await selling.close()
})
