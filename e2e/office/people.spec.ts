import type { Page } from '@playwright/test'
import { OFFICE_PLACES } from '../../app/features/kit/office-places.ts'
import { expectSound, faults } from '../sound.ts'
import { browserOf, expect, gate, isAlive, mailTo, newEmail, PASSWORD, type Shop, test, toastOf, visit } from '../story.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
/** The next write of this kind never arrives. */
const cut = (page: Page, method: string, path: string) =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()), { times: 1 })

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

test('B4 B12 B40 B41 B42 B43 B192 B196 B199 B290 B291 B292 B293 B294 B295 staff find, add, change and delete a user; what fails says why and keeps what was typed', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/users')
  await expect(rowOf(page, 'super@reflute.test')).toContainText('For super admins')
  await page.getByRole('searchbox').fill('nobody of this name')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('No users found')).toBeVisible()

  const [name, email] = [`Nora ${Date.now()}`, newEmail()]
  await page.getByRole('button', { name: 'Add User' }).click()
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in all fields')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel('Role', { exact: true }).locator('option')).toHaveText([
    'Customer',
    'Business Admin',
    'Application Admin',
  ])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill('customer@reflute.test')
  await page.getByLabel('Password').fill('12345')
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Password must be at least 6 characters long')
  await page.getByLabel('Password').fill('123456')
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('A user with this email already exists')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByLabel('Role', { exact: true }).selectOption('Business Admin')
  expect(await faults(page)).toEqual([])
  await cut(page, 'POST', '**/api/admin/users')
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(toastOf(page, 'Failed to create user')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(toastOf(page, 'User created successfully')).toBeVisible()

  await page.getByRole('searchbox').fill(email)
  await page.getByRole('searchbox').press('Enter')
  await expect(rowOf(page, email)).toContainText('No business')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialog(page).getByLabel('Password')).toHaveCount(0)
  await dialog(page).getByLabel('Status').selectOption('Suspended')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(dialog(page).getByLabel('Status')).toHaveValue('Suspended')
  await dialog(page).getByLabel('Reason').fill('Asked by phone')
  await cut(page, 'PUT', '**/api/admin/users/*')
  await dialog(page).getByRole('button', { name: 'Update User' }).click()
  await expect(toastOf(page, 'Failed to update user')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Update User' }).click()
  await expect(toastOf(page, 'User updated successfully')).toBeVisible()
  await expect(rowOf(page, email)).toContainText('Suspended')

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog(page)).toContainText(`Are you sure you want to delete user "${name}"? This action cannot be undone.`)
  await cut(page, 'DELETE', '**/api/admin/users/*')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete user')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'User deleted successfully')).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
  await context.close()
})

test('B44 B288 B289 users that cannot be loaded say so with a Retry; a refusal is not tried again', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  let asked = 0
  await page.route('**/api/admin/users?*', (route) => {
    asked += 1
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, detail: 'Not for you.' }),
    })
  })
  await visit(page, '/admin/users')
  await expect(page.getByText('Error Loading Users')).toBeVisible()
  await expect(page.getByText('Not for you.')).toBeVisible()
  expect(asked).toBe(1)
  await page.unroute('**/api/admin/users?*')
  await page.route('**/api/admin/users?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to load user data')).toBeVisible()
  await page.unroute('**/api/admin/users?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, 'customer@reflute.test')).toBeVisible()
  await context.close()
})

test('B198 a user whom two people edit at once: the second one sees what the first has changed and chooses', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const customer = await shop.customer('Twice Edited')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, `/admin/users?search=${customer.email}`)
  await page.getByRole('button', { name: 'Edit Twice Edited' }).click()
  await expect(dialog(page).getByLabel('Role').locator('option')).toHaveText(['Customer', 'Business Admin', 'Application Admin'])
  const [user] = (await boss.api.users.list({ query: { search: customer.email } })).items
  await boss.api.users.update({ params: { id: user?.id ?? '' }, body: { name: 'Renamed Meanwhile' } })
  await dialog(page).getByLabel('Status').selectOption('Inactive')
  await dialog(page).getByRole('button', { name: 'Update User' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Renamed Meanwhile')
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect(toastOf(page, 'User updated successfully')).toBeVisible()
  await visit(page, '/admin/users?search=super@reflute.test')
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(dialog(page).getByLabel('Role').locator('option')).toContainText(['Super Admin'])
  await context.close()
})

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
  await expect(toastOf(page, `${business?.name} is approved`)).toBeVisible()
  await expect(page.getByText('Late twice.')).toBeVisible()
  await context.close()
})

