import type { Page } from '@playwright/test'
import { openCardShop } from '../card-shop.ts'
import { browserOf, CUSTOMER_FORM, expect, field, fillCustomer, putInCart, seconds, test, toastOf, visit } from '../story.ts'

/* A shop of its own that charges cards at a fake; the payment service's script in the browser is one, too. */

const SLUG = 'photocell-infeed'
const { origin, provider, vies } = openCardShop('card', 7, ['--without-orders'])

/** Fake of `window.Stripe`: one field, which is the card; what the bank says is asked of the story. */
function stripeScript(): void {
  const pay = (secret: string) => (window as unknown as { bank: (secret: string) => Promise<string> }).bank(secret)
  const make = () => {
    let field: HTMLInputElement | null = null
    const listeners: Record<string, () => void> = {}
    const element = {
      on: (name: string, listen: () => void) => {
        listeners[name] = listen
      },
      mount: (host: HTMLElement) => {
        const label = document.createElement('label')
        label.textContent = 'Card number'
        field = document.createElement('input')
        label.append(field)
        host.append(label)
        setTimeout(() => listeners.ready?.(), 50)
      },
      destroy: () => field?.parentElement?.remove(),
    }
    return {
      create: () => element,
      getElement: () => element,
      update: async () => {},
      submit: async () => (field?.value ? {} : { error: { message: 'Your card number is incomplete.' } }),
    }
  }
  const confirmPayment = async (given: { clientSecret: string; confirmParams: { return_url: string } }) => {
    const answer = await pay(given.clientSecret)
    if (answer === 'redirect') {
      window.location.href = `${given.confirmParams.return_url}&payment_intent=pi_x&payment_intent_client_secret=s&redirect_status=succeeded`
      return new Promise(() => {})
    }
    return answer === 'paid' ? { paymentIntent: { status: 'succeeded' } } : { error: { message: answer } }
  }
  Object.assign(window, { Stripe: () => ({ elements: make, confirmPayment, _registerWrapper: () => {} }) })
}

