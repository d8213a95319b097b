import { OFFICE_PLACES } from '../../app/features/kit/office-places.ts'
import { browserOf, expect, field, isAlive, PASSWORD, test, visit } from '../story.ts'

test('a visitor is sent from the back office to sign in, and comes back after it (S34 S35 B34 D122)', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto('/admin/orders')
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Forders$/)
  await isAlive(page)
  await field(page, 'email').fill('staff@reflute.test')
  await field(page, 'password').fill('reflute-demo')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

const PEOPLE = [
  ['customer@reflute.test', 'customer'],
  ['seller@reflute.test', 'business_admin'],
  ['staff@reflute.test', 'application_admin'],
  ['super@reflute.test', 'super_admin'],
] as const

for (const [email, role] of PEOPLE) {
  test(`${role} opens the screens of the role, and is sent home from every other one (S36 B6 B7 B35 B231 B232)`, async ({
    browser,
    shop,
  }) => {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    const own = new Set(OFFICE_PLACES.filter(({ roles }) => roles.some((one) => one === role)).map(({ to }) => to))
    for (const { to } of OFFICE_PLACES) {
      await page.goto(to)
      await expect(page, to).toHaveURL(own.has(to) ? new RegExp(`${to}$`) : /:\d+\/$/)
      await expect(page.getByRole('heading', { level: 1 }), to).not.toHaveText('Page Not Found')
    }
    await context.close()
  })
}

test('B8 a customer is sent home from the dashboards, lists, records and forms of the back office, and no link leads there', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('customer@reflute.test'))
  const page = await context.newPage()
  const office = ['/admin', '/admin/orders/1', '/admin/products/new', '/super-admin/dashboard', '/super-admin/health', '/color-palette']
  for (const to of [...office, '/business/dashboard', '/business/orders/1', '/business/products/new']) {
    await page.goto(to)
    await expect(page, to).toHaveURL(/:\d+\/$/)
  }
  await visit(page, '/account')
  await expect(page.locator('a[href^="/admin"], a[href^="/super-admin"], a[href="/business/dashboard"]')).toHaveCount(0)
  await context.close()
})

test('staff enter the back office; a page without a list of roles admits everybody who is signed in (S36, S37)', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  for (const path of ['/admin', '/admin/orders', '/account/orders']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await context.close()
})

test('the account page asks a visitor to log in instead of redirecting (S178, D132)', async ({ page }) => {
  const answer = await page.goto('/account')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText('Please log in to view your account.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/login/)
})

test('an unknown address answers 404 with links home and back (S33 B32)', async ({ page }) => {
  await visit(page, '/products')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await isAlive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await visit(page, '/no/such/page')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('an unknown product answers 404 with its own words (S114)', async ({ page }) => {
  const answer = await page.goto('/products/no-such-product')
  expect(answer?.status()).toBe(404)
  await isAlive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

for (const from of ['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)']) {
  test(`signing in never leads away from the shop: from=${from} goes to the home page (S143)`, async ({ page, shop }) => {
    const { email } = await shop.customer()
    await visit(page, `/login?from=${encodeURIComponent(from)}`)
    await field(page, 'email').fill(email)
    await field(page, 'password').fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/)
  })
}

test('both fields are asked for, and a wrong pair says no more than that (S248, D121)', async ({ page }) => {
  await visit(page, '/login')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').getByText('Please enter both email and password')).toBeVisible()
  await expect(field(page, 'email')).toBeFocused()
  await field(page, 'email').fill('nobody@story.test')
  await field(page, 'password').fill('not-the-password')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').getByText('Invalid email or password')).toBeVisible()
  await expect(field(page, 'email')).toHaveValue('nobody@story.test')
})
