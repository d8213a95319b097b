import type { Locator, Page } from '@playwright/test'
import { enterCode, failOnce, open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { faults } from '../sound.ts'
import {
  type Account,
  expect,
  field,
  fillCustomer,
  gate,
  newEmail,
  PASSWORD,
  putInCart,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'
import { expectTotals } from '../totals.ts'

const proceed = (page: Page) => page.getByRole('link', { name: 'Proceed to Checkout' })
const idsOf = async ({ api }: Account) => (await api.cart.list()).items.map(({ productId, quantity }) => [productId, quantity])

test('every wish of a visitor is kept until signing in, and merged once with what the account holds (S219, S241, S276, S327, D69, D70, D95)', async ({
  page,
  shop,
}) => {
  const email = newEmail()
  await shop.visitor.auth.register({ body: { name: 'Ann Example', email, password: PASSWORD } })
  const elsewhere = await shop.signIn(email, PASSWORD)
  const held = await putInCart(shop, elsewhere, 'hood-switch-chipmaster', 3)
  const want = async (slug: string, quantity: number) => {
    await visit(page, `/products/${slug}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Please login to add items to cart').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  }
  await want('drive-belt-chipmaster-compact', 1)
  await want('hood-switch-chipmaster', 2)
  await want('drive-belt-chipmaster-compact', 1)
  await visit(page, '/cart')
  await expect(main(page).getByRole('heading', { name: '2 products not in your cart yet' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: held.name })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await main(page).getByRole('link', { name: 'Sign in to order' }).click()
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  expect((await elsewhere.api.cart.list()).items.map(({ slug, quantity }) => [slug, quantity])).toEqual([
    ['hood-switch-chipmaster', 3],
    ['drive-belt-chipmaster-compact', 2],
  ])
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['auth_token', 'cart'])
})

test('a changed price waits for its acceptance, products that are gone block the checkout, and Clear Cart can be undone (S18, S124-S126, S129-S131, S194, S196, S218, D75, D76, D96)', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, {
    'cutter-roller-pm-420': 2,
    'motor-chipmaster-compact': 1,
    'strip-roller-cs-250': 1,
  })
  const before = (await account.api.cart.list()).items.map(({ slug, listPrice }) => [slug, listPrice] as const)
  const priceOf = (slug: string) => before.find(([each]) => each === slug)?.[1] ?? 0
  const dearer = priceOf('cutter-roller-pm-420') + 10
  await shop.importSheet([
    'slug,priceUSD,stock',
    `cutter-roller-pm-420,${dearer},`,
    `motor-chipmaster-compact,${priceOf('motor-chipmaster-compact') + 5},`,
    'strip-roller-cs-250,,0',
  ])
  await visit(page, '/cart')
  const rowOf = (slug: string) =>
    main(page)
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/products/${slug}"]`) })
  const row = rowOf('cutter-roller-pm-420')
  const checkout = page.getByRole('button', { name: 'Proceed to Checkout' })

  await test.step('shows old and new price, what is gone, and why the checkout waits', async () => {
    await expect(row.getByText('Price changed from')).toHaveText(new RegExp(`from \\$${priceOf('cutter-roller-pm-420')}.* to \\$${dearer}`))
    await expect(rowOf('strip-roller-cs-250').getByText('Out of stock: please remove it to check out')).toBeVisible()
    await expect(checkout).toBeDisabled()
    await expect(checkout).toHaveAccessibleDescription(/can't be bought right now.*2 prices have changed/)
    await expect(main(page).getByRole('heading', { level: 2, name: /^Sold by/ })).not.toHaveCount(0)
    await expect(main(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
    await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products')
    expect(await faults(page)).toEqual([])
  })

  await test.step('says when a price could not be accepted, and tries again', async () => {
    await failOnce(page, /\/api\/cart\/[^/]+$/, 'PUT', 'cut')
    const accept = row.getByRole('button', { name: /^Accept new price/ })
    await accept.click()
    await expect(row.getByRole('alert')).toHaveText('The new price could not be accepted. Please try again.')
    await accept.click()
    await expect(row.getByText('Price changed from')).toHaveCount(0)
  })

  await test.step('removes what is gone, after a failed try, and accepts the rest', async () => {
    await failOnce(page, /\/api\/cart\/[^/]+$/, 'DELETE', 'cut')
    await page.getByRole('button', { name: /^Remove Strip roller/i }).click()
    await expect(page.getByRole('alert').getByText(/couldn't be removed/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowOf('strip-roller-cs-250')).toHaveCount(0)
    await page.getByRole('button', { name: /^Accept all/ }).click()
    await expect(proceed(page)).toBeVisible()
    expect((await account.api.cart.list()).items.map(({ previousPrice }) => previousPrice)).toEqual([null, null])
  })

  await test.step('clears the cart and takes that back, with code and quantities', async () => {
    await enterCode(page, 'save10')
    await expect(page.getByRole('button', { name: 'Remove code SAVE10' })).toBeVisible()
    const full = await idsOf(account)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
    expect(await account.api.cart.list()).toMatchObject({ items: [], appliedPromoCode: null, shippingMethod: 'standard' })
    await failOnce(page, /\/api\/cart\?/, 'POST', 'cut')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(toastOf(page, "We couldn't restore your cart.")).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Remove code SAVE10' })).toBeVisible()
    expect(await idsOf(account)).toEqual(full)
  })
  await context.close()
})

test('adding, quantity and shipping show no amount that the shop has not reckoned, and a failed call loses nothing (S128, S217, S221, S242, S276, S294, S310, S314-S316, D74, D85)', async ({
  browser,
  shop,
}) => {
  const { context, page, account } = await open(browser, shop)
  const product = await shop.visitor.products.bySlug({ params: { slug: 'zigzag-strips-bag' } })
  const lines = (quantity: number) => [{ product, quantity }]
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })

  await test.step('adding fails on the way, and works when it is tried again', async () => {
    await visit(page, '/products/zigzag-strips-bag')
    await failOnce(page, /\/api\/cart\?/, 'POST', 'cut')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Failed to add product to cart')).toBeVisible()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  })

  await test.step('a slow answer leaves the old amounts, marked', async () => {
    const { held, release } = gate()
    await page.route(/\/api\/cart\/[^/?]+\?/, async (route) => {
      await held
      await route.fallback()
    })
    await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
    await expect(quantity).toHaveValue('2')
    await expect(main(page).getByText('Updating...')).toBeVisible()
    await expectTotals(page, { lines: lines(1) })
    release()
    await expectTotals(page, { lines: lines(2) })
    await expect(main(page).getByText('Updating...')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a failed one says so at its field, and the quantity is the one that counts', async () => {
    await failOnce(page, /\/api\/cart\/[^/?]+\?/, 'PUT', 'cut')
    await quantity.fill('3')
    await quantity.press('Enter')
    await expect(page.getByRole('alert').getByText("We couldn't change the quantity. Please try again.")).toBeVisible()
    await expect(quantity).toHaveValue('2')
    await expectTotals(page, { lines: lines(2) })
    await quantity.fill('')
    await quantity.press('Enter')
    await expectTotals(page, { lines: lines(1) })
    await quantity.fill('0')
    await quantity.press('Enter')
    await expect(quantity).toHaveValue('1')
    await expect(page.getByRole('button', { name: `Decrease quantity of ${product.name}` })).toBeDisabled()
  })

  await test.step('every shipping method has its days, dates and charge', async () => {
    for (const [name, days, charge] of [
      ['Standard', '5-7 business days', '$9.99'],
      ['Express', '2-3 business days', '$19.99'],
      ['Overnight', 'next business day', '$39.99'],
    ] as const) {
      const option = main(page).locator('label', { has: page.getByRole('radio', { name: new RegExp(name) }) })
      await expect(option).toHaveText(new RegExp(`${name} ${days}\\s*Arrives [A-Z][a-z]{2}, [A-Z][a-z]{2} \\d+.*\\${charge}`))
    }
    await failOnce(page, /\/api\/cart\/shipping/, 'PUT', { status: 500 })
    const express = page.getByRole('radio', { name: /Express/ })
    await express.click()
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
    await express.click()
    await expectTotals(page, { lines: lines(1), shippingMethod: 'express' })
    await expect(main(page).getByRole('alert')).toHaveCount(0)
    expect(await account.api.cart.list()).toMatchObject({ shippingMethod: 'express' })
  })
  await context.close()
})

test('F7.2.6 total and Proceed to Checkout come first in the cart, the promo code is closed below; the order is placed without scrolling', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const slugs = ['zigzag-strips-box', 'plain-short-chips-box', 'jar-sleeve', 'curled-chips-box', 'plain-mat-600x400', 'edge-strip-1000']
  const { context, page } = await open(browser, shop, Object.fromEntries(slugs.map((slug) => [slug, 1])))
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/cart')
  await expect(proceed(page)).toBeInViewport({ ratio: 1 })
  await expect(main(page).locator('dd.total')).toBeInViewport({ ratio: 1 })
  const box = page.getByRole('textbox', { name: 'Promo code' })
  await expect(box).toBeHidden()
  await enterCode(page, 'save10')
  await expect(page.getByRole('button', { name: 'Remove code SAVE10' })).toBeInViewport()
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(proceed(page))).toBeLessThan(await top(box))

  await visit(page, '/checkout')
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
  await expect(field(page, 'email'), 'the form of a new buyer is open').toBeInViewport()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const below = async () => (await top(submitButton(page))) - (await top(field(page, 'zipCode')))
  await expect.poll(below, 'after the form on a phone').toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await fillCustomer(page)
  await field(page, 'zipCode').press('Enter')
  await expect(page).toHaveURL(/:\d+\/$/)
  await context.close()
})

test('the promo box takes the hinted codes, says what is missing, replaces after a question and keeps a code that lapses (S5, S127, S195, S220, D78-D81, D90)', async ({
  browser,
  shop,
}) => {
  const { context, page } = await open(browser, shop, { 'zigzag-strips-box': 3 })
  const product = await shop.visitor.products.bySlug({ params: { slug: 'zigzag-strips-box' } })
  const lines = (quantity: number) => [{ product, quantity }]
  const box = page.getByRole('textbox', { name: 'Promo code' })
  const subtotal = product.priceUSD * 3
  await visit(page, '/cart')
  await enterCode(page, '   ')
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await enterCode(page, 'nonsense')
  await expect(main(page).getByRole('alert')).toHaveText('Invalid promo code or minimum order not met. This code does not exist')
  await enterCode(page, 'bulk20')
  await expect(main(page).getByRole('alert')).toHaveText(
    `Invalid promo code or minimum order not met. Add $${(500 - subtotal).toFixed(2)} more to use BULK20`,
  )
  await test.step('S296 a code that does not reach the shop is said, and stays typed', async () => {
    await failOnce(page, /\/api\/cart\/promo/, 'PUT', 'cut')
    await enterCode(page, 'welcome10')
    await expect(main(page).getByRole('alert')).toHaveText('Failed to apply promo code')
    await expect(box).toHaveValue('WELCOME10')
    await expect(main(page).getByRole('alert')).toBeInViewport()
  })
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(toastOf(page, 'Promo code applied successfully!')).toBeVisible()
  await expectTotals(page, { lines: lines(3), code: 'WELCOME10' })
  await page.getByText('Codes to try').click()
  for (const hint of ['SAVE10', 'FREESHIP', 'WELCOME25', 'BULK20']) await expect(page.getByRole('button', { name: hint })).toBeVisible()
  await page.getByRole('button', { name: 'FREESHIP' }).click()
  await expect(page.getByText(`WELCOME10 saves $${(subtotal / 10).toFixed(2)}, FREESHIP $9.99. Replace?`)).toBeVisible()
  await page.getByRole('button', { name: 'Keep WELCOME10' }).click()
  await expectTotals(page, { lines: lines(3), code: 'WELCOME10' })
  await test.step('1.5 a code that does not count is said at once, without the question', async () => {
    for (const wrong of ['nonsense', 'bulk20']) {
      await enterCode(page, wrong)
      await expect(main(page).getByRole('alert')).toHaveText(/^Invalid promo code or minimum order not met\. /)
      await expect(page.getByRole('button', { name: 'Replace', exact: true })).toHaveCount(0)
      await expectTotals(page, { lines: lines(3), code: 'WELCOME10' })
    }
  })
  await page.getByRole('button', { name: 'FREESHIP' }).click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expectTotals(page, { lines: lines(3), code: 'FREESHIP' })
  await page.getByRole('radio', { name: /Overnight/ }).click()
  await expectTotals(page, { lines: lines(3), code: 'FREESHIP', shippingMethod: 'overnight' })
  await page.getByRole('button', { name: `Decrease quantity of ${product.name}` }).click()
  await expectTotals(page, { lines: lines(2), shippingMethod: 'overnight' })
  await expect(main(page).getByText(`Not applied: Add $${(50 - product.priceUSD * 2).toFixed(2)} more to use FREESHIP`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove code FREESHIP' }).click()
  await expect(toastOf(page, 'Promo code removed')).toBeVisible()
  await context.close()
})
