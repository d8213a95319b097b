import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { browserOf, expect, field, placeOrder, putInCart, seconds, submitButton, test, toastOf, visit } from '../story.ts'

/** VAT ids of other companies than the demo's: nobody has looked them up. */
const UNCHECKED = 'DE136695976'
const CHECKED = 'DE111111117'
const COLOGNE = { firstName: 'Karl', lastName: 'Pack', company: 'Kartonhaus', address: 'Domstr. 5', city: 'Cologne', zipCode: '50667' }

const BERLIN = {
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Ackerstr. 1',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
  buyerKind: 'consumer',
} as const

/** A product that is in stock and travels as a parcel. */
const isSimple = ({
  status,
  stock,
  shippingClass,
  minQuantity,
}: {
  status: string
  stock: number
  shippingClass: string
  minQuantity: number
}) => status === 'Active' && stock > 5 && shippingClass === 'parcel' && minQuantity === 1

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

/** Fills the checkout as a company in Cologne. */
async function fillCologne(page: Page, vatId: string) {
  await visit(page, '/checkout')
  await fill(page, { email: 'karl@story.test', phone: '+49 221 100' })
  await field(page, 'country').selectOption('DE')
  await fill(page, { ...COLOGNE, vatId })
}

test('T5 T8 a company in Cologne enters a VAT ID that is confirmed: VAT goes to 0, and cart and order say why', async ({
  browser,
  shop,
}) => {
  const { account, page } = await open(browser, shop, { 'plain-mat-600x400': 4 })
  await fillCologne(page, CHECKED)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(page.getByText('Verified: Demo Kartonhaus GmbH')).toBeVisible()
  await expect(summary.getByRole('term').filter({ hasText: 'VAT (0%)' })).toBeVisible()
  await expect(summary).toContainText('the recipient accounts for the VAT (reverse charge)')
  await submitButton(page).click()
  await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)
  const [placed] = (await account.api.orders.listOwn()).items
  await visit(page, `/account/orders/${placed?.number}`)
  await expect(main(page)).toContainText('VAT (0%)')
  await expect(main(page)).toContainText('the recipient accounts for the VAT (reverse charge)')
  await test.step('I4 its invoice is a Factur-X', async () => {
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Invoice (PDF)' }).click()])
    const made = async () => (await account.api.documents.ofOrder({ params: { id: placed?.id ?? '' } }))[0]?.eInvoice?.isMade
    await expect.poll(made, { timeout: seconds(60) }).toBe(true)
    await page.reload()
    const pdf = page.getByRole('region', { name: 'Documents' }).getByRole('button', { name: /^PDF of INV-/ })
    const [file] = await Promise.all([page.waitForEvent('download'), pdf.click()])
    expect((await readFile(await file.path())).includes('factur-x.xml')).toBe(true)
  })
})

test('T5 VIES does not answer: VAT is charged; once the ID is confirmed, the order owes no VAT any more and a credit note says so', async ({
  browser,
  shop,
}) => {
  const { account, page } = await open(browser, shop, { 'plain-mat-600x400': 4 })
  await fillCologne(page, UNCHECKED)
  await expect(
    page.getByText("We couldn't verify this VAT ID right now. We charge VAT and refund it once the ID is confirmed.").first(),
  ).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByRole('term').filter({ hasText: 'VAT (19%)' })).toBeVisible()
  await submitButton(page).click()
  await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)
  const [placed] = (await account.api.orders.listOwn()).items
  const number = placed?.number ?? ''
  const order = () => account.api.orders.byId({ params: { id: number } })
  const due = (await order()).dueAmount
  const documents = page.getByRole('region', { name: 'Documents' })
  await test.step('the buyer takes the invoice with VAT', async () => {
    await visit(page, `/account/orders/${number}`)
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Invoice (PDF)' }).click()])
    await expect(documents).toContainText('Invoice INV-')
  })

  await test.step('staff confirm it with a proof', async () => {
    const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
    await visit(staff, `/admin/tax/vat-ids?search=${UNCHECKED}`)
    await staff.getByRole('button', { name: `Confirm ${UNCHECKED}` }).click()
    const dialog = staff.getByRole('dialog', { name: `Confirm ${UNCHECKED}` })
    await dialog.getByLabel('How you confirmed it').fill('Letter of the tax office, November 2026')
    await dialog.getByRole('button', { name: 'Confirm VAT ID' }).click()
    await expect(toastOf(staff, `${UNCHECKED} confirmed for 7 days.`)).toBeVisible()
  })
  await expect.poll(async () => (await order()).dueAmount, { timeout: seconds(90) }).toBeLessThan(due)
  await visit(page, `/account/orders/${number}`)
  await expect(documents).toContainText('Credit note CN-')
  await expect(documents).toContainText('corrects INV-')
})

