import type { Page, Request } from '@playwright/test'
import { officePlaces } from '../../app/features/kit/office-places.ts'
import { faults, overflow } from '../sound.ts'
import { browserOf, expect, field, gate, isAlive, newEmail, PASSWORD, putInCart, test, toastOf, visit } from '../story.ts'

const HEAD_LINKS = [
  ['Packaging', '/materials'],
  ['Producers', '/producers'],
  ['Repurposing', '/products'],
  ['Resources', '/resources'],
  ['About', '/about'],
  ['Contact', '/contact'],
] as const
const FOOT_PATHS = [
  '/products?category=mat-maker',
  '/products?category=chip-maker',
  '/products?category=replacement-parts',
  '/products?category=accessories',
  '/custom-solutions',
  '/support',
  '/case-studies',
  '/blog',
  '/faq',
  '/impact-calculator',
  '/privacy-policy',
  '/terms',
  '/shipping',
  '/refund-policy',
]
const BROWSED = [
  '/materials',
  '/producers',
  '/products',
  '/blog',
  '/resources',
  '/glossary',
  '/faq',
  '/buyers-guide',
  '/case-studies',
  '/about',
]

const head = (page: Page) => page.getByRole('banner')
const searchButton = (page: Page) => head(page).getByRole('button', { name: 'Search' })
const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' })
const options = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option', { selected: true })
const main = (page: Page) => page.getByRole('main')

