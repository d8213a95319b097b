import type { Page } from '@playwright/test'
import { enterCode } from '../buyers.ts'
import {
  browserOf,
  expect,
  field,
  fillCustomer,
  isAlive,
  newEmail,
  PASSWORD,
  placeOrder,
  putInCart,
  submitButton,
  test,
  toastOf,
  visit,
} from '../story.ts'
import { expectTotals } from '../totals.ts'

const SLUG = 'photocell-infeed'
const QUANTITY = 2
const TRACKING = 'TRACK-4711'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('a visitor becomes a customer, buys, and staff deliver the order (S41, S72, S109, S230, S241, B73, B190)', {
  tag: '@smoke',
}, async ({ page, browser, shop }) => {
  test.slow()
  const product = await shop.visitor.products.bySlug({ params: { slug: SLUG } })
  const email = newEmail()
  const number = { of: '' }

  await test.step('finds the product through the search of the home page', async () => {
    await visit(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('photocell')
    await page.getByRole('option', { name: product.name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  })

  await test.step('is sent to sign in by Add to Cart, and registers', async () => {
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toastOf(page, 'Please login to add items to cart')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL(/\/register/)
    await field(page, 'name').fill('Ann Example')
    await field(page, 'email').fill(email)
    await field(page, 'password').fill(PASSWORD)
    await page.getByRole('main').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create account' }).click()
  })

  await test.step('has the product in the cart without asking for it again', async () => {
    await expect(toastOf(page, 'Product added to cart!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}$`))
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ann' })).toBeVisible()
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item')
    await badge(page).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expectTotals(page, { lines: [{ product, quantity: 1 }] })
  })

  await test.step('is refused a code below its minimum, and applies one that is not hinted', async () => {
    await enterCode(page, 'save25')
    await expect(page.getByText('Invalid promo code or minimum order not met')).toBeVisible()
    await enterCode(page, ' welcome10 ')
    await expect(toastOf(page, 'Promo code applied successfully!')).toBeVisible()
    await expectTotals(page, { lines: [{ product, quantity: 1 }], code: 'WELCOME10' })
  })

  await test.step('changes the quantity; every amount follows', async () => {
    await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
    await expectTotals(page, { lines: [{ product, quantity: QUANTITY }], code: 'WELCOME10' })
    await expect(badge(page)).toHaveAccessibleName(`Cart, ${QUANTITY} items`)
  })

  await test.step('removes the code and takes a hinted one instead', async () => {
    await page.getByRole('button', { name: 'Remove code WELCOME10' }).click()
    await expect(toastOf(page, 'Promo code removed')).toBeVisible()
    await expectTotals(page, { lines: [{ product, quantity: QUANTITY }] })
    await page.getByText('Codes to try').click()
    for (const hint of ['SAVE10', 'FREESHIP', 'WELCOME25', 'BULK20']) await expect(page.getByRole('button', { name: hint })).toBeVisible()
    await page.getByRole('button', { name: 'WELCOME25' }).click()
    await expectTotals(page, { lines: [{ product, quantity: QUANTITY }], code: 'WELCOME25' })
  })

  await test.step('replaces it by SAVE25, which takes as much off', async () => {
    await enterCode(page, 'SAVE25')
    await page.getByRole('button', { name: 'Replace' }).click()
    await expect(page.getByRole('button', { name: 'Remove code SAVE25' })).toBeVisible()
    await expectTotals(page, { lines: [{ product, quantity: QUANTITY }], code: 'SAVE25' })
  })

  await test.step('is shown what is wrong in the checkout form, and keeps what was typed', async () => {
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expectTotals(page, { lines: [{ product, quantity: QUANTITY }], code: 'SAVE25' })
    await expect(page.getByText('Payment processing is not configured. Please contact support to complete your order.')).toBeVisible()
    await fillCustomer(page)
    await field(page, 'lastName').fill('')
    await field(page, 'city').fill('')
    await submitButton(page).click()
    await expect(field(page, 'lastName')).toBeFocused()
    await expect(field(page, 'lastName')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'city')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'firstName')).toHaveValue('Ann')
    await expect(field(page, 'zipCode')).toHaveValue('60607')
    await expect(page).toHaveURL(/\/checkout$/)
  })

  await test.step('submits the order and follows the message to its confirmation', async () => {
    await fillCustomer(page)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
    await expect(badge(page)).toHaveAccessibleName('Cart')
    await page.getByRole('link', { name: 'View order' }).click()
    await expect(page).toHaveURL(/\/order-confirmation\?order=ORD-/)
    number.of = new URL(page.url()).searchParams.get('order') ?? ''
    const main = page.getByRole('main')
    await expect(main.getByText(number.of).first()).toBeVisible()
    await expect(main.getByText('Pay Later').first()).toBeVisible()
    await expect(main.getByText('Standard').first()).toBeVisible()
    await page.reload()
    await expect(main.getByText(number.of).first()).toBeVisible()
  })

  await test.step('finds it among their orders, and the stock is lower by it', async () => {
    await visit(page, '/account/orders')
    await expect(page.getByRole('main').getByText(number.of).first()).toBeVisible()
    await visit(page, `/products/${SLUG}`)
    await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveAttribute('max', String(product.stock - QUANTITY))
  })

  await test.step('staff find it by its number and bring it to the customer', async () => {
    const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
    const staff = await context.newPage()
    await visit(staff, '/admin/orders')
    const search = staff.getByRole('main').getByRole('searchbox')
    await search.fill(number.of)
    await search.press('Enter')
    await expect(staff).toHaveURL(new RegExp(number.of))
    const rows = staff
      .getByRole('main')
      .getByRole('link', { name: number.of })
      .or(staff.getByRole('main').getByRole('row', { name: number.of }).getByRole('link'))
    await rows.first().click()
    await expect(staff).toHaveURL(/\/admin\/orders\/[0-9a-f-]{36}/)
    await staff.getByRole('button', { name: 'Start processing' }).click()
    await expect(toastOf(staff, 'Order is now processing')).toBeVisible()
    await staff.getByRole('button', { name: 'Mark as shipped' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Mark as shipped' })
    await dialog.getByRole('textbox', { name: /^Tracking number/ }).fill(TRACKING)
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(toastOf(staff, 'Order is now shipped')).toBeVisible()
    await staff.getByRole('button', { name: 'Mark as delivered' }).click()
    await expect(toastOf(staff, 'Order is now delivered')).toBeVisible()
    await expect(staff.getByRole('button', { name: /^(Mark as (shipped|delivered)|Start|Cancel)/ })).toHaveCount(0)
    await context.close()
  })

  await test.step('the customer sees it delivered, with its history', async () => {
    await visit(page, '/account/orders')
    await page.getByRole('main').getByRole('link', { name: number.of }).first().click()
    const main = page.getByRole('main')
    await expect(main.getByText('Delivered').first()).toBeVisible()
    for (const state of ['Pending', 'Processing', 'Shipped']) await expect(main.getByText(state).first()).toBeVisible()
    await expect(main.getByText(TRACKING).first()).toBeVisible()
    await isAlive(page)
  })
})

test('F10 a new buyer reads beforehand why Pay Later is not offered, finds the ways out, and what is left for a smaller order', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, 'ecomat-1000', 5)
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  await visit(page, '/checkout')
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText(
    "You can have up to $50,000.00 open with Pay Later until you've paid an order and confirmed your email.",
  )
  await expect(payment).toContainText('You have $50,000.00 left, and this order is $')
  for (const name of ['My orders', 'Confirm your email', 'Contact us']) await expect(payment.getByRole('link', { name })).toBeVisible()
  await expect(submitButton(page)).toHaveCount(0)

  await ann.api.cart.clear({ query: {} })
  await putInCart(shop, ann, 'ecomat-1000', 1)
  expect((await placeOrder(ann)).totalUSD).toBe(13_500)
  await putInCart(shop, ann, SLUG)
  await visit(page, '/checkout')
  await expect(payment).toContainText(
    "You have $36,500.00 left of your Pay Later limit. The limit ends once you've paid an order and your email is confirmed.",
  )
  await expect(payment).toContainText('Confirm your email within 7 days, or pay, to keep this order.')
  await expect(submitButton(page)).toBeEnabled()
  const { id, number } = await placeOrder(ann)
  for (const path of [`/order-confirmation?order=${number}`, `/account/orders/${id}`]) {
    await visit(page, path)
    await expect(page.getByText(/^Confirm your email by .+, or pay, to keep this order\.$/)).toBeVisible()
  }
  await context.close()
})
