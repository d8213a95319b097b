import { dialog } from '../office-parts.ts'
import { expectSound } from '../sound.ts'
import { browserOf, expect, field, mailTo, test, toastOf, visit } from '../story.ts'

test('an owner creates an API token, the ERP sets stock with it, and it is refused once it is revoked', async ({ browser, shop }) => {
  const owner = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, owner)
  const page = await context.newPage()
  await visit(page, '/business/tokens')
  await page.getByRole('button', { name: 'Create API token' }).click()
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  await expect(field(page, 'name')).toBeFocused()
  await field(page, 'name').fill('Warehouse ERP')
  await field(page, 'days').fill('400')
  await dialog(page).getByLabel('Stock and prices').check()
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  await expect(dialog(page)).toContainText('Enter 1 to 366 days')
  await expect(field(page, 'name'), 'what was typed stays').toHaveValue('Warehouse ERP')
  await field(page, 'days').fill('30')
  await expectSound(page)
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^rfb_[\w-]{49}$/)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText("You won't see this secret again.")
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: "I've saved it" }).click()
  const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem').filter({ hasText: 'Warehouse ERP' })
  await expect(row).toContainText('Read, Stock and prices')
  await expect(row).toContainText('Never used')
  await expect(row, 'the time distinguishes two of one name').toContainText(/created .*\d:\d\d/)
  expect((await mailTo(owner.email, /API token was created/)).text).toContain('Warehouse ERP')

  const base = new URL(page.url()).origin
  const ask = (path: string, body?: object) =>
    fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const [product] = (await (await ask('/api/business/products?limit=1')).json()) as { id: string }[]
  expect((await ask('/api/products/bulk/stock', { updates: [{ id: product?.id, stock: 7 }] })).status).toBe(200)
  expect((await ask('/api/business/orders/bulk/status', { ids: [], status: 'shipped' })).status, 'not its scope').toBe(403)
  await page.reload()
  await expect(row).toContainText('Last used')
  await expectSound(page)

  await row.getByRole('button', { name: 'Revoke Warehouse ERP' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke token' }).click()
  await expect(toastOf(page, 'The token Warehouse ERP was revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')
  expect((await ask('/api/business/products')).status).toBe(401)
})
