import type { Page, Request } from '@playwright/test'
import { officePlaces } from '../../app/features/kit/office-places.ts'
import { head, main } from '../page-regions.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, gate, isAlive, test, visit } from '../story.ts'

const searchButton = (page: Page) => head(page).getByRole('button', { name: 'Search' })
const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' })
const options = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option', { selected: true })

test('the search opens over the page, answers while one types, and is worked with the keyboard (S41 S256)', async ({ page }) => {
  await visit(page, '/materials')
  await main(page).getByRole('searchbox').focus()
  await page.keyboard.type('/')
  await expect(searchField(page)).toHaveCount(0)
  await main(page).getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('')
  await expect(page.getByRole('group', { name: 'Quick links' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.type('CONVEYER')
  await expect(page.getByText('Showing results for “conveyor”. Search instead for “CONVEYER”')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Search' }).locator('[aria-live="polite"]')).toHaveText(/^\d+ results? for conveyor$/)
  const equipment = page.getByRole('group', { name: 'Equipment' }).getByRole('option')
  await expect(equipment.first()).toContainText('conveyor')
  await expect(equipment.first().locator('mark')).toHaveText('conveyor')
  await expect(equipment.first()).toContainText(/\$[\d,]+\.\d\d/)
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(/^View all \d+ results$/)
  await page.keyboard.press('Home')
  await expect(equipment.first()).toHaveAttribute('aria-selected', 'true')
  await expect(searchField(page)).toHaveAttribute('aria-activedescendant', (await equipment.first().getAttribute('id')) ?? 'none')
  await expect(searchField(page)).toBeFocused()
  expect(await faults(page)).toEqual([])
  const name = (await equipment.first().locator('.search-option-title').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(searchField(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent searches' }).getByRole('option')).toHaveText(['CONVEYER'])
  await page.getByRole('button', { name: 'Clear recent searches' }).click()
  await expect(page.getByRole('group', { name: 'Recent searches' })).toHaveCount(0)
  await page.keyboard.type('roller')
  await expect(options(page).first()).toContainText(/roller/i)
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toHaveCount(0)

  await searchButton(page).click()
  await page.keyboard.type('roller')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toHaveCount(0) // the browser returns the focus a moment before it says that the dialog is closed
  await expect(searchButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('feed roller')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=feed\+roller$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Results for “feed roller” \(\d+\)$/)
})

test('at 390 px no found word of the search dialog is cut off, and products use the whole width', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const words of ['cardboard', 'warranty', 'machine', 'invoice']) {
    await visit(page, `/search?q=${words}`)
    await page.keyboard.press('Control+k')
    await searchField(page).fill(words)
    await expect(options(page).locator('mark').first()).toBeVisible()
    const cut = await options(page)
      .locator('mark')
      .evaluateAll((marks) =>
        marks.flatMap((mark) => {
          const box = mark.closest('.line-clamp-1, .search-option-title')?.getBoundingClientRect()
          const { right, bottom } = mark.getBoundingClientRect()
          return box && right <= box.right + 1 && bottom <= box.bottom + 3 ? [] : [mark.closest('[role=option]')?.textContent]
        }),
      )
    expect(cut, words).toEqual([])
    const widths = await options(page)
      .filter({ has: page.locator('.price') })
      .evaluateAll((rows) => rows.map((row) => row.querySelector('.search-option-title')?.getBoundingClientRect().width ?? 0))
    expect(Math.min(...widths, 390), words).toBeGreaterThan(250)
    await page.keyboard.press('Escape')
  }
})

test('a search that opens on a slow network keeps every letter that is typed, and the focus goes back to its button', async ({ page }) => {
  const { held, release } = gate()
  const field = gate()
  await page.route(/assets\/search-dialog-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.route(/assets\/late-[^/]+\.js$/, async (route) => {
    await field.held
    await route.continue()
  })
  await visit(page, '/about')
  await searchButton(page).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('feed rolx')
  await page.keyboard.press('Backspace')
  field.release()
  await expect(searchField(page)).toHaveValue('feed rol')
  await page.keyboard.type('a')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('feed rola')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Backspace')
  release()
  for (const letter of 'ler 430') await page.keyboard.type(letter, { delay: 30 }) // also while the code arrives
  await expect(options(page).first()).toContainText('Feed roller 430')
  await expect(searchField(page)).toHaveValue('feed roller 430')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toHaveCount(0)
  await expect(searchButton(page)).toBeFocused()
})

test('a search that is slow says so, one that fails says so and is tried again, and only the last one counts (D24)', async ({ page }) => {
  await visit(page, '/')
  const asked: string[] = []
  let isBroken = false
  const { held: slow, release } = gate()
  const mat = new Promise((resolve) => {
    const end = (request: Request) => new URL(request.url()).searchParams.get('q') === 'mat' && resolve(request)
    page.on('requestfinished', end).on('requestfailed', end)
  })
  await page.route('**/api/search?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(q)
    if (isBroken) return route.fulfill({ status: 500, body: '' })
    if (q === 'mat') await slow
    return route.continue().catch(() => undefined) // nobody waits for it any more
  })
  await page.keyboard.press('/')
  await expect(page.getByRole('group', { name: 'Quick links' })).toBeVisible() // the search is there, not only its field
  await searchField(page).pressSequentially('mat', { delay: 20 })
  await expect(page.getByText('Searching...').first()).toBeVisible()
  await searchField(page).fill('roller')
  await expect(options(page).first()).toContainText(/roller/i)
  release()
  await mat
  await expect(options(page).first()).toContainText(/roller/i)
  expect(asked).toEqual(['mat', 'roller'])
  isBroken = true
  await searchField(page).fill('table')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText("The search didn't respond. Please try again.")
  expect(asked.slice(2)).toEqual(['table', 'table', 'table'])
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(options(page).first()).toContainText(/table/i)
})

test('staff find their back office in the search, others do not (D24)', async ({ browser, shop }) => {
  for (const [email, places] of [
    [
      'staff@reflute.test',
      ['Application Dashboard', ...officePlaces({ role: 'application_admin', duties: ['all'] }).map(({ label }) => label)],
    ],
    ['customer@reflute.test', []],
  ] as const) {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    await visit(page, '/')
    // the page hears keys a moment after it is alive
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(searchField(page)).toBeVisible({ timeout: 5000 })
    }).toPass()
    await searchField(page).fill('admin')
    await expect(
      page
        .getByRole('dialog')
        .getByText(/results? for admin|No results for “admin”/)
        .first(),
    ).toBeAttached()
    await expect(page.getByRole('group', { name: 'Back office' }).getByRole('option')).toHaveText([...places])
    await context.close()
  }
})

test('the page of results is narrowed by kind, category, stock and price, sorted, and shared by its address (S256, D24)', async ({
  page,
  shop,
}) => {
  await visit(page, '/search?q=mat')
  const { totals } = await shop.visitor.search.find({ query: { q: 'mat' } })
  const kinds = main(page).getByRole('navigation', { name: 'Result types' })
  await expect(kinds.getByRole('link')).toHaveText([
    /^All \d+$/,
    `Equipment ${totals.equipment}`,
    `Materials ${totals.materials}`,
    `Producers ${totals.producers}`,
    `Articles ${totals.articles}`,
    `Help ${totals.pages}`,
    `Glossary ${totals.terms}`,
  ])
  await kinds.getByRole('link', { name: /^Equipment/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “mat” (${totals.equipment})`)
  await main(page)
    .getByRole('link', { name: /^Replacement Parts/ })
    .click()
  await main(page)
    .getByRole('link', { name: /^Available to order/ })
    .click()
  await expect(page).toHaveURL(/\/search\?q=mat&kind=equipment&category=replacement-parts&inStock=true$/)
  await main(page).getByLabel('Max price').fill('200')
  await main(page).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL(/maxPrice=200&currency=USD$/)
  await main(page).getByLabel('Sort by').selectOption('-price')
  await expect(page).toHaveURL(/sort=-price$/)
  await page.reload()
  await isAlive(page)
  const prices = (await main(page).getByRole('article').locator('[data-price="USD"]').allTextContents()).map((text) =>
    Number(text.replace(/[$,]/g, '')),
  )
  expect(prices.length).toBeGreaterThan(1)
  expect(prices).toEqual([...prices].sort((a, b) => b - a))
  expect(Math.max(...prices)).toBeLessThanOrEqual(200)
  await main(page)
    .getByRole('link', { name: /Remove filter Category/ })
    .click()
  await expect(page).not.toHaveURL(/category/)
  await main(page).getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL(/\/search\?q=mat&kind=equipment&sort=-price$/)
  await main(page).getByRole('searchbox').fill('rollar')
  await expect(main(page).getByText('Showing results for')).toHaveText('Showing results for “roller”. Search instead for “rollar”')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the search is a page with a form, kinds, filters and words that look alike (S41)', async ({ page }) => {
    await page.goto('/about')
    await searchButton(page).click()
    await expect(page).toHaveURL(/\/search\??$/)
    await main(page).getByRole('searchbox').fill('blade')
    await main(page).getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/search\?q=blade$/)
    await expect(main(page).getByRole('article').first().locator('mark').first()).toHaveText(/blade|disc|knife/i)
    await main(page)
      .getByRole('link', { name: /^Equipment/ })
      .first()
      .click()
    await expect(page).toHaveURL(/kind=equipment/)
    await main(page).getByLabel('Sort by').selectOption('price')
    await main(page).getByRole('button', { name: 'Sort' }).click()
    await expect(page).toHaveURL(/\/search\?(?=.*q=blade)(?=.*kind=equipment)(?=.*sort=price)/)
    await page.goto('/search?q=conveirs')
    await main(page).getByText('Did you mean').getByRole('link').first().click()
    await expect(main(page).getByRole('article').first()).toContainText(/conveyor/i)
  })
})

test('a search without results names words that look alike, the three nearest categories, and asks the shop', { tag: '@smoke' }, async ({
  page,
}) => {
  await visit(page, '/search?q=accesoriezz')
  await expect(main(page).getByText('No results for “accesoriezz”.')).toBeVisible()
  const categories = main(page).getByRole('list', { name: 'Related categories' }).getByRole('link')
  await expect(categories).toHaveCount(3)
  await expect(categories.first()).toHaveText('Accessories')
  await expect(main(page).getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact?q=accesoriezz')
  await categories.first().click()
  await expect(page).toHaveURL(/\/products\?category=accessories$/)
  // a dialog that opens before the new page stands is closed by it
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Available Equipment/)
  await searchButton(page).click()
  await searchField(page).fill('accesoriezz')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByText('No results for “accesoriezz”.')).toBeVisible()
  await dialog.getByRole('group', { name: 'Related categories' }).getByRole('option', { name: 'Accessories' }).click()
  await expect(page).toHaveURL(/\/products\?category=accessories$/)
})

test('a search that is taken as it was typed stays so in every kind of results', async ({ page }) => {
  await visit(page, '/search?q=conveyer')
  await main(page).getByRole('link', { name: 'Search instead for “conveyer”' }).click()
  await expect(page).toHaveURL(/\/search\?q=conveyer&exact=1$/)
  await expect(main(page).getByText('Showing results for')).toHaveCount(0)
  const kinds = main(page).getByRole('navigation', { name: 'Result types' })
  await kinds.getByRole('link', { name: /^Articles/ }).click()
  await expect(page).toHaveURL(/\/search\?q=conveyer&kind=articles&exact=1$/)
  await expect(main(page).getByText('Showing results for')).toHaveCount(0)
})

test('what the shop answers to a search is the first choice of the dialog, and counted as a result', async ({ page }) => {
  await visit(page, '/about')
  await searchButton(page).click()
  await searchField(page).fill('leasing')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const answer = dialog.getByRole('group', { name: 'Answers' }).getByRole('option')
  await expect(answer).toContainText("We don't lease machines.")
  await expect(options(page).first()).toContainText("We don't lease machines.")
  await expect(dialog.getByText('No results for')).toHaveCount(0)
  await expect(dialog.locator('[aria-live="polite"]')).toHaveText(/^\d+ results? for leasing$/)
  await answer.click()
  await expect(page).toHaveURL(/\/contact/)
})

test('a chosen result is counted without who chose it, and popular searches are proposed before typing', async ({ page, shop }) => {
  await visit(page, '/search?q=ecomat+1000')
  const counting = page.waitForRequest((request) => request.url().endsWith('/api/search/clicks'))
  await page.getByRole('main').getByRole('link', { name: 'EcoMat 1000', exact: true }).first().click()
  await expect(page).toHaveURL(/\/products\/ecomat-1000$/)
  expect((await (await counting).response())?.status()).toBe(200)
  const { items } = await shop.visitor.search.suggest({ query: { q: 'mat mak' } })
  expect(items).toContainEqual({ kind: 'category', text: 'Mat Makers', href: '/products?category=mat-maker' })

  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /Search/ })
  await dialog.getByRole('combobox').fill('mat mak')
  await dialog.getByRole('option', { name: 'Mat Makers', exact: true }).click()
  await expect(page).toHaveURL(/\/products\?category=mat-maker$/)
})
