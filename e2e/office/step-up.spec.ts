import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, newEmail, PASSWORD, type Shop, test, toastOf, visit } from '../story.ts'

/* A shop of its own whose clock the stories move: the password of a session was entered long ago. */

const PORT = Number(process.env.STORIES_PORT ?? 4173) + 8
test.use({ baseURL: `http://localhost:${PORT}` })
const DEMO_PASSWORD = 'reflute-demo'

let server: ChildProcess

test.beforeAll(async () => {
  test.setTimeout(400_000)
  const dataDir = join(process.env.STORIES_DATA_DIR ?? '', 'step-up')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DEMO: '1',
    RATE_LIMIT: 'off',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
  }
  server = fork('e2e/movable-shop.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  await once(server, 'message')
})
test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

/** Lets the password of every session get too old. */
async function wait(minutes = 6): Promise<void> {
  const moved = once(server, 'message')
  server.send(minutes)
  await moved
}

const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })
async function confirm(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Continue' }).click()
}

async function openUser(page: Page, email: string) {
  await visit(page, `/admin/users?search=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: /^Edit / }).click()
  return page.getByRole('dialog', { name: /^Edit / })
}

const roleOf = async ({ api }: Account, email: string) => (await api.users.list({ query: { search: email } })).items[0]?.role

async function staffAt(shop: Shop, email: string) {
  const account = await shop.demo(email)
  await wait()
  return account
}

test('a new role of a user asks for the password: a wrong one stays in the dialog, what was typed stays, the change is made by itself after the right one', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Cora Customer')
  const staff = await staffAt(shop, 'staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const form = await openUser(page, customer.email)
  await form.getByLabel('Name', { exact: true }).fill('Cora Renamed')
  await form.getByLabel('Role', { exact: true }).selectOption('application_admin')
  await form.getByRole('button', { name: 'Update User' }).click()

  await expect(question(page).getByLabel('Password', { exact: true })).toBeFocused()
  expect(await faults(page)).toEqual([])
  await confirm(page, 'not the password')
  await expect(question(page)).toContainText('This is not your current password')
  await confirm(page, '')
  await expect(question(page)).toContainText('Please enter your current password')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was saved. This change needs your password.')).toHaveCount(1)
  await expect(form.getByRole('alert')).toHaveText('Nothing was saved. This change needs your password.')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Cora Renamed')
  await expect(form.getByLabel('Role', { exact: true })).toHaveValue('application_admin')
  expect(await roleOf(staff, customer.email)).toBe('customer')

  await form.getByRole('button', { name: 'Update User' }).click()
  await expect(question(page).getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Update User' }).click()
  await confirm(page)
  await expect(toastOf(page, 'User updated successfully')).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(await roleOf(staff, customer.email)).toBe('application_admin')

  // the next one within 5 minutes is not asked for
  const again = await openUser(page, customer.email)
  await again.getByLabel('Status', { exact: true }).selectOption('Suspended')
  await again.getByRole('button', { name: 'Update User' }).click()
  await expect(toastOf(page, 'User updated successfully').first()).toBeVisible()
  await context.close()
})

test('an export of orders and the file for the bank are saved once the password is entered', async ({ browser, shop }) => {
  const boss = await staffAt(shop, 'super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, '/admin/orders')
  await page.locator('summary', { hasText: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), confirm(page)])
  expect(file.suggestedFilename()).toMatch(/^orders-.*\.csv$/)

  await wait()
  await visit(page, '/admin/payouts')
  await page.getByRole('button', { name: /bank file/i }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('needs your password')).toHaveCount(0)
  await page.getByRole('button', { name: /bank file/i }).click()
  const [bank] = await Promise.all([page.waitForEvent('download'), confirm(page)])
  expect(bank.suggestedFilename()).toMatch(/^bank-payouts-.*\.csv$/)
  await context.close()
})

test('a VAT ID is confirmed and a certificate accepted once the password is entered; canceled, both forms stay as they were', async ({
  browser,
  shop,
}) => {
  const buyer = await shop.customer('Vera Buyer')
  await buyer.api.vatIds.check({ body: { vatId: 'DE136695976' } })
  const facts = { states: 'TX', kind: 'resale', number: 'C-4711' } as const
  const upload = new FormData()
  for (const [name, value] of Object.entries(facts)) upload.append(name, value)
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')
  upload.append('file', new Blob([pdf], { type: 'application/pdf' }), 'exempt.pdf')
  await buyer.api.exemptions.add({ form: upload, body: facts })
  const staff = await staffAt(shop, 'staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()

  await visit(page, '/admin/tax/vat-ids')
  await page.getByRole('button', { name: 'Confirm DE136695976' }).click()
  const form = page.getByRole('dialog', { name: 'Confirm DE136695976' })
  await form.getByLabel('How you confirmed it').fill('Letter of the tax office')
  await form.getByRole('button', { name: 'Confirm VAT ID' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByRole('alert')).toHaveText('Nothing was saved. This change needs your password.')
  await expect(form.getByLabel('How you confirmed it')).toHaveValue('Letter of the tax office')
  const checkOf = async () => (await staff.api.vatIds.list()).items.find(({ vatId }) => vatId === 'DE136695976')
  expect(await checkOf()).toMatchObject({ status: 'unavailable' })
  await form.getByRole('button', { name: 'Confirm VAT ID' }).click()
  expect(await faults(page)).toEqual([])
  await confirm(page)
  await expect(toastOf(page, 'DE136695976 confirmed for 7 days.')).toBeVisible()
  expect(await checkOf()).toMatchObject({ status: 'valid', source: 'staff' })

  await wait()
  await visit(page, '/admin/tax/certificates')
  await page.getByRole('button', { name: /^Accept certificate/ }).click()
  const accept = page.getByRole('dialog', { name: 'Accept certificate' })
  await accept.getByRole('button', { name: 'Accept certificate' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toBeHidden()
  expect((await staff.api.exemptions.list()).items[0]).toMatchObject({ status: 'waiting' })
  await accept.getByRole('button', { name: 'Accept certificate' }).click()
  await confirm(page)
  await expect(toastOf(page, 'Certificate accepted. The customer is emailed.')).toBeVisible()
  expect((await staff.api.exemptions.list()).items[0]).toMatchObject({ status: 'accepted' })
  await context.close()
})

test('a session that ended meanwhile says so; the form stays', async ({ browser, shop }) => {
  const customer = await shop.customer('Dora Customer')
  const staff = await staffAt(shop, 'staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const form = await openUser(page, customer.email)
  await form.getByLabel('Status', { exact: true }).selectOption('Inactive')
  await form.getByRole('button', { name: 'Update User' }).click()
  await expect(question(page)).toBeVisible()
  await staff.api.auth.logout()
  await confirm(page)
  await expect(toastOf(page, 'Your session has ended. Please sign in again.')).toBeVisible()
  await expect(question(page)).toBeHidden()
  await context.close()
})

test('a first password of staff that was not used for 72 hours is refused at the sign-in with the way out; a wrong one learns nothing', async ({
  page,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const email = newEmail()
  await boss.api.users.create({ body: { name: 'Nora New', email, password: 'abc123' } })
  await wait(72 * 60 + 1)
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').first()).toHaveText('Invalid email or password')
  await page.getByLabel('Password', { exact: true }).fill('abc123')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').first()).toContainText('This first password expired')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/forgot-password/)
})
