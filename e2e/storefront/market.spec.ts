import type { Page } from '@playwright/test'
import { open } from '../buyers.ts'
import { faults, shiftOf } from '../sound.ts'
import { expect, field, submitButton, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

/** Opens the dialog of the place to ship to and chooses. */
async function shipTo(page: Page, country: string, kind: 'A business' | 'A private person'): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Ship to/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Ship to' })
  await dialog.getByLabel('Country').selectOption(country)
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByRole('button', { name: 'Show prices' }).click()
  await expect(dialog).toHaveCount(0)
}

test('X6 T8 G15 ship to Germany, private: prices turn gross in list and page, are there again after a reload, and nothing moves', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('currency', 'EUR'))
  await visit(page, '/products/slit-mat-900x620-double')
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText('€36.90').first()).toBeVisible()
  await expect(buy.getByText('Before tax, which is added at checkout.')).toBeVisible()
  await expect(buy.getByText(/^Arrives \w{3} \d+ – \w{3} \d+ in the United States$/)).toBeVisible()

  await shipTo(page, 'Germany', 'A private person')
  await expect(buy.getByText('€43.91').first()).toBeVisible()
  await expect(buy.getByText('incl. VAT, plus shipping')).toBeVisible()
  await expect(buy.getByText(/^Arrives \w{3} \d+ – \w{3} \d+ in Germany$/)).toBeVisible()
  await expect(buy.getByText('€11.89')).toBeVisible()
  await expect(buy.getByRole('link', { name: 'shipping' })).toHaveAttribute('href', '/shipping')
  expect(await faults(page)).toEqual([])

  await page.reload()
  await expect(buy.getByText('€43.91').first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)

  await visit(page, '/materials')
  await expect(main(page).getByText('Prices incl. VAT, plus shipping')).toBeVisible()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
  expect(await faults(page)).toEqual([])

  await shipTo(page, 'Germany', 'A business')
  await expect(main(page).getByText('Prices plus VAT')).toBeVisible()
})

test('T4.6 X3 what cannot be bought in the place says so on its card and on its page, with the way to a quote', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/products/ecomat-trial-mats')
  const text = /^We can't ship .+ to private buyers in Germany because it has to clear customs\. Request a quote instead\./
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText(text)).toBeVisible()
  await expect(buy.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expect(buy.getByRole('link', { name: 'Request quote' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await visit(page, '/materials?search=trial')
  await expect(main(page).getByRole('article').filter({ hasText: 'EcoMat trial mats' }).getByText(text)).toBeVisible()
})

test('X3 the head names the threshold of free shipping only where it counts', async ({ page }) => {
  const free = page.getByText('Free standard shipping from')
  await visit(page, '/faq')
  await expect(free).toBeVisible()
  await shipTo(page, 'Germany', 'A business')
  await expect(free).toBeVisible()
  await shipTo(page, 'Switzerland', 'A business')
  await expect(free).toBeHidden()
  await page.reload()
  await expect(page.getByText('Machines, parts and packaging from their makers')).toBeVisible()
  await expect(free).toBeHidden()
})

test('X6 L11 a buyer who looked at prices for Germany and has an address in the United States reads so at the checkout, and can send the order to Germany', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const home = {
    firstName: 'Ann',
    lastName: 'Example',
    address: '1 Main Street',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60607',
    country: 'US',
  }
  await account.api.addresses.add({ body: { ...home, email: account.email, isDefault: true } })
  await context.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/checkout')
  await expect(page.getByText('You looked at prices for Germany. Your address is in the United States,')).toBeInViewport()
  await expect(page.getByText('Tax (8%)').first()).toBeVisible()
  await expect(submitButton(page)).toBeInViewport()

  await page.getByRole('button', { name: 'Send it to an address in Germany' }).click()
  await expect(field(page, 'address')).toBeFocused()
  await expect(field(page, 'firstName')).toHaveValue('Ann')
  await expect(field(page, 'country')).toHaveValue('DE')
  await field(page, 'address').fill('Domkloster 4')
  await field(page, 'city').fill('Köln')
  await field(page, 'zipCode').fill('50667')
  await expect(page.getByText('includes VAT (19%)').first()).toBeVisible()
  await expect(page.getByText('You looked at prices for')).toHaveCount(0)

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const order = page.getByRole('button', { name: 'Order with obligation to pay' })
  await order.scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeInViewport() // with what has to stand above it, on one screen
  await expect(order).toBeInViewport()
  expect(await faults(page)).toEqual([])
  await context.close()
})