test('X3 a machine to Hawaii becomes the request of a quote, with its lines and the address', async ({ browser, shop }) => {
  const { page } = await open(browser, shop, { 'ecomat-1000': 1, 'plain-mat-600x400': 2 })
  await visit(page, '/checkout')
  await fill(page, {
    email: 'kai@story.test',
    phone: '+1 808 100',
    firstName: 'Kai',
    lastName: 'Ocean',
    address: '1 Beach Road',
    city: 'Honolulu',
  })
  await field(page, 'state').selectOption('Hawaii')
  await fill(page, { zipCode: '96815' })
  await expect(main(page).getByText('Freight to Hawaii is by quote.').first()).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Request quote' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const form = page.getByRole('form', { name: 'Request a quote' })
  await expect(form).toContainText('EcoMat 1000')
  await expect(form).toContainText('Plain mat 600 × 400')
  await expect(form.getByLabel('State')).toHaveValue('HI')
  await expect(form.getByLabel('ZIP / Postal code')).toHaveValue('96815')
})

test('X6 a seller sets own freight bands and sees them act on the page of its product', async ({ browser, shop }) => {
  const seller = await shop.demo('seller@reflute.test')
  const page = await (await browserOf(browser, shop, seller)).newPage()
  const { items: mine } = await seller.api.business.products()
  const machine = mine.find(({ category, status }) => category === 'mat-maker' && status === 'Active')
  if (!machine) throw new Error('the seller of the demo sells no mat maker')
  await visit(page, '/business/shipping')
  await expect(page.getByText("You use the platform's rates.")).toBeVisible()
  await page.getByRole('button', { name: 'Add zone' }).click()
  const form = page.getByRole('form', { name: 'Add zone' })
  await form.getByLabel('Name').fill('Own trucks')
  await form.getByLabel('Places').fill('US')
  await form.getByLabel('Ships as, band 1').selectOption('freight')
  await form.getByLabel('USD, band 1', { exact: true }).fill('187')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(toastOf(page, 'Own trucks saved. It applies to carts right away.')).toBeVisible()
  try {
    await visit(page, `/products/${machine.slug}`)
    await expect(page.getByRole('definition').filter({ hasText: '$187.00' })).toBeInViewport()
  } finally {
    await visit(page, '/business/shipping')
    await page.getByRole('button', { name: 'Delete Own trucks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText("You use the platform's rates.")).toBeVisible()
  }
})

test('L1 I2 a private buyer withdraws without signing in; staff accept, the seller takes the products back, money and credit note follow', async ({
  page: visitor,
  browser,
  shop,
}) => {
  const [buyer, staff] = [await shop.customer('Eva Kunde'), await shop.demo('staff@reflute.test')]
  await putInCart(shop, buyer, 'plain-mat-600x400', 2)
  const query = { country: 'DE', zip: '10115', buyer: 'consumer' } as const
  const cart = await buyer.api.cart.list({ query })
  const order = await buyer.api.checkout.placeOrder({
    body: {
      items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency: cart.currency,
      shippingMethod: cart.shippingMethod,
      customer: {
        ...BERLIN,
        email: buyer.email,
      },
    },
  })
  const params = { id: order.id }
  const payment = { method: 'bank_transfer', reference: order.number, paidAt: new Date().toISOString().slice(0, 10) } as const
  await staff.api.orderMoney.markPaid({ params, body: payment })
  for (const status of ['shipped', 'delivered'] as const) await staff.api.orders.setStatus({ params, body: { status } })

  await visit(visitor, '/withdraw')
  await fill(visitor, { name: 'Eva Kunde', orderNumber: order.number, email: buyer.email })
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await visitor.getByRole('button', { name: 'Confirm withdrawal' }).click()
  const confirmed = visitor.getByRole('status').filter({ hasText: 'Withdrawal WD-' })
  await expect(confirmed).toBeVisible()
  const number = /WD-\d+/.exec(await confirmed.innerText())?.[0] ?? ''

  await test.step('staff accept the withdrawal', async () => {
    const office = await (await browserOf(browser, shop, staff)).newPage()
    await visit(office, `/admin/orders/${order.id}`)
    await office.getByRole('region', { name: 'Withdrawal' }).getByRole('link', { name: number }).click()
    const dialog = office.getByRole('dialog', { name: `Withdrawal ${number}` })
    await expect(dialog).toContainText('Stated in time')
    await dialog.getByRole('button', { name: 'Accept withdrawal' }).click()
    await expect(toastOf(office, 'Withdrawal is now accepted')).toBeVisible()
  })

  await test.step('the seller receives the products and refunds them', async () => {
    const [sent] = (await buyer.api.returns.listOwn()).items
    const sellers = [await shop.demo('seller@reflute.test'), await shop.demo('seller2@reflute.test')]
    const businesses = await Promise.all(sellers.map(async ({ api }) => (await api.auth.me()).user?.businessId))
    const seller = sellers[businesses.indexOf(sent?.businessId ?? '')]
    const returns = await (await browserOf(browser, shop, seller ?? staff)).newPage()
    const area = seller ? 'business' : 'admin'
    await visit(returns, `/${area}/returns?search=${order.number}-R1`)
    for (const [label, toast] of [
      ['Mark as received', 'Return is now received'],
      ['Refund', 'Return is now refunded'],
    ] as const) {
      await returns.getByRole('button', { name: `${order.number}-R1` }).click()
      const dialog = returns.getByRole('dialog', { name: `Return ${order.number}-R1` })
      await dialog.getByLabel(label, { exact: true }).check()
      await dialog.getByRole('button', { name: label, exact: true }).click()
      await expect(toastOf(returns, toast)).toBeVisible()
    }
  })

  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/account/orders/${order.number}`)
  await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Credit note CN-')
  expect((await buyer.api.orders.byId({ params })).refundedAmount).toBe(order.totalAmount) // standard delivery is refunded, too
})

test('I1 I2 a seller chooses the prefix of its documents and takes back its agreement: nothing of it is sold in its name until it agrees, and its next invoice has the prefix', async ({
  browser,
  shop,
}) => {
  const [boss, seller] = [await shop.demo('super@reflute.test'), await shop.demo('seller2@reflute.test')]
  const { sellerOfRecord, selfBilling } = (await boss.api.settings.read()).trade
  const product = (await seller.api.business.products()).items.find(isSimple)
  const page = await (await browserOf(browser, shop, seller)).newPage()
  await visit(page, '/business/profile')
  const terms = page.getByRole('region', { name: 'Invoices in your name' })
  const [prefix, agreed] = [terms.getByLabel('Invoice number prefix'), terms.getByRole('checkbox', { name: /may issue invoices/ })]
  const save = terms.getByRole('button', { name: 'Save terms' })
  for (const [typed, sentence] of [
    ['S2', 'A prefix has 2 to 8 letters from A to Z.'],
    ['INV', 'The prefix INV is taken. Choose another one.'],
  ] as const) {
    await prefix.fill(typed)
    await agreed.uncheck()
    await save.click()
    await expect(prefix).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(prefix).toHaveValue(typed)
    await expect(agreed).not.toBeChecked()
  }
  await prefix.fill('wave')
  await save.click()
  await expect(toastOf(page, 'Invoice terms saved.')).toBeVisible()
  await page.reload()
  await expect(prefix).toHaveValue('WAVE')
  await expect(agreed).not.toBeChecked()
  await boss.api.settings.update({ body: { trade: { selfBilling, sellerOfRecord: 'seller' } } })
  try {
    const { account, page: buying } = await open(browser, shop, { [product?.slug ?? '']: 1 })
    await visit(buying, '/cart')
    await expect(main(buying).getByText("Its seller hasn't agreed to the shop's invoicing terms yet.").first()).toBeVisible()
    await expect(buying.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
    await agreed.check()
    await save.click()
    await expect(terms.getByText(/^Agreed on /)).toBeVisible()
    await buying.reload()
    await expect(buying.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
    const { number } = await placeOrder(account)
    await visit(buying, `/account/orders/${number}`)
    await Promise.all([buying.waitForEvent('download'), buying.getByRole('button', { name: 'Invoice (PDF)' }).click()])
    await expect(buying.getByRole('region', { name: 'Documents' })).toContainText('Invoice WAVE-000001')
    await page.reload()
    await expect(terms.getByText('Fixed since your first document.')).toBeVisible()
    await expect(prefix).not.toBeEditable()
  } finally {
    await boss.api.settings.update({ body: { trade: { sellerOfRecord, selfBilling } } })
  }
})

test('T1 I2 a shop whose sellers sell themselves writes an invoice of each of two sellers for one order, and says so before it', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const { trade } = await boss.api.settings.read()
  const sellers = [await shop.demo('seller@reflute.test'), await shop.demo('seller2@reflute.test')]
  const office = await (await browserOf(browser, shop, boss)).newPage()
  await test.step('a super admin switches', async () => {
    await visit(office, '/admin/settings/trade')
    const contracts = office.getByRole('region', { name: 'Contracts' })
    await contracts.getByLabel('Seller of record').selectOption('Each seller')
    await contracts.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(async () => (await boss.api.settings.read()).trade.sellerOfRecord).toBe('seller')
  })
  try {
    const sold = await Promise.all(sellers.map(async ({ api }) => (await api.business.products()).items.find(isSimple)))
    const { account, page } = await open(browser, shop, Object.fromEntries(sold.map((product) => [product?.slug ?? '', 1])))
    await visit(page, '/checkout')
    await fill(page, {
      email: account.email,
      firstName: 'Ann',
      lastName: 'Two',
      address: '1 Main Street',
      city: 'Chicago',
      zipCode: '60607',
    })
    await field(page, 'state').selectOption('IL')
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('you have a separate contract with each.')
    await submitButton(page).click()
    await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)
    const [placed] = (await account.api.orders.listOwn()).items
    await visit(page, `/account/orders/${placed?.number}`)
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Invoice (PDF)' }).click()])
    await expect(page.getByRole('region', { name: 'Documents' }).getByRole('listitem')).toHaveCount(2)
  } finally {
    await boss.api.settings.update({ body: { trade: { sellerOfRecord: trade.sellerOfRecord, selfBilling: trade.selfBilling } } })
  }
})
