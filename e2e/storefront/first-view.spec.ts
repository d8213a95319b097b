import type { Page } from '@playwright/test'
import { BUYER_KIND_LABELS } from '#domain/buyer-kind.ts'
import { main } from '../page-regions.ts'
import { listen } from '../sound.ts'
import { browserOf, expect, gate, isAlive, PASSWORD, putInCart, stopClock, test, visit } from '../story.ts'

const SCRIPTS = /\/assets\/.*\.js$/
const PICTURES = /\/(drawings|media)\//

/** Lists the scripts that a page asks for. */
function listScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (SCRIPTS.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('a page is seen with its first pictures before it asks for a script', { tag: '@smoke' }, async ({ context }) => {
  for (const path of ['/', '/products', '/products/ecomat-1000', '/cart']) {
    const page = await context.newPage()
    const asked = listScripts(page)
    const errors = listen(page)
    const pictures = gate()
    await page.route(PICTURES, async (route) => {
      await pictures.held
      await route.continue()
    })
    await stopClock(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }), path).toBeInViewport()
    await page.clock.runFor(100) // frames go by
    expect(asked, path).toEqual([])
    pictures.release()
    await page.clock.resume()
    await isAlive(page)
    await expect(page.locator('link[rel=modulepreload][href^="/assets/library-"]'), 'the file that begins first').toHaveCount(1)
    expect(errors, path).toEqual([])
    await page.close()
  }
})

test('a first picture that never comes keeps no page from its scripts', async ({ page }) => {
  const pictures = gate()
  await page.route(PICTURES, () => pictures.held)
  await page.goto('/products/ecomat-1000', { waitUntil: 'domcontentloaded' })
  await isAlive(page)
  pictures.release()
})

test('until there are scripts, the cart is empty for a visitor only who has nothing waiting', async ({ page, browser, shop }) => {
  const shownIn = async (visitor: Page) => {
    await visitor.route(SCRIPTS, (route) => route.abort())
    await visitor.goto('/cart')
    return visitor.getByRole('main').getByRole('heading', { level: 1 }).filter({ visible: true }).textContent()
  }
  expect(await shownIn(page)).toBe('Your cart is empty')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?from=%2Fcart')
  const buyer = await browserOf(browser, shop, await shop.customer())
  expect(await shownIn(await buyer.newPage())).toBe('Cart')
  await buyer.close()
  await page.evaluate(() => localStorage.setItem('pending_cart_items', JSON.stringify([{ productId: 'some', quantity: 1 }])))
  expect(await shownIn(page)).toBe('Cart')
})

test('a page of somebody who is signed in begins beside its styles with all its scripts and reads, each once', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer()
  const { name } = await putInCart(shop, customer, 'ecomat-1000')
  const context = await browserOf(browser, shop, customer)
  const begins = async (path: string, early: string[]) => {
    const page = await context.newPage()
    const asked = listScripts(page)
    const reads: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search)
    })
    const styles = gate()
    const scripts = gate()
    for (const [files, { held }] of [
      [/\.css$/, styles],
      [SCRIPTS, scripts],
    ] as const)
      await page.route(files, async (route) => {
        await held
        await route.continue()
      })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => reads, path).toEqual(early)
    await expect.poll(() => asked.some((url) => url.includes('/entry.client-')), path).toBe(true)
    const preloads = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
    await expect.poll(() => [...asked].sort(), path).toEqual([...preloads].sort())
    styles.release()
    scripts.release()
    await isAlive(page)
    return { page, reads }
  }
  await test.step('the cart', async () => {
    const { page, reads } = await begins('/cart', ['/api/auth/me', '/api/cart?currency=USD'])
    await expect(main(page).getByRole('link', { name })).toBeVisible()
    await expect.poll(() => reads).toContain('/api/account/addresses')
    expect(new Set(reads).size).toBe(reads.length)
    await page.evaluate(() => localStorage.setItem('market', 'DE consumer'))
    await page.evaluate(() => localStorage.setItem('currency', 'EUR'))
    await page.close()
  })
  await test.step('a list, for a chosen market', async () => {
    const { page, reads } = await begins('/account/orders', ['/api/auth/me', '/api/cart?currency=EUR&country=DE&buyer=consumer'])
    await expect(main(page).getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    expect(new Set(reads).size).toBe(reads.length)
    await page.close()
  })
  await test.step('a page without a link to the cart', async () => {
    const { page, reads } = await begins('/checkout', ['/api/auth/me'])
    await expect(main(page).getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    expect(reads.filter((url) => url === '/api/auth/me')).toHaveLength(1)
    await page.close()
  })
  await context.close()
})

