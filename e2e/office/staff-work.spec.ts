import { dialog } from '../office-parts.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test('F7.3.14 staff note, tag and correct an order, find it by its tag, and read all about its customer on one page', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const buyer = await shop.customer('Clara Customer')
  await putInCart(shop, buyer, 'ecomat-1000')
  const order = await placeOrder(buyer)
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const tag = `Fair ${Date.now()}`
  await visit(page, `/admin/orders/${order.id}`)
  await page.getByLabel('Add a note').fill('Call before noon')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'Internal notes' })).toContainText('Call before noon')
  await page.getByRole('button', { name: 'Add tags' }).click()
  await dialog(page).getByLabel('Tags').fill(`${tag}, Fragile`)
  await dialog(page).getByRole('button', { name: 'Save tags' }).click()
  await expect(toastOf(page, 'Tags saved')).toBeVisible()
  await page.getByRole('button', { name: 'Correct address' }).click()
  await dialog(page).getByLabel('ZIP / Postal code').fill('1')
  await dialog(page).getByRole('button', { name: 'Save address' }).click()
  await expect(dialog(page).getByText('A US ZIP code has 5 digits, such as 60607')).toBeInViewport()
  await dialog(page).getByLabel('ZIP / Postal code').fill('60608')
  await dialog(page).getByLabel('Address', { exact: true }).fill('2 Corrected Road')
  expect(await faults(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Save address' }).click()
  await expect(toastOf(page, 'Address corrected')).toBeVisible()
  await expect(page.getByText('2 Corrected Road').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Packing slips' }).click()
  expect((await download).suggestedFilename()).toBe(`packing-slip-${order.number}.pdf`)

  await page.getByRole('link', { name: 'Clara Customer' }).click()
  await expect(page.getByRole('heading', { name: 'Clara Customer', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText(order.number)
  await page.getByLabel('Add a note').fill('Prefers email')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'Internal notes' })).toContainText('Prefers email')
  expect(await faults(page)).toEqual([])

  await visit(page, `/admin/orders?search=${encodeURIComponent(tag)}&waitsFor=shipping`)
  await expect(page.getByRole('grid', { name: 'Orders' })).toContainText(order.number)
  await expect(page.getByRole('grid', { name: 'Orders' })).toContainText(tag)
  await context.close()
})
