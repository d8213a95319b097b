import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expectSound } from '../sound.ts'
import { browserOf, expect, test, toastOf, visit } from '../story.ts'

/* A shop of its own from before the rules by country. */

const PORT = Number(process.env.STORIES_PORT ?? 4173) + 9
test.use({ baseURL: `http://localhost:${PORT}` })

let server: ChildProcess

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const dataDir = join(process.env.STORIES_DATA_DIR ?? '', 'use-rules')
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
  const changed = once(server, 'message')
  server.send('legacy')
  await changed
})
test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

test('T12 the dashboard says that one rate counts everywhere; a super admin follows it, checks what to check, and uses the rules by country', async ({
  browser,
  shop,
}) => {
  const staff = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(staff, '/admin')
  await expect(staff.getByText('A super admin can turn on the rules by country.')).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Check and turn on the tax rules by country' })).toHaveCount(0)

  await visit(staff, '/shipping')
  await expect(staff.getByText('Freight costs nothing extra in any country')).toBeVisible()

  const office = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  await visit(office, '/admin')
  await office.getByRole('link', { name: 'Check and turn on the tax rules by country' }).click()
  const notice = office.getByText("Taxes and shipping by country aren't in use yet.")
  await expect(notice).toBeVisible()
  for (const name of ['Tax registrations', 'Tax rates', 'Markets', 'Shipping zones', 'Tax settings', 'Company'])
    await expect(office.locator('.notice').getByRole('link', { name, exact: true })).toBeVisible()
  await office.getByRole('button', { name: 'Use rules by country' }).click()
  const dialog = office.getByRole('dialog', { name: 'Use rules by country?' })
  await expectSound(office)
  await dialog.getByRole('button', { name: 'Use rules by country' }).click()
  await expect(toastOf(office, 'The rules by country are in use now.')).toBeVisible()
  await expect(notice).toHaveCount(0)

  await visit(office, '/admin')
  await expect(office.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(office.getByRole('link', { name: 'Check and turn on the tax rules by country' })).toHaveCount(0)
  await visit(staff, '/shipping')
  await expect(staff.getByText('Inside the European Union it is priced by weight')).toBeVisible()
})
