import type { Locator } from '@playwright/test'
import { RATE_COLUMNS } from '#server/pricing/shipping/write-rates.ts'
import { browserOf, CUSTOMER_FORM, expect, field, putInCart, submitButton, test, visit } from '../story.ts'

/* Input that is refused: a sentence at its field, the focus at the first one, and all that was typed stays. */

/** Name of a field, what is typed, and the sentence that refuses it; without one it is right, and has to stay all the same. */
type Typed = readonly [name: string, text: string, sentence?: string]

const inputOf = (form: Locator, name: string) => form.locator(`[name="${name}"]`)

async function type(form: Locator, typed: readonly Typed[]): Promise<void> {
  for (const [name, text] of typed) {
    const input = inputOf(form, name)
    const tag = await input.evaluate((element) => element.tagName)
    await (tag === 'SELECT' ? input.selectOption(text) : input.fill(text))
  }
}

/** Types into a form and sends it: each wrong field says why, the first has the focus, and nothing that was typed is lost. */
async function expectRefused(form: Locator, send: Locator, typed: readonly Typed[]): Promise<void> {
  await type(form, typed)
  await send.click()
  const wrong = typed.filter(([, , sentence]) => sentence !== undefined)
  for (const [name, , sentence = ''] of wrong) {
    await expect.soft(inputOf(form, name), name).toHaveAccessibleDescription(new RegExp(sentence.replaceAll(/[.()]/g, String.raw`\$&`)))
    await expect.soft(inputOf(form, name), name).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(form.locator('[aria-invalid=true]').first()).toBeFocused()
  await expect(form.locator('[aria-invalid=true]').first()).toBeInViewport()
  for (const [name, text] of typed) await expect.soft(inputOf(form, name), name).toHaveValue(text)
}

const WHOLE_FROM_1 = 'Please enter a whole number, 1 or more.'
const NOT_A_VAT_ID = "This isn't a valid VAT ID. Check the country prefix and the digits."

test('F1 facts of a product that are impossible are refused at their fields', async ({ browser, shop }) => {
  const page = await (await browserOf(browser, shop, await shop.demo('seller@reflute.test'))).newPage()
  await visit(page, '/business/products/new')
  const form = page.getByRole('main')
  const send = page.getByRole('button', { name: 'Create Product' })
  await expectRefused(form, send, [
    ['name', 'Kept press'],
    ['description', 'Kept, too.'],
    ['category', 'mat-maker'],
    ['type', 'machine'],
    ['priceUSD', '200'],
    ['priceEUR', '180'],
    ['stock', '5'],
    ['gtin', '4012345678902', 'This GTIN has a wrong check digit. The last digit should be 1.'],
    ['weight', '0', 'Please enter a weight from 0.001 to 50,000 kg, with at most three decimals.'],
    ['package.length', '1.5', 'Please enter whole millimeters from 1 to 20,000.'],
    ['package.width', '', 'Please enter length, width and height.'],
    ['hsCode', '12', 'An HS code has 6 to 10 digits.'],
    ['content.amount', '0', 'Please enter an amount above 0, with at most three decimals.'],
    ['content.unit', 'kg'],
    ['minQuantity', '0', WHOLE_FROM_1],
    ['quantityStep', '1.5', WHOLE_FROM_1],
    ['ladder.0.minQuantity', '0', WHOLE_FROM_1],
    ['ladder.0.discountPercent', '100', 'Please enter a percentage above 0 and below 100, with at most two decimals.'],
    ['warrantyMonths', '300', 'Please enter a whole number of months from 0 to 240.'],
    ['safety.manufacturer.name', 'Kept Ltd'],
    ['safety.manufacturer.address', '', 'Please enter name, postal address and email, or leave all three empty.'],
    ['impactModel.efficiency', '80'],
  ])
})

test('T10 T11 rates, registrations and exchange rates that are impossible are refused at their fields', async ({ browser, shop }) => {
  const page = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  await visit(page, '/admin/tax/registrations')
  await page.getByRole('button', { name: 'Add registration' }).click()
  const registration = page.getByRole('dialog')
  const add = registration.getByRole('button', { name: 'Add registration' })
  await expectRefused(registration, add, [
    ['country', 'US'],
    ['scheme', 'sales_tax'],
    ['state', '', 'Please choose a state of the United States.'],
    ['number', 'TX-1'],
    ['validFrom', '2026-02-01'],
    ['note', 'Kept.'],
  ])
  const impossible = [
    ['country', 'FR'],
    ['scheme', 'domestic'],
  ] as const
  await expectRefused(registration, add, [...impossible, ['number', 'FR1', NOT_A_VAT_ID], ['note', 'Kept.']])
  await expectRefused(registration, add, [['number', 'DE111111117', NOT_A_VAT_ID]])
  await expectRefused(registration, add, [
    ['scheme', 'ioss'],
    ['number', 'IM12', 'An IOSS number has the letters IM and 10 digits.'],
  ])
  await expectRefused(registration, add, [['validTo', '2026-01-01', "The last day can't be before the first day."]])

  await visit(page, '/admin/tax')
  await page.getByRole('button', { name: 'Add rate' }).click()
  const rate = page.getByRole('dialog')
  await expectRefused(rate, rate.getByRole('button', { name: 'Add rate' }), [
    ['country', 'CA'],
    ['percent', '101', 'Value must be less than or equal to'],
    ['validFrom', '2030-02-01'],
    ['name', 'Kept'],
  ])
  await expectRefused(rate, rate.getByRole('button', { name: 'Add rate' }), [
    ['percent', '13'],
    ['validTo', '2030-01-01', "The last day can't be before the first day."],
  ])

  await visit(page, '/admin/tax/exchange-rates')
  await page.getByRole('button', { name: 'Add rate' }).click()
  const exchange = page.getByRole('dialog')
  await expectRefused(exchange, exchange.getByRole('button', { name: 'Add exchange rate' }), [
    ['day', '2026-11-20'],
    ['currency', 'CHF'],
    ['perEur', '0', 'Value must be greater than or equal to 0.000001.'],
  ])
})

test('X1 a zone that is impossible is refused at its field, and a file with a bad row names the row and changes nothing', async ({
  browser,
  shop,
}) => {
  const owner = await shop.demo('super@reflute.test')
  const page = await (await browserOf(browser, shop, owner)).newPage()
  await visit(page, '/admin/shipping')
  await page.getByRole('button', { name: 'Add zone' }).click()
  const form = page.getByRole('form', { name: 'Add zone' })
  const send = form.getByRole('button', { name: 'Add zone' })
  await form.getByLabel('USD, band 1', { exact: true }).fill('12')
  await expectRefused(form, send, [
    ['name', 'Kept'],
    ['areas', 'XX', 'XX'],
  ])
  await expectRefused(form, send, [
    ['name', 'Kept'],
    ['areas', 'PT 9499-9000', 'PT 9499-9000'],
  ])
  await expectRefused(form, send, [
    ['areas', 'IS'],
    ['rates.0.minKg', '9'],
    ['rates.0.maxKg', '5', 'The end of a weight band must be above its start.'],
  ])
  await expect(form.getByLabel('USD, band 1', { exact: true })).toHaveValue('12')

  const before = await owner.api.shipping.zones()
  const row = { zone: 'Kept zone', country: 'IS', class: 'parcel', method: 'standard', minKg: '0', maxKg: 'x', USD: '12', EUR: '11' }
  const cells: Readonly<Record<string, string>> = { ...row, minDays: '5', maxDays: '7' }
  const file = `${RATE_COLUMNS.join(',')}\n${RATE_COLUMNS.map((column) => cells[column] ?? '').join(',')}\n`
  await page.getByRole('button', { name: 'Import rates' }).scrollIntoViewIfNeeded()
  await page.getByLabel('Rates file').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(
    page.getByRole('alert').getByText('Line 2: maxKg must be a weight in kg with at most three decimals, not "x".'),
  ).toBeInViewport()
  expect(await owner.api.shipping.zones()).toEqual(before)
})

test('T10 T5 a certificate that is too large, a wrong VAT ID and a missing state are refused at their fields, and the form is kept', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, 'filter-cartridge-45')
  const page = await (await browserOf(browser, shop, ann)).newPage()
  await visit(page, '/account/tax')
  await page.getByRole('button', { name: 'Send a certificate' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('checkbox', { name: 'Illinois', exact: true }).check()
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11 * 1024 * 1024, '%') }
  await inputOf(form, 'number').fill('IL-1')
  await inputOf(form, 'file').setInputFiles(large)
  await form.getByRole('button', { name: 'Send certificate' }).click()
  await expect(inputOf(form, 'file')).toHaveAccessibleDescription(/This file is larger than 10 MB\./)
  await expect(inputOf(form, 'file')).toBeFocused()
  await expect(inputOf(form, 'number')).toHaveValue('IL-1')
  await expect(form.getByRole('checkbox', { name: 'Illinois', exact: true })).toBeChecked()

  await visit(page, '/checkout')
  const { email, ...address } = CUSTOMER_FORM
  await field(page, 'email').fill(email)
  for (const [name, text] of Object.entries({ ...address, zipCode: '123' })) await field(page, name).fill(text)
  await submitButton(page).click()
  await expect(field(page, 'state')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'zipCode')).toHaveAttribute('aria-invalid', 'true')
  for (const [name, text] of Object.entries({ ...address, zipCode: '123' })) await expect(field(page, name)).toHaveValue(text)
  expect((await ann.api.orders.listOwn()).total).toBe(0)
})

test('L1 L10 a statement and a notice that lack something are refused at their fields', async ({ page }) => {
  await visit(page, '/withdraw')
  const form = page.getByRole('main')
  await expectRefused(form, page.getByRole('button', { name: 'Continue' }), [
    ['name', 'Eva Kunde'],
    ['orderNumber', '', 'Please fill in this field'],
    ['email', 'eva', 'Please enter an email address like name@example.com'],
  ])
  await visit(page, '/report')
  await expectRefused(form, form.getByRole('button', { name: 'Send report' }), [
    ['address', '', 'Please fill in this field'],
    ['reason', 'Kept reason.'],
    ['email', 'eva', 'Please enter an email address like name@example.com'],
  ])
})
