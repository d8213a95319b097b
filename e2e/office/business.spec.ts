import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { browserOf, expect, newEmail, test, toastOf, visit } from '../story.ts'

async function apply(page: Page, name: string, email: string) {
  await visit(page, '/business/register')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(page.getByLabel('Business name')).toBeFocused()
  await page.getByLabel('Business name').fill(name)
  await page.getByLabel('Business type').selectOption('Producer')
  await page.getByLabel('Description').fill('We cut mats from used boxes.')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Street address').fill('1 Pier Road')
  await page.getByLabel('City').fill('Duluth')
  await page.getByLabel('Postal code').fill('55802')
  await page.getByLabel('Country').selectOption('United States')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('heading', { name: 'Pending Review' })).toBeVisible()
  await expect(page.getByText('within 2-3 business days')).toBeVisible()
  await expect(page.getByText(/^BUS-[0-9A-F]{8}$/)).toBeVisible()
}

test('S28 B2 B31 B78 B79 B81 B89 a business applies on the public form; the super admin sees it, rejects it with a reason, and it stays decided', async ({
  page,
  browser,
  shop,
}) => {
  const name = `Pier Boxes ${Date.now()}`
  await apply(page, name, newEmail())
  const boss = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const office = await boss.newPage()
  await visit(office, '/super-admin/dashboard?tab=pending')
  await office.getByRole('button', { name: `Reject ${name}` }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(office.getByText('Please tell the business why')).toBeVisible()
  await office.getByLabel('Reason').fill('We need your papers.')
  expect(await faults(office)).toEqual([])
  await office.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(office, `${name} is rejected`)).toBeVisible()
  await office.getByRole('link', { name: 'Business Applications' }).click()
  await expect(office.getByRole('row', { name: new RegExp(name) })).toContainText('We need your papers.')
  await office.getByRole('link', { name }).click()
  await expect(office.getByRole('heading', { name })).toBeVisible()
  expect(await faults(office)).toEqual([])
  await boss.close()
})

test('B26 B161 B336 a seller looks through the tabs of the dashboard and changes the profile, which shoppers see', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.demo('seller2@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/business/dashboard')
  await expect(page.getByText('Inventory value')).toBeVisible()
  for (const tab of ['All Products', 'Featured Products', 'Inventory Details', 'Low Stock']) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: tab }).click()
    await expect(page.getByRole('grid', { name: tab }).or(page.getByText('No products found'))).toBeVisible()
  }
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'Business Profile' }).first().click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Website').fill('not a site')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByLabel('Website')).toBeFocused()
  await expect(page.getByLabel('Website')).toHaveValue('not a site')
  const website = `https://www.second-wave-${Date.now()}.example`
  await page.getByLabel('Website').fill(website)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(toastOf(page, 'Business profile updated successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: website })).toBeVisible()
  await context.close()
})
