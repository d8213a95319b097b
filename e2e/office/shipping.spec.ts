import { randomUUID } from 'node:crypto'
import { browserOf, expect, test, toastOf, visit } from '../story.ts'

test('X1, X6 a super admin adds a zone with bands; overlapping ones are said at their band, and what was typed stays', async ({
  browser,
  shop,
}) => {
  const owner = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  const name = `Iceland ${randomUUID().slice(0, 6)}`
  await visit(owner, '/admin/shipping')
  await owner.getByRole('button', { name: 'Add zone' }).click()
  const form = owner.getByRole('form', { name: 'Add zone' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Places').fill('IS')
  await form.getByLabel('To kg, band 1').fill('5')
  await form.getByLabel('USD, band 1', { exact: true }).fill('12')
  await form.getByRole('button', { name: 'Add weight band' }).click()
  await form.getByLabel('From kg, band 2').fill('4')
  await form.getByLabel('USD, band 2', { exact: true }).fill('20')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(form.getByText('The weight bands overlap at 4 kg.')).toBeVisible()
  await expect(form.getByLabel('From kg, band 2')).toBeFocused()
  await expect(form.getByLabel('USD, band 1', { exact: true })).toHaveValue('12')
  await form.getByLabel('From kg, band 2').fill('5')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(toastOf(owner, `${name} saved. Carts follow at once.`)).toBeVisible()
  const zone = owner.getByRole('region', { name })
  await expect(zone).toContainText('Parcel, standard, below 5 kg: $12.00 / €12.00')
  await expect(zone).toContainText('from 5 kg: $20.00 / €20.00')

  await owner.getByRole('combobox', { name: 'Product' }).fill('Slit mat 900')
  await owner.getByRole('listbox', { name: 'Product' }).getByRole('option').first().click()
  await owner.getByRole('combobox', { name: 'Country' }).selectOption('IS')
  await owner.getByRole('button', { name: 'Find rates' }).click()
  await expect(owner.getByText(`${name}, parcel from 5 kg, 10 kg charged: $20.00`)).toBeVisible()

  await owner.getByRole('button', { name: `Delete ${name}` }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(owner, `${name} deleted.`)).toBeVisible()
  await expect(zone).toHaveCount(0)
})

test('X3 a buyer in Japan reads that freight is by quote, and asks for one with the lines of the cart', async ({ browser, shop }) => {
  const buyer = await shop.customer()
  const machine = await buyer.api.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await buyer.api.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  await buyer.api.addresses.add({
    body: {
      firstName: 'Ann',
      lastName: 'Buyer',
      address: '1-1 Marunouchi',
      city: 'Tokyo',
      state: '',
      zipCode: '100-0001',
      country: 'JP',
      isDefault: true,
    },
  })
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, '/products/ecomat-1000')
  await expect(page.getByText('Freight to Japan is by quote.').first()).toBeInViewport()
  await visit(page, '/cart')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Freight to Japan is by quote.' }).first()).toBeInViewport()
  await expect(page.getByRole('term').filter({ hasText: 'Total without freight' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await page.getByRole('link', { name: 'Request quote' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/1 × EcoMat 1000 \(by quote\)[\s\S]*100-0001, Japan/)
})
