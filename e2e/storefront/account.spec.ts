import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sessionOf } from '#contract/identity/auth.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, field, newEmail, PASSWORD, placeOrder, putInCart, type Shop, test, toastOf, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))
const login = (shop: Shop, email: string, password: string) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)

test('a visitor registers, is greeted by name on the home page, and signs out and in again (S6, S7, S26, S27, S140, S141, S142, S143, S231, S260, S267, S268, S270, S271, S303)', {
  tag: '@smoke',
}, async ({ page }) => {
  const sent: { method: string; path: string; authorization: string | undefined; type: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const { authorization, 'content-type': type } = request.headers()
    sent.push({ method: request.method(), path: pathname, authorization, type, body: request.postData() })
  })
  const email = newEmail()
  await visit(page, '/login')
  await main(page).getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(main(page).getByRole('link', { name: 'Register your business' })).toHaveAttribute('href', '/business/register')
  await button(page, 'Create account').click()
  await expect(field(page, 'name')).toBeFocused()
  await expect(main(page).getByText('Please accept the terms')).toBeVisible()
  await field(page, 'name').fill('Rita Register')
  await field(page, 'email').fill(email)
  const rule = main(page).getByRole('listitem').filter({ hasText: 'Not a common password' })
  await field(page, 'password').fill('password123')
  await expect(rule).toHaveAttribute('data-mark', 'broken')
  await field(page, 'password').fill('Rita Register 1')
  await expect(rule).toHaveAttribute('data-mark', 'broken')
  await field(page, 'password').fill(PASSWORD)
  await expect(rule).toHaveAttribute('data-mark', 'kept')
  await expect(main(page).getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
  await expect(main(page).getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  await field(page, 'acceptTerms').check()
  await button(page, 'Create account').click()
  await expect(toastOf(page, 'Welcome, Rita Register!')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  const token = await storedToken(page)
  expect(token).toMatch(/^rf_/)

  await visit(page, '/account')
  await expect(main(page).getByText('Customer', { exact: true })).toBeVisible()
  const reads = sent.filter(({ method, path }) => method === 'GET' && path === '/api/auth/me')
  expect(reads.at(-1)?.authorization).toBe(`Bearer ${token}`)
  const register = sent.find(({ path }) => path === '/api/auth/register')
  expect(register).toMatchObject({ method: 'POST', type: 'application/json', authorization: undefined })

  await page.getByRole('banner').getByRole('button', { name: 'Rita' }).click()
  await page.getByText('Sign Out', { exact: true }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedToken(page)).toBeNull()
  expect(sent.find(({ path }) => path === '/api/auth/logout')).toMatchObject({
    method: 'POST',
    authorization: `Bearer ${token}`,
    body: null,
  })

  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await button(page, 'Sign In').click()
  await expect(toastOf(page, 'Welcome back, Rita Register!')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  const body: unknown = JSON.parse(sent.find(({ path }) => path === '/api/auth/login')?.body ?? '')
  expect(body).toEqual({ email, password: PASSWORD })
})

test('sign-in says Login failed when the call never arrives, and a failed sign-out still ends the session here (S302, S304)', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.customer('Nora Network'))
  const page = await context.newPage()
  await visit(page, '/account')
  await page.route('**/api/auth/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('banner').getByRole('button', { name: 'Nora' }).click()
  await page.getByText('Sign Out', { exact: true }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field(page, 'email').fill('nora@story.test')
  await field(page, 'password').fill(PASSWORD)
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert').getByText('Login failed')).toBeVisible()
  await expect(field(page, 'email')).toHaveValue('nora@story.test')
  await context.close()
})

test('the session is asked for once and never again when that fails; meanwhile the account page shows a spinner, then Access Denied (S177, S178, S236, S269, S306)', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  let asked = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    asked += 1
    await held
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"no"}' })
  })
  await page.clock.install()
  await page.goto('/account')
  await expect(main(page).locator('.spinner')).toBeVisible()
  await expect(main(page).getByText('Loading...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(main(page).getByText('Please log in to view your account.')).toBeVisible()
  await page.clock.runFor(10_000) // a second try would have come by now
  expect(asked).toBe(1)
  await expect(main(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?from=%2Faccount')
  await context.close()
})

const ROLES = [
  { email: 'customer@reflute.test', badge: 'Customer', dashboards: [] },
  { email: 'seller@reflute.test', badge: 'Business Admin', dashboards: [['Business Dashboard', '/business/dashboard']] },
  { email: 'staff@reflute.test', badge: 'Application Admin', dashboards: [['Application Dashboard', '/admin']] },
  {
    email: 'super@reflute.test',
    badge: 'Super Admin',
    dashboards: [
      ['Super Admin', '/super-admin/dashboard'],
      ['Application Dashboard', '/admin'],
    ],
  },
]

test('each role sees its own account: badge, status, business, dashboards and actions (S6, S32, S179, S180, S181, S182, S183, S184, S185, S236, S260, S261, S262, S263, S264, S265)', async ({
  browser,
  shop,
}) => {
  for (const { email, badge, dashboards } of ROLES) {
    const account = await shop.demo(email)
    const { user } = await account.api.auth.me()
    const context = await browserOf(browser, shop, account)
    const page = await context.newPage()
    await visit(page, '/account')
    const card = main(page).getByRole('region', { name: 'Account Information' })
    for (const text of [account.name, email, badge, 'Active']) await expect(card.getByText(text, { exact: true })).toBeVisible()
    await expect(card.getByText(`Associated with business ID: ${user?.businessId}`)).toHaveCount(user?.businessId ? 1 : 0)
    if (user?.businessName) await expect(card.getByText(user.businessName)).toBeVisible()
    const access = main(page).getByRole('region', { name: 'Dashboard Access' })
    await expect(access).toHaveCount(dashboards.length > 0 ? 1 : 0)
    await expect(access.getByRole('link')).toHaveCount(dashboards.length)
    for (const [name = '', to = ''] of dashboards) {
      await expect(access.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
    }
    const actions = main(page).getByRole('region', { name: 'Account Actions' })
    await expect(actions.getByText('Need to update your account information? Contact support for assistance.')).toBeVisible()
    await expect(actions.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
    const profile = actions.getByRole('link', { name: 'Edit Business Profile' })
    await expect(profile).toHaveCount(user?.role === 'business_admin' ? 1 : 0)
    if (user?.role === 'business_admin') await expect(profile).toHaveAttribute('href', '/business/profile')
    await context.close()
  }
})

test("accounts of staff are not addressed as a buyer's, unless they have placed orders", async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { email, api } = await shop.customer('Stella Staff')
  const { user } = await api.auth.me()
  await boss.api.users.update({ params: { id: user?.id ?? '' }, body: { role: 'application_admin' } })
  const stella = await shop.signIn(email, PASSWORD)
  const placesOf = (page: Page) => page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  for (const account of [boss, stella]) {
    const context = await browserOf(browser, shop, account)
    const page = await context.newPage()
    await visit(page, '/account')
    await expect(main(page).getByRole('region', { name: 'Account Information' })).toBeVisible()
    await expect(placesOf(page)).toHaveText(['Overview', 'Notifications', 'Sign-in and security', 'Your data'])
    await expect(main(page).getByRole('region', { name: 'My Orders' })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: 'Saved addresses' })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: 'Users', exact: true })).toHaveAttribute('href', '/admin/users')
    await visit(page, '/account/security')
    await expect(page.getByText('the name that colleagues see')).toBeVisible()
    await expect(page.getByText('the name on your orders')).toHaveCount(0)
    await visit(page, '/account/orders')
    await expect(page.getByText('No orders yet')).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: "Customers' orders" })).toHaveAttribute('href', '/admin/orders')
    expect(await faults(page)).toEqual([])
    await context.close()
  }
  await putInCart(shop, stella, 'plain-mat-600x400', 1)
  const { number } = await placeOrder(stella)
  const context = await browserOf(browser, shop, stella)
  const page = await context.newPage()
  await visit(page, '/account')
  await expect(main(page).getByRole('region', { name: 'My Orders' }).getByRole('link', { name: number })).toBeVisible()
  const places = ['Overview', 'Orders', 'Quotes', 'Papers', 'Notifications', 'Addresses', 'Tax', 'Sign-in and security', 'Your data']
  await expect(placesOf(page)).toHaveText(places)
  await placesOf(page).getByText('Orders', { exact: true }).click()
  await expect(main(page).getByRole('heading', { name: number })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('a forgotten password: the same answer for every address, and a used-up link leads to a new one (D126)', async ({ page, shop }) => {
  const { email } = await shop.customer()
  await visit(page, '/login')
  await field(page, 'email').fill(email)
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(field(page, 'email')).toHaveValue(email)
  await button(page, 'Send the link').click()
  await expect(main(page).getByText(`If there is an account for ${email}`)).toBeVisible()
  await button(page, 'Try another address').click()
  await field(page, 'email').fill('nobody')
  await button(page, 'Send the link').click()
  await expect(field(page, 'email')).toBeFocused()
  await expect(main(page).getByText('Please enter an email address like name@example.com')).toBeVisible()
  await field(page, 'email').fill('nobody@story.test')
  await button(page, 'Send the link').click()
  await expect(main(page).getByText('If there is an account for nobody@story.test')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await visit(page, '/reset-password?token=rf_used')
  await field(page, 'password').fill(PASSWORD)
  await button(page, 'Save new password').click()
  await expect(page.getByRole('alert').getByText('This link has expired or was already used.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('opening the link of a mail confirms nothing until the button is pressed (D126)', async ({ page }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/auth/')) posts.push(request.url())
  })
  await visit(page, '/verify-email?token=rf_used')
  await expect(button(page, 'Confirm this address')).toBeVisible()
  expect(posts).toEqual([])
  await button(page, 'Confirm this address').click()
  await expect(page.getByRole('alert').getByText('This link has expired or was already used.')).toBeVisible()
  expect(posts).toHaveLength(1)
  await visit(page, '/verify-email')
  await expect(page.getByRole('alert').getByText('This link is incomplete.')).toBeVisible()
})