test('B11 B338 B48-B57 B58 B59 B88 staff find a tile for every screen, the totals and what happened last; who loses the role meanwhile sees it', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const email = newEmail()
  const made = await boss.api.users.create({ body: { name: 'Tilda Temp', email, password: '123456', role: 'application_admin' } })
  const first = await shop.signIn(email, '123456')
  await first.api.account.changePassword({ body: { currentPassword: '123456', newPassword: PASSWORD } })
  const context = await browserOf(browser, shop, await shop.signIn(email, PASSWORD))
  const page = await context.newPage()
  await page.goto('/super-admin/dashboard')
  await expect(page).toHaveURL(/:\d+\/$/)
  await visit(page, '/admin')
  const tiles = page.getByRole('navigation', { name: 'Screens' })
  for (const { to, roles } of OFFICE_PLACES) {
    await expect(tiles.locator(`a[href="${to}"]`), to).toHaveCount(roles.includes('application_admin') ? 1 : 0)
  }
  for (const label of ['Users', 'Products', 'Orders', 'Revenue this month'])
    await expect(page.locator('.figure-tiles').getByText(label, { exact: true })).toBeVisible()
  await expect(page.locator('.figure-tiles')).toContainText(/\$[\d,]+\.\d\d/)
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Tilda Temp')
  await tiles.getByRole('link', { name: /^Users/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await boss.api.users.update({ params: { id: made.id }, body: { role: 'customer' } })
  await page.getByRole('navigation', { name: 'Back office' }).first().getByRole('link', { name: 'Application Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible()
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
  await page.getByRole('link', { name: 'Business Dashboard' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Leave' }).click()
  await boss.api.users.update({ params: { id: made.id }, body: { businessId: null } })
  await page.getByRole('link', { name: 'Business Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No Business Profile Found')
  await page.getByRole('link', { name: 'Business Dashboard' }).first().click()
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

test('B242 an address that staff enter is marked until it is confirmed; the old mailbox undoes it, and the link works once', async ({
  browser,
  page,
  shop,
}) => {
  const customer = await shop.customer('Ulla Undone')
  const fresh = newEmail()
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const office = await context.newPage()
  await visit(office, `/admin/users?search=${encodeURIComponent(customer.email)}`)
  await rowOf(office, customer.email).getByRole('button', { name: 'Edit Ulla Undone' }).click()
  await office.getByLabel('Email', { exact: true }).fill(fresh)
  await dialog(office).getByRole('button', { name: 'Update User' }).click()
  await expect(rowOf(office, fresh)).toContainText(`Not confirmed. Signs in as ${customer.email}`)
  await rowOf(office, fresh).getByRole('button', { name: 'Edit Ulla Undone' }).click()
  await expect(dialog(office)).toContainText(`Until then sign-in and emails use ${customer.email}.`)

  const mail = await mailTo(customer.email, /about to change/)
  const link = /https?:\/\/\S+\/undo-email\?token=\S+/.exec(mail.text)?.[0] ?? ''
  const path = new URL(link).pathname + new URL(link).search
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your email address')
  await expectSound(page)
  const lead = page.getByText('You can undo that here.')
  await expect(lead).toBeVisible()
  expect((await customer.api.account.read()).pendingEmail).toBe(fresh)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('status').getByText('Your account uses this email address again')).toBeVisible()
  await expect(lead).toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await expect(customer.api.account.read()).rejects.toMatchObject({ status: 401 })
  await visit(page, path)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('alert').getByText('This link has expired or was already used.')).toBeVisible()
  await expect(lead).toHaveCount(0)
  await visit(page, '/undo-email')
  await expect(page.getByRole('alert').getByText('This link is incomplete.')).toBeVisible()
  await expect(lead).toHaveCount(0)
  await office.reload()
  await expect(rowOf(office, customer.email)).not.toContainText('Not confirmed')
  await context.close()
})

test('the address in the email to super admins opens the account with Suspended chosen; saving suspends it, and the form stays closed', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const email = newEmail()
  const body = { name: 'Sam Staff', email, password: PASSWORD, role: 'application_admin' as const, status: 'Active' as const }
  const { id } = await boss.api.users.create({ body })
  const context = await browserOf(browser, shop, boss)
  const office = await context.newPage()
  await visit(office, `/admin/users?search=${id}&edit=${id}&to=Suspended`)
  await expect(dialog(office)).toContainText('Edit Sam Staff')
  await expect(dialog(office).getByLabel('Status', { exact: true })).toHaveValue('Suspended')
  await dialog(office).getByRole('button', { name: 'Update User' }).click()
  await expect(dialog(office)).toHaveCount(0)
  await expect(rowOf(office, email)).toContainText('Suspended')
  expect(new URL(office.url()).searchParams.has('edit')).toBe(false)
  await context.close()
})
