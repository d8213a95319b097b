import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readPdf } from '#server/testing/read-pdf.ts'
import { open } from '../buyers.ts'
import { expectSound } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, submitButton, test, toastOf, visit } from '../story.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')

test('T10 a super admin adds a rate and ends one; staff read them and try a case', async ({ browser, shop }) => {
  const office = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  await visit(office, '/admin/tax')
  await office.getByRole('button', { name: 'Add rate' }).click()
  const form = office.getByRole('dialog', { name: 'Add rate' })
  await form.getByRole('button', { name: 'Add rate' }).click()
  await expect(form.getByText('Please fill in this field').first()).toBeVisible()
  await form.getByLabel('Country').selectOption({ label: 'Canada' })
  await form.getByLabel('Province').selectOption({ label: 'Ontario' })
  await form.getByLabel('Rate in percent').fill('13')
  await form.getByLabel('First day').fill('2030-01-01')
  const name = `HST ${randomUUID().slice(0, 6)}`
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Add rate' }).click()
  await expect(toastOf(office, 'Rate added.')).toBeVisible()
  await office.getByRole('searchbox', { name: 'Search by country, state or name' }).fill(name)
  const row = office.getByRole('row').filter({ hasText: 'Ontario, Canada' })
  await expect(row).toContainText('13%')
  await row.getByRole('button', { name: /^Delete the rate/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(office, 'Rate deleted.')).toBeVisible()

  await visit(office, '/admin/tax?search=SE')
  await office
    .getByRole('button', { name: /^End the rate of Sweden/ })
    .first()
    .click()
  const end = office.getByRole('dialog', { name: /^Rate of Sweden/ })
  await expect(end.getByText("Rates that were in force can't change.")).toBeVisible()
  await end.getByLabel('Last day').fill('2026-01-02')
  await end.getByRole('button', { name: 'Save rate' }).click()
  await expect(end.getByText("Rates that were in force can't change. End this rule and add a new one.").first()).toBeVisible()

  const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(staff, '/admin/tax')
  await expect(staff.getByRole('row').nth(1)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Add rate' })).toHaveCount(0)
  await visit(staff, '/admin/tax/try')
  const product = staff.getByRole('combobox', { name: 'Product' })
  await product.fill('slit mat')
  await staff.getByRole('listbox').getByRole('option').first().click()
  await staff.getByLabel('Postal code').fill('10115')
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(staff.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible()
  await expect(staff.getByText('VAT (19%)')).toBeVisible()
  await staff.getByLabel('Buyer').selectOption('business')
  await staff.getByLabel('VAT ID').fill('DE123')
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(staff.getByText("This isn't a valid VAT ID. Check the country prefix and the digits.").first()).toBeVisible()
})

test('T10 a buyer checks a VAT ID and sends a certificate, staff accept it, and the buyer sees that', async ({ browser, shop }) => {
  const ann = await shop.customer(`Ann ${randomUUID().slice(0, 6)}`)
  const page = await (await browserOf(browser, shop, ann)).newPage()
  await visit(page, '/account/tax')
  await expect(page.getByText('No VAT ID yet.')).toBeVisible()
  await page.getByLabel('Check a VAT ID').fill('NOT-A-VAT-ID')
  await page.getByRole('button', { name: 'Check VAT ID' }).click()
  await expect(page.getByText("This isn't a valid VAT ID. Check the country prefix and the digits.")).toBeVisible()
  await page.getByLabel('Check a VAT ID').fill('DE111111117')
  await page.getByRole('button', { name: 'Check VAT ID' }).click()
  await expect(page.getByText('DE111111117 is verified. It belongs to Demo Kartonhaus GmbH.')).toBeVisible()

  const number = `IL-${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Send a certificate' }).click()
  const form = page.getByRole('dialog', { name: 'Send a certificate' })
  for (const state of ['Illinois', 'Wisconsin']) await form.getByRole('checkbox', { name: state, exact: true }).check()
  await form.getByLabel('Certificate number').fill(number)
  await form.getByLabel('File').setInputFiles({ name: 'exempt.pdf', mimeType: 'application/pdf', buffer: PDF })
  await form.getByRole('button', { name: 'Send certificate' }).click()
  await expect(toastOf(page, 'Certificate sent. We email you once we have reviewed it.')).toBeVisible()
  await expect(page.getByText(`${number}, IL, WI`)).toBeVisible()
  await expect(page.getByText('Waiting for review')).toBeVisible()

  const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(staff, `/admin/tax/certificates?search=${number}`)
  const row = staff.getByRole('row').filter({ hasText: number })
  const loading = staff.waitForEvent('download')
  await row.getByRole('button', { name: /^Download certificate/ }).click()
  expect((await loading).suggestedFilename()).toMatch(/\.pdf$/)
  await row.getByRole('button', { name: /^Accept certificate/ }).click()
  await staff.getByRole('dialog', { name: 'Accept certificate' }).getByRole('button', { name: 'Accept certificate' }).click()
  await expect(toastOf(staff, 'Certificate accepted. The customer is emailed.')).toBeVisible()
  await expect(row).toContainText('Accepted')
  await visit(page, '/account/tax')
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
})

test('T11 a seller keeps the tax facts of its business; what is wrong is said at the registration', async ({ browser, shop }) => {
  const seller = await shop.demo('seller2@reflute.test')
  const page = await (await browserOf(browser, shop, seller)).newPage()
  const before = await seller.api.tax.ofBusiness()
  await visit(page, '/business/tax')
  const add = async (number: string) => {
    await page.getByRole('button', { name: 'Add registration' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add registration' })
    await dialog.getByLabel('Country').selectOption({ label: 'France' })
    await dialog.getByLabel('Registration number').fill(number)
    await dialog.getByLabel('First day').fill('2026-01-01')
    await dialog.getByRole('button', { name: 'Add to the list' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await add('FR1')
  await page.getByRole('button', { name: 'Save tax details' }).click()
  await expect(page.getByText("This isn't a valid VAT ID. Check the country prefix and the digits.").first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove VAT, France' }).click()
  await add('FR40303265045')
  await page.getByRole('button', { name: 'Save tax details' }).click()
  await expect(toastOf(page, 'Tax details saved.')).toBeVisible()
  await expect(page.getByText('FR40303265045')).toBeVisible()
  const { registrations, version } = await seller.api.tax.ofBusiness()
  expect(registrations.map(({ number }) => number)).toContain('FR40303265045')
  await seller.api.tax.saveOfBusiness({ body: { ...before, version } })
})

test('T10 staff read the figures of a period, save them as a file, and change the VAT scheme of a business', async ({ browser, shop }) => {
  const member = await shop.demo('staff@reflute.test')
  const ann = await shop.customer(`Ann ${randomUUID().slice(0, 6)}`)
  await putInCart(shop, ann, 'slit-mat-900x620-double')
  const { id, number } = await placeOrder(ann)
  const payment = { method: 'bank_transfer', reference: number, paidAt: new Date().toISOString() } as const
  await member.api.orderMoney.markPaid({ params: { id }, body: payment })
  const staff = await (await browserOf(browser, shop, member)).newPage()
  await visit(staff, '/admin/tax/returns')
  const states = staff.getByRole('region', { name: 'United States by state' })
  await expect(states.getByRole('row').filter({ hasText: 'Illinois' }).first()).toBeVisible()
  await expectSound(staff)
  const download = staff.waitForEvent('download')
  await states.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^tax-returns-us-/)
  await staff.getByLabel('Period').selectOption({ index: 1 })
  await expect(staff).toHaveURL(/period=/)

  await visit(staff, '/admin/businesses?search=Carton')
  await staff.getByRole('button', { name: 'Edit Carton Clair' }).click()
  await staff.getByRole('dialog').getByRole('link', { name: 'VAT scheme, VAT ID and registrations' }).click()
  await expect(staff.getByRole('heading', { name: 'Taxes of Carton Clair' })).toBeVisible()
  await expectSound(staff)
  for (const scheme of ['small_business', 'regular']) {
    await staff.getByLabel('VAT scheme').selectOption(scheme)
    await staff.getByRole('button', { name: 'Save tax details' }).click()
    await expect(toastOf(staff, 'Tax details saved.').last()).toBeVisible()
    await expect(staff.getByText('Not saved yet')).toHaveCount(0)
  }
})

const AUSTIN = {
  firstName: 'Ann',
  lastName: 'Lone',
  address: '1 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  isDefault: true,
} as const

test('T4.3 T4.1 T10 a super admin registers in Texas: carts to Texas are taxed from then on, a certificate frees from it, and the month says so', async ({
  browser,
  shop,
}) => {
  const [boss, member] = [await shop.demo('super@reflute.test'), await shop.demo('staff@reflute.test')]
  const ann = await open(browser, shop, { 'slit-mat-900x620-double': 1 })
  await ann.account.api.addresses.add({ body: { ...AUSTIN, email: ann.account.email } })
  const office = await (await browserOf(browser, shop, boss)).newPage()
  const total = ann.page.getByRole('region', { name: 'Order summary' })
  const number = `TX-${randomUUID().slice(0, 8).toUpperCase()}`
  try {
    await test.step('tax by state: nothing is collected where the shop is not registered', async () => {
      await visit(office, '/admin/settings/tax')
      const settings = office.getByRole('region', { name: 'Tax settings' })
      await settings.getByLabel('In the United States').selectOption('By state')
      await settings.getByRole('button', { name: 'Save tax settings' }).click()
      await expect.poll(async () => (await boss.api.settings.read()).tax.usMode).toBe('states')
      await visit(ann.page, '/cart')
      await expect(total).toContainText('No sales tax collected for Texas')
      await expect(total).toContainText('$49.49')
    })

    await test.step('the rate of Texas, and the registration; one without a state is refused and kept', async () => {
      await visit(office, '/admin/tax')
      await office.getByRole('button', { name: 'Add rate' }).click()
      const rate = office.getByRole('dialog', { name: 'Add rate' })
      await rate.getByLabel('Country').selectOption({ label: 'United States' })
      await rate.getByLabel('State').selectOption({ label: 'Texas' })
      await rate.getByLabel('Rate in percent').fill('8.25')
      await rate.getByLabel('First day').fill('2026-01-01')
      await rate.getByRole('button', { name: 'Add rate' }).click()
      await expect(toastOf(office, 'Rate added.')).toBeVisible()
      await visit(office, '/admin/tax/registrations')
      await office.getByRole('button', { name: 'Add registration' }).click()
      const form = office.getByRole('dialog', { name: 'Add registration' })
      await form.getByLabel('Country').selectOption({ label: 'United States' })
      await form.getByLabel('Scheme').selectOption('Sales tax')
      await form.getByLabel('Registration number').fill(number)
      await form.getByLabel('First day').fill('2026-01-01')
      await form.getByRole('button', { name: 'Add registration' }).click()
      await expect(form.getByLabel('State')).toHaveAccessibleDescription('Please choose a state of the United States.')
      await expect(form.getByLabel('Registration number')).toHaveValue(number)
      await form.getByLabel('State').selectOption({ label: 'Texas' })
      await form.getByRole('button', { name: 'Add registration' }).click()
      await expect(toastOf(office, 'Registration added.')).toBeVisible()
      await expect(office.getByRole('row').filter({ hasText: number })).toContainText('Texas, United States')
    })

    await test.step('the cart to Texas is taxed (G12), and staff read the same decision', async () => {
      await ann.page.reload()
      await expect(total).toContainText('Tax (8.25%)')
      await expect(total).toContainText('$53.57')
      await visit(office, '/admin/tax/try')
      await office.getByRole('combobox', { name: 'Product' }).fill('slit mat 900')
      await office.getByRole('listbox').getByRole('option').first().click()
      await office.getByLabel('Country').selectOption({ label: 'United States' })
      await office.getByLabel('State').selectOption({ label: 'Texas' })
      await office.getByLabel('Currency').selectOption('USD')
      await office.getByRole('button', { name: 'Decide' }).click()
      const decision = office.getByRole('region', { name: 'Decision' })
      await expect(decision).toContainText('T4.3')
      await expect(decision).toContainText('8.25%')
      await expect(decision).toContainText(number)
    })

    await test.step('an order, and the figures of its month as a file', async () => {
      await visit(ann.page, '/checkout')
      await submitButton(ann.page).click()
      await expect.poll(async () => (await ann.account.api.orders.listOwn()).total).toBe(1)
      const [placed] = (await ann.account.api.orders.listOwn()).items
      expect(placed?.totalAmount).toBe(53.57)
      const payment = { method: 'bank_transfer', reference: placed?.number ?? '', paidAt: new Date().toISOString() } as const
      await boss.api.orderMoney.markPaid({ params: { id: placed?.id ?? '' }, body: payment })
      const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date())
      await visit(office, '/admin/tax/returns')
      await office.getByLabel('Period').selectOption({ label: month })
      const states = office.getByRole('region', { name: 'United States by state' })
      await expect(states.getByRole('row').filter({ hasText: 'Texas' })).toContainText('$4.08')
      const [file] = await Promise.all([office.waitForEvent('download'), states.getByRole('button', { name: 'Save as CSV' }).click()])
      expect(await readFile(await file.path(), 'utf8')).toMatch(/^TX,USD,49\.49,49\.49,4\.08/m)
    })

    await test.step('an accepted certificate of Texas frees the next cart from it', async () => {
      const facts = { states: 'TX', kind: 'resale', number: `C-${number}` } as const
      const form = new FormData()
      for (const [name, value] of Object.entries(facts)) form.append(name, value)
      form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'exempt.pdf')
      await ann.account.api.exemptions.add({ form, body: facts })
      const staff = await (await browserOf(browser, shop, member)).newPage()
      await visit(staff, `/admin/tax/certificates?search=C-${number}`)
      await staff.getByRole('button', { name: /^Accept certificate/ }).click()
      await staff.getByRole('dialog', { name: 'Accept certificate' }).getByRole('button', { name: 'Accept certificate' }).click()
      await expect(toastOf(staff, 'Certificate accepted. The customer is emailed.')).toBeVisible()
      await putInCart(shop, ann.account, 'slit-mat-900x620-double')
      await visit(ann.page, '/cart')
      await expect(total).toContainText(`Exempt: certificate C-${number}`)
      await expect(total).toContainText('$49.49')
    })
  } finally {
    await boss.api.settings.update({ body: { tax: { ...(await boss.api.settings.read()).tax, usMode: 'flat' } } })
  }
})

test('T10 I3 a super admin saves an exchange rate, after one that is refused and kept: the next invoice in dollars states its VAT in euros by it', async ({
  browser,
  shop,
}) => {
  const office = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  await visit(office, '/admin/tax/exchange-rates')
  await office.getByRole('button', { name: 'Add rate' }).click()
  const form = office.getByRole('dialog', { name: 'Add exchange rate' })
  const [amount, currency] = [form.getByLabel('Units for 1 EUR'), form.getByLabel('Currency')]
  const add = form.getByRole('button', { name: 'Add exchange rate' })
  const today = new Date().toISOString().slice(0, 10)
  await form.getByLabel('Day').fill(today)
  await currency.fill('U$')
  await amount.fill('1.2375')
  await add.click()
  await expect(currency).toHaveAttribute('aria-invalid', 'true')
  await expect(currency).toBeFocused()
  await expect(currency).toHaveValue('U$')
  await expect(amount).toHaveValue('1.2375')
  await currency.fill('usd')
  await add.click()
  await expect(toastOf(office, 'Exchange rate added.')).toBeVisible()
  await office.reload()
  const row = office.getByRole('row').filter({ hasText: '1.2375' })
  await expect(row).toContainText('USD')

  const { account, page } = await open(browser, shop, { 'slit-mat-900x620-double': 2 })
  const berlin = { firstName: 'Eva', lastName: 'Kunde', address: 'Ackerstr. 1', city: 'Berlin', state: '', zipCode: '10115' } as const
  const cart = await account.api.cart.list({ query: { country: 'DE', zip: '10115', buyer: 'consumer' } })
  const order = await account.api.checkout.placeOrder({
    body: {
      items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency: cart.currency,
      shippingMethod: cart.shippingMethod,
      customer: { ...berlin, country: 'DE', buyerKind: 'consumer', email: account.email },
    },
  })
  await visit(page, `/account/orders/${order.number}`)
  const invoice = page.getByRole('button', { name: 'Invoice (PDF)' })
  const [file] = await Promise.all([page.waitForEvent('download'), invoice.click()])
  const { text } = readPdf(await readFile(await file.path()))
  expect(text.replaceAll('\n', ' ')).toContain(`VAT in EUR: ${(order.tax / 1.2375).toFixed(2)}`)
  expect(text.replaceAll('\n', ' ')).toContain('1 EUR = 1.2375 USD')
})
