import type { Page } from '@playwright/test'
import type { Payout } from '../../contract/payouts/payouts.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, type Shop, test, toastOf, visit } from '../story.ts'

const DEMO_PASSWORD = 'reflute-demo'
const dialog = (page: Page) => page.getByRole('dialog').last()

async function open(browser: Parameters<typeof browserOf>[0], shop: Shop, email: string) {
  const account = await shop.demo(email)
  const context = await browserOf(browser, shop, account)
  return { account, context, page: await context.newPage() }
}

/** Places an order at the second demo seller, paid by transfer; returns it with the price of its items. */
async function sell(shop: Shop, quantity = 1) {
  const seller = await shop.demo('seller2@reflute.test')
  const { items } = await seller.api.business.products({ query: { status: 'Active', sort: '-stock' } })
  const product = items[0]
  if (!product) throw new Error('no product')
  const buyer = await shop.customer()
  await buyer.api.cart.addItem({ body: { productId: product.id, quantity } })
  const order = await placeOrder(buyer)
  const staff = await shop.demo('staff@reflute.test')
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: new Date().toISOString() }
  await staff.api.orderMoney.markPaid({ params: { id: order.id }, body, idempotencyKey: order.number })
  return { order, businessId: product.businessId }
}

test('D291 a super admin sets the rates, tries them before they are saved, and moves the narrow one to the top; what is wrong is said at its field', async ({
  browser,
  shop,
}) => {
  const { context, page, account } = await open(browser, shop, 'super@reflute.test')
  const before = await account.api.commission.rates()
  await visit(page, '/admin/commissions')
  const rate = (number: number) => page.getByRole('group', { name: `Rate ${number}`, exact: true })
  const count = before.rules.length
  await page.getByRole('button', { name: 'Add rate' }).click()
  await rate(count + 1)
    .getByLabel('Category')
    .selectOption({ label: 'Mat Makers' })
  await rate(count + 1)
    .getByLabel('Commission (%)')
    .fill('101')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect(rate(count + 1).getByLabel('Commission (%)')).toBeFocused()
  await rate(count + 1)
    .getByLabel('Commission (%)')
    .fill('8')
  await page.getByRole('button', { name: 'Add rate' }).click()
  await expect(rate(count + 2).locator(':focus')).toHaveCount(1)
  await rate(count + 2)
    .getByLabel('Seller', { exact: true })
    .selectOption({ label: 'North Fold Works' })
  await rate(count + 2)
    .getByLabel('Category')
    .selectOption({ label: 'Mat Makers' })
  await rate(count + 2)
    .getByLabel('Commission (%)')
    .fill('6.5')
  const preview = page.getByRole('complementary', { name: 'Try it' })
  await preview.getByLabel('Seller', { exact: true }).selectOption({ label: 'North Fold Works' })
  await preview.getByLabel('Category').selectOption({ label: 'Mat Makers' })
  await preview.getByLabel('Price').fill('1000')
  await expect(preview.locator('.rate-result')).toContainText('costs $80.00 in commission and leaves $920.00 for the seller')
  for (let at = count + 2; at > 1; at -= 1) await page.getByRole('button', { name: `Move rate ${at} up` }).click()
  await expect(preview.locator('.rate-result')).toContainText(
    '6.5% by rate 1. A sale of Mat Makers by North Fold Works at $1,000.00 costs $65.00',
  )
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect(toastOf(page, 'Rates saved. They apply to new orders.')).toBeVisible()
  const { rules } = await account.api.commission.rates()
  expect(rules[0]).toMatchObject({ businessName: 'North Fold Works', categoryLabel: 'Mat Makers', percent: 6.5 })

  // somebody else saves meanwhile: both versions are shown, and the version of this page may stay
  await page.getByLabel('Everything else (%)').fill('11')
  await account.api.commission.saveRates({ body: { rules: [], globalPercent: 9 } })
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect(page.getByText(/changed this/)).toBeVisible()
  await page.getByRole('button', { name: 'Use the saved ones' }).click()
  await expect(page.getByLabel('Everything else (%)')).toHaveValue('9')
  await account.api.commission.saveRates({ body: { rules: [], globalPercent: 10 } })

  const staff = await open(browser, shop, 'staff@reflute.test')
  await visit(staff.page, '/admin/commissions')
  await expect(staff.page.getByText('Only super admins can change them.')).toBeVisible()
  await expect(staff.page.getByRole('button', { name: 'Save rates' })).toHaveCount(0)
  await staff.context.close()
  await context.close()
})

