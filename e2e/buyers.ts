import type { Page, Route } from '@playwright/test'
import { browserOf, putInCart, type Shop } from './story.ts'

/** A page of somebody who is signed in, with these products in the cart. */
export async function open(browser: Parameters<typeof browserOf>[0], shop: Shop, products: Record<string, number> = {}) {
  const account = await shop.customer()
  for (const [slug, quantity] of Object.entries(products)) await putInCart(shop, account, slug, quantity)
  const context = await browserOf(browser, shop, account)
  return { account, context, page: await context.newPage() }
}

/** Enters a promo code on the cart page; opens its box first where it is closed. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await openPromoBox(page)
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}

async function openPromoBox(page: Page): Promise<void> {
  const box = page.locator('details', { has: page.getByRole('heading', { name: 'Promo code' }) })
  if ((await box.getAttribute('open')) === null) await box.locator('summary').first().click()
}

/** The next call of this kind fails on its way or is refused; those after it go through. */
export async function failOnce(page: Page, path: RegExp, method: string, answer: { status: number } | 'cut'): Promise<void> {
  let isDone = false
  await page.route(path, (route: Route) => {
    if (isDone || route.request().method() !== method) return route.fallback()
    isDone = true
    return answer === 'cut' ? route.abort() : route.fulfill({ status: answer.status, contentType: 'text/plain', body: '' })
  })
}
