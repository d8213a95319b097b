import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('a buyer asks for another product, its seller sends it, the difference is refunded, and both orders lead to each other', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Edda Exchange')
  await putInCart(shop, customer, 'mat-roll-420x50-single', 2)
  const order = await placeOrder(customer)
  const [staff, seller] = [await shop.demo('staff@reflute.test'), await shop.demo('seller2@reflute.test')]
  const params = { id: order.id }
  const paidAt = new Date().toISOString()
  await staff.api.orderMoney.markPaid({ params, body: { method: 'bank_transfer', reference: `T ${order.number}`, paidAt } })
  for (const status of ['shipped', 'delivered'] as const) await staff.api.orders.setStatus({ params, body: { status } })
  const number = `${order.number}-R1`
  const own = await (await browserOf(browser, shop, customer)).newPage()

  await test.step('the buyer asks for another product', async () => {
    await visit(own, `/account/orders/${order.id}`)
    await own.getByRole('button', { name: /^Return products/ }).click()
    const asking = own.getByRole('dialog', { name: 'Return products' })
    await asking.getByRole('spinbutton').fill('1')
    await asking.getByLabel('What would you like?').selectOption('Another product')
    await asking.getByLabel('Details for the seller (optional)').fill('A box of chips, please.')
    expect(await faults(own)).toEqual([])
    await asking.getByRole('button', { name: 'Request return' }).click()
    await expect(toastOf(own, `Return ${number} is requested`)).toBeVisible()
    await expect(own.getByRole('article', { name: `Return ${number}` })).toContainText('Another product')
  })

  const desk = await (await browserOf(browser, shop, seller)).newPage()
  await visit(desk, `/business/returns?search=${number}`)
  const dialog = desk.getByRole('dialog', { name: `Return ${number}` })
  await test.step('the seller approves and receives it', async () => {
    for (const [label, toast] of [
      ['Approve', 'Return is now approved'],
      ['Mark as received', 'Return is now received'],
    ] as const) {
      await desk.getByRole('button', { name: number }).click()
      await dialog.getByLabel(label, { exact: true }).check()
      await dialog.getByRole('button', { name: label, exact: true }).click()
      await expect(toastOf(desk, toast)).toBeVisible()
      await expect(dialog).toBeHidden()
    }
  })

  const sent = await test.step('the seller sends a box of chips in exchange', async () => {
    await desk.getByRole('button', { name: number }).click()
    await expect(dialog.getByLabel('Exchange products', { exact: true })).toBeChecked()
    await dialog.getByRole('button', { name: 'Exchange products' }).click()
    await expect(dialog.getByText('Choose the product that is sent instead')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Add a product' }).pressSequentially('Curled chips, box')
    await desk
      .getByRole('option', { name: /^Curled chips, box/ })
      .first()
      .click()
    await expect(dialog.getByText(/is refunded\./)).toBeVisible()
    expect(await faults(desk)).toEqual([])
    await dialog.getByRole('button', { name: 'Exchange products' }).click()
    await expect(desk.getByRole('row', { name: new RegExp(number) })).toContainText('Exchanged')
    const { exchange } = (await customer.api.returns.listOwn()).items[0] ?? {}
    await expect(toastOf(desk, `Return exchanged in order ${exchange?.orderNumber ?? ''}`)).toBeVisible()
    if (!exchange) throw new Error('no exchange')
    return exchange
  })

  await test.step('the seller ships the replacement', async () => {
    await visit(desk, `/business/orders/${sent.orderId}`)
    await expect(desk.getByText(`This order replaces return ${number}`)).toBeVisible()
    await desk.getByRole('button', { name: 'Mark as shipped', exact: true }).click()
    const shipping = desk.getByRole('dialog', { name: 'Mark as shipped' })
    await shipping.getByLabel('Carrier').fill('UPS')
    await shipping.getByLabel('Tracking number').fill('1Z999AA10123456784')
    await shipping.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(toastOf(desk, 'Order marked as shipped')).toBeVisible()
  })

  await test.step('the buyer follows the replacement, and staff find both orders', async () => {
    await own.reload()
    const article = own.getByRole('article', { name: `Return ${number}` })
    await expect(article).toContainText('Exchanged')
    await article.getByRole('link', { name: `Order ${sent.orderNumber}` }).click()
    await expect(own.getByText(`This order replaces return ${number}`)).toBeVisible()
    await expect(own.getByRole('link', { name: 'Track with UPS' })).toBeVisible()
    await expect(own.getByText('Paid, Exchange')).toBeVisible()
    expect(await faults(own)).toEqual([])
    const office = await (await browserOf(browser, shop, staff)).newPage()
    await visit(office, `/admin/orders/${order.id}`)
    await office.getByRole('link', { name: sent.orderNumber }).first().click()
    await expect(office.getByText(`Exchange of return ${number}`)).toBeVisible()
  })
})
