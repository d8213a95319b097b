import type { Browser } from '@playwright/test'
import { isOpenAt, officePlaces } from '#app/features/kit/office-places.ts'
import { cut, dialog, rowOf } from '../office-parts.ts'
import { expectSound, faults } from '../sound.ts'
import { browserOf, expect, newEmail, PASSWORD, type Shop, test, toastOf, visit } from '../story.ts'

/** Creates an application admin with all duties, who has chosen a password. */
async function makeClerk(shop: Shop, name: string) {
  const boss = await shop.demo('super@reflute.test')
  const [email, password] = [newEmail(), 'first-box-42']
  const { id } = await boss.api.users.create({ body: { name, email, password, role: 'application_admin' } })
  const first = await shop.signIn(email, password)
  await first.api.account.changePassword({ body: { currentPassword: password, newPassword: PASSWORD } })
  return { id, email, boss, account: await shop.signIn(email, PASSWORD) }
}

const openAs = async (browser: Browser, shop: Shop, account: Awaited<ReturnType<Shop['demo']>>) =>
  (await browserOf(browser, shop, account)).newPage()

test('a super admin narrows the duties of a colleague, who at once only sees what they read', async ({ browser, shop }) => {
  const { id, email, boss, account } = await makeClerk(shop, 'Rena Reader')
  const page = await openAs(browser, shop, boss)
  const clerk = await openAs(browser, shop, account)
  await visit(clerk, '/admin/orders')
  await expect(clerk.getByRole('link', { name: 'New order' })).toBeVisible()

  await test.step('the dialog says what each duty is for, asks for one and for a reason, and keeps what was typed', async () => {
    await visit(page, `/admin/users/${id}`)
    await expect(page.getByRole('region', { name: 'Duties' })).toContainText('All duties')
    await page.getByRole('button', { name: 'Change duties' }).click()
    await dialog(page)
      .getByRole('checkbox', { name: /^All duties/ })
      .uncheck()
    await dialog(page).getByLabel('Reason').fill('Helps for a month')
    await dialog(page).getByRole('button', { name: 'Save duties' }).click()
    await expect(dialog(page).getByText('Please choose at least one duty')).toBeVisible()
    await dialog(page)
      .getByRole('checkbox', { name: /^Read only/ })
      .check()
    expect(await faults(page)).toEqual([])
    await cut(page, 'PUT', '**/api/admin/users/*/duties')
    await dialog(page).getByRole('button', { name: 'Save duties' }).click()
    await expect(dialog(page).getByText('The duties could not be saved. Please try again.').first()).toBeVisible()
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('Helps for a month')
    await dialog(page).getByRole('button', { name: 'Save duties' }).click()
    await expect(toastOf(page, 'Duties saved')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Duties' })).toContainText('Read only')
  })

  await test.step('the open session of the colleague reads and changes nothing', async () => {
    await clerk.reload()
    await expect(clerk.getByRole('link', { name: 'Orders', exact: true }).first()).toBeVisible()
    await expect(clerk.getByRole('link', { name: 'New order' })).toHaveCount(0)
    await visit(clerk, '/admin/orders/new')
    await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await visit(clerk, '/admin/promotions')
    await expect(clerk.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    await visit(clerk, '/admin/claims')
    await clerk.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
    await expect(clerk.getByText('You can view this, but not change it.').first()).toBeVisible()
    await expect(clerk.getByRole('main').getByRole('button', { name: /^Save/ })).toHaveCount(0)
  })

  await test.step('the list of users shows the duties and is narrowed by them', async () => {
    await visit(page, `/admin/users?duty=read_only&search=${email}`)
    await expect(rowOf(page, email)).toContainText('Read only')
    await visit(page, `/admin/users?duty=finance&search=${email}`)
    await expect(page.getByText('No users found')).toBeVisible()
  })
})

test('finance has its files and lists in the menu, the dashboard and the search, and nobody else’s', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { accounting } = await boss.api.settings.read()
  await boss.api.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 42 } } })
  const page = await openAs(browser, shop, await shop.demo('finance@reflute.test'))
  await visit(page, '/admin')
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link', { name: 'Finance' })).toBeVisible()
  for (const name of ['Orders', 'Products', 'Customers', 'Sellers', 'Marketing', 'Content', 'Analytics'])
    await expect(menu.getByRole('link', { name, exact: true }), name).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Quick Stats' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Orders to ship/ })).toHaveCount(0)
  await expectSound(page)

  await visit(page, '/admin/accounting')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'DATEV file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^EXTF_.*\.csv$/)
  await expect(page.getByRole('button', { name: "Sellers' figures (CSV)" })).toHaveCount(0)

  await visit(page, '/admin/payouts')
  await expect(page.getByRole('button', { name: 'Prepare payouts' })).toBeVisible()
  for (const path of ['/admin/users', '/admin/products', '/admin/settings/company', '/admin/orders']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Access Denied')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search the back office' }).fill('super')
  await expect(page.getByRole('group', { name: 'Users' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Search the back office' }).fill('datev')
  await expect(page.getByRole('option', { name: /Accounting/ })).toBeVisible()
})

test('no link of the back office leads staff to a screen that is closed to them', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const clerks = await Promise.all(
    (['orders', 'catalog', 'content', 'finance'] as const).map(async (duty) => {
      const { id, email } = await makeClerk(shop, `Only ${duty}`)
      await boss.api.users.setDuties({ params: { id }, body: { duties: [duty], reason: 'Walks around' } })
      return { who: duty, user: { role: 'application_admin', duties: [duty] } as const, account: await shop.signIn(email, PASSWORD) }
    }),
  )
  const all = { who: 'super admin', user: { role: 'super_admin', duties: [] } as const, account: boss }
  for (const { who, user, account } of [all, ...clerks]) {
    const page = await openAs(browser, shop, account)
    for (const { to } of officePlaces(user)) {
      await visit(page, to)
      await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0)
      const links = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
      const closed = links.filter((link) => /^\/(?:super-)?admin\b/.test(link) && !isOpenAt(link, user, {}))
      expect(closed, `${who} at ${to}`).toEqual([])
    }
    await page.context().close()
  }
})
