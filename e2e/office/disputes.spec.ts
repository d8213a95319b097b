import { openCardShop } from '../card-shop.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, test, visit } from '../story.ts'

/* A shop of its own with the demo's orders, one of which is disputed, that charges cards at the Stripe fake. */

const { origin, provider } = openCardShop('disputes', 8, [])
test.use({ viewport: { width: 1280, height: 900 } })

test('a disputed payment: staff find it from the dashboard, its order says until when, the seller sees what is held, and both see that it was lost', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const [dispute] = (await staff.api.disputes.list()).items
  if (!dispute) throw new Error('no dispute')
  const { orderNumber, orderId } = dispute
  const officeContext = await browserOf(browser, shop, staff)
  const office = await officeContext.newPage()
  await visit(office, '/admin')
  await office.getByRole('link', { name: /^1 ?Open disputes$/ }).click()
  await expect(office).toHaveURL(/\/admin\/disputes\?open=true$/)
  await expect(office.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible()
  const row = office.getByRole('row').filter({ hasText: orderNumber })
  await expect(row).toContainText('Needs response')
  await expect(row).toContainText('Product not received')
  await expect(row.getByRole('link', { name: /in Stripe$/ })).toHaveAttribute('href', dispute.url)
  expect(await faults(office)).toEqual([])
  await office.getByRole('link', { name: 'Lost', exact: true }).click()
  await expect(office.getByText('No disputes found')).toBeVisible()
  await office.getByRole('link', { name: 'Open', exact: true }).click()
  await row.getByRole('link', { name: orderNumber, exact: true }).click()

  await expect(office.getByText('Disputed', { exact: true })).toBeVisible()
  await visit(office, `/admin/orders?search=${orderNumber}`)
  await expect(office.getByRole('row').filter({ hasText: orderNumber })).toContainText('Disputed')
  await visit(office, `/admin/orders/${orderId}`)
  const panel = office.getByRole('region', { name: 'Dispute' })
  await expect(panel).toContainText('Respond by')
  await expect(panel).toContainText('Product not received')
  await expect(panel.getByRole('link', { name: 'Respond in Stripe' })).toHaveAttribute('href', dispute.url)
  await expect(office.getByText('Nothing can be refunded while the payment is disputed.')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  expect(await faults(office)).toEqual([])

  const sellers = [await shop.demo('seller@reflute.test'), await shop.demo('seller2@reflute.test')]
  const lists = await Promise.all(sellers.map(async (seller) => ({ seller, total: (await seller.api.disputes.listOwn()).total })))
  const seller = lists.find(({ total }) => total === 1)?.seller
  if (!seller) throw new Error('no seller')
  const sellerContext = await browserOf(browser, shop, seller)
  const own = await sellerContext.newPage()
  await visit(own, '/business/earnings')
  await expect(own.getByText('is held because of a payment dispute.')).toBeVisible()
  await own.getByRole('link', { name: 'View disputes' }).click()
  await expect(own.getByRole('row').filter({ hasText: orderNumber })).toContainText('Open')
  await expect(own.getByText('Needs response')).toHaveCount(0)
  await own.getByRole('link', { name: orderNumber, exact: true }).click()
  await expect(own.getByText('Disputed', { exact: true })).toBeVisible()
  await expect(own.getByRole('region', { name: 'Dispute' })).toContainText('Your share is held until the bank decides.')
  await expect(own.getByRole('region', { name: 'Dispute' })).toContainText('Disputed amount')
  await expect(own.getByRole('link', { name: /Stripe/ })).toHaveCount(0)
  expect(await faults(own)).toEqual([])

  const { payload, headers } = provider().message('charge.dispute.closed', {
    id: dispute.stripeId,
    object: 'dispute',
    amount: Math.round(dispute.amount * 100),
    currency: 'usd',
    payment_intent: `pi_demo_${orderNumber}`,
    created: Math.floor(Date.parse(dispute.openedAt) / 1000),
    reason: dispute.reason,
    status: 'lost',
    balance_transactions: [{ amount: -Math.round(dispute.amount * 100), currency: 'usd', fee: 1500 }],
    evidence_details: { due_by: null },
    livemode: false,
  })
  expect((await fetch(`${origin}/api/webhooks/stripe`, { method: 'POST', headers, body: payload })).status).toBe(200)
  await visit(office, `/admin/orders/${orderId}`)
  await expect(office.getByText('Dispute lost', { exact: true })).toBeVisible()
  await expect(office.getByText('Payment dispute lost')).toBeVisible()
  await visit(own, '/business/earnings')
  await expect(own.getByText(`${orderNumber}: Payment dispute lost`)).toBeVisible()
  await expect(own.getByText('is held because of a payment dispute.')).toHaveCount(0)
  await visit(office, '/admin')
  await expect(office.getByRole('link', { name: /Orders to ship/ })).toBeVisible()
  await expect(office.getByRole('link', { name: /Open disputes$/ })).toHaveCount(0)
  await officeContext.close()
  await sellerContext.close()
})