test('D290 a seller sees a paid order in the balance, its statement and its file, and says where to be paid', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const { order } = await sell(shop)
  const { context, page, account } = await open(browser, shop, 'seller2@reflute.test')
  await visit(page, '/business/earnings')
  await expect(page.getByRole('region', { name: 'US dollars' })).toContainText('Pending')
  await page.getByRole('searchbox').fill(order.number)
  await page.getByRole('searchbox').press('Enter')
  const row = page.getByRole('row').filter({ hasText: order.number })
  await expect(row).toContainText('Sale')
  const { items } = await account.api.earnings.entries({ query: { search: order.number } })
  const [entry] = items
  expect(entry?.net).toBeCloseTo((entry?.gross ?? 0) - (entry?.commission ?? 0) - (entry?.tax ?? 0), 2)
  const pdf = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^PDF of/ })
    .first()
    .click()
  expect((await pdf).suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.pdf$/)

  const form = page.locator('form').filter({ hasText: 'Save payout account' })
  await expect(form).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Stripe' }), 'this shop has no keys').toHaveCount(0)
  await form.getByLabel('Account holder').fill('Second Seller Ltd')
  await form.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 01')
  await form.getByLabel('Current password').fill('wrong-password-9')
  await form.getByRole('button', { name: 'Save payout account' }).click()
  await expect(form.getByText('This is not a valid IBAN.')).toBeVisible()
  await expect(form.getByLabel('IBAN', { exact: true })).toBeFocused()
  await form.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await form.getByRole('button', { name: 'Save payout account' }).click()
  await expect(form.getByRole('alert')).toHaveText('This is not your current password')
  await form.getByLabel('Current password').fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Save payout account' }).click()
  await expect(toastOf(page, 'Payout account saved')).toBeVisible()
  await expect(page.getByText('Saved: DE•• •••• 3000.')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('0532')
  await context.close()
})

test('F12 a seller changes the payout account and sees how long payouts wait; staff see it too; a super admin releases them with a note', async ({
  browser,
  shop,
}) => {
  const seller = await open(browser, shop, 'seller@reflute.test')
  await visit(seller.page, '/business/earnings')
  const form = seller.page.locator('form').filter({ hasText: 'Save payout account' })
  await expect(form.getByText('After each change, payouts wait 72 hours')).toBeVisible()
  await form.getByLabel('Account holder').fill('First Seller Ltd')
  await form.getByLabel('Routing number').fill('021000021')
  await form.getByLabel('Account number').fill(`4${String(Date.now()).slice(-9)}`)
  await form.getByLabel('Current password').fill(DEMO_PASSWORD)
  const before = new Date()
  await form.getByRole('button', { name: 'Save payout account' }).click()
  await expect(toastOf(seller.page, 'Payout account saved')).toBeVisible() // an earlier change may hold payouts already
  const notice = seller.page.getByText('Your payouts are on hold until')
  await expect(notice).toContainText('because the payout account was changed')
  const { hold } = await seller.account.api.earnings.read()
  const changedAt = new Date(new Date(hold?.until ?? 0).getTime() - 72 * 3_600_000)
  expect(changedAt >= before && changedAt <= new Date(), hold?.until).toBe(true)

  const business = await seller.account.api.business.profile()
  const staff = await open(browser, shop, 'staff@reflute.test')
  await visit(staff.page, '/admin/payouts')
  const held = (page: Page) => page.getByRole('region', { name: 'Held' })
  const row = (page: Page) => held(page).getByRole('row').filter({ hasText: business.name })
  await expect(row(staff.page)).toContainText('The payout account was changed')
  await expect(held(staff.page)).toContainText('A super admin can release them earlier.')
  await expect(staff.page.getByRole('button', { name: /^Release/ })).toHaveCount(0)

  const { page, context } = await open(browser, shop, 'super@reflute.test')
  const { id: businessId } = business
  const stuck = { businessId, businessName: 'Stuck Ltd', held: { cause: 'account_changed' as const, until: null } }
  await page.route('**/api/admin/payouts/held', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { sellers: unknown[]; payouts: unknown[] }
    return route.fulfill({ response, json: { ...answer, payouts: [payoutOf('PAY-000001', stuck), payoutOf('PAY-000002', stuck)] } })
  })
  await visit(page, '/admin/payouts')
  await row(page)
    .getByRole('button', { name: `Release payouts of ${business.name}` })
    .click()
  await expect(dialog(page)).toContainText('PAY-000001 and PAY-000002 stay held because the account changed. Mark them as failed')
  expect(await faults(page), 'the dialog can be read').toEqual([])
  await dialog(page).getByRole('button', { name: 'Release payouts' }).click()
  await expect(dialog(page).getByText('Please enter why the payouts can be released now')).toBeVisible()
  await dialog(page).getByLabel('Note').fill('Called the seller: the change is theirs')
  await dialog(page).getByRole('button', { name: 'Release payouts' }).click()
  await expect(toastOf(page, `Payouts of ${business.name} released`)).toBeVisible()
  await expect(row(page)).toHaveCount(0)
  await visit(seller.page, '/business/earnings')
  await expect(seller.page.getByRole('heading', { name: 'Payout account' })).toBeVisible()
  await expect(form).toBeVisible()
  await expect(notice).toHaveCount(0)
  for (const one of [seller.context, staff.context, context]) await one.close()
})

