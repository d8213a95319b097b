import type { Page } from '@playwright/test'
import { open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { faults, shiftOf } from '../sound.ts'
import { expect, field, test, visit } from '../story.ts'

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}
const BERLIN = { firstName: 'Eva', lastName: 'Kunde', address: 'Ackerstr. 1', city: 'Berlin', zipCode: '10115' }
const OBLIGATION = 'Order with obligation to pay'

test('L8 a private buyer in Germany orders with obligation to pay, below products, total, delivery and the right of withdrawal; a business does not', async ({
  browser,
  shop,
}) => {
  const { page, account } = await open(browser, shop, { 'plain-mat-600x400': 2 })
  await visit(page, '/checkout')
  await expect(page.getByRole('button', { name: 'Submit Order (Pay Later)' })).toBeVisible()
  await expect(page.getByRole('button', { name: OBLIGATION })).toHaveCount(0)
  await page.getByRole('radio', { name: 'A private person' }).check()
  await field(page, 'email').fill('eva@story.test')
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await field(page, 'country').selectOption('DE')
  await fill(page, BERLIN)
  const button = page.getByRole('button', { name: OBLIGATION })
  await expect(button).toBeVisible()
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText('Total with tax')
  await expect(order).toContainText('2 ×')
  await expect(order).toContainText('withdraw from the contract within 14 days')
  await expect(main(page).getByText('includes VAT').first()).toBeVisible() // the cart is priced for the address
  await button.click()
  await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)

  const [placed] = (await account.api.orders.listOwn()).items
  const number = placed?.number ?? ''
  await test.step('L1 the order leads to the statement, with its products; two steps, and what has not shipped is canceled', async () => {
    await visit(page, `/account/orders/${number}`)
    await main(page).getByRole('link', { name: 'Withdraw from contract here' }).click()
    await expect(page).toHaveURL(`/withdraw?order=${number}`)
    await expect(field(page, 'orderNumber')).toHaveValue(number)
    await field(page, 'name').fill('Eva Kunde')
    await field(page, 'email').fill('eva@story.test')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(main(page).getByRole('blockquote')).toContainText(`Order: ${number}`)
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Withdrawal WD-' })).toBeVisible()
    await expect(page.getByText('canceled right away. You owe nothing for them')).toBeVisible()
    await expect(main(page).getByText('you can withdraw within 14 days')).toHaveCount(0)
    expect((await account.api.orders.byId({ params: { id: number } })).status).toBe('cancelled')
    await visit(page, `/account/orders/${number}`)
    await expect(main(page).getByRole('link', { name: 'Withdraw from contract here' })).toHaveCount(0)
    await visit(page, `/withdraw?order=${number}`)
    await expect(page.getByText('These products were already canceled or returned')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  })
})

test('L7 L9 a list says how it is sorted and links the explanation; imprint and accessibility open from the foot', async ({ page }) => {
  await visit(page, '/products?sort=price')
  await expect(main(page)).toContainText("Sorted by price, low to high. Sellers can't pay for a higher position.")
  await main(page).getByRole('link', { name: 'How we sort' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How we sort')
  for (const name of ['Imprint', 'Accessibility']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
})

test('L4 L1 L6 a private buyer in Germany reads why a product of an unchecked seller is not sold, the guarantee, and the way to withdraw; others do not', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('market', 'DE consumer'))
  await visit(page, '/products/pm-420-trial-mats')
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText("PM 420 trial mats isn't available to private buyers in Germany yet.")).toBeVisible()
  await expect(buy.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  await expect(buy.getByText('legal guarantee of at least two years')).toBeVisible()
  await expect(buy.getByText('within 14 days of delivery without giving a reason')).toBeVisible()
  await expect(buy.getByRole('link', { name: 'Right of withdrawal' })).toHaveAttribute('href', '/refund-policy#consumers')
  await expect(main(page).getByText('This seller is a trader')).toBeVisible()
  await expect(buy.getByRole('link', { name: 'Return policy' })).toHaveAttribute('href', '/refund-policy')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' })
  await expect(link).toHaveAttribute('href', '/withdraw')
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
  expect(await faults(page)).toEqual([])

  await test.step('L4 the page of a checked seller has its details, that of another not', async () => {
    await visit(page, '/producers/second-wave-packaging')
    const details = page.getByRole('region', { name: 'Trader details' })
    await expect(details).toContainText('Second Wave Packaging Limited')
    await expect(details).toContainText('This seller is a trader')
    await visit(page, '/producers/lindhorst-kartontechnik')
    await expect(page.getByRole('region', { name: 'Trader details' })).toHaveCount(0)
  })
  await test.step('L1 L4 in the United States nothing of it is there', async () => {
    await page.addInitScript(() => localStorage.setItem('market', 'US consumer'))
    await visit(page, '/products/pm-420-trial-mats')
    await expect(buy.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
    await expect(buy.getByText('legal guarantee of at least two years')).toBeHidden()
    await expect(link).toBeHidden()
  })
})
