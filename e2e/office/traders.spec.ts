import { dialog, rowOf } from '../office-parts.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, field, newEmail, test, toastOf, visit } from '../story.ts'

test('L4 a seller applies with trader details; staff record each check with how they made it, and nothing is open any more', async ({
  browser,
  shop,
}) => {
  const name = `Karton Kontor ${Date.now()}`
  const email = newEmail()
  await test.step('L4 the application has them below the other fields', async () => {
    const context = await browser.newContext({ baseURL: shop.origin })
    const page = await context.newPage()
    await visit(page, '/business/register')
    const values = { name, email, description: 'Mats.', address: 'Speicherstr. 1', city: 'Hamburg', postalCode: '20457', phone: '+49 40 1' }
    for (const [key, value] of Object.entries(values)) await field(page, key).fill(value)
    await field(page, 'businessType').selectOption('Producer')
    await field(page, 'country').selectOption('Germany')
    await field(page, 'legalName').fill('Karton Kontor GmbH')
    await field(page, 'registerNumber').fill('HRB 1')
    await field(page, 'vatId').fill('DE1')
    await page.getByLabel('I only offer products that comply with the law').check()
    await page.getByRole('button', { name: 'Submit application' }).click()
    await expect(field(page, 'vatId')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'vatId').fill('')
    await page.getByRole('button', { name: 'Submit application' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pending Review')
    await context.close()
  })
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, `/super-admin/dashboard?tab=pending&search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await expect(dialog(page)).toContainText('Karton Kontor GmbH')
  await expect(dialog(page)).toContainText(
    "Open: address check, register check, VAT ID check, bank account check, identity check. Its products aren't sold to private buyers in the EU.",
  )
  expect(await faults(page)).toEqual([])
  for (const check of ['Address', 'Register', 'VAT ID', 'Bank account', 'Identity']) {
    await dialog(page).getByLabel(check, { exact: true }).fill(`Saw the ${check.toLowerCase()}`)
    await dialog(page)
      .getByRole('button', { name: `Record the check of ${check}` })
      .click()
    await expect(dialog(page)).toContainText(`Saw the ${check.toLowerCase()}`)
    await expect(dialog(page).getByRole('button', { name: `Withdraw the check of ${check}` })).toBeEnabled()
  }
  await expect(dialog(page)).toContainText('All checks are done.')
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(page, `${name} is approved`)).toBeVisible()

  await test.step('L4 application admins take a check back in the list of businesses', async () => {
    await visit(page, `/admin/businesses?search=${encodeURIComponent(name)}`)
    await rowOf(page, name)
      .getByRole('button', { name: `Checks of ${name}` })
      .click()
    await dialog(page).getByRole('button', { name: 'Withdraw the check of Register' }).click()
    await expect(dialog(page)).toContainText('Open: register check.')
  })
  await context.close()
})