/** A payout as the call answers it: in this shop no return window ends while the story runs. */
const payoutOf = (number: string, more: Partial<Payout> = {}): Payout => ({
  id: crypto.randomUUID(),
  number,
  businessId: crypto.randomUUID(),
  businessName: 'North Fold Works',
  currency: 'USD',
  amount: 90,
  status: 'draft',
  method: 'manual',
  reference: null,
  problem: null,
  held: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  settledAt: null,
  version: 1,
  ...more,
})

test('D290 staff see why nobody can be paid yet; a super admin notes what became of payouts, after the password, and a failure with its reason', async ({
  browser,
  shop,
}) => {
  const { businessId } = await sell(shop)
  const { account, context, page } = await open(browser, shop, 'super@reflute.test')
  const { sellers } = await account.api.payouts.held() // another story has changed an account
  for (const seller of sellers) {
    await account.api.payouts.release({ params: { id: seller.businessId }, body: { note: 'For the next story' } })
  }
  await visit(page, '/admin/payouts')
  await page.getByRole('button', { name: 'Prepare payouts' }).click()
  const { proposals } = await (await shop.demo('super@reflute.test')).api.payouts.preview()
  const own = proposals.find((one) => one.businessId === businessId)
  const line = dialog(page)
    .getByRole('row')
    .filter({ hasText: own?.businessName ?? '' })
    .first()
  await expect(line).toContainText('Return windows still open')
  // it scrolls on a phone
  await expect(dialog(page).getByRole('region', { name: 'Balances', exact: true })).toHaveAttribute('tabindex', '0')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download bank file' }).click()
  expect((await file).suggestedFilename()).toMatch(/^bank-payouts-/)

  const listed = [payoutOf('PAY-000007'), payoutOf('PAY-000008', { amount: 12.5 }), payoutOf('PAY-000009', { method: 'stripe' })]
  const sent: unknown[] = []
  await page.route(/\/api\/admin\/payouts(\?|\/[0-9a-f])/, async (route) => {
    if (route.request().method() === 'PATCH') {
      const body = route.request().postDataJSON() as Partial<Payout>
      sent.push(body)
      const payout = listed.find(({ id }) => route.request().url().endsWith(id))
      if (payout)
        Object.assign(payout, {
          status: body.status,
          problem: body.problem ?? null,
          reference: body.reference ?? payout.reference,
          version: payout.version + 1,
        })
      return route.fulfill({ json: payout })
    }
    return route.fulfill({ json: listed, headers: { 'x-total-count': String(listed.length) } })
  })
  await visit(page, '/admin/payouts')
  await page.getByRole('checkbox', { name: /PAY-000007/ }).check()
  await page.getByRole('checkbox', { name: /PAY-000008/ }).check()
  expect(await faults(page), 'the steps can be read').toEqual([])
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog(page)).toContainText('$102.50')
  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog(page).getByText('Please enter your current password')).toBeVisible()
  await dialog(page).getByLabel('Bank reference').fill('SEPA 4711')
  await dialog(page).getByLabel('Current password').fill(DEMO_PASSWORD)
  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toastOf(page, '2 payouts marked as sent')).toBeVisible()
  expect(sent).toMatchObject([
    { status: 'sent', reference: 'SEPA 4711', version: 1 },
    { status: 'sent', version: 1 },
  ])
  await page.getByRole('checkbox', { name: /PAY-000008/ }).check()
  await page.getByRole('button', { name: 'Mark as failed' }).click()
  await dialog(page).getByRole('button', { name: 'Mark as failed' }).click()
  await expect(dialog(page).getByText('Please enter why it failed')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Account closed')
  await dialog(page).getByLabel('Current password').fill(DEMO_PASSWORD)
  await dialog(page).getByRole('button', { name: 'Mark as failed' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'PAY-000008' })).toContainText('Account closed')
  await page.getByRole('checkbox', { name: /PAY-000008/ }).check()
  await expect(page.getByText('No action applies to all of them')).toBeVisible()
  await page.getByRole('checkbox', { name: /PAY-000008/ }).uncheck()
  await page.getByRole('checkbox', { name: /PAY-000009/ }).check()
  await page.getByRole('button', { name: 'Send by Stripe' }).click()
  await expect(dialog(page)).toContainText('reports when it arrives')
  await expect(dialog(page).getByLabel('Bank reference')).toHaveCount(0)
  await dialog(page).getByLabel('Current password').fill(DEMO_PASSWORD)
  await dialog(page).getByRole('button', { name: 'Send by Stripe' }).click()
  await expect(toastOf(page, '1 payout handed to Stripe')).toBeVisible()
  await page.getByRole('checkbox', { name: /PAY-000009/ }).check()
  await expect(page.getByText('Stripe reports the outcome')).toBeVisible()
  await context.close()
})
