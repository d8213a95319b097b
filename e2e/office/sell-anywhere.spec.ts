import type { Page } from '@playwright/test'
import { open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { browserOf, expect, field, submitButton, test, toastOf, visit } from '../story.ts'

/** VAT ids of other companies than the demo's: nobody has looked them up. */
const UNCHECKED = 'DE136695976'
const CHECKED = 'DE111111117'
const COLOGNE = { firstName: 'Karl', lastName: 'Pack', company: 'Kartonhaus', address: 'Domstr. 5', city: 'Cologne', zipCode: '50667' }

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
    await expect(toastOf(staff, `${UNCHECKED} confirmed. It counts for 7 days.`)).toBeVisible()
  })
  await expect.poll(async () => (await order()).dueAmount, { timeout: 90_000 }).toBeLessThan(due)
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
  await fill(page, { state: 'HI', zipCode: '96815' })
  await expect(main(page).getByText('Freight to United States is by quote.').first()).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Request quote' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveValue(/1 × EcoMat 1000 \(by quote\)/)
  await expect(message).toHaveValue(/2 × Plain mat 600 × 400/)
  await expect(message).toHaveValue(/96815, HI, United States/)
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
  await form.getByLabel('Goes as, band 1').selectOption('freight')
  await form.getByLabel('USD, band 1', { exact: true }).fill('187')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(toastOf(page, 'Own trucks saved. Carts follow at once.')).toBeVisible()
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