test('an answer that came before the scripts goes to its session only, and to nobody after a change', async ({ browser, shop }) => {
  const customer = await shop.customer()
  const context = await browserOf(browser, shop, customer)
  const page = await context.newPage()
  const isThere = async (method: string, url: string, token: string) => {
    await page.goto('/cart', { waitUntil: 'domcontentloaded' })
    return page.evaluate(
      ([method, url, token]) => {
        void window.early?.(method, '/api/other', token)
        return window.early?.('GET', url, localStorage.getItem('auth_token')) !== undefined
      },
      [method, url, token] as const,
    )
  }
  await page.route(SCRIPTS, (route) => route.abort())
  expect(await isThere('GET', '/api/auth/me', customer.token)).toBe(true)
  expect(await isThere('GET', '/api/auth/me', 'of another')).toBe(false)
  expect(await isThere('PUT', '/api/cart?currency=USD', customer.token)).toBe(false)
  await context.close()
})

/** Opens a page, does something while its scripts are held back, and lets them come. */
async function actEarly(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const scripts = gate()
  await page.route(SCRIPTS, async (route) => {
    await scripts.held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await act()
  scripts.release()
  await isAlive(page)
  await page.unroute(SCRIPTS)
}

test('what is typed and pressed before there are scripts counts once there are', async ({ page, shop }) => {
  const shown = main(page)
  await test.step('in a part that comes later', async () => {
    const cost = shown.getByLabel('Monthly spend on packing material')
    await actEarly(page, '/', () => cost.fill('1,000'))
    await expect(shown.getByRole('region', { name: 'What would it save you?' }).getByRole('status')).toContainText('$7,800')
    await expect(cost).toHaveValue('1,000')
  })
  await test.step('a search while one types', async () => {
    await actEarly(page, '/products', () => shown.getByRole('searchbox').fill('roller'))
    await expect(page).toHaveURL(/[?&]search=roller/)
    await expect(shown.getByRole('searchbox')).toHaveValue('roller')
  })
  await test.step('a box, and a choice that changes the address', async () => {
    await actEarly(page, '/products', async () => {
      await shown
        .getByRole('checkbox', { name: /^Compare/ })
        .first()
        .check()
      await shown.getByLabel('Sort by').selectOption('Name')
    })
    await expect(page).toHaveURL(/[?&]sort=name/)
    const compared = page.getByRole('region', { name: 'Products to compare' })
    await expect(compared.getByRole('link')).toHaveText('Compare (1)')
    await compared.getByRole('button', { name: 'Clear' }).click()
    await visit(page, '/support')
    await page.goBack()
    await isAlive(page)
    await expect(shown.getByRole('checkbox', { name: /^Compare/ }).first()).not.toBeChecked()
    await expect(compared).toHaveCount(0)
  })
  await test.step('a machine and a number of it', async () => {
    await actEarly(page, '/impact-calculator', async () => {
      await shown.getByLabel('Machine type').selectOption('EcoMat 1000')
      await shown.getByLabel('Current material cost').fill('')
    })
    await expect(shown.getByRole('link', { name: 'View EcoMat 1000' })).toBeVisible()
    await expect(shown.getByLabel('Current material cost')).toHaveValue('')
    await expect(shown.getByText('Empty, so it counts as 0')).toBeVisible()
  })
  await test.step('a quantity, and the cart', async () => {
    await actEarly(page, '/products/ecomat-1000', async () => {
      await shown.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
      await shown.getByRole('button', { name: 'Increase quantity' }).click()
      await shown.getByRole('button', { name: 'Add to Cart' }).click()
    })
    await expect(page).toHaveURL(/\/login\?from=/)
    expect(await page.evaluate(() => localStorage.getItem('pending_cart_items'))).toContain('"quantity":3')
  })
  await test.step('one of several', async () => {
    await actEarly(page, '/custom-solutions', () => shown.getByRole('radio', { name: BUYER_KIND_LABELS.consumer }).check())
    await expect(shown.getByRole('radio', { name: BUYER_KIND_LABELS.consumer })).toBeChecked()
    await expect(shown.getByRole('radio', { name: BUYER_KIND_LABELS.business })).not.toBeChecked()
  })
  await test.step('a button beside the form that a browser sends by itself', async () => {
    const cost = shown.getByLabel('Current material cost')
    await actEarly(page, '/impact-calculator', async () => {
      await cost.fill('77')
      await shown.getByRole('button', { name: 'Reset' }).click()
    })
    await expect(cost).not.toHaveValue('77')
  })
  for (const key of ['/', 'Control+k'])
    await test.step(`the search, by ${key}, and its words`, async () => {
      await actEarly(page, '/products', async () => {
        await page.keyboard.press(key)
        await page.keyboard.type('rollr')
        await page.keyboard.press('Backspace')
        await page.keyboard.type('er')
      })
      const dialog = page.getByRole('dialog', { name: 'Search' })
      await expect(dialog.getByRole('combobox')).toHaveValue('roller')
      await page.keyboard.type(' 2')
      await expect(dialog.getByRole('combobox')).toHaveValue('roller 2')
    })
  await test.step('a field that is typed into after the key of the search', async () => {
    await actEarly(page, '/products', async () => {
      await page.keyboard.press('/')
      await shown.getByRole('searchbox').click()
      await page.keyboard.type('roller')
    })
    await expect(shown.getByRole('searchbox')).toHaveValue('roller')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a slash within a text', async () => {
    await actEarly(page, '/products', () => shown.getByRole('searchbox').pressSequentially('1/2'))
    await expect(shown.getByRole('searchbox')).toHaveValue('1/2')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a form that only scripts send', async () => {
    const { email } = await shop.customer()
    await actEarly(page, '/login', async () => {
      await shown.getByLabel('Email').fill(email)
      await shown.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await shown.getByRole('button', { name: 'Sign In' }).click()
    })
    await expect(page).not.toHaveURL(/\/login/)
  })
})

const draftsIn = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

test('what is typed and chosen before there are scripts is in the draft of a form', async ({ page, browser, shop }) => {
  const customer = await shop.customer()
  const context = await browserOf(browser, shop, customer)
  for (const writer of [page, await context.newPage()]) {
    const message = main(writer).getByRole('textbox', { name: 'Anything else' })
    const material = main(writer).locator('select[name=material]')
    await actEarly(writer, '/custom-solutions', async () => {
      await message.fill('Do you ship to Malta?')
      await material.selectOption({ index: 2 })
    })
    const chosen = await material.inputValue()
    expect(chosen).not.toBe('')
    await expect.poll(() => draftsIn(writer)).toContain(chosen)
    expect(await draftsIn(writer)).toContain('Do you ship to Malta?')
    await writer.reload()
    await main(writer).getByRole('button', { name: 'Restore draft' }).click()
    await expect(message).toHaveValue('Do you ship to Malta?')
    await expect(material).toHaveValue(chosen)
  }
  await context.close()
})

test('what is typed before the shop has answered who is signed in is in the draft of a form', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.customer())
  const page = await context.newPage()
  const session = gate()
  await page.route('/api/auth/me', async (route) => {
    await session.held
    await route.continue()
  })
  await visit(page, '/contact')
  const message = main(page).getByRole('textbox', { name: 'Message' })
  await message.fill('Do you ship to Malta?')
  session.release()
  await expect.poll(() => draftsIn(page)).toContain('Do you ship to Malta?')
  await page.reload()
  await main(page).getByRole('button', { name: 'Restore draft' }).click()
  await expect(message).toHaveValue('Do you ship to Malta?')
  await context.close()
})

test('a button of a part whose script comes after the others works once it is there', async ({ page }) => {
  const path = '/products/ecomat-1000'
  const first = await (await page.request.get(path)).text()
  const rest = gate()
  const held: string[] = []
  await page.route(SCRIPTS, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!first.includes(pathname)) {
      held.push(pathname)
      await rest.held
    }
    await route.continue()
  })
  await page.goto(path)
  await isAlive(page)
  await expect.poll(() => held.filter((path) => path.includes('sections'))).toHaveLength(1)
  await main(page).getByRole('button', { name: 'Show inches and pounds' }).click()
  rest.release()
  await expect(main(page).getByRole('button', { name: 'Show mm and kg' })).toBeVisible()
})
