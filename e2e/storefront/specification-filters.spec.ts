import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { expect, test, visit } from '../story.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const chip = (page: Page, text: string) => page.getByRole('link', { name: `Remove filter ${text}` })

test('F2 a visitor narrows machines by width and supply, and takes each filter off again', async ({ page }) => {
  await visit(page, '/products')
  await expect(filters(page).getByRole('heading', { name: 'Feed width' })).toBeVisible()
  await expect(filters(page).getByRole('link', { name: /^400 V, 50 Hz, three phase/ })).toBeVisible()
  await visit(page, '/products?category=mat-maker')
  const all = await cards(page).count()
  await filters(page).getByLabel('To, mm: Feed width').fill('700')
  await filters(page).getByRole('button', { name: 'Apply Feed width' }).click()
  await expect(chip(page, 'Feed width: up to 700 mm')).toBeVisible()
  await expect(cards(page)).toHaveCount(all - 1)
  await expect(page).toHaveURL(/spec\.feed-width=\.\.700/)
  const supply = filters(page).getByRole('link', { name: /^230 V, 50\/60 Hz, single phase/ })
  const count = Number(/(\d+)$/.exec((await supply.innerText()).trim())?.[1])
  await supply.click()
  await expect(chip(page, 'Supply: 230 V, 50/60 Hz, single phase')).toBeVisible()
  await expect(cards(page)).toHaveCount(count)
  await page.evaluate(() => scrollTo(0, 0)) // no button half below the header
  expect(await faults(page)).toEqual([])
  await chip(page, 'Feed width: up to 700 mm').click()
  await expect(chip(page, 'Supply: 230 V, 50/60 Hz, single phase')).toBeVisible()
  await expect(page).not.toHaveURL(/feed-width/)
  await chip(page, 'Supply: 230 V, 50/60 Hz, single phase').click()
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

test('the ends of a range are moved by two sliders, which say what they are, and the fields beside them follow', async ({ page }) => {
  await visit(page, '/products?category=mat-maker')
  const lowest = filters(page).getByRole('slider', { name: 'Lowest Feed width' })
  const highest = filters(page).getByRole('slider', { name: 'Highest Feed width' })
  await expect(lowest).toHaveAttribute('aria-valuetext', 'Any')
  await expect(highest).toHaveAttribute('aria-valuetext', 'Any')
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  const to = filters(page).getByLabel('To, mm: Feed width')
  await expect(to).toHaveValue(/^99\d$/)
  await expect(highest).toHaveAttribute('aria-valuetext', `${await to.inputValue()} mm`)
  await lowest.focus()
  await page.keyboard.press('End') // no further than the other end
  await expect(filters(page).getByLabel('From, mm: Feed width')).toHaveValue(await to.inputValue())
  await page.keyboard.press('Home')
  await expect(filters(page).getByLabel('From, mm: Feed width')).toHaveValue('')
  await to.fill('430')
  await expect(highest).toHaveAttribute('aria-valuetext', '430 mm')
  await filters(page).getByRole('button', { name: 'Apply Feed width' }).click()
  await expect(chip(page, 'Feed width: up to 430 mm')).toBeVisible()
  await expect(cards(page).filter({ hasText: 'EcoMat 2500' })).toHaveCount(0)
  await expect(page).toHaveURL(/spec\.feed-width=\.\.430$/)
})

test('a visitor reads lengths and weights in inches and pounds, in facets, on the page and in the comparison; addresses stay metric', async ({
  page,
}) => {
  await visit(page, '/products?category=mat-maker')
  await filters(page).getByRole('button', { name: 'Show inches and pounds' }).click()
  await filters(page).getByLabel('From, in: Feed width').fill('16.9')
  await filters(page).getByLabel('To, in: Feed width').fill('16.9')
  await filters(page).getByRole('button', { name: 'Apply Feed width' }).click()
  await expect(cards(page).filter({ hasText: 'EcoMat 1000' })).toHaveCount(1)
  await expect(cards(page).filter({ hasText: 'Lindhorst PM 650' })).toHaveCount(0)
  const range = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(new URL(page.url()).searchParams.get('spec.feed-width') ?? '')
  expect(Number(range?.[1])).toBeLessThanOrEqual(430)
  expect(Number(range?.[2])).toBeGreaterThanOrEqual(430)
  expect(Number(range?.[2])).toBeLessThan(432)
  await expect(filters(page).getByLabel('From, in: Feed width')).toHaveValue('16.9')
  await expect(chip(page, 'Feed width: 16.9 to 16.9 in')).toBeVisible()

  await visit(page, '/products/ecomat-1000')
  const width = page.getByRole('region', { name: 'Specifications' }).getByRole('row').filter({ hasText: 'Feed width' })
  await expect(width.getByRole('cell')).toHaveText('16.9 in')
  await visit(page, '/compare?p=ecomat-1000,ecomat-2500')
  const compared = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Feed width' }) })
  await expect(compared.getByRole('cell')).toHaveText(['16.9 in', '39.4 in'])
  await page.getByRole('button', { name: 'Show mm and kg' }).click()
  await expect(compared.getByRole('cell')).toHaveText(['430 mm', '1000 mm'])
  await page.getByRole('button', { name: 'Show inches and pounds' }).click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /currency: USD/ })
    .click()
  await expect(compared.getByRole('cell')).toHaveText(['430 mm', '1000 mm']) // who pays in euros reads metric units
  await expect(page.getByRole('button', { name: /^Show (inches|mm)/ })).toBeHidden()
  const html = await (await page.request.get('/products/ecomat-1000')).text()
  expect(html).toContain('430 mm')
  expect(html).not.toContain('16.9 in')
})

test('filters that a search names are chips of the list, on both lists, and each is taken off again', async ({ page }) => {
  await visit(page, '/products?search=chip+maker+under+2+kw')
  await expect(chip(page, 'Search: chip maker under 2 kw')).toBeVisible()
  const narrow = await cards(page).count()
  await chip(page, 'Power: under 2 kW').click()
  await expect(page).toHaveURL(/\/products\?search=chip\+maker$/)
  await expect(chip(page, 'Power: under 2 kW')).toHaveCount(0)
  expect(await cards(page).count()).toBeGreaterThan(narrow)

  await visit(page, '/search?q=chip+maker+under+2+kw&kind=equipment')
  await chip(page, 'Power: under 2 kW').click()
  await expect(page).toHaveURL(/\/search\?q=chip\+maker&kind=equipment$/)

  await visit(page, '/materials?search=mat+under+$40')
  await chip(page, 'Price: under $40').click()
  await expect(page).toHaveURL(/\/materials\?search=mat$/)
})

test('a list says what it corrected and what it left out, and takes the search as it was typed', async ({ page }) => {
  const main = page.getByRole('main')
  await visit(page, '/products?search=conveyer')
  await expect(main.getByText('Showing results for “conveyor”. Search instead for “conveyer”')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await main.getByRole('link', { name: 'Search instead for “conveyer”' }).click()
  await expect(page).toHaveURL(/\/products\?search=conveyer&exact=1$/)
  await expect(main.getByText('No products found matching your criteria.')).toBeVisible()
  await visit(page, '/products?search=conveyor+qqqzzz')
  await expect(main.getByText('No product has all of these words. Showing results without “qqqzzz”.')).toBeVisible()
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
