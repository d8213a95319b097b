import { cut, dialog, rowOf } from '../office-parts.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, gate, isAlive, newEmail, PASSWORD, type Shop, test, toastOf, visit } from '../story.ts'

async function register({ visitor }: Shop, name: string) {
  const email = newEmail()
  await visitor.applications.register({
    body: {
      name,
      email,
      description: 'We cut mats from used boxes.',
      businessType: 'producer',
      address: '1 Pier Road',
      city: 'Duluth',
      postalCode: '55802',
      country: 'United States',
      phone: '+1 218 555 0199',
      website: 'pier.example',
    },
  })
  return { name, email }
}

test('B15 B107 B108 B109 B110 B111 B112 B218 B331 B332 B333 B334 staff see everything of a business in the list, change it in a dialog and delete it after a question', async ({
  browser,
  shop,
}) => {
  const { name, email } = await register(shop, `Quay Boxes ${Date.now()}`)
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, `/admin/businesses?search=${encodeURIComponent(name)}`)
  const row = rowOf(page, name)
  for (const text of [
    'Producer',
    'Active',
    'Pending Approval',
    'We cut mats from used boxes.',
    email,
    '+1 218 555 0199',
    'pier.example',
    '1 Pier Road',
    'Duluth',
  ]) {
    await expect(row).toContainText(text)
  }
  await expect(row.locator('.row-logo')).toBeVisible()
  await expect(row.locator('time')).toBeVisible()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog(page).getByLabel('City').fill('')
  await dialog(page).getByRole('button', { name: 'Update Business' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(toastOf(page, 'Please fill in all required fields')).toBeVisible()
  await dialog(page).getByLabel('City').fill('Two Harbors')
  await dialog(page).getByLabel('Business status').selectOption('Approved')
  await dialog(page)
    .getByLabel('Logo')
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#2334a8"/></svg>',
      ),
    })
  expect(await faults(page)).toEqual([])
  await cut(page, 'PUT', '**/api/admin/businesses/*')
  await dialog(page).getByRole('button', { name: 'Update Business' }).click()
  await expect(toastOf(page, 'Failed to update business')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Update Business' }).click()
  await expect(toastOf(page, 'Business updated successfully')).toBeVisible()
  await expect(row).toContainText('Two Harbors')
  await expect(row).toContainText('Approved')
  await expect(row.getByRole('img').or(row.locator('img.row-logo'))).toHaveAttribute('src', /^\/media\//)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog(page)).toContainText('Are you sure you want to delete')
  await cut(page, 'DELETE', '**/api/admin/businesses/*')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete business')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Business deleted successfully')).toBeVisible()
  await expect(page.getByText('No businesses match your current filters')).toBeVisible()
  await page.route('**/api/admin/businesses?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await visit(page, '/admin/businesses')
  await expect(page.getByText('No businesses registered yet')).toBeVisible()
  await context.close()
})

test('B24 B80 B82 B83 B84 B85 B86 B87 B90 B348 the super admin looks through all tabs, sees at most five pending and ten users, and suspends and reinstates a business', async ({
  browser,
  shop,
}) => {
  const businesses = await Promise.all(Array.from({ length: 6 }, (_, at) => register(shop, `Harbor Crates ${at} ${Date.now()}`)))
  await Promise.all(Array.from({ length: 6 }, (_, at) => shop.customer(`Reader ${at}`)))
  const boss = await shop.demo('super@reflute.test')
  const [business] = (await boss.api.applications.listAll({ query: { search: businesses[0]?.name ?? '' } })).items
  await boss.api.applications.setStatus({ params: { id: business?.id ?? '' }, body: { status: 'approved' } })
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, '/super-admin/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Product Management' })).toHaveAttribute('href', '/super-admin/products')
  await expect(main.getByRole('link', { name: 'Application Dashboard' })).toHaveAttribute('href', '/admin')
  await expect(page.getByRole('table', { name: 'Pending applications' }).locator('tbody tr')).toHaveCount(5)
  await page.getByRole('link', { name: 'View all', exact: true }).click()
  await expect(page).toHaveURL(/tab=pending$/)
  await expect(page.getByRole('grid', { name: 'Pending Businesses' }).getByText('Similar name:').first()).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  await tabs.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Users' }).locator('tbody tr')).toHaveCount(10)
  await page.getByRole('link', { name: /^View all/ }).click()
  await expect(page.getByRole('grid', { name: 'Users' }).locator('tbody tr').nth(10)).toBeVisible()
  await tabs.getByRole('link', { name: /^Business Applications/ }).click()
  await expect(page.getByRole('grid', { name: 'Business Applications' })).toContainText('Last decision')
  await tabs.getByRole('link', { name: /^Active Businesses/ }).click()
  await page.getByRole('link', { name: 'North Fold Works' }).click()
  for (const text of ['Users', 'Products', 'Active products', 'Featured products'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users of the business' })).toContainText('seller@reflute.test')
  await expect(page.getByRole('table', { name: 'Products of the business' })).toContainText('EcoMat')
  expect(await faults(page)).toEqual([])
  await visit(page, `/super-admin/dashboard?business=${business?.id}`)
  await page.getByRole('button', { name: /^Suspend/ }).click()
  await page.getByLabel('Reason').fill('Late twice.')
  await dialog(page).getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOf(page, `${business?.name} is suspended`)).toBeVisible()
  await page.getByRole('button', { name: /^Reinstate/ }).click()
  await dialog(page).getByRole('button', { name: 'Reinstate' }).click()
  await expect(toastOf(page, `${business?.name} is approved`)).toBeVisible()
  await expect(page.getByText('Late twice.')).toBeVisible()
  await context.close()
})