/** Lets the page load the fake, and the story answer for the bank. */
async function openBank(page: Page, bank: (intentId: string) => string | Promise<string>): Promise<void> {
  await page.exposeFunction('bank', (secret: string) => bank(secret.split('_secret_')[0] ?? ''))
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript.toString()})()` }),
  )
}

async function notifyPaid(intentId: string): Promise<void> {
  const { payload, headers } = provider().message('payment_intent.succeeded', provider().pay(intentId))
  expect((await fetch(`${origin}/api/webhooks/stripe`, { method: 'POST', headers, body: payload })).status).toBe(200)
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const cardNumber = (page: Page) => page.getByRole('textbox', { name: 'Card number' })

test('S165 S219 S299 the card fields come, fail, come again; a declined card is reported, the next one pays, and the page follows the payment (D103, D104)', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, SLUG)
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  const policy: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) policy.push(message.text())
  })
  const answers = ['Your card was declined.', 'paid']
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await visit(page, '/checkout')
  await expect(page.getByRole('alert').getByText('Failed to initialize payment. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Order (Pay Later)' })).toBeEnabled()
  await expect(payButton(page)).toBeDisabled()
  await page.unroute('https://js.stripe.com/**')
  let empty = 0
  await page.route('https://js.stripe.com/**', (route) => {
    empty += 1
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => empty).toBeGreaterThan(0)
  await expect(page.getByRole('alert').getByText('Failed to initialize payment. Please try again.')).toBeVisible()
  await page.unroute('https://js.stripe.com/**')
  let intentId = ''
  await openBank(page, (id) => {
    intentId = id
    return answers.shift() ?? ''
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cardNumber(page)).toBeVisible()

  await payButton(page).click()
  await expect(page.getByText(/^Please correct \d+ fields:$/)).toBeVisible()
  await fillCustomer(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  expect((await ann.api.orders.listOwn()).items, 'an incomplete card orders nothing').toEqual([])
  await cardNumber(page).fill('4000 0000 0000 0002')
  await payButton(page).click()
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order')
  await expect(page.getByRole('link', { name: 'Back to payment' })).toHaveAttribute('href', '/checkout')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  await notifyPaid(intentId)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order confirmed')
  await expect(page.getByText('Credit Card', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart')
  expect((await ann.api.orders.listOwn()).items).toMatchObject([{ paymentMethod: 'card', paymentStatus: 'paid', status: 'processing' }])
  expect(provider().intents.size).toBe(1)
  expect(policy).toEqual([])
  await context.close()
})

test('the cart follows a payment that the order itself reports, before anything has been asked for it (S219, D104)', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, SLUG)
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  let intentId = ''
  await openBank(page, (id) => {
    intentId = id
    return 'paid'
  })
  await page.route(/\/api\/orders\/[^/]+\/payment$/, (route) => route.abort())
  await visit(page, '/checkout')
  await fillCustomer(page)
  await cardNumber(page).fill('4000 0000 0000 0077')
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart, 1 item')
  await notifyPaid(intentId)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order confirmed')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart')
  await context.close()
})

test('a buyer who comes back from the bank finds the order paid, without a message, and nothing secret in the address (D119)', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, SLUG)
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  await openBank(page, (id) => {
    provider().pay(id)
    return 'redirect'
  })
  await visit(page, '/checkout')
  await fillCustomer(page)
  await cardNumber(page).fill('4000 0027 6000 3184')
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order confirmed')
  await expect(page).toHaveURL(/\/order-confirmation\?order=ORD-\w+$/)
  expect((await ann.api.cart.list()).items).toEqual([])
  await context.close()
})

test('Pay Later stays where cards are taken, also after a card was declined: one order (D105)', async ({ browser, shop }) => {
  const ann = await shop.customer()
  await putInCart(shop, ann, SLUG)
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  await openBank(page, () => 'Your card was declined.')
  await visit(page, '/checkout')
  await fillCustomer(page)
  await cardNumber(page).fill('4000 0000 0000 0002')
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Order (Pay Later)' }).click()
  await expect(toastOf(page, 'Order submitted! You will be contacted for payment processing.')).toBeVisible()
  const { items } = await ann.api.orders.listOwn()
  expect(items).toMatchObject([{ paymentMethod: 'pay_later', paymentStatus: 'unpaid' }])
  await expect.poll(() => [...provider().intents.values()].at(-1)?.status, { timeout: seconds(20) }).toBe('canceled')
  await context.close()
})

test('D106 who is at the limit reads beforehand why Pay Later is not offered; an order that passes it meanwhile is refused, and what was typed stays', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const ann = await shop.customer()
  await putInCart(shop, ann, SLUG)
  const total = (await ann.api.cart.list()).totals.total
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  await openBank(page, () => 'paid')
  await visit(page, '/checkout')
  await fillCustomer(page)
  const later = page.getByRole('button', { name: 'Submit Order (Pay Later)' })
  await expect(later).toBeEnabled()
  await boss.api.settings.update({ body: { payLater: { offered: true, limit: Math.floor(total) - 1 } } })
  await later.click()
  const why = page.getByText(/^You can have up to \$[\d,.]+ open with Pay Later/)
  await expect(page.getByRole('alert').filter({ has: why })).toBeFocused()
  await expect(later).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Chicago')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Payment' }).getByText(/^You can have up to \$[\d,.]+ open with Pay Later/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('pay this order by card')
  await expect(page.getByRole('button', { name: 'Submit Order (Pay Later)' })).toHaveCount(0)
  await boss.api.settings.update({ body: { payLater: { offered: true, limit: null } } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit Order (Pay Later)' })).toBeEnabled()
  await context.close()
})

test('T5 VIES is down: a company in Cologne pays VAT by card; once VIES answers, VAT is credited and goes back to the card by itself', async ({
  browser,
  shop,
}) => {
  test.setTimeout(600_000)
  const karl = await shop.customer()
  await putInCart(shop, karl, 'plain-mat-600x400', 4)
  const context = await browserOf(browser, shop, karl)
  const page = await context.newPage()
  let intentId = ''
  await openBank(page, (id) => {
    intentId = id
    return 'paid'
  })
  await vies().refuse()
  await visit(page, '/checkout')
  await fillCustomer(page)
  await field(page, 'country').selectOption('DE')
  for (const [name, value] of Object.entries({ company: 'Kartonhaus', city: 'Cologne', zipCode: '50667', vatId: 'DE136695976' }))
    await field(page, name).fill(value)
  await expect(
    page.getByText("We couldn't verify this VAT ID right now. We charge VAT and refund it once the ID is confirmed.").first(),
  ).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('VAT (19%)')
  await cardNumber(page).fill('4242 4242 4242 4242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  await notifyPaid(intentId)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order confirmed')
  const [paid] = (await karl.api.orders.listOwn()).items
  const vat = (await karl.api.orders.byId({ params: { id: paid?.id ?? '' } })).tax
  expect(vat).toBeGreaterThan(0)

  await test.step('VIES answers again: nobody does anything', async () => {
    await vies().accept()
    const documentsOf = () => karl.api.documents.ofOrder({ params: { id: paid?.id ?? '' } })
    await expect.poll(async () => (await documentsOf()).length, { timeout: seconds(240) }).toBe(2) // it is asked again after a minute
    await visit(page, `/account/orders/${paid?.number}`)
    const documents = page.getByRole('region', { name: 'Documents' })
    await expect(documents).toContainText('corrects INV-')
    await expect(documents).toContainText('Credit note CN-')
    await expect(page.getByRole('main')).toContainText('Refunded')
    const refunds = [...provider().refunds]
    expect(refunds.map(({ amount }) => amount)).toEqual([Math.round(vat * 100)])
  })
  await context.close()
})

test('the deposit of an accepted offer is paid by card on the order page; a declined card is reported, and the next part is asked for', async ({
  browser,
  shop,
}) => {
  const buyer = await shop.customer('Pia Parts')
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  const deliverTo = { country: 'US', state: 'IL', zipCode: '60607', city: 'Chicago' }
  const items = [{ id: product.id, quantity: 1 }]
  const { quotes } = await buyer.api.quotes.request({ body: { items, currency: 'USD', deliverTo, message: 'One, please.' } })
  const params = { id: quotes[0]?.id ?? '' }
  const seller = await shop.demo('seller@reflute.test')
  const { draft, version } = await seller.api.sellerQuotes.byId({ params })
  if (!draft) throw new Error('No draft')
  const plan = [
    { percent: 30, trigger: 'order' as const, days: 0 },
    { percent: 70, trigger: 'dispatch' as const, days: 0 },
  ]
  const saved = await seller.api.sellerQuotes.saveDraft({ params, body: { content: { ...draft, plan }, version } })
  await seller.api.sellerQuotes.send({ params, body: { version: saved.version } })
  const offer = (await buyer.api.quotes.byId({ params })).versions.at(-1)
  const customer = { ...CUSTOMER_FORM, ...deliverTo, email: buyer.email, buyerKind: 'business' as const }
  const accepted = { versionId: offer?.id ?? '', amount: (offer?.totals.totalCents ?? 0) / 100, customer, acceptTerms: true as const }
  const order = await buyer.api.quotes.accept({ params, body: accepted, idempotencyKey: crypto.randomUUID() })

  const page = await (await browserOf(browser, shop, buyer)).newPage()
  let intentId = ''
  const answers = ['Your card was declined.', 'paid']
  await openBank(page, (id) => {
    intentId = id
    const answer = answers.shift() ?? ''
    if (answer === 'paid') provider().pay(id)
    return answer
  })
  await visit(page, `/account/orders/${order.id}`)
  const pay = page.getByRole('button', { name: /^Pay \$[\d,.]+ by card$/ })
  await pay.click()
  const form = page.getByRole('form', { name: 'Pay by card' })
  await cardNumber(page).fill('4000 0000 0000 0002')
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(form.getByRole('alert')).toHaveText('Your card was declined.')
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(/^Your payment of \$[\d,.]+ is here$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Payment plan' })).toContainText('Paid')
  await expect(page.getByText('Paid, Credit Card')).toBeVisible()
  await expect(pay).toBeVisible()
  await notifyPaid(intentId)
  const paid = await buyer.api.orders.byId({ params: { id: order.id } })
  expect(paid).toMatchObject({ status: 'processing', paymentStatus: 'partially_paid', paidAmount: order.plan?.[0]?.amount })
  expect(paid.cardAmount).toBe(order.plan?.[1]?.amount)
})
