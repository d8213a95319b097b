import { readFile } from 'node:fs/promises'
import { readPdf } from '#server/testing/read-pdf.ts'
import { faults, overflow } from '../sound.ts'
import { type Account, browserOf, CUSTOMER_FORM, expect, field, placeOrder, putInCart, seconds, test, toastOf, visit } from '../story.ts'

function pay({ api }: Account, { id, number }: { id: string; number: string }) {
  const payment = { method: 'bank_transfer', reference: number, paidAt: new Date().toISOString().slice(0, 10) } as const
  return api.orderMoney.markPaid({ params: { id }, body: payment, idempotencyKey: number })
}

test('I1 I2 I5: staff find an invoice and its credit note in the list of documents, narrow it to a month and take all PDFs; the buyer has them on the order', async ({
  browser,
  shop,
}) => {
  const [staff, buyer] = [await shop.demo('staff@reflute.test'), await shop.customer()]
  await putInCart(shop, buyer, 'curled-chips-box', 3)
  const { id, number } = await placeOrder(buyer)
  await pay(staff, { id, number })
  await staff.api.orderMoney.refund({ params: { id }, body: { amount: 10, password: 'reflute-demo' }, idempotencyKey: id })
  const note = (await staff.api.documents.ofOrder({ params: { id } })).find(({ kind }) => kind === 'credit_note')
  if (!note?.orderId || !note.corrects) throw new Error('no credit note')
  const context = await browserOf(browser, shop, staff)
  const office = await context.newPage()
  await visit(office, '/admin/documents')
  await expect(office.getByRole('heading', { level: 1, name: 'Invoices and credit notes' })).toBeVisible()
  await office.getByRole('searchbox').fill(note.orderNumber)
  const row = office.getByRole('row').filter({ hasText: note.number })
  await expect(row).toContainText('Credit note')
  await expect(office.getByRole('row').filter({ hasText: note.corrects }).first()).toContainText('Invoice')
  expect(await faults(office)).toEqual([])
  const pdf = row.getByRole('button', { name: `PDF of ${note.number}` })
  await office.setViewportSize({ width: 1024, height: 900 })
  await expect(pdf).toBeInViewport({ ratio: 1 })
  expect(await overflow(office)).toBe(0)
  const [file] = await Promise.all([office.waitForEvent('download'), pdf.click()])
  expect(file.suggestedFilename()).toBe(`${note.number}-${note.orderNumber}.pdf`)
  const { text } = readPdf(await readFile(await file.path()))
  for (const words of [`Credit note ${note.number}`, `Corrects: ${note.corrects}`]) expect(text).toContain(words)
  await office.getByRole('searchbox').fill('')
  await visit(office, `/admin/documents?month=${note.issuedAt.slice(0, 7)}`)
  const [archive] = await Promise.all([office.waitForEvent('download'), office.getByRole('button', { name: /^Download PDFs of / }).click()])
  expect(archive.suggestedFilename()).toBe(`documents-${note.issuedAt.slice(0, 7)}.zip`)
  const selling = await (await browserOf(browser, shop, await shop.demo('seller@reflute.test'))).newPage()
  await visit(selling, `/business/documents?month=${note.issuedAt.slice(0, 7)}`)
  const [journal] = await Promise.all([selling.waitForEvent('download'), selling.getByRole('button', { name: /^Journal of / }).click()])
  expect(journal.suggestedFilename()).toBe(`journal-${note.issuedAt.slice(0, 7)}.csv`)

  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/account/orders/${note.orderId}`)
  const section = page.getByRole('region', { name: 'Documents' })
  await expect(section).toContainText(`Credit note ${note.number}`)
  await expect(section).toContainText(`corrects ${note.corrects}`)
  await expect(page.getByRole('button', { name: 'Invoice (PDF)' })).toBeVisible()
  expect(await faults(page)).toEqual([])
})

const LEITWEG = '04011000-1234512345-06'
const GERMANY = {
  company: 'Demo Kartonhaus GmbH',
  city: 'Berlin',
  zipCode: '10115',
  state: '',
  country: 'DE',
  vatId: 'DE111111117',
  buyerKind: 'business',
} as const

test('I4: a business in Germany chooses XRechnung, and finds the invoice of its next order as PDF and XML', async ({ browser, shop }) => {
  const buyer = await shop.customer()
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, '/account/tax')
  await field(page, 'form').selectOption('xrechnung')
  await field(page, 'buyerReference').fill('04011000-1234512345-07')
  await page.getByRole('button', { name: 'Save format' }).click()
  await expect(page.getByText("This isn't a valid Leitweg-ID.")).toBeVisible()
  await field(page, 'buyerReference').fill(LEITWEG)
  await page.getByRole('button', { name: 'Save format' }).click()
  await expect(toastOf(page, 'Invoice format saved.')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await putInCart(shop, buyer, 'curled-chips-box', 2)
  const query = { country: 'DE', zip: '10115', buyer: 'business', currency: 'EUR' } as const
  const { items } = await buyer.api.cart.list({ query })
  const order = await buyer.api.checkout.placeOrder({
    body: {
      items: items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency: 'EUR',
      shippingMethod: 'standard',
      customer: { ...CUSTOMER_FORM, ...GERMANY },
      paymentMethod: 'pay_later',
    },
  })
  await pay(await shop.demo('staff@reflute.test'), order)
  await expect
    .poll(async () => (await buyer.api.documents.ofOrder({ params: { id: order.id } }))[0]?.eInvoice?.isMade, { timeout: seconds(30) })
    .toBe(true)
  await visit(page, `/account/orders/${order.id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  const [file] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: /^XML of INV-/ }).click()])
  const xml = await readFile(await file.path(), 'utf8')
  for (const words of [LEITWEG, order.number, 'VATEX-EU-IC', 'xrechnung_3.0']) expect(xml).toContain(words)
  expect(await faults(page)).toEqual([])
})
