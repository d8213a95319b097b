import type { Page } from '@playwright/test'
import { listen } from '../sound.ts'
import { browserOf, expect, gate, isAlive, stopClock, test } from '../story.ts'

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
