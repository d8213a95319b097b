import { OFFICE_PLACES } from '../../app/features/kit/office-places.ts'
import { cut, dialog, rowOf } from '../office-parts.ts'
import { expectSound, faults } from '../sound.ts'
import { browserOf, expect, mailTo, newEmail, PASSWORD, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

test('B12 B40 B41 B42 B43 B192 B196 B199 B290 B291 B293 B294 B295 staff find, add, change and delete a user; what fails says why and keeps what was typed', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/users?search=super@reflute.test')
  await expect(rowOf(page, 'super@reflute.test')).toContainText('Super admins only')
  await page.getByRole('searchbox').fill('nobody of this name')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('No users found')).toBeVisible()

  await test.step('a user who is not there has a heading and the reason', async () => {
    await visit(page, '/admin/users/3f0e7b0c-6f0f-4f43-9a5e-0d6c2f5b8a11')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'User' })).toBeVisible()
    await visit(page, '/admin/users')
  })

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
  await dialog(page).getByLabel('Set a first password instead of inviting by email').check()
  await test.step('F7.4.2 B343 a password of five is refused at its field, one of six is taken', async () => {
    await dialog(page).getByLabel('Password', { exact: true }).fill('12345')
    await dialog(page).getByRole('button', { name: 'Create User' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Password must be at least 6 characters long')
    await expect(dialog(page).getByRole('alert')).toBeInViewport()
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('12345')
    await dialog(page).getByLabel('Password', { exact: true }).fill('123456')
    await dialog(page).getByRole('button', { name: 'Create User' }).click()
    await expect(dialog(page).getByText('Password must be at least 6 characters long')).toHaveCount(0)
    await expect(dialog(page).getByRole('alert')).toHaveText('A user with this email already exists')
  })
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
  await test.step('F7.4.2 B292 a deletion that fails says why in the words of the server, else that it failed; the user stays', async () => {
    const detail = 'This user is being edited by somebody else.'
    await page.route('**/api/admin/users/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify({ status: 409, detail }) })
        : route.fallback(),
    )
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(detail)
    await expect(dialog(page).getByRole('alert')).toBeInViewport()
    await page.unroute('**/api/admin/users/*')
    await cut(page, 'DELETE', '**/api/admin/users/*')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Failed to delete user')).toBeInViewport()
    await expect(dialog(page)).toContainText(name)
    await expect(rowOf(page, email)).toHaveCount(1)
  })
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
  await visit(page, '/admin/users?search=customer@reflute.test')
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

test('F7.4.2 B9 a role without a name of its own is shown as it is, in the list of users and in the account', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await page.route('**/api/admin/users?*', async (route) => {
    const response = await route.fetch()
    const users = (await response.json()) as { email: string; role: string }[]
    const json = users.map((user) => (user.email === 'customer@reflute.test' ? { ...user, role: 'night_auditor' } : user))
    return route.fulfill({ response, json })
  })
  await visit(page, '/admin/users?search=customer@reflute.test')
  const role = rowOf(page, 'customer@reflute.test').getByText('night_auditor', { exact: true })
  await expect(role).toBeInViewport()
  await context.close()

  const own = await browserOf(browser, shop, await shop.demo('customer@reflute.test'))
  const account = await own.newPage()
  await account.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: object }
    return route.fulfill({ response, json: { user: { ...user, role: 'night_auditor' } } })
  })
  await visit(account, '/account')
  await expect(account.getByRole('main').getByText('night_auditor', { exact: true })).toBeInViewport()
  await own.close()
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
  await dialog(page).getByLabel('Name').fill('Renamed Here')
  await dialog(page).getByRole('button', { name: 'Update User' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Renamed Meanwhile')
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect(toastOf(page, 'User updated successfully')).toBeVisible()
  await visit(page, '/admin/users?search=super@reflute.test')
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(dialog(page).getByLabel('Role').locator('option')).toContainText(['Super Admin'])
  await context.close()
})

