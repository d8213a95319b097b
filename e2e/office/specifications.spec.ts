import { randomUUID } from 'node:crypto'
import { browserOf, expect, test, toastOf, visit } from '../story.ts'

test('F2 staff add a specification, give it to a category, and buyers filter and compare by it; in use it stays', async ({
  browser,
  shop,
  page,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const label = `Feed height ${randomUUID().slice(0, 6)}`
  const made = await seller.api.productEdits.create({
    body: {
      name: `Tall press ${label.slice(-6)}`,
      description: 'Takes tall boxes.',
      category: 'mat-maker',
      type: 'machine',
      priceUSD: 900,
      priceEUR: 800,
      stock: 3,
      specifications: [{ name: label, value: '5 in' }],
    },
  })
  const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(staff, '/admin/specifications')
  await staff.getByRole('button', { name: 'Add specification' }).click()
  const form = staff.getByRole('dialog', { name: 'Add specification' })
  await form.getByRole('button', { name: 'Add specification' }).click()
  await expect(form.getByText('Please fill in this field')).toBeVisible()
  await form.getByLabel('Label').fill(label)
  await form.getByLabel('Unit').selectOption('mm')
  await form.getByRole('button', { name: 'Add specification' }).click()
  await expect(toastOf(staff, 'Specification added.')).toBeVisible()
  const table = staff.getByRole('grid', { name: 'Specifications' })
  await staff.getByRole('searchbox', { name: 'Search specifications' }).fill(label)
  const row = table.getByRole('row').filter({ hasText: label })
  await expect(row).toContainText('Number in mm')
  await expect(row).toContainText('None')

  await staff.getByRole('button', { name: 'Edit the specifications of Mat Makers' }).click()
  const uses = staff.getByRole('dialog', { name: 'Specifications of Mat Makers' })
  await uses.getByLabel('Add a specification').selectOption({ label })
  await uses.getByRole('button', { name: `Move ${label} up` }).click()
  await uses.getByRole('button', { name: 'Save order and uses' }).click()
  await expect(toastOf(staff, 'Specifications of Mat Makers saved.')).toBeVisible()
  await expect(row).toContainText('Mat Makers')
  await expect(row.getByText('1', { exact: true })).toBeVisible()

  await visit(page, '/products?category=mat-maker')
  await expect(page.getByRole('main').getByRole('group', { name: label }).or(page.getByRole('main').getByText(label)).first()).toBeVisible()
  await visit(page, `/compare?p=${made.slug},ecomat-1000`)
  await expect(page.getByRole('row').filter({ hasText: label })).toContainText('127 mm')

  await row.getByRole('button', { name: `Delete ${label}` }).click()
  const inUse = staff.getByRole('dialog', { name: `${label} is in use` })
  await expect(inUse.getByText('1 product uses this specification. Remove it from them first')).toBeVisible()
  await inUse.getByRole('button', { name: 'Back' }).click()
  await seller.api.productEdits.update({ params: { id: made.id }, body: { specifications: [] } })
  await staff.reload()
  await row.getByRole('button', { name: `Delete ${label}` }).click()
  const dialog = staff.getByRole('dialog', { name: `Delete ${label}?` })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(staff, 'Specification deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await seller.api.productEdits.remove({ params: { id: made.id } })
})

test('F2 a seller fills in the specifications of the category, in any unit, and what is no number is said at its field', async ({
  browser,
  shop,
  page,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const made = await seller.api.productEdits.create({
    body: {
      name: `Unit press ${randomUUID().slice(0, 6)}`,
      description: 'Takes wide boxes.',
      category: 'mat-maker',
      type: 'machine',
      priceUSD: 900,
      priceEUR: 800,
      stock: 3,
      specifications: [
        { name: 'Dimensions', value: '620 × 520 × 480 mm' },
        { name: 'Noise', value: 'about 68 dB(A) at 1 m (estimate)' },
      ],
    },
  })
  const office = await (await browserOf(browser, shop, seller)).newPage()
  await visit(office, `/business/products/${made.id}/edit`)
  const part = office.getByRole('region', { name: 'Specifications' })
  await expect(part.getByLabel('Noise in dB(A)')).toHaveValue('about 68 dB(A) at 1 m (estimate)')
  await expect(part.getByLabel('Specification 1, name')).toHaveValue('Dimensions')
  await part.getByLabel('Feed width in mm').fill('wide')
  await office.keyboard.press('Tab')
  await expect(part.getByText('Please enter a number in mm.')).toBeVisible()
  await part.getByLabel('Supply').selectOption({ label: '230 V, 50/60 Hz, single phase' })
  await expect(part.getByText('Please enter a number in mm.')).toBeVisible()
  await expect(part.getByLabel('Feed width in mm')).toHaveValue('wide')
  const trade = office.getByRole('region', { name: 'Trade and logistics' })
  await trade.getByLabel('GTIN').fill('4012345678902')
  await office.getByRole('button', { name: 'Update Product' }).click()
  await expect(part.getByText('Please enter a number in mm.')).toBeVisible()
  await expect(trade.getByText('This GTIN has a wrong check digit. The last digit should be 1.')).toBeVisible()
  await expect(part.getByLabel('Feed width in mm')).toBeFocused()
  await trade.getByLabel('GTIN').fill('')
  const missing = trade.getByRole('list', { name: 'Still missing' })
  await missing.getByRole('button', { name: 'Add the packed weight.' }).click()
  await expect(trade.getByLabel('Packed weight in kg')).toBeFocused()
  await trade.getByLabel('Packed weight in kg').fill('90')
  await expect(missing.getByRole('button', { name: 'Add the packed weight.' })).toHaveCount(0)
  await missing.getByRole('button', { name: 'Add these specifications: Feed width, Throughput, Power, Net weight.' }).click()
  await expect(part.getByLabel('Throughput in units/h')).toBeFocused()
  await part.getByLabel('Feed width in mm').fill('39.4 in')
  await part.getByLabel('Power in kW').fill('0.75 hp')
  await part.getByLabel('Net weight in kg').fill('62 lb')
  await office.keyboard.press('Tab')
  await expect(part.getByLabel('Feed width in mm')).toHaveValue('1001 mm')
  await expect(part.getByText('Please enter a number in mm.')).toHaveCount(0)
  await office.getByRole('button', { name: 'Update Product' }).click()
  await expect(office).toHaveURL(/\/business\/products/)
  await expect
    .poll(async () =>
      (await shop.visitor.products.byId({ params: { id: made.id } })).attributes.map(({ key, number, choice }) => [key, number ?? choice]),
    )
    .toEqual([
      ['feed-width', 1001],
      ['power', 0.56],
      ['supply', '230-v-50-60-hz'],
      ['noise', 68],
      ['net-weight', 28.1],
    ])
  await visit(page, `/products/${made.slug}`)
  const rows = page.getByRole('table', { name: /^Specifications of/ })
  await expect(rows.getByRole('row').filter({ hasText: 'Feed width' })).toContainText('1001 mm')
  await expect(rows.getByRole('row').filter({ hasText: 'Dimensions' })).toContainText('620 × 520 × 480 mm')
  await seller.api.productEdits.remove({ params: { id: made.id } })
})
