import type { Page } from '@playwright/test'
import { pasteInto } from '../office-parts.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, gate, narrow, type Shop, test, toastOf, visit } from '../story.ts'

const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')

test('F7.3.3 a list is narrowed to several values of a filter, sorted by several columns, and searched as somebody types', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/products')
  await expect(rows(page)).toHaveCount(25)
  await narrow(page, 'Category', 'Mats', 'Chips')
  await expect(page).toHaveURL(/category=(?:mat%2Cchip|chip%2Cmat)/)
  await expect(page.locator('summary', { hasText: 'Category (2)' })).toBeInViewport()
  const categories = rows(page).locator('[data-label="Category"]')
  await expect(categories.filter({ hasText: 'Mats' }).first()).toBeVisible()
  await expect(categories.filter({ hasText: 'Chips' }).first()).toBeVisible()
  await expect(categories.filter({ hasText: 'Makers' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await page.getByRole('button', { name: 'USD, EUR' }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=stock%2C-priceUSD/)
  await expect(page.getByRole('columnheader', { name: 'Stock' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('columnheader', { name: 'USD, EUR' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('searchbox').pressSequentially('bottle')
  await expect(page).toHaveURL(/search=bottle/)
  await expect(rows(page).filter({ hasNotText: /bottle/i })).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('bottle')
  await expect(page.locator('summary', { hasText: 'Category (2)' })).toBeVisible()
  await context.close()
})

async function makeProducts(shop: Shop, name: string, count: number): Promise<void> {
  const staff = await shop.demo('staff@reflute.test')
  const businessId = (await shop.visitor.products.list({ query: { search: 'EcoMat 1000' } })).items[0]?.businessId ?? ''
  for (let at = 1; at <= count; at += 1) {
    const body = { name: `${name} no ${at}`, description: 'Of a story.', category: 'mat', type: 'material' as const, businessId }
    await staff.api.productEdits.create({ body: { ...body, priceUSD: 10, priceEUR: 9, stock: 30 } })
  }
}

const unique = (name: string) => `${name} ${Date.now().toString(36)}`
const ownProducts = (name: string, more = '') => `/business/dashboard?tab=products&search=${encodeURIComponent(name)}${more}`

test('F7.3.3 all products that match are selected with their count, changed on every page, and undone', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const name = unique('Whole set')
  await makeProducts(shop, name, 12)
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await visit(page, ownProducts(name, '&limit=10'))
  await expect(rows(page)).toHaveCount(10)
  await page.getByLabel('Select all rows on this page').check()
  const tools = page.getByRole('toolbar', { name: 'Selected rows' })
  await tools.getByRole('button', { name: 'Select all 12 that match' }).click()
  await expect(tools.getByText('All 12 that match are selected')).toBeInViewport()
  await tools.getByRole('button', { name: 'Prices by percent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices by percent' })
  await dialog.getByLabel('Percent').fill('12.5')
  await dialog.getByLabel('Rounding').selectOption('To prices that end in .99')
  const line = dialog.getByRole('row', { name: `${name} no 1`, exact: false }).first()
  await expect(line).toContainText('$10.00 $10.99')
  await expect(line).toContainText('+$0.99')
  await expect(dialog).toContainText('And 2 more, changed the same way.')
  await dialog.getByRole('button', { name: 'Change prices' }).click()
  await expect(toastOf(page, 'Prices updated successfully')).toBeVisible()
  const prices = async () => {
    const { items } = await shop.visitor.products.list({ query: { search: name, exact: '1' } })
    return [...new Set(items.map(({ priceUSD }) => priceUSD))]
  }
  expect(await prices()).toEqual([10.99])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page, '12 products are restored')).toBeVisible()
  expect(await prices()).toEqual([10])
  await context.close()
})

test('F7.3.3 stock and prices are edited in the list; a change of somebody else in between is said, and what was typed stays', async ({
  browser,
  shop,
}) => {
  const name = unique('Inline mat')
  await makeProducts(shop, name, 1)
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await visit(page, ownProducts(name))
  const row = rows(page).first()
  await row.getByRole('button', { name: /^Stock of .*: 30\. Edit$/ }).click()
  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^Stock of .*: 45\. Edit$/ })).toBeFocused()
  await row.getByRole('button', { name: /^Price in USD/ }).click()
  const field = row.getByRole('textbox', { name: /^Price in USD/ })
  await field.fill('abc')
  await field.press('Enter')
  await expect(toastOf(page, 'Please enter valid price values')).toBeVisible()
  await expect(field).toHaveValue('abc')
  const id = (await shop.visitor.products.list({ query: { search: name } })).items[0]?.id ?? ''
  const staff = await shop.demo('staff@reflute.test')
  await staff.api.productEdits.update({ params: { id }, body: { priceUSD: 11 } })
  await field.fill('1,012.50')
  await field.press('Enter')
  await expect(toastOf(page, 'Someone else changed this in the meantime. Review it and make your change again.')).toBeVisible()
  await expect(field).toHaveValue('1,012.50')
  expect((await shop.visitor.products.byId({ params: { id } })).priceUSD).toBe(11)
  await field.press('Enter')
  await expect(row.getByRole('button', { name: /^Price in USD .*: \$1,012\.50\. Edit$/ })).toBeVisible()
  expect(await shop.visitor.products.byId({ params: { id } })).toMatchObject({ priceUSD: 1012.5, stock: 45 })
  await context.close()
})

test('F7.3.3 a column copied from a spreadsheet is pasted over the selected products', async ({ browser, shop }) => {
  const name = unique('Pasted mat')
  await makeProducts(shop, name, 3)
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await visit(page, ownProducts(name, '&sort=name'))
  await page.getByLabel('Select all rows on this page').check()
  await page.getByRole('button', { name: 'Change prices' }).click()
  await pasteInto(page.getByRole('dialog').getByLabel(`USD of ${name} no 1`), '1.012,50 €\t950\r\n$12.00\t11,5\r\n13\t12\r\n')
  await expect(page.getByRole('dialog').getByLabel(`EUR of ${name} no 2`)).toHaveValue('11.5')
  await page.getByRole('button', { name: 'Update prices' }).click()
  await expect(toastOf(page, 'Prices updated successfully')).toBeVisible()
  const { items } = await shop.visitor.products.list({ query: { search: name, sort: 'name', exact: '1' } })
  expect(items.map(({ priceUSD, priceEUR }) => [priceUSD, priceEUR])).toEqual([
    [1012.5, 950],
    [12, 11.5],
    [13, 12],
  ])
  await context.close()
})

test('the search of the back office keeps every letter that is typed while its code still loads', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  const { held, release } = gate()
  await page.route(/assets\/office-search-dialog-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/admin/products')
  await page.getByRole('button', { name: 'Search the back office' }).click()
  const field = page.getByRole('combobox', { name: 'Search the back office' })
  await page.keyboard.type('eco')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('eco')
  release()
  await page.keyboard.type('mat 1000', { delay: 30 })
  await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeInViewport()
  await expect(field).toHaveValue('ecomat 1000')
  await context.close()
})

test('F7.3.3 Ctrl+K finds orders, users, businesses, products and screens, each as far as the role may see them', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, '/admin/products')
  await expect(page.getByRole('button', { name: 'Search the back office' })).toBeVisible() // the shortcut works with it
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the back office' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('audit')
  await expect(dialog.getByRole('group', { name: 'Screens' }).getByRole('option', { name: 'Audit log' })).toHaveCount(1)
  await field.fill('customer@reflute')
  await expect(dialog.getByRole('group', { name: 'Users' }).getByRole('option', { name: 'customer@reflute.test' })).toBeInViewport()
  expect(await faults(page, 'colors')).toEqual([])
  await field.fill('carton clair')
  await dialog.getByRole('group', { name: 'Businesses' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/business=/)
  await expect(page.getByRole('heading', { name: 'Carton Clair' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('payouts')
  await expect(dialog.getByRole('option').first()).toContainText('Payouts')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/payouts/)
  await expect(dialog).toHaveCount(0)
  await context.close()

  const seller = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const own = await seller.newPage()
  await visit(own, '/business/dashboard')
  await own.getByRole('button', { name: 'Search the back office' }).click()
  const ownField = own.getByRole('combobox', { name: 'Search the back office' })
  await ownField.fill('ecomat 1000')
  await expect(own.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeInViewport()
  await ownField.fill('carton clair')
  await expect(own.getByText('Nothing found for carton clair.')).toBeVisible()
  await seller.close()
})
