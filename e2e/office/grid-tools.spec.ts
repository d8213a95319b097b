import type { Page } from '@playwright/test'
import { browserOf, expect, narrow, test, visit } from '../story.ts'

const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')

test('F7.3.3 a list is narrowed to several values of a filter, sorted by several columns, and searched as somebody types', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin/products')
  await expect(rows(page)).toHaveCount(25)
  await narrow(page, 'Category', 'Mats', 'Chips')
  await expect(page).toHaveURL(/category=(?:mat%2Cchip|chip%2Cmat)/)
  await expect(page.locator('summary', { hasText: 'Category (2)' })).toBeInViewport()
  const categories = rows(page).locator('[data-label="Category"]')
  await expect(categories.filter({ hasText: 'Mats' }).first()).toBeVisible()
  await expect(categories.filter({ hasText: 'Chips' }).first()).toBeVisible()
  await expect(categories.filter({ hasText: 'Makers' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await page.getByRole('button', { name: 'USD, EUR' }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=stock%2C-priceUSD/)
  await expect(page.getByRole('columnheader', { name: 'Stock' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('columnheader', { name: 'USD, EUR' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('searchbox').pressSequentially('bottle')
  await expect(page).toHaveURL(/search=bottle/)
  await expect(rows(page).filter({ hasNotText: /bottle/i })).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('bottle')
  await expect(page.locator('summary', { hasText: 'Category (2)' })).toBeVisible()
  await context.close()
})
