import type { Page } from '@playwright/test'
import { head, main } from '../page-regions.ts'
import { faults, overflow } from '../sound.ts'
import { browserOf, expect, field, newEmail, PASSWORD, putInCart, test, toastOf, visit } from '../story.ts'

const HEAD_LINKS = [
  ['Packaging', '/materials'],
  ['Producers', '/producers'],
  ['Repurposing', '/products'],
  ['Resources', '/resources'],
  ['About', '/about'],
  ['Contact', '/contact'],
] as const

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

test('visitors browse the whole shop and read of producers; buying is where they sign in (S2 S3)', async ({ page, request }) => {
  for (const path of BROWSED) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 200])
    expect(await answer.text(), path).toContain('<h1')
  }
  await visit(page, '/producers')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(/Producers/)
  await test.step('F7.4.2 S259 who browses sees Sign In; adding to the cart asks for it and says so', async () => {
    for (const path of BROWSED) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeInViewport()
      await expect(head(page).getByRole('link', { name: 'Sign In', exact: true }), path).toBeInViewport()
      await expect(head(page).getByRole('button', { name: 'Sign Out' }), path).toHaveCount(0)
    }
    await visit(page, '/products/feed-roller-430')
    await main(page).getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Please login to add items to cart')).toBeInViewport()
    await expect(page).toHaveURL(/\/login/)
    await expect(main(page).getByRole('button', { name: 'Sign In' })).toBeInViewport()
    await expect(head(page).getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart')
  })
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
    const orders = places.some((place) => place.endsWith(' /admin')) ? [] : ['My Orders /account/orders', 'My Quotes /quotes'] // staff are no buyers
    expect(await menu.getByRole('link').evaluateAll(linksOf)).toEqual(['Account /account', ...orders, ...places])
    await expect(menu.getByRole('button')).toHaveText(['Sign Out'])
    for (const place of places) {
      const path = place.split(' ').at(-1) ?? ''
      expect([place, (await page.request.get(path)).status()]).toEqual([place, 200])
    }
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await head(page).getByRole('button', { name: 'Menu' }).click()
    const small = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Menu' }).getByRole('link')
    expect(await small.evaluateAll(linksOf)).toEqual([
      ...HEAD_LINKS.map((link) => link.join(' ')),
      'Cart /cart',
      'My Account /account',
      ...orders,
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
  for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab')
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

test('F7.2.15 the menu of a phone leads to calculator, blog, FAQ and support; the filters have a title and a close button', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  for (const path of ['/products', '/search?q=mat&kind=equipment']) {
    await visit(page, path)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(panel.getByRole('heading', { name: 'Filters' })).toBeInViewport()
    expect(await faults(page, 'colors')).toEqual([])
    await panel.getByRole('button', { name: 'Close filters' }).click()
    await expect(panel).toBeHidden()
  }
  for (const [label, path] of [
    ['Impact Calculator', '/impact-calculator'],
    ['Blog', '/blog'],
    ['FAQ', '/faq'],
    ['Support', '/support'],
  ] as const) {
    await head(page).getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('on a small screen the links are in a menu that closes with every page, with Escape and beside it (S40 S50 S51)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products')
  const opener = head(page).getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  const paths = await menu
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
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
  await visit(page, '/products')
  const cart = head(page).getByRole('link', { name: 'Cart, 120 items' })
  await expect(cart).toHaveText('99+')
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready // letters may become wider when their font arrives
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value
    }).observe({ type: 'layout-shift' })
  })
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

test('in the head of a seller, with bell and name, nothing lies over another at any width (S1)', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/products')
  await expect(head(page).getByRole('button', { name: 'Selma' })).toBeVisible()
  for (const width of [1440, 1140, 1120, 1100, 1024, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await misfits(page)]).toEqual([width, []])
  }
  await context.close()
})
