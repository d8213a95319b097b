import type { Page } from '@playwright/test'
import { dialog, rowOf } from '../office-parts.ts'
import { browserOf, CUSTOMER_FORM, expect, newEmail, placeOrder, putInCart, type Shop, test, toastOf, visit } from '../story.ts'

/* What office people do each day begins at Home and takes three steps at most: a step opens a screen or a form. */

const MOST_STEPS = 3
/** A product of the demo that no other story edits. */
const SPARE = 'strip-roller-cs-250'
const unique = () => Date.now().toString(36)

test.use({ viewport: { width: 1280, height: 900 } })

/** Opens Home for an account; `step` runs what opens the next screen or form, and `reached` holds how many it took. */
async function begin(page: Page, home = '/admin') {
  await visit(page, home)
  let steps = 0
  return {
    step: async (open: () => Promise<void>) => {
      steps += 1
      await open()
    },
    reached: () => {
      expect(steps).toBeGreaterThan(0)
      expect(steps).toBeLessThanOrEqual(MOST_STEPS)
    },
  }
}

/** Finds something by words in the search of the back office, and opens it. */
async function search(page: Page, words: string, option: string | RegExp): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search the back office' })).toBeVisible() // the shortcut works with it
  await page.keyboard.press('Control+k')
  const found = page.getByRole('dialog', { name: 'Search the back office' })
  await found.getByRole('combobox').fill(words)
  await found.getByRole('option', { name: option }).first().click()
  await expect(found).toHaveCount(0)
}

async function orderOf(shop: Shop, name: string, poNumber?: string) {
  const buyer = await shop.customer(name)
  await putInCart(shop, buyer, 'curled-chips-box', 2)
  if (!poNumber) return placeOrder(buyer)
  const { items, currency, shippingMethod } = await buyer.api.cart.list()
  return buyer.api.checkout.placeOrder({
    body: {
      items: items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency,
      shippingMethod,
      customer: { ...CUSTOMER_FORM, state: 'IL', poNumber },
    },
  })
}

test('an order is found by its PO number, a line of it refunded and its address corrected', async ({ browser, shop }) => {
  const poNumber = `PO-${unique()}`
  const order = await orderOf(shop, 'Petra Purchaser', poNumber)
  const staff = await shop.demo('staff@reflute.test')
  await staff.api.orderMoney.markPaid({
    params: { id: order.id },
    body: { method: 'bank_transfer', paidAt: new Date().toISOString(), reference: `TRX ${poNumber}` },
  })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const heading = page.getByText(order.number, { exact: true }).first()

  const finding = await begin(page)
  await finding.step(() => search(page, poNumber.toLowerCase(), new RegExp(order.number)))
  await expect(heading).toBeVisible()
  finding.reached()

  const refunding = await begin(page)
  await refunding.step(() => search(page, order.number, new RegExp(order.number)))
  await refunding.step(() => page.getByRole('button', { name: 'Refund', exact: true }).click())
  await dialog(page).getByLabel('Products').check()
  await dialog(page).getByRole('spinbutton', { name: /chips/i }).fill('1')
  await dialog(page).getByLabel('Reason').fill('One box was torn')
  await dialog(page).getByLabel('Your password').fill('reflute-demo')
  await dialog(page).getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('One box was torn')).toBeVisible()
  refunding.reached()

  const correcting = await begin(page)
  await correcting.step(() => search(page, order.number, new RegExp(order.number)))
  await correcting.step(() => page.getByRole('button', { name: 'Correct address' }).click())
  await dialog(page).getByLabel('Address', { exact: true }).fill('2 Corrected Road')
  await dialog(page).getByRole('button', { name: 'Save address' }).click()
  await expect(toastOf(page, 'Address corrected')).toBeVisible()
  correcting.reached()
  await context.close()
})

test('an application is approved, a rate changed and the month exported', async ({ browser, shop }) => {
  const name = `Harbor Mats ${unique()}`
  const [boss] = await Promise.all([
    shop.demo('super@reflute.test'),
    shop.visitor.applications.register({
      body: {
        name,
        email: newEmail(),
        description: 'We cut mats from used boxes.',
        businessType: 'producer',
        address: '1 Pier Road',
        city: 'Duluth',
        postalCode: '55802',
        country: 'United States',
        phone: '+1 218 555 0199',
        website: 'pier.example',
      },
    }),
  ])
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()

  const approving = await begin(page, '/super-admin/dashboard')
  await approving.step(() => search(page, name, new RegExp(name)))
  await approving.step(() => page.getByRole('button', { name: `Approve ${name}` }).click())
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(page, `${name} is approved`)).toBeVisible()
  approving.reached()

  const before = await boss.api.commission.rates()
  const pricing = await begin(page, '/super-admin/dashboard')
  await pricing.step(() => search(page, 'commission', 'Commissions'))
  await page.getByLabel('Everything else (%)').fill('11')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect.poll(async () => (await boss.api.commission.rates()).globalPercent).toBe(11)
  pricing.reached()
  const { rules, globalPercent } = before
  await boss.api.commission.saveRates({ body: { rules, globalPercent } })

  const exporting = await begin(page, '/super-admin/dashboard')
  await exporting.step(() => search(page, 'month end', 'Accounting'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Journal (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^journal-\d{4}-\d{2}\.csv$/)
  exporting.reached()
  await context.close()
})

test('a user is added, a message answered and an import undone', async ({ browser, shop }) => {
  const mark = unique()
  const staff = await shop.demo('staff@reflute.test')
  const { brand } = await shop.visitor.products.bySlug({ params: { slug: SPARE } })
  await shop.importSheet(['slug,brand', `${SPARE},Brand ${mark}`])
  const { reference } = await shop.visitor.messages.contact({ body: { name: `Wim ${mark}`, email: newEmail(), message: 'Which blade?' } })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()

  const adding = await begin(page)
  await adding.step(() => search(page, 'users', 'Users'))
  await adding.step(() => page.getByRole('button', { name: 'Add User' }).click())
  const email = newEmail()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Invited')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByRole('button', { name: 'Create User' }).click()
  await expect(rowOf(page, email)).toBeVisible()
  adding.reached()

  const answering = await begin(page)
  await answering.step(() =>
    page
      .getByRole('link', { name: /Messages/ })
      .first()
      .click(),
  )
  await answering.step(() => page.getByRole('link', { name: `Wim ${mark}` }).click())
  await expect(page.getByText(reference).first()).toBeVisible()
  await page.getByLabel('Your reply').fill('Blade 15 fits.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('Blade 15 fits.')
  answering.reached()

  const undoing = await begin(page)
  await undoing.step(() => search(page, 'import', 'Catalog Import'))
  await undoing.step(() =>
    page
      .getByRole('link', { name: /story\.csv/ })
      .first()
      .click(),
  )
  await undoing.step(() => page.getByRole('button', { name: 'Undo this import' }).click())
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  expect(await shop.visitor.products.bySlug({ params: { slug: SPARE } })).toMatchObject({ brand })
  undoing.reached()
  await context.close()
})