test('B11 B88 B338 staff find a tile for every screen, the totals and what happened last; who loses the role meanwhile sees it', async ({
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
  await page.getByText('All screens', { exact: true }).click()
  const tiles = page.getByRole('navigation', { name: 'Screens' })
  for (const { to, roles } of OFFICE_PLACES) {
    const isOpen = roles.includes('application_admin') && to !== '/admin/accounting' // the journal is for finance
    await expect(tiles.locator(`a[href="${to}"]`), to).toHaveCount(isOpen ? 1 : 0)
  }
  await test.step('B57 Quick Stats show the totals of the shop', async () => {
    const { totalUsers, totalProducts, totalOrders, monthlyRevenue } = await boss.api.staff.dashboardStats()
    const stats = page.getByRole('region', { name: 'Quick Stats' })
    await expect(stats.getByRole('term')).toHaveText(['Users', 'Products', 'Orders', 'Revenue this month'])
    await expect(stats.getByRole('definition')).toHaveText([
      totalUsers.toLocaleString('en-US'),
      totalProducts.toLocaleString('en-US'),
      totalOrders.toLocaleString('en-US'),
      monthlyRevenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    ])
    await stats.scrollIntoViewIfNeeded() // on a low screen what waits comes first
    for (const figure of await stats.getByRole('definition').all()) await expect(figure).toBeInViewport()
  })
  await test.step('B58 Recent Activity says what happened last', async () => {
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Tilda Temp')
  })
  /** The tile of this name opens the screen with this heading; answers its main part. */
  const openTile = async (name: string, path: string, title = name) => {
    await visit(page, '/admin')
    await page.getByText('All screens', { exact: true }).click()
    const tile = tiles.getByRole('link', { name: new RegExp(`^${name}`) }).and(page.locator(`[href="${path}"]`))
    await tile.scrollIntoViewIfNeeded()
    await expect(tile).toBeInViewport()
    await tile.click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    return page.getByRole('main')
  }
  await test.step('F7.4.2 B4 staff manage users, businesses, categories, products, orders and the blog', async () => {
    await test.step('B48 the tile of users', async () => {
      const main = await openTile('Users', '/admin/users')
      await expect(main.getByRole('button', { name: 'Add User' })).toBeInViewport()
      await expect(main.getByRole('button', { name: /^Edit / }).first()).toBeInViewport()
    })
    await test.step('B52 the tile of businesses', async () => {
      const main = await openTile('Businesses', '/admin/businesses')
      await expect(
        main
          .getByRole('row')
          .filter({ hasText: /Approved|Pending/i })
          .first(),
      ).toBeInViewport()
      await expect(
        main
          .getByRole('button', { name: /^Edit / })
          .or(main.getByRole('link', { name: /^Edit / }))
          .first(),
      ).toBeInViewport()
    })
    await test.step('B53 the tile of categories', async () => {
      const main = await openTile('Categories', '/admin/categories')
      await expect(main.getByRole('button', { name: 'Add Category' })).toBeInViewport()
      await expect(main.getByRole('button', { name: 'Edit Mat Makers' })).toBeInViewport()
    })
    await test.step('B49 the tile of products', async () => {
      const main = await openTile('Products', '/admin/products')
      await expect(main.getByRole('link', { name: 'Add Product' })).toBeInViewport()
      await expect(main.getByRole('grid', { name: 'Products' }).getByRole('row').nth(1)).toBeInViewport()
    })
    await test.step('B50 the tile of orders', async () => {
      const customer = await shop.customer('Otto Order')
      await putInCart(shop, customer, 'curled-chips-box')
      const { number } = await placeOrder(customer)
      const main = await openTile('Orders', '/admin/orders')
      await main.getByRole('link', { name: number }).first().click()
      await expect(main.getByRole('button', { name: 'Start processing' })).toBeInViewport()
    })
    await test.step('B51 the tile of the blog', async () => {
      const main = await openTile('Blog', '/admin/blog')
      await expect(main.getByRole('link', { name: 'New post' })).toBeInViewport()
      await expect(main.getByRole('row').nth(1)).toBeInViewport()
    })
  })
  await test.step('B56 the tile of settings', async () => {
    const main = await openTile('Settings', '/admin/settings')
    await expect(main.getByRole('textbox').first()).toBeInViewport()
  })
  await visit(page, '/admin/users')
  await boss.api.users.update({ params: { id: made.id }, body: { role: 'customer' } })
  await page.getByRole('navigation', { name: 'Back office' }).first().getByRole('link', { name: 'Home' }).click()
  await test.step('B59 who may not be there any more reads so', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(page.getByText("You don't have permission to access this page")).toBeVisible()
  })
  await context.close()
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

test('F7.3.20 staff add a user by inviting: no password is asked for, and an email is on its way', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  await visit(page, '/admin/users')
  const email = newEmail()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Invited')
  await page.getByLabel('Email', { exact: true }).fill(email)
  expect(await faults(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(toastOf(page, 'User created successfully')).toBeVisible()
  const [mail] = (await staff.api.mails.list({ query: { search: email } })).items
  expect(mail?.template).toBe('account-invitation')
  await context.close()
})

test('F7.3.15 the staff dashboard begins with what waits, and each count leads to its list', async ({ browser, shop }) => {
  const { reference } = await shop.visitor.messages.contact({ body: { name: 'Wes', email: 'wes@story.test', message: 'Which blade?' } })
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  for (const name of [/Orders to ship/, /Returns to answer/, /Refunds to make/, /Applications to review/])
    await expect(waiting.getByRole('link', { name })).toBeInViewport()
  await expect(waiting.getByRole('link', { name: /Payouts to send/ })).toHaveCount(0) // only super admins send them
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden()
  expect(await faults(page)).toEqual([])
  await waiting.getByRole('link', { name: /Messages to answer/ }).click()
  await expect(page).toHaveURL(/messages\?status=open/)
  await expect(page.getByRole('grid', { name: 'Messages' })).toContainText(reference)
  await context.close()
})
