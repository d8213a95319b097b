import { dialog } from '../office-parts.ts'
import { expectSound, faults } from '../sound.ts'
import { browserOf, expect, field, mailTo, newEmail, PASSWORD, test, toastOf, visit } from '../story.ts'

test('an owner invites a person without an account, who registers, works as a member, and is removed', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const owner = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, owner)
  const page = await context.newPage()
  const email = newEmail()
  await visit(page, '/business/team')
  const people = page.getByRole('table', { name: 'People of your team' })
  await expect(people.getByRole('row').filter({ hasText: 'packer@reflute.test' })).toContainText('Member')
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('accountant@reflute.test')
  await expectSound(page)

  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(field(page, 'email')).toBeFocused()
  await field(page, 'email').fill('packer@reflute.test')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('This person is already on your team.')).toBeVisible()
  await expect(field(page, 'email'), 'what was typed stays').toHaveValue('packer@reflute.test')
  await field(page, 'email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toastOf(page, `Invitation sent to ${email}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email)

  const { text } = await mailTo(email, /invited to the team/)
  const [link = ''] = /\/team\/accept\?token=\S+/.exec(text) ?? []
  const stranger = await (await browser.newContext()).newPage()
  await visit(stranger, link)
  await expect(stranger.getByRole('main')).toContainText('Selma Seller')
  expect(await faults(stranger)).toEqual([])
  await stranger.getByRole('link', { name: 'Create account' }).click()
  await field(stranger, 'name').fill('Mara Member')
  await field(stranger, 'email').fill(email)
  await field(stranger, 'password').fill(PASSWORD)
  await stranger.getByRole('main').getByRole('checkbox').check()
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await stranger.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(stranger).toHaveURL(/\/business\/dashboard$/)

  await visit(stranger, '/business/team')
  await expect(stranger.getByRole('heading', { name: "You're a member" })).toBeVisible()
  await expect(stranger.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Tax' })).toHaveCount(0)
  await visit(stranger, '/business/earnings')
  await expect(stranger.getByText('Only owners can change the payout account.')).toBeVisible()
  await visit(stranger, '/business/tax')
  await expect(stranger.getByText('Only owners can see and change the tax details of the business.')).toBeVisible()
  await visit(stranger, link)
  await expect(stranger.getByText('This invitation has expired or was withdrawn. Ask for a new one.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Make owner: Mara Member' }).click()
  await expect(toastOf(page, 'Mara Member is now an owner')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Mara Member' }).click()
  await dialog(page).getByRole('button', { name: 'Remove person' }).click()
  await expect(toastOf(page, 'Mara Member was removed')).toBeVisible()
  await expect(people).not.toContainText('Mara Member')
  await visit(stranger, '/business/orders')
  await expect(stranger).toHaveURL(/\/login/)
})

test('a person of two businesses switches between them, in all tabs, and leaves one', async ({ browser, shop }) => {
  const email = newEmail()
  const owners = [await shop.demo('seller@reflute.test'), await shop.demo('seller2@reflute.test')]
  const person = await shop.visitor.auth.register({ body: { name: 'Tom Two', email, password: PASSWORD } })
  const account = await shop.signIn(email, PASSWORD)
  expect(person.role).toBe('customer')
  for (const owner of owners) {
    await owner.api.team.invite({ body: { email, kind: 'member' } })
    const { businessName } = (await owner.api.auth.me()).user ?? { businessName: '' }
    const { text } = await mailTo(email, new RegExp(`team of ${businessName}`))
    const [, token = ''] = /accept\?token=(\S+)/.exec(text) ?? []
    await account.api.team.accept({ body: { token } })
  }
  const names = (await account.api.team.businesses()).map(({ name }) => name)
  expect(names).toHaveLength(2)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  const other = await context.newPage()
  await visit(page, '/business/dashboard')
  await visit(other, '/business/orders')
  const choice = page.getByLabel('Business', { exact: true })
  const current = await choice.locator('option:checked').innerText()
  const next = names.find((name) => name !== current) ?? ''
  await choice.selectOption(next)
  await expect(choice.locator('option:checked')).toHaveText(next)
  await expect(other).toHaveURL(/\/business\/dashboard$/)
  await expect(other.getByLabel('Business', { exact: true }).locator('option:checked')).toHaveText(next)
  await expectSound(page)

  await visit(page, '/business/products/new')
  await field(page, 'name').fill('Half a shredder')
  await page.waitForFunction(() => Object.values(localStorage).some((stored) => String(stored).includes('Half a shredder')))
  await choice.selectOption(current)
  await page.waitForURL(/\/business\/dashboard$/)
  await expect(choice.locator('option:checked')).toHaveText(current)
  await visit(page, '/business/products/new')
  await expect(field(page, 'name')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Restore draft' }), 'what was typed for one business is not the other’s').toHaveCount(0)
  await choice.selectOption(next)
  await page.waitForURL(/\/business\/dashboard$/)
  await expect(choice.locator('option:checked')).toHaveText(next)
  await visit(page, '/business/products/new')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(field(page, 'name')).toHaveValue('Half a shredder')

  await visit(page, '/business/team')
  await page.getByRole('button', { name: 'Leave team' }).click()
  await dialog(page).getByRole('button', { name: 'Leave team' }).click()
  await expect(page).toHaveURL(/\/business\/dashboard$/)
  expect((await account.api.team.businesses()).map(({ name }) => name)).toEqual([current])
})