test('F7.3.16 Approve shows the facts of a business before it acts', async ({ browser, shop }) => {
  const { name } = await register(shop, `Quay Fillers ${Date.now()}`)
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  const find = async () => (await boss.api.applications.listAll({ query: { search: name } })).items[0]
  const before = await find()
  await visit(page, `/super-admin/dashboard?business=${before?.id}`)
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await expect(dialog(page)).toContainText(before?.email ?? '?')
  await expect(dialog(page)).toContainText(before?.address ?? '?')
  expect(await faults(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  expect((await find())?.businessStatus).toBe('pending')
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(page, `${name} is approved`)).toBeVisible()
  expect((await find())?.businessStatus).toBe('approved')
  await context.close()
})

test('B30 B158 B159 B160 B162 B163 B183 B335 a business admin sees the whole profile while it waits for approval; without a business, or without the role, the page says so', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const { name } = await register(shop, `Dock Mats ${Date.now()}`)
  const [business] = (await boss.api.applications.listAll({ query: { search: name } })).items
  const email = newEmail()
  const made = await boss.api.users.create({
    body: { name: 'Olga Owner', email, password: '123456', role: 'business_admin', businessId: business?.id ?? null },
  })
  await (await shop.signIn(email, '123456')).api.account.changePassword({ body: { currentPassword: '123456', newPassword: PASSWORD } })
  const context = await browserOf(browser, shop, await shop.signIn(email, PASSWORD))
  const page = await context.newPage()
  await visit(page, '/business/profile')
  const main = page.getByRole('main')
  for (const text of [
    name,
    'Active',
    'Pending Approval',
    'We cut mats from used boxes.',
    '+1 218 555 0199',
    'https://pier.example',
    'Duluth',
    'United States',
    '55802',
    'Last updated',
  ]) {
    await expect(main).toContainText(text)
  }
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('City').fill('Two Harbors')
  await cut(page, 'PUT', '**/api/business/profile')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(toastOf(page, 'Failed to update business profile')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Two Harbors')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business Dashboard')
  await boss.api.users.update({ params: { id: made.id }, body: { businessId: null } })
  await page.getByRole('link', { name: 'Business Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No Business Profile Found')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business Dashboard')
  await page.waitForLoadState('networkidle')
  await boss.api.users.update({ params: { id: made.id }, body: { role: 'customer' } })
  await page.getByRole('link', { name: 'Business Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await context.close()
})

test('B337 an application that does not arrive says so and keeps the fields; nothing is sent twice', async ({ page }) => {
  await visit(page, '/business/register')
  await page.getByLabel('Business name').fill('Pier Boxes')
  const { held, release } = gate()
  let sent = 0
  await page.route('**/api/businesses/register', async (route) => {
    sent += 1
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByLabel('Business name').press('Enter')
  release()
  await expect(page.getByRole('alert')).toHaveText('Failed to submit registration. Please try again.')
  await expect(page.getByLabel('Business name')).toHaveValue('Pier Boxes')
  expect(sent).toBe(1)
  await isAlive(page)
})