/** Elements of the head that are cut off by the window or overlap a neighbor. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('.logo, .main-nav, .site-header-tools > :not(.visually-hidden)')]
      .filter((part) => part.closest('header') && part.getClientRects().length > 0)
      .map((part) => ({ name: part.className, ...part.getBoundingClientRect().toJSON() }))
    return parts
      .filter(({ left, right }, at) => left < 0 || right > window.innerWidth || left < (parts[at - 1]?.right ?? 0) - 1)
      .map(({ name }) => name)
  })

test('the head leads to every part of the shop without loading the page anew, and marks where one is (S1 S38 S39 S44)', {
  tag: '@smoke',
}, async ({ page }) => {
  await visit(page, '/')
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }))
  const links = head(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual(HEAD_LINKS)
  for (const [label, path] of HEAD_LINKS.slice(0, 3)) {
    await head(page).getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(head(page).getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText([label])
  }
  await expect(head(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  await head(page).getByRole('link', { name: 'Reflute, home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true)
})

test('visitors browse the whole shop and read of producers; buying is where they sign in (S2 S3 S259)', async ({ page, request }) => {
  for (const path of BROWSED) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 200])
    expect(await answer.text(), path).toContain('<h1')
  }
  await visit(page, '/producers')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(/Producers/)
  await visit(page, '/products/feed-roller-430')
  await main(page).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toastOf(page, 'Please login to add items to cart')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

for (const { role, email, places } of [
  { role: 'super_admin', email: 'super@reflute.test', places: ['Super Admin /super-admin/dashboard', 'Application Dashboard /admin'] },
  { role: 'application_admin', email: 'staff@reflute.test', places: ['Application Dashboard /admin'] },
  { role: 'business_admin', email: 'seller@reflute.test', places: ['Business Dashboard /business/dashboard'] },
  { role: 'customer', email: 'customer@reflute.test', places: [] },
]) {
  test(`the menus of ${role} have the places of that role and no others (S45 S46 S47 S48 S49 S50 S264)`, async ({ browser, shop }) => {
    const account = await shop.demo(email)
    const context = await browserOf(browser, shop, account)
    const page = await context.newPage()
    await visit(page, '/producers')
    const button = head(page).getByRole('button', { name: account.name.split(' ')[0] ?? '', exact: true })
    await button.click()
    const linksOf = (all: (Element | SVGElement)[]) => all.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
    const menu = head(page).locator('[data-menu]')
    expect(await menu.getByRole('link').evaluateAll(linksOf)).toEqual(['Account /account', 'My Orders /account/orders', ...places])
    await expect(menu.getByRole('button')).toHaveText(['Sign Out'])
    for (const place of places) {
      const path = place.split(' ').at(-1) ?? ''
      expect([place, (await page.request.get(path)).status()]).toEqual([place, 200])
    }
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await head(page).getByRole('button', { name: 'Menu' }).click()
    const small = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation').getByRole('link')
    expect(await small.evaluateAll(linksOf)).toEqual([
      ...HEAD_LINKS.map((link) => link.join(' ')),
      'Cart /cart',
      'My Account /account',
      'My Orders /account/orders',
      ...places,
    ])
    await context.close()
  })
}

test('the user menu is worked with the keyboard, and ends the session (S45 S46)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.customer('Maximiliane-Alexandra von Rosenthal'))
  const page = await context.newPage()
  await visit(page, '/')
  const button = head(page).getByRole('button', { name: 'Maximiliane-Alexandra' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(head(page).getByRole('link', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(head(page).getByRole('button', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(head(page).getByRole('link', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await main(page).getByRole('heading', { level: 1 }).click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await head(page).getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/account\/orders$/)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await head(page).getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(head(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
  await context.close()
})

test('on a small screen the links are in a menu that closes with every page, with Escape and beside it (S40 S50 S51)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products')
  const opener = head(page).getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  const paths = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(paths).toEqual([...HEAD_LINKS.map(([, path]) => path), '/cart', '/login'])
  await expect(menu.getByRole('link', { name: 'Repurposing' })).toHaveAttribute('aria-current', 'page')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.mouse.click(20, 400)
  await expect(menu).toBeHidden()
  for (const [label, path] of [
    ['Packaging', '/materials'],
    ['Cart', '/cart'],
  ] as const) {
    await opener.click()
    await menu.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(path))
    await expect(menu).toBeHidden()
  }
  await opener.click()
  await page.goBack()
  await expect(menu).toBeHidden()
})

test('the head changes its look after 10 px and moves nothing; nothing in it overflows, in any width and with large letters (S42 S52)', async ({
  browser,
  shop,
}) => {
  const account = await shop.customer('Wolfeschlegelsteinhausenbergerdorff Ann')
  await putInCart(shop, account, 'curled-chips-box', 120)
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(page, '/products')
  const cart = head(page).getByRole('link', { name: 'Cart, 120 items' })
  await expect(cart).toHaveText('99+')
  await page.waitForLoadState('networkidle')
  const { height } = (await head(page).boundingBox()) ?? {}
  await page.mouse.wheel(0, 10)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10)
  await expect(head(page)).not.toHaveAttribute('data-scrolled')
  await page.mouse.wheel(0, 1)
  await expect(head(page)).toHaveAttribute('data-scrolled')
  expect((await head(page).boundingBox())?.height).toBe(height)
  expect(await page.evaluate(() => 'seen' in window && window.seen)).toEqual({ shift: 0 })
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size)
    for (const width of [1440, 1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect([size, width, await misfits(page)]).toEqual([size, width, []])
      if (size === '100%' || width > 320) expect([size, width, await overflow(page)]).toEqual([size, width, 0])
    }
  }
  await context.close()
})

test('the number in the cart is there only above 0, and a change of it is read out (S42)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  await visit(page, '/products/feed-roller-430')
  const cart = head(page).getByRole('link', { name: /^Cart/ })
  await expect(head(page).getByRole('button', { name: 'Ann' })).toBeVisible()
  await expect(cart).toHaveAccessibleName('Cart')
  await expect(cart).toHaveText('')
  await main(page).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cart).toHaveAccessibleName('Cart, 1 item')
  await expect(cart).toHaveText('1')
  await expect(head(page).locator('[aria-live="polite"]').filter({ hasText: 'cart' })).toHaveText('1 item in your cart')
  await context.close()
})

test('the foot leads to everything that the shop promises, and every link opens (S53-S66)', async ({ page, request }) => {
  await visit(page, '/')
  const paths = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(FOOT_PATHS.filter((path) => !paths.includes(path))).toEqual([])
  const closed: string[] = []
  for (const path of new Set(paths)) {
    const answer = await request.get(path)
    if (answer.status() !== 200) closed.push(`${path}: ${answer.status()}`)
  }
  expect(closed).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Chip Makers' }).click()
  await expect(main(page).getByRole('link', { name: /^Chip Makers/ })).toHaveAttribute('aria-current', 'true')
})

test('the search opens over the page, answers while one types, and is worked with the keyboard (S41 S256)', { tag: '@smoke' }, async ({
  page,
}) => {
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
  await expect(page.getByText('No match for “CONVEYER”. Showing results for conveyor.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Search' }).locator('[aria-live="polite"]')).toHaveText(/^\d+ results? for conveyor$/)
  const equipment = page.getByRole('group', { name: 'Equipment' }).getByRole('option')
  await expect(equipment.first()).toContainText('conveyor')
  await expect(equipment.first().locator('mark')).toHaveText('conveyor')
  await expect(equipment.first()).toContainText(/\$[\d,]+\.\d\d/)
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(/^See all \d+ results$/)
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
  await expect(searchButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('feed roller')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=feed\+roller$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Results for “feed roller” \(\d+\)$/)
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
    ['staff@reflute.test', ['Application Dashboard', ...officePlaces('application_admin').map(({ label }) => label)]],
    ['customer@reflute.test', []],
  ] as const) {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    await visit(page, '/')
    await page.keyboard.press('/')
    await searchField(page).fill('admin')
    await expect(
      page
        .getByRole('dialog')
        .getByText(/results? for admin|Nothing found for “admin”/)
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
  const kinds = main(page).getByRole('navigation', { name: 'Kinds of results' })
  await expect(kinds.getByRole('link')).toHaveText([
    /^All \d+$/,
    `Equipment ${totals.equipment}`,
    `Materials ${totals.materials}`,
    `Producers ${totals.producers}`,
    `Articles ${totals.articles}`,
    `Glossary ${totals.terms}`,
  ])
  await kinds.getByRole('link', { name: /^Equipment/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “mat” (${totals.equipment})`)
  await main(page)
    .getByRole('link', { name: /^Replacement Parts/ })
    .click()
  await main(page)
    .getByRole('link', { name: /^In stock/ })
    .click()
  await expect(page).toHaveURL(/\/search\?q=mat&kind=equipment&category=replacement-parts&inStock=true$/)
  await main(page).getByLabel('Max price').fill('200')
  await main(page).getByRole('button', { name: 'Apply' }).click()
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
    .getByRole('link', { name: /Remove the filter Category/ })
    .click()
  await expect(page).not.toHaveURL(/category/)
  await main(page).getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL(/\/search\?q=mat&kind=equipment&sort=-price$/)
  await main(page).getByRole('searchbox').fill('rollar')
  await expect(main(page).getByText('Did you mean')).toContainText('No match for “rollar”. Did you mean roller? Its results are shown.')
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
    await expect(main(page).getByRole('article').first().locator('mark').first()).toHaveText(/blade/i)
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

test('messages are 356 px wide and 14 px apart at the top right, three at once, for 4 s unless one looks at them (S328 S329)', async ({
  browser,
  shop,
}) => {
  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  await page.clock.install()
  await visit(page, '/products/feed-roller-430')
  const add = main(page).getByRole('button', { name: 'Add to Cart' })
  const cards = page.getByRole('region', { name: 'Notifications' }).locator('.toast')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(head(page).getByRole('button', { name: 'Ann' })).toBeVisible()
  for (let number = 1; number <= 4; number += 1) {
    await add.click()
    await expect(head(page).getByRole('link', { name: new RegExp(`^Cart, ${number} item`) })).toBeVisible()
  }
  await expect(cards).toHaveCount(3)
  await cards.first().hover()
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()))
  expect(boxes.map(({ width }) => width)).toEqual([356, 356, 356])
  const [first, second] = boxes
  expect([first.top, page.viewportSize()?.width, Math.round(second.top - first.bottom)]).toEqual([
    24,
    first.right + 24 + (1440 - (await page.evaluate(() => document.documentElement.clientWidth))),
    14,
  ])
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toContainText('Product added to cart!')
  await page.clock.runFor(4300)
  await expect(cards).toHaveCount(3)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await cards.first().getByRole('button', { name: 'Dismiss' }).focus()
  await page.mouse.move(300, 700)
  await page.keyboard.press('Enter')
  await expect(cards.first().getByRole('button', { name: 'Dismiss' })).toBeFocused()
  const now = () => page.evaluate(() => Date.now())
  const left = await now()
  await add.focus()
  await page.clock.runFor(3000)
  await expect(cards).toHaveCount(0)
  expect((await now()) - left).toBeGreaterThan(3500)

  await page.route('**/api/cart*', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"detail":"Please sign in.","status":401}' }),
  )
  await add.click()
  await expect(page.getByRole('alert').getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/feed-roller-430$/)
  await expect(head(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fproducts%2Ffeed-roller-430$/)
  await context.close()
})

test('while the session is read a protected page says Loading... and shows nothing else (S34 B33)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/orders')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('token, currency and cart are kept in this browser under their names (S327 S43 S222)', async ({ page, shop }) => {
  const email = newEmail()
  await shop.visitor.auth.register({ body: { name: 'Ann Example', email, password: PASSWORD } })
  await visit(page, '/login')
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(head(page).getByRole('button', { name: 'Ann' })).toBeVisible()
  await head(page)
    .getByRole('button', { name: /^USD EUR/ })
    .click()
  await expect(head(page).getByRole('button', { name: /currency: EUR/ })).toBeVisible()
  const keptNames = () => page.evaluate(() => ({ ...localStorage }))
  await expect
    .poll(keptNames)
    .toMatchObject({ auth_token: expect.stringMatching(/^rf_/), currency: 'EUR', cart: expect.stringContaining('"currency":"EUR"') })
})