test('a customer changes name, email and password, and signs another device out (D135)', async ({ browser, shop }) => {
  const account = await shop.customer('Ann Example')
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/account/security')
  await expect(main(page).getByText('Not confirmed yet.')).toBeVisible()
  await button(page, 'Send the email again').click()
  await expect(main(page).getByText(`An email with a link is on its way to ${account.email}`)).toBeVisible()

  await field(page, 'name').fill('Zoe Other')
  await button(page, 'Save name').click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Zoe' })).toBeVisible()

  const email = main(page).getByRole('region', { name: 'Email' })
  const fresh = `an-address-that-is-longer-than-a-phone-is-wide-${newEmail()}`
  await field(page, 'email').fill(fresh)
  await email.locator('[name=currentPassword]').fill('not my password')
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(email.getByRole('alert')).toHaveText('This is not your current password')
  await expect(email.locator('[name=currentPassword]')).toBeFocused()
  await expect(field(page, 'email')).toHaveValue(fresh)
  await email.locator('[name=currentPassword]').fill(PASSWORD)
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(email.getByText('Your new address is not confirmed yet.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await email.getByRole('button', { name: 'Keep old address' }).click()
  await expect(email.getByText('Your new address is not confirmed yet.')).toBeHidden()

  await login(shop, account.email, PASSWORD)
  await page.reload()
  const devices = main(page).getByRole('region', { name: 'Devices' })
  await expect(devices.getByText('This device')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Sign out Unknown device' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  const other = await login(shop, account.email, PASSWORD)
  const password = main(page).getByRole('region', { name: 'Password' })
  await password.locator('[name=currentPassword]').fill(PASSWORD)
  await password.locator('[name=newPassword]').fill('a stack of new sheets')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(toastOf(page, 'Your new password is set, and all other devices are signed out')).toBeVisible()
  await expect(login(shop, account.email, PASSWORD)).rejects.toMatchObject({ status: 401 })
  const ended = await fetch(`${shop.origin}/api/account`, { headers: { authorization: `Bearer ${other.token}` } })
  expect(ended.status).toBe(401)
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('a customer downloads everything, and deletes the account with a typed word and the password (D138)', async ({ browser, shop }) => {
  const account = await shop.customer('Ann Example')
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, '/account/privacy')
  await field(page, 'currentPassword').fill(PASSWORD)
  const downloading = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^reflute-account-\d{4}-\d{2}-\d{2}\.json$/)
  const all: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(all).toMatchObject({ profile: { email: account.email, name: 'Ann Example' }, orders: [] })

  await button(page, 'Delete account').click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Delete account')).toBeFocused()
  await button(page, 'Delete account').click()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.locator('[name=word]')).toBeFocused()
  await dialog.locator('[name=word]').fill('delete')
  await dialog.locator('[name=currentPassword]').fill('not my password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This is not your current password')
  await dialog.locator('[name=currentPassword]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  expect(await storedToken(page)).toBeNull()
  await expect(login(shop, account.email, PASSWORD)).rejects.toMatchObject({ status: 401 })
  await context.close()
})

test('whose password somebody else has set is led to choose a new one, wherever they go, and back afterwards (ruling 15)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Ann Example')
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  // staff cannot set passwords yet: the session says so here, everything after it is the shop's own
  let mustChange = true
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    const { user } = (await answer.json()) as { user: object }
    await route.fulfill({ response: answer, json: { user: { ...user, mustChangePassword: mustChange } } })
  })
  await page.goto('/account/orders?page=1')
  await expect(page).toHaveURL(/\/new-password\?from=%2Faccount%2Forders%3Fpage%3D1$/)
  expect(await faults(page)).toEqual([])
  await field(page, 'currentPassword').fill(PASSWORD)
  await field(page, 'newPassword').fill('a stack of new sheets')
  mustChange = false
  await button(page, 'Save new password').click()
  await expect(page).toHaveURL(/\/account\/orders\?page=1$/)
  expect((await login(shop, account.email, 'a stack of new sheets')).name).toBe('Ann Example')
  await context.close()
})
