import { dialog, rowOf } from '../office-parts.ts'
import { main } from '../page-regions.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, field, test, visit } from '../story.ts'

const SLUG = 'control-panel-ecomat-2500'

test('L10 a visitor reports a product, staff decide, its seller objects, and staff see the objection', async ({ page, browser, shop }) => {
  await visit(page, `/products/${SLUG}`)
  await main(page).getByRole('link', { name: 'Report this product' }).click()
  await expect(field(page, 'address')).toHaveValue(`/products/${SLUG}`)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(field(page, 'reason')).toBeFocused()
  await field(page, 'reason').fill('The plate has no CE mark.')
  await field(page, 'name').fill('Rita Reporter')
  await field(page, 'email').fill('rita@story.test')
  await page.getByRole('checkbox', { name: /I believe in good faith/ }).check()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Report NO-' })).toContainText('rita@story.test')

  const staff = await shop.demo('staff@reflute.test')
  const office = await (await browserOf(browser, shop, staff)).newPage()
  await visit(office, '/admin/notices')
  const row = rowOf(office, 'Control panel for EcoMat 2500')
  await expect(row).toContainText('Decide')
  await row.getByRole('button', { name: /^NO-/ }).click()
  await expect(dialog(office)).toContainText('The plate has no CE mark.')
  await dialog(office)
    .getByRole('radio', { name: /^Restrict/ })
    .check()
  await dialog(office).getByRole('button', { name: 'Send decision' }).click()
  await expect(field(office, 'reasons')).toBeFocused()
  await field(office, 'reasons').fill('The declaration of conformity is missing.')
  expect(await faults(office)).toEqual([])
  await dialog(office).getByRole('button', { name: 'Send decision' }).click()
  await expect(row).toContainText('Restricted')

  const seller = await shop.demo('seller@reflute.test')
  const own = await (await browserOf(browser, shop, seller)).newPage()
  await visit(own, '/business/notices')
  await rowOf(own, 'Control panel for EcoMat 2500').getByRole('button', { name: /^NO-/ }).click()
  await expect(dialog(own)).toContainText('The declaration of conformity is missing.')
  await expect(own.getByText('Rita')).toHaveCount(0)
  await field(own, 'text').fill('The declaration is in the box.')
  expect(await faults(own)).toEqual([])
  await dialog(own).getByRole('button', { name: 'Send objection' }).click()
  await expect(rowOf(own, 'Control panel for EcoMat 2500')).toContainText('Objection')
  await visit(office, '/admin/notices?open=true')
  await expect(row).toContainText('Answer the objection')
  await expect(dialog(office)).toHaveCount(0)
  await row.getByRole('button', { name: /^NO-/ }).click()
  await expect(dialog(office)).toContainText('The declaration is in the box.')
  await dialog(office).getByRole('button', { name: 'Back' }).click()
  await expect(office).toHaveURL(/\/admin\/notices\?open=true$/)
})

test('L5 staff recall a product: its page and the list of recalls say it, and it cannot be bought until the recall ends', async ({
  page,
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const office = await (await browserOf(browser, shop, staff)).newPage()
  await visit(office, `/admin/products/${SLUG}/edit`)
  await office.getByRole('button', { name: 'Recall product' }).click()
  await field(office, 'text').fill('The relay can overheat. Disconnect the machine and write to us.')
  await dialog(office).getByRole('button', { name: 'Recall product' }).click()
  await expect(main(office)).toContainText('The relay can overheat.')

  await visit(page, `/products/${SLUG}`)
  await expect(page.getByRole('region', { name: 'Product safety recall' })).toContainText('The relay can overheat.')
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'All recalled products' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Control panel for EcoMat 2500' })).toBeVisible()
  expect(await faults(page)).toEqual([])

  await office.getByRole('button', { name: 'Change recall' }).click()
  await dialog(office)
    .getByRole('checkbox', { name: /^End the recall/ })
    .check()
  await dialog(office).getByRole('button', { name: 'End recall' }).click()
  await expect(office.getByRole('button', { name: 'Recall product' })).toBeVisible()
  await visit(page, `/products/${SLUG}`)
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible()
})
