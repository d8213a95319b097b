import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { expect, test, visit } from '../story.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const chip = (page: Page, text: string) => page.getByRole('link', { name: `Remove the filter ${text}` })

test('F2 S6 a visitor narrows machines by width and supply, and takes each filter off again', async ({ page }) => {
  await visit(page, '/products')
  await expect(filters(page).getByRole('heading', { name: 'Feed width' })).toHaveCount(0)
  await visit(page, '/products?category=mat-maker')
  const all = await cards(page).count()
  await filters(page).getByLabel('To, mm: Feed width').fill('700')
  await filters(page).getByRole('button', { name: 'Apply Feed width' }).click()
  await expect(chip(page, 'Feed width: under 700 mm')).toBeVisible()
  await expect(cards(page)).toHaveCount(all - 1)
  await expect(page).toHaveURL(/spec\.feed-width=\.\.700/)
  const supply = filters(page).getByRole('link', { name: /^230 V, single phase/ })
  const count = Number(/(\d+)$/.exec((await supply.innerText()).trim())?.[1])
  await supply.click()
  await expect(chip(page, 'Supply: 230 V, single phase')).toBeVisible()
  await expect(cards(page)).toHaveCount(count)
  await page.evaluate(() => scrollTo(0, 0)) // no button half below the header
  expect(await faults(page)).toEqual([])
  await chip(page, 'Feed width: under 700 mm').click()
  await expect(chip(page, 'Supply: 230 V, single phase')).toBeVisible()
  await expect(page).not.toHaveURL(/feed-width/)
  await chip(page, 'Supply: 230 V, single phase').click()
  await expect(cards(page)).toHaveCount(all)
})

test('F2 the address alone gives the same list, and without an attribute that the shop has it gives the whole one', async ({ page }) => {
  await visit(page, '/products?category=mat-maker&spec.feed-width=700..')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).first()).toContainText('EcoMat 2500')
  await page.goto('/products?category=mat-maker&spec.no-such=1..2')
  await expect(page).toHaveURL(/\/products\?category=mat-maker$/)
  await expect(cards(page).nth(2)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('F2 a range is applied by a plain form', async ({ page }) => {
    await page.goto('/products?category=mat-maker')
    await filters(page).getByLabel('From, mm: Feed width').fill('700')
    await filters(page).getByRole('button', { name: 'Apply Feed width' }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(chip(page, 'Feed width: from 700 mm')).toBeVisible()
  })
})

test('F2 materials are narrowed by their format, with the thickness of those as bars', async ({ page }) => {
  await visit(page, '/materials?category=mat&businessType=all')
  await filters(page).getByRole('link', { name: /^Roll/ }).click()
  await expect(chip(page, 'Format: Roll')).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await expect(page.locator('[data-histogram]')).toHaveCount(0)
  await chip(page, 'Format: Roll').click()
  await expect(page.locator('[data-histogram]').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  expect(await faults(page)).toEqual([])
})
