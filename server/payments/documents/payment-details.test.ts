import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  staff = await shop.signIn('super_admin')
})

const DETAILS: Record<Currency, string> = {
  USD: 'Bank of Chicago\nRouting 000000000\nAccount 123456789',
  EUR: 'Bank of Ireland\nIBAN IE29 AIBK 9311 5212 3456 78\nBIC AIBKIE2D',
}
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

async function setDetails({ payTo, payToEur }: { payTo: string; payToEur?: string | null }) {
  const { company } = await staff.settings.read()
  const { payToEur: _, ...rest } = company
  await staff.settings.update({ body: { company: { ...rest, payTo, ...(payToEur !== undefined && { payToEur }) } } })
}

/** Orders a mat; what the confirmation, the order, the invoice, the email and the reminder say about the payment. */
async function saidOf(currency: Currency): Promise<Record<string, string>> {
  const query = { currency }
  const { id: productId } = await shop.make.product()
  await ann.cart.addItem({ query, body: { productId, quantity: 1 } })
  const placed = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list({ query })) })
  const order = await ann.orders.byId({ params: { id: placed.id } })
  const headers = { authorization: `Bearer ${ann.token}` }
  const invoice = readPdf((await shop.app.inject({ url: `/api/orders/${placed.id}/invoice.pdf`, headers })).rawPayload)
  const sent: OutgoingMail[] = []
  await deliverDueMails(shop.deps, { send: async (mail) => void sent.push(mail), close: () => {} })
  const email = sent.find(({ subject }) => subject.includes(placed.number))
  const shown = (howToPay: typeof order.howToPay) => `${howToPay?.text} ${howToPay?.payTo}`
  return Object.fromEntries(
    Object.entries({
      confirmation: shown(placed.howToPay),
      order: shown(order.howToPay),
      invoice: invoice.text,
      email: email?.text ?? '',
    }).map(([where, text]) => [where, flat(text.replaceAll('·', '').replaceAll('>', ''))]),
  )
}

test('an order is paid to the account of its currency: confirmation, order, invoice and email say so alike', async () => {
  await setDetails({ payTo: DETAILS.USD, payToEur: DETAILS.EUR })
  for (const currency of CURRENCIES) {
    const other = currency === 'USD' ? 'IE29' : '123456789'
    for (const [where, text] of Object.entries(await saidOf(currency))) {
      expect([where, text.includes(flat(DETAILS[currency])), text.includes(other)], text).toEqual([where, true, false])
      expect(text).toContain('Please pay')
    }
  }
  expect((await shop.app.inject('/api/shop')).body).not.toMatch(/123456789|IE29/)
})

test('an order in a currency without details says everywhere that they come by email', async () => {
  for (const details of [
    { payTo: DETAILS.USD, payToEur: '' },
    { payTo: '', payToEur: DETAILS.EUR },
  ]) {
    await setDetails(details)
    const lacking: Currency = details.payTo ? 'EUR' : 'USD'
    for (const [where, text] of Object.entries(await saidOf(lacking))) {
      expect([where, text.includes(`We'll email payment details to ${customerForm.email}; payment is due by`)], text).toEqual([where, true])
      expect(text).not.toMatch(/123456789|IE29/)
    }
    expect((await shop.app.inject('/api/shop')).json().payLater.transferCurrencies).toEqual([lacking === 'EUR' ? 'USD' : 'EUR'])
  }
})

test('a shop that has set one account for all keeps it for both currencies, until it sets another; an older client changes neither', async () => {
  await setDetails({ payTo: DETAILS.USD })
  for (const currency of CURRENCIES) expect((await saidOf(currency)).invoice).toContain('123456789')
  await setDetails({ payTo: DETAILS.USD, payToEur: DETAILS.USD }) // a form that shows the one for both
  expect((await staff.settings.read()).company.payToEur).toBeNull()
  await setDetails({ payTo: DETAILS.USD, payToEur: DETAILS.EUR })
  await setDetails({ payTo: 'Another bank' })
  expect((await staff.settings.read()).company).toMatchObject({ payTo: 'Another bank', payToEur: DETAILS.EUR })
})

test('an invoice of an order that was paid in part deducts what was paid', async () => {
  const { id: productId } = await shop.make.product({ priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  const placed = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })
  const body = { method: 'bank_transfer' as const, reference: 'In part', paidAt: shop.deps.now().toISOString(), amount: 40 }
  await staff.orderMoney.markPaid({ params: { id: placed.id }, body })
  const headers = { authorization: `Bearer ${ann.token}` }
  const { text } = readPdf((await shop.app.inject({ url: `/api/orders/${placed.id}/invoice.pdf`, headers })).rawPayload)
  const rest = `$${(placed.totalAmount - 40).toFixed(2)}`
  expect(flat(text)).toContain(`Paid before −$40.00 Amount due ${rest}`)
})
