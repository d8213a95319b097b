import { pasteInto } from '../office-parts.ts'
import { browserOf, CUSTOMER_FORM, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

const unique = () => Date.now().toString(36)

test('staff find an order by its PO number, and mark all orders that match as paid, each with its reference; one without stays unpaid', async ({
  browser,
  shop,
}) => {
  const poNumber = `PO-${unique()}`
  const buyer = await shop.customer('Paula Purchaser')
  const numbers: string[] = []
  for (let at = 0; at < 3; at += 1) {
    await putInCart(shop, buyer, 'curled-chips-box')
    const cart = await buyer.api.cart.list()
    const order = await buyer.api.checkout.placeOrder({
      body: {
        items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
        currency: cart.currency,
        shippingMethod: cart.shippingMethod,
        customer: { ...CUSTOMER_FORM, state: 'IL', poNumber },
      },
    })
    numbers.push(order.number)
  }
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/orders')
  await page.getByRole('searchbox').fill(poNumber.toLowerCase())
  await expect(page).toHaveURL(/[?&]search=/) // a shop without other orders shows as many before
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Select all rows on this page').check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  const action = bar.getByRole('button', { name: 'Mark as paid' })
  const openPayments = () =>
    expect(async () => {
      // the bar puts actions behind its button once it has measured them
      if (!(await action.isVisible())) await bar.getByRole('button', { name: 'More actions' }).click({ timeout: 5000 })
      await action.click({ timeout: 5000 })
    }).toPass()
  await openPayments()
  const dialog = page.getByRole('dialog', { name: 'Mark 3 orders as paid' })
  const references = dialog.getByPlaceholder('Reference')
  await references.nth(0).fill(`BANK ${poNumber} 1`)
  await references.nth(1).fill(`BANK ${poNumber} 2`)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toastOf(page, '2 orders are paid')).toBeVisible()
  await expect(rows.filter({ has: page.getByText('Paid', { exact: true }) })).toHaveCount(2)
  await page.getByLabel('Select all rows on this page').check()
  await openPayments()
  const rest = page.getByRole('dialog', { name: 'Mark 1 order as paid' })
  const place = rest.getByRole('listitem')
  const left = await place.evaluateAll((items) => items.findIndex((item) => item.querySelector('input')))
  const column = ['BANK 1', 'BANK 2', 'BANK 3']
  await pasteInto(place.getByRole('textbox'), column.slice(1).join('\n'))
  await expect(rest.getByRole('alert'), 'a column of another length').toContainText('Nothing was filled in.')
  await pasteInto(place.getByRole('textbox'), column.join('\n'))
  await expect(place.getByRole('textbox'), 'orders that are paid keep their lines').toHaveValue(column[left] ?? '')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close without saving?' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('dialog', { name: 'More filters' })
  await filters.getByLabel('Search Country').fill('united st')
  await filters.getByLabel('United States', { exact: true }).check()
  await expect(page).toHaveURL(/country=US/)
  await filters.getByRole('button', { name: 'Show 3 results' }).click()
  await expect(rows).toHaveCount(3)
  await context.close()
})

test('a seller finds an order by PO number and SKU, and not by the product of another seller', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const own = (await seller.api.business.products({ query: { limit: '50' } })).items.find(({ stock, sku }) => stock > 5 && sku)
  const buyer = await shop.customer('Sid Shared')
  await buyer.api.cart.addItem({ body: { productId: own?.id ?? '', quantity: 1 } })
  const { number } = await placeOrder(buyer)
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  await visit(page, `/business/orders?search=${encodeURIComponent(own?.sku ?? '')}`)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByText(`SKU ${own?.sku}`).first()).toBeVisible()
  await context.close()
})
