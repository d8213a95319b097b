import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, mailTo, placeOrder, putInCart, type Shop, test, toastOf, visit } from '../story.ts'

const TRACKING = '1Z999AA10123456784'

/** An order of a tool kit of North Fold Works and two bags of chips of Second Wave Packaging. */
async function orderOfTwo(shop: Shop, customer: Account) {
  await putInCart(shop, customer, 'service-tool-kit')
  await putInCart(shop, customer, 'curled-chips-bag', 2)
  return placeOrder(customer)
}

test('D289 D111 a seller accepts and ships their own part with tracking; the customer follows it, and the other seller sees nothing of it', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Tess Tracker')
  const placed = await orderOfTwo(shop, customer)
  const selling = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await selling.newPage()
  await visit(page, '/business/dashboard')
  await page.getByRole('link', { name: /new orders? to accept/ }).click()
  await page.getByRole('link', { name: placed.number }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${placed.number}`)
  await expect(page.getByText('1 Main Street')).toBeVisible()
  await expect(page.getByText('ann@story.test')).toHaveCount(0)
  await expect(page.getByText('Curled chips')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your part' })).toContainText('Tax (8%)')
  await page.getByRole('button', { name: 'Start processing' }).click()
  await expect(toastOf(page, 'Order is now processing')).toBeVisible()
  const [slip] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Packing slip (PDF)' }).click()])
  expect(slip.suggestedFilename()).toBe(`packing-slip-${placed.number}.pdf`)
  expect((await readFile(await slip.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: 'Mark as shipped', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as shipped' })
  await dialog.getByLabel('Carrier').fill('UPS')
  await dialog.getByLabel('Tracking number').fill(TRACKING)
  expect(await faults(page), 'the dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(toastOf(page, 'Order marked as shipped')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Progress of the order' }).locator('[aria-current]')).toContainText('Shipped')
  await expect(page.getByText('by Selma Seller').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.order-sheet')).toContainText('Packing slip')
  await expect(page.locator('.order-sheet')).toContainText('HS code')
  await expect(page.locator('.order-sheet')).not.toContainText('$')
  await page.emulateMedia({ media: 'screen' })

  const buying = await browserOf(browser, shop, customer)
  const own = await buying.newPage()
  await visit(own, `/account/orders/${placed.number}`)
  const part = own.getByRole('region', { name: 'North Fold Works' })
  await expect(part).toContainText(`UPS, tracking number ${TRACKING}`)
  await expect(part.getByRole('link', { name: 'Track with UPS' })).toHaveAttribute('href', `https://www.ups.com/track?tracknum=${TRACKING}`)
  await part.getByText('History').click()
  await expect(part.getByText('Processing to Shipped by North Fold Works')).toBeVisible()
  await expect(own.getByRole('region', { name: 'Second Wave Packaging' }).getByText('Pending', { exact: true })).toBeVisible()
  expect(await faults(own)).toEqual([])
  const mail = await mailTo(placed.user.email, /Part of your order .* has shipped/)
  expect(mail.text).toContain(TRACKING)
  await buying.close()

  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(toastOf(page, 'Order marked as delivered')).toBeVisible()
  await selling.close()
})

test('D232 a seller opens no order of another, and cancels their own part with a reason; staff see it and move the other part', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Cora Cancelled')
  await putInCart(shop, customer, 'curled-chips-bag')
  const foreign = await placeOrder(customer)
  const placed = await orderOfTwo(shop, customer)
  const selling = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await selling.newPage()
  await visit(page, `/business/orders/${foreign.id}`)
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  await page.getByRole('link', { name: 'All orders' }).click()
  await page.getByRole('searchbox').fill(foreign.number)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('No orders found matching your criteria.')).toBeVisible()
  await page.getByRole('searchbox').fill(placed.number)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: placed.number }).click()
  await page.getByRole('button', { name: 'Cancel my part' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel your part of this order?' })
  await dialog.getByLabel('Reason').fill('The kit was damaged in our store.')
  await dialog.getByRole('button', { name: 'Cancel this part' }).click()
  await expect(toastOf(page, 'Your part is canceled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start processing' })).toHaveCount(0)
  await expect(page.getByText('The kit was damaged in our store.')).toBeVisible()
  await selling.close()

  const office = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const desk = await office.newPage()
  await visit(desk, `/admin/orders/${placed.id}`)
  await expect(desk.getByRole('region', { name: 'North Fold Works' }).getByText('Canceled', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'Start processing: Second Wave Packaging' }).click()
  await expect(toastOf(desk, 'The part of Second Wave Packaging is now processing')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Mark as shipped: Second Wave Packaging' })).toBeVisible()
  expect(await faults(desk)).toEqual([])
  await office.close()
})

test('F7.3.14 a seller moves several orders by one call after a question, and the call may be sent again; staff have views of what is to ship, to refund and unpaid', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const name = `Bea Bulk ${randomUUID().slice(0, 6)}`
  const customer = await shop.customer(name)
  const [one, two] = [await orderOfTwo(shop, customer), await orderOfTwo(shop, customer)]
  const seller = await shop.demo('seller@reflute.test')
  await seller.api.sellerOrders.move({ params: { id: two.id }, body: { status: 'processing' } })
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await visit(page, '/business/orders?sort=-createdAt')
  for (const { number } of [one, two]) await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Start processing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start processing 2 orders?' })
  await expect(dialog).toContainText("Each buyer gets an email right away. This can't be undone.")
  expect(await faults(page)).toEqual([])
  calls.length = 0
  await dialog.getByRole('button', { name: 'Start processing' }).click()
  await expect(toastOf(page, '2 orders are now processing')).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(calls).toEqual(['POST /api/business/orders/bulk/status'])
  await expect(page.getByRole('row').filter({ hasText: one.number })).toContainText('Processing')
  for (const [view, query, shows] of [
    ['To refund', 'waitsFor=refund', false],
    ['Unpaid', 'waitsFor=payment', true],
    ['To ship', 'status=processing', true],
  ] as const) {
    await page.getByRole('navigation', { name: 'Views of Orders' }).getByRole('link', { name: view, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(query))
    await expect(page.getByRole('row').filter({ hasText: one.number })).toBeVisible({ visible: shows })
  }
  await context.close()

  const desk = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const office = await desk.newPage()
  await visit(office, '/admin/orders')
  const views = office.getByRole('navigation', { name: 'Views of Orders' })
  for (const [view, query] of [
    ['To refund', 'waitsFor=refund'],
    ['Unpaid', 'unpaidDays=0'],
    ['To ship', 'waitsFor=shipping'],
  ] as const) {
    await views.getByRole('link', { name: view, exact: true }).click()
    await expect(office).toHaveURL(new RegExp(query))
  }
  await expect(office.getByRole('row').filter({ hasText: one.number })).toBeVisible()
  await desk.close()
})
