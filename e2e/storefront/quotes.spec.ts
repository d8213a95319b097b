import type { Page } from '@playwright/test'
import { type Account, browserOf, expect, field, newEmail, PASSWORD, type Shop, test, visit } from '../story.ts'

const SLUG = 'ecomat-1000'
const SELLER = 'seller@reflute.test'

interface Place {
  country: string
  city: string
  state: string
  zipCode: string
}

const PLACES: readonly (Place & { name: string })[] = [
  { name: 'Toronto', country: 'CA', city: 'Toronto', state: 'ON', zipCode: 'M5V 3L9' },
  { name: 'Oslo', country: 'NO', city: 'Oslo', state: '', zipCode: '0150' },
  { name: 'Lyon', country: 'FR', city: 'Lyon', state: '', zipCode: '69002' },
]

/** Fills in what a buyer says of the delivery. */
async function fillNeeds(page: Page, { country, city, state, zipCode }: Place) {
  await field(page, 'country').selectOption(country)
  await field(page, 'city').fill(city)
  if (state) await field(page, 'state').selectOption(state)
  await field(page, 'zipCode').fill(zipCode)
}

/** The bank says that the deposit came, the seller ships, and the bank says that the rest came. */
async function shipAsItIsPaid(shop: Shop, seller: Account, buyer: Account) {
  const staff = await shop.demo('staff@reflute.test')
  const id = (await buyer.api.orders.listOwn()).items[0]?.id ?? ''
  const order = () => buyer.api.orders.byId({ params: { id } })
  const { number, plan = [] } = await order()
  expect(plan.map(({ percent }) => percent)).toEqual([30, 70])
  const pay = async (amount: number) => {
    const form = new FormData()
    const row = `${new Date().toISOString().slice(0, 10)};;IDA BUYER;Order ${number};${amount.toFixed(2)}`
    form.append('file', new Blob([`Date;Transaction ID;Payer;Description;Amount (USD)\n${row}`]), `${number}-${amount}.csv`)
    const file = await staff.api.bankFiles.add({ form })
    const transfers = file.transfers.map((transfer) => ({ id: transfer.id, orders: [number] }))
    await staff.api.bankFiles.confirm({ params: { id: file.id }, body: { transfers } })
  }
  const move = (body: Parameters<typeof seller.api.sellerOrders.move>[0]['body']) => seller.api.sellerOrders.move({ params: { id }, body })
  await pay(plan[0]?.amount ?? 0)
  expect((await order()).plan?.map(({ open }) => open > 0)).toEqual([false, true])
  expect(await order()).toMatchObject({ status: 'processing' })
  await pay(plan[1]?.amount ?? 0)
  await move({ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  expect(await order()).toMatchObject({ status: 'shipped', dueAmount: 0, totalAmount: (await order()).paidAmount })
}

for (const place of PLACES) {
  const { name } = place
  test(`a machine goes to ${name}: asked for, offered, ordered, paid in parts and shipped`, async ({ browser, shop }) => {
    const visitor = await browser.newContext()
    const page = await visitor.newPage()
    await visit(page, `/products/${SLUG}`)
    await page.getByRole('link', { name: 'Ask for an offer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request a quote')
    await fillNeeds(page, place)
    await field(page, 'message').fill(`For our hall in ${name}.`)
    await page.getByLabel('Installation').check()
    await page.getByRole('button', { name: 'Request quote' }).click()
    await expect(page).toHaveURL(/\/login\?from=/)
    await page.getByRole('link', { name: 'Create an account' }).click()
    const email = newEmail()
    await field(page, 'name').fill('Ida Buyer')
    await field(page, 'email').fill(email)
    await field(page, 'password').fill(PASSWORD)
    const terms = page.getByRole('main').getByRole('checkbox')
    if ((await terms.count()) > 0) await terms.first().check()
    await page
      .getByRole('main')
      .getByRole('button', { name: /Create account|Register|Sign up/i })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request a quote')
    await expect(field(page, 'message')).toHaveValue(`For our hall in ${name}.`)
    await expect(field(page, 'city')).toHaveValue(place.city)
    await expect(page.getByLabel('Installation')).toBeChecked()
    await page.getByRole('button', { name: 'Request quote' }).click()
    const sent = page.getByRole('status').filter({ hasText: 'Request sent' })
    await expect(sent).toBeVisible()
    const number = await sent.getByRole('link').innerText()

    const seller = await shop.demo(SELLER)
    const office = await (await browserOf(browser, shop, seller)).newPage()
    await visit(office, '/business/quotes')
    await office.getByRole('link', { name: number }).click()
    await expect(office.getByText(`For our hall in ${name}.`)).toBeVisible()
    await expect(office.getByText(email)).toHaveCount(0)
    await field(office, 'freight').fill('1200')
    await field(office, 'weeks').fill('6')
    await field(office, 'plan').selectOption('deposit')
    await office.getByRole('button', { name: 'Add service' }).click()
    await office.getByRole('textbox', { name: 'Service' }).fill('Installation and training')
    await office
      .getByRole('textbox', { name: /Unit price/ })
      .last()
      .fill('800')
    const offerForm = office.getByRole('form', { name: 'Offer' })
    await expect(offerForm.getByText('You receive')).toBeVisible()
    await expect(offerForm.getByText('$1,200.00')).toBeVisible()
    await office.getByRole('button', { name: 'Send offer' }).click()
    await expect(office.getByRole('heading', { name: /^Version 1/ })).toBeVisible()

    await visit(page, '/quotes')
    await page.getByRole('link', { name: number }).click()
    const offer = page.getByRole('region', { name: 'Offer' })
    await expect(offer).toContainText('Installation and training')
    await expect(offer).toContainText(`DAP ${place.city}, Incoterms 2020`)
    await expect(offer).toContainText('30% with the order')
    await expect(offer).toContainText(/charged on delivery \(DAP\)/)
    const total = await offer.locator('.total-rows dd').last().innerText()
    await offer.getByRole('button', { name: 'Accept offer' }).click()
    await field(page, 'firstName').fill('Ida')
    await field(page, 'lastName').fill('Buyer')
    await field(page, 'address').fill('1 Front Street')
    await page.getByRole('checkbox', { name: /I order with obligation to pay/ }).check()
    await offer.getByRole('button', { name: 'Accept offer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order')
    await expect(page.getByRole('region', { name: 'Total' })).toContainText(total)
    await visit(office, '/business/quotes')
    await office.getByRole('link', { name: 'Won' }).click()
    await office.getByRole('link', { name: number }).click()
    await expect(office.getByText(email)).toBeVisible()
    await shipAsItIsPaid(shop, seller, await shop.signIn(email, PASSWORD))
  })
}

test('a buyer asks for a change, gets a new version, and declines it; an older one cannot be accepted', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const buyer = await shop.customer('Ben Buyer')
  const product = await shop.visitor.products.bySlug({ params: { slug: SLUG } })
  const deliverTo = { country: 'US', state: 'IL', zipCode: '60607', city: 'Chicago' }
  const items = [{ id: product.id, quantity: 1 }]
  const { quotes } = await buyer.api.quotes.request({ body: { items, currency: 'USD', deliverTo, message: 'One, please.' } })
  const id = quotes[0]?.id ?? ''
  const seller = await shop.demo(SELLER)
  const send = async () => {
    const { draft, version } = await seller.api.sellerQuotes.byId({ params: { id } })
    if (!draft) throw new Error('No draft')
    const saved = await seller.api.sellerQuotes.saveDraft({ params: { id }, body: { content: draft, version } })
    await seller.api.sellerQuotes.send({ params: { id }, body: { version: saved.version } })
  }
  await send()
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/quotes/${id}`)
  await page.getByRole('textbox', { name: 'Message to the seller' }).fill('Can you deliver a week earlier?')
  await page.getByRole('button', { name: 'Ask for a change' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Can you deliver a week earlier?')
  await page.getByRole('button', { name: 'Accept offer' }).click()
  await send()
  await field(page, 'firstName').fill('Ben')
  await field(page, 'lastName').fill('Buyer')
  await field(page, 'address').fill('1 Main Street')
  await page.getByRole('checkbox', { name: /I order with obligation to pay/ }).check()
  await page.getByRole('button', { name: 'Accept offer' }).click()
  await expect(page.getByRole('alert')).toContainText('The seller has sent a new version of this offer.')
  await visit(page, `/quotes/${id}`)
  await page.getByRole('button', { name: 'Decline offer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Too late for us.')
  await dialog.getByRole('button', { name: 'Decline offer' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept offer' })).toHaveCount(0)
})

test('staff start a quote for a customer, with a file that its buyer gets with the offer', async ({ browser, shop }) => {
  const buyer = await shop.customer('Cora Buyer')
  const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(staff, '/admin/quotes')
  await staff.getByRole('button', { name: 'Start quote' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Start a quote' })
  await dialog.getByRole('textbox', { name: "Customer's email" }).fill(buyer.email)
  await dialog.getByRole('combobox', { name: 'Seller who makes the offer' }).fill('North Fold')
  await dialog.getByRole('option', { name: /North Fold/ }).click()
  await dialog.getByRole('textbox', { name: 'What the quote is about' }).fill('As we said on the phone.')
  await fillNeeds(staff, { country: 'US', city: 'Chicago', state: 'IL', zipCode: '60607' })
  await dialog.getByRole('button', { name: 'Start quote' }).click()
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(/^Quote Q-/)
  await expect(staff.getByText('As we said on the phone.')).toBeVisible()
  const form = staff.getByRole('form', { name: 'Offer' })
  const pdf = { name: 'layout.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 layout') }
  await form.getByLabel('Files').setInputFiles([pdf, { ...pdf, name: 'costs.pdf' }])
  await form.getByRole('button', { name: 'Remove costs.pdf' }).click()
  await form.getByRole('textbox', { name: 'Custom product' }).fill('Feeding table')
  await field(staff, 'weeks').fill('2')
  await form.getByRole('textbox', { name: /Unit price/ }).fill('2400')
  await form.getByRole('button', { name: 'Send offer' }).click()
  await expect(staff.getByRole('list', { name: 'Files of version 1' })).toContainText('layout.pdf')

  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, '/account')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Quotes 1 waiting' }).click()
  await page.getByRole('link', { name: /^Q-/ }).click()
  const files = page.getByRole('list', { name: 'Files of version 1' })
  await expect(files.getByRole('listitem')).toHaveCount(1)
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download layout.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('layout.pdf')
  await page.getByRole('button', { name: 'Decline offer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline offer' }).click()
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Quotes', exact: true })).toBeVisible()
})
