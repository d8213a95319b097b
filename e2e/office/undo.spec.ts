import { browserOf, expect, type Shop, test, toastOf, visit } from '../story.ts'

const unique = (name: string) => `${name} ${Date.now().toString(36)}`

async function makeProducts(shop: Shop, name: string, count: number): Promise<string[]> {
  const staff = await shop.demo('staff@reflute.test')
  const businessId = (await shop.visitor.products.list({ query: { search: 'EcoMat 1000' } })).items[0]?.businessId ?? ''
  const names = Array.from({ length: count }, (_, at) => `${name} no ${at + 1}`)
  for (const one of names) {
    const body = {
      name: one,
      description: 'Of a story.',
      category: 'mat',
      type: 'material' as const,
      priceUSD: 10,
      priceEUR: 9,
      stock: 30,
      businessId,
    }
    await staff.api.productEdits.create({ body })
  }
  return names
}

test('F7.3.2 a bulk change of price, stock, feature, status or a deletion is undone from its message, and says what was edited since', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const name = unique('Undo mat')
  await makeProducts(shop, name, 3)
  const seller = await shop.demo('seller@reflute.test')
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  await visit(page, `/business/dashboard?tab=products&search=${encodeURIComponent(name)}`)
  const rows = page.getByRole('grid').locator('tbody tr')
  const tools = page.getByRole('toolbar', { name: 'Chosen rows' })
  const choose = () => page.getByLabel('Choose all rows of this page').check()
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await expect(rows).toHaveCount(3)

  await choose()
  await tools.getByRole('button', { name: 'Set stock' }).click()
  await page.getByLabel('Stock of all products').fill('500')
  await page.getByRole('button', { name: 'Update stock' }).click()
  await expect(rows.first()).toContainText('500')
  await expect(undo).toBeInViewport()
  const edited = (await shop.visitor.products.list({ query: { search: `${name} no 2` } })).items[0]
  await staff.api.productEdits.update({ params: { id: edited?.id ?? '' }, body: { description: 'Edited since.' } })
  await undo.click()
  await expect(toastOf(page, '2 products are as before')).toBeVisible()
  await expect(toastOf(page, `${name} no 2: Edited since.`)).toBeVisible()
  await expect(rows.filter({ hasText: '500' })).toHaveCount(1)

  for (const [button, done, mark] of [
    ['Feature', 'Products featured successfully', 'Yes'],
    ['Hide', '3 products are now Inactive', 'Inactive'],
  ] as const) {
    await choose()
    await tools.getByRole('button', { name: button, exact: true }).click()
    await expect(toastOf(page, done)).toBeVisible()
    await expect(rows.filter({ hasText: mark })).toHaveCount(3)
    await undo.click()
    await expect(rows.filter({ hasText: mark })).toHaveCount(0)
  }
  await choose()
  await tools.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No products found')).toBeVisible()
  await undo.click()
  await expect(rows).toHaveCount(3)
  await context.close()
})

test('F7.3.2 the message offers to undo for ten seconds', async ({ browser, shop }) => {
  const name = unique('Ten second mat')
  await makeProducts(shop, name, 1)
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await page.clock.install()
  await visit(page, `/business/dashboard?tab=products&search=${encodeURIComponent(name)}`)
  await page.getByLabel('Choose all rows of this page').check()
  await page.getByRole('button', { name: 'Feature', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.mouse.move(400, 400)
  await page.clock.runFor(9000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(2000)
  await expect(undo).toHaveCount(0)
  await context.close()
})

test('F7.3.2 staff restore what they deleted themselves', async ({ browser, shop }) => {
  const name = unique('Restored mat')
  await makeProducts(shop, name, 1)
  const staff = await shop.demo('staff@reflute.test')
  const made = (await shop.visitor.products.list({ query: { search: name } })).items[0]
  await staff.api.productEdits.remove({ params: { id: made?.id ?? '' } })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  await visit(page, `/admin/products?status=Deleted&search=${encodeURIComponent(name)}`)
  await page.getByLabel(`Choose ${name} no 1`).check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toastOf(page, '1 product is restored')).toBeVisible()
  expect((await shop.visitor.products.list({ query: { search: name } })).total).toBe(1)
  await context.close()
})
