import type { Locator, Page } from '@playwright/test'
import { overflow } from '../sound.ts'
import { browserOf, expect, field, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

/** The heights at which the first lines of these elements' texts stand, in pixels, rounded. */
const firstLines = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element)
      const { top, height } = range.getClientRects()[0] ?? new DOMRect()
      return Math.round(top + height / 2)
    }),
  )

/** The middles of texts in different sizes on one baseline are this far apart, in pixels. */
const SIZES_APART = 4

/** The first lines of these elements are on one line across the window. */
async function expectOneLine(elements: Locator, count: number, within = 1) {
  const lines = (await firstLines(elements)).slice(0, count)
  expect(lines).toHaveLength(count)
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(within)
}

/** Gives the first of these names so many words that it wraps. */
const lengthen = (name: Locator) =>
  name.first().evaluate((element) => {
    element.textContent = 'A name of so many words that it takes two lines or three on every screen'
  })

test('F7.2.9 names that wrap move nothing beside them: cards on the home page, lists and producers, rows of the guide and the data sheets', async ({
  page,
  browser,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/')
  const producers = main(page).getByRole('region', { name: 'From the people who make it' }).getByRole('listitem')
  await lengthen(producers.getByRole('link'))
  for (const part of ['h3', 'p:nth-of-type(1)', 'p:nth-of-type(2)']) await expectOneLine(producers.locator(part), 4)

  await visit(page, '/products')
  const cards = main(page).getByRole('article')
  await lengthen(cards.locator('.product-card-name a'))
  for (const part of ['.product-card-name', '.product-card-kind', '.facts > div:first-child dt', '.product-card-foot'])
    await expectOneLine(cards.locator(part), 3)

  await visit(page, '/producers')
  const makers = main(page).getByRole('article')
  await lengthen(makers.getByRole('heading').getByRole('link'))
  for (const part of ['h2', 'h2 + p', '.producer-card-links a:first-of-type']) await expectOneLine(makers.locator(part), 3)

  await visit(page, '/buyers-guide')
  const rows = main(page).getByRole('list', { name: 'Machines that fit' }).locator('> li')
  await lengthen(rows.getByRole('link'))
  for (const row of [rows.nth(0), rows.nth(1)]) await expectOneLine(row.locator('h3, dl > div:first-child dt, .price'), 3, SIZES_APART)

  const member = await browserOf(browser, shop, await shop.demo('customer@reflute.test'))
  const sheets = await member.newPage()
  await sheets.setViewportSize({ width: 1280, height: 800 })
  await visit(sheets, '/resources/technical-documentation')
  const sheet = main(sheets).getByRole('region', { name: 'Data sheets' }).locator('.fit-list > li')
  await lengthen(sheet.getByRole('link'))
  for (const row of [sheet.nth(0), sheet.nth(1)]) await expectOneLine(row.locator('h3, dl > div:first-child dt'), 2, SIZES_APART)
})

test('F7.2.9 on a phone the impact figures are apart, prices of the guide are below the names, and the parts of a product are on one line that scrolls by itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  const figures = main(page).getByRole('region', { name: 'What it saves' }).locator('dl > div')
  const boxes = await figures.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  )
  expect(boxes).toHaveLength(3)
  for (const [at, { top }] of boxes.entries()) if (at > 0) expect(top - (boxes[at - 1]?.bottom ?? 0)).toBeGreaterThanOrEqual(12)

  await visit(page, '/buyers-guide')
  const machine = main(page).getByRole('list', { name: 'Machines that fit' }).locator('> li').first()
  const lefts = await machine.locator('h3, .price').evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return Math.round(range.getBoundingClientRect().left)
    }),
  )
  expect(lefts[1]).toBe(lefts[0]) // the price stands below the name, not by itself at the other edge

  await visit(page, '/products/ecomat-1000')
  const parts = page.getByRole('navigation', { name: 'About this product' }).getByRole('link')
  expect(await parts.count()).toBeGreaterThan(3)
  await expectOneLine(parts, await parts.count())
  expect(await overflow(page)).toBe(0)
  await parts.last().focus()
  await expect(parts.last()).toBeInViewport({ ratio: 1 })
})

test('a field stays as high as it is beside one with an error', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/contact')
  await field(page, 'email').fill('ann@story.test')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true')
  const boxes = [await field(page, 'name').boundingBox(), await field(page, 'email').boundingBox()]
  expect(boxes[1]?.y).toBe(boxes[0]?.y)
  expect(boxes[1]?.height).toBe(boxes[0]?.height)
})
