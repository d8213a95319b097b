import { expectSound, listen } from '../sound.ts'
import { browserOf, expect, test, visit } from '../story.ts'

const EVERY_MS = 10_000

test('M-HEALTH a super admin finds the state of the shop in the side bar; it follows the shop while the page is visible', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  const heard = listen(page)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/health/details')) reads += 1
  })
  await page.clock.install()
  await visit(page, '/super-admin/dashboard')
  await page.getByRole('button', { name: 'Screens of Settings' }).click()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page).toHaveTitle(/^Health \|/)
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeInViewport()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('Server')).toContainText('ready')
  await expect(row('Database')).toContainText('OK')
  await expect(row('Backup')).toContainText('No backup recorded.')
  await expect(row('Restore drill')).toContainText('No drill recorded.')
  await expect(page.getByRole('status')).toContainText('No problems, 2 warnings.')
  const runbook = row('Backup').getByRole('link', { name: 'Runbook' })
  const answer = await page.request.get((await runbook.getAttribute('href')) ?? '')
  expect(await answer.text()).toContain('# Runbook: the newest backup is too old')
  await expectSound(page)

  const first = reads
  await page.clock.runFor(EVERY_MS)
  await expect.poll(() => reads).toBeGreaterThan(first)
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  const before = reads
  await page.clock.runFor(3 * EVERY_MS)
  expect(reads).toBe(before)
  await show('visible')
  await expect.poll(() => reads).toBeGreaterThan(before)
  expect(heard).toEqual([])
  await context.close()
})

test('M-HEALTH the screen says that the state cannot be read, and works again after another try; staff have no entry', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  await page.route('**/api/health/details', (route) => route.abort())
  await visit(page, '/super-admin/health')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('could not be loaded')
  await page.unroute('**/api/health/details')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Health' })).toBeInViewport()
  await expect(alert).toHaveCount(0)
  await context.close()

  const staff = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const office = await staff.newPage()
  await visit(office, '/admin')
  await office.getByRole('button', { name: 'Screens of Settings' }).click()
  await expect(office.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible()
  await expect(office.getByRole('link', { name: 'Health', exact: true })).toHaveCount(0)
  await staff.close()
})
