import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { browserOf, expect, newEmail, PASSWORD, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

/*
 * What somebody has half written survives a reload in every form: offered again, thrown away on request, gone once it is saved and at Sign
 * Out.
 */

/** Waits until this browser has stored a text. */
const isStored = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) =>
      [localStorage, sessionStorage].some((kept) => Object.values(kept).some((stored: unknown) => String(stored).includes(wanted))),
    text,
  )

/** Waits until this browser has stored a text, and reloads. */
async function reload(page: Page, text: string): Promise<void> {
  await isStored(page, text)
  await page.reload()
}

/** Everything that this browser has stored. */
const stored = (page: Page) => page.evaluate(() => [localStorage, sessionStorage].map((kept) => Object.values(kept).join(' ')).join(' '))

const restore = (page: Page) => page.getByRole('button', { name: 'Restore draft' })

test('F7.3.10 settings and a refund half written survive a reload, without bank details and passwords; saving and Sign Out clear them', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Hal Written')
  await putInCart(shop, customer, 'service-tool-kit')
  const order = await placeOrder(customer)
  const boss = await shop.demo('super@reflute.test')
  await boss.api.orderMoney.markPaid({
    params: { id: order.id },
    body: {
      method: 'cheque',
      reference: 'Draft 1',
      paidAt: '2026-01-02',
      version: (await boss.api.orders.byId({ params: { id: order.id } })).version,
    },
    idempotencyKey: `paid-${order.id}`,
  })
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, '/admin/settings/company')
  const company = page.getByRole('region', { name: 'Company' })
  const hours = company.getByLabel(/^Opening hours|hours/i)
  const before = await hours.inputValue()
  await company.locator('[name="company.payTo"]').fill('IBAN DE00 5678')
  await hours.fill('Half an hour')
  await reload(page, 'Half an hour')
  expect(await stored(page)).not.toContain('DE00 5678')
  await expect(restore(page)).toBeInViewport()
  expect(await faults(page)).toEqual([])
  await restore(page).click()
  await expect(hours).toHaveValue('Half an hour')
  await expect(company.getByText('Not saved yet')).toBeVisible()
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(toastOf(page, 'Settings saved')).toBeVisible()
  expect(await stored(page)).not.toContain('Half an hour')
  await hours.fill(before)
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(company.getByText('Not saved yet')).toHaveCount(0)

  await visit(page, `/admin/orders/${order.id}`)
  const open = () => page.getByRole('button', { name: 'Refund', exact: true }).first().click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('An amount').check()
  await dialog.getByLabel(/^Amount in/).fill('1.25')
  await dialog.getByLabel('Reason').fill('Arrived with a dent in')
  await dialog.getByLabel('Your password').fill('never-stored-42')
  await reload(page, 'a dent in')
  expect(await stored(page)).not.toContain('never-stored-42')
  await open()
  const [keep, discard] = [await restore(page).boundingBox(), await page.getByRole('button', { name: 'Discard draft' }).boundingBox()]
  const middle = (box: typeof keep) => (box ? box.y + box.height / 2 : Number.NaN)
  expect(Math.abs(middle(keep) - middle(discard))).toBeLessThan(3) // side by side, also in a dialog
  await restore(page).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Arrived with a dent in')
  await expect(dialog.getByLabel(/^Amount in/)).toHaveValue('1.25')
  await expect(dialog.getByLabel('Your password')).toHaveValue('')
  expect(await faults(page)).toEqual([])
  await reload(page, 'a dent in')
  await open()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(restore(page)).toHaveCount(0)
  expect(await stored(page)).not.toContain('a dent in')

  await dialog.getByLabel('Reason').fill('Left behind')
  await reload(page, 'Left behind')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await stored(page)).not.toContain('Left behind')
  await context.close()
})

test('a restored choice counts as unsaved', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, '/admin/settings/currency')
  await page.getByLabel('Default currency').selectOption('EUR')
  await reload(page, 'currency.default')
  await restore(page).click()
  await expect(page.getByLabel('Default currency')).toHaveValue('EUR')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await context.close()
})

test('what was saved is not offered again as it was typed', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  const word = randomUUID().slice(0, 8)
  const { id } = await boss.api.promotions.create({ body: { code: `OLD-${word}`, type: 'percentage', value: 5 } })
  await visit(page, `/admin/promotions/${id}`)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(`new-${word}`)
  await isStored(page, `new-${word}`)
  await page.getByRole('button', { name: 'Save code' }).click()
  await expect(code).toHaveValue(`NEW-${word.toUpperCase()}`)
  await expect(restore(page)).toHaveCount(0)
  expect(await stored(page)).not.toContain(`new-${word}`)
  await code.fill(`once-more-${word}`)
  await page.getByRole('button', { name: 'Save code' }).click()
  await expect(code).toHaveValue(`ONCE-MORE-${word.toUpperCase()}`)
  await context.close()
})

test('F7.3.10 categories, claims, commissions, orders by phone, replies and notes of staff survive a reload', async ({ browser, shop }) => {
  const customer = await shop.customer('Hal Writer')
  await putInCart(shop, customer, 'service-tool-kit')
  const order = await placeOrder(customer)
  await shop.visitor.messages.contact({ body: { name: 'Ann', email: customer.email, message: 'A question', topic: 'contact' } })
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  const survives = async (field: ReturnType<Page['getByLabel']>, text: string, open?: () => Promise<void>) => {
    await open?.()
    await field.fill(text)
    await reload(page, text)
    await open?.()
    await restore(page).click()
    await expect(field).toHaveValue(text)
  }
  await visit(page, '/admin/categories')
  await survives(page.getByRole('dialog').getByLabel('Label'), 'Half a category', () =>
    page.getByRole('button', { name: 'Add Category' }).click(),
  )
  const [claim] = (await boss.api.claims.listOwn()).items
  await visit(page, `/admin/claims/${claim?.id}`)
  await survives(page.locator('[name="source"]'), 'Half a study')
  await visit(page, '/admin/commissions')
  await survives(page.getByLabel('Everything else'), '11.25')
  await visit(page, `/admin/orders/${order.id}`)
  await survives(page.getByLabel('Add a note'), 'Half a note')
  const [message] = (await boss.api.inbox.list({ query: { search: customer.email } })).items
  await visit(page, `/admin/messages/${message?.id}`)
  await survives(page.getByLabel('Your reply'), 'Half a reply')
  await visit(page, '/admin/orders/new')
  await page.getByRole('combobox', { name: 'Find a customer' }).fill(customer.email)
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page.locator('[name="city"]')).toHaveValue('Chicago') // the customer's address has come
  await survives(page.locator('[name="city"]'), 'Half a city')
  await context.close()
})

test('F7.3.10 a profile of a business, a return and a message of a visitor survive a reload', async ({ browser, shop }) => {
  const seller = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, '/business/profile?edit=1')
  const description = page.getByLabel('Description')
  await description.fill('Half a profile')
  await reload(page, 'Half a profile')
  await restore(page).click()
  await expect(description).toHaveValue('Half a profile')
  await context.close()

  const visitor = await browser.newContext()
  const contact = await visitor.newPage()
  await visit(contact, '/contact')
  await contact.getByRole('textbox', { name: 'Message' }).fill('Half a question')
  await reload(contact, 'Half a question')
  await restore(contact).click()
  await expect(contact.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a question')
  expect(await faults(contact)).toEqual([])
  const other = await visitor.newPage()
  await visit(other, '/contact')
  await expect(restore(other)).toHaveCount(0)
  await visitor.close()
})

test('a session that ends under a form is begun again on the spot: everything stays, may still be done, and is saved', async ({
  browser,
  shop,
}) => {
  const email = newEmail()
  const boss = await shop.demo('super@reflute.test')
  await boss.api.users.create({ body: { name: 'Sam Staff', email, password: '123456', role: 'application_admin' } })
  const first = await shop.signIn(email, '123456')
  await first.api.account.changePassword({ body: { currentPassword: '123456', newPassword: PASSWORD } })
  const end = async () => (await shop.signIn(email, PASSWORD)).api.account.endOtherSessions()
  const context = await browserOf(browser, shop, await shop.signIn(email, PASSWORD))
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  const signIn = async () => {
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await again.getByRole('button', { name: 'Sign In' }).click()
    await expect(again).toHaveCount(0)
  }

  await test.step('what is sent waits for the sign-in', async () => {
    const code = `ENDED-${Date.now()}`
    await visit(page, '/admin/promotions/new')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByLabel('Percent off').fill('10')
    await end()
    await page.getByRole('button', { name: 'Add code' }).click()
    await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
    expect(await faults(page)).toEqual([])
    await again.getByLabel('Password', { exact: true }).fill('not the password')
    await again.getByRole('button', { name: 'Sign In' }).click()
    await expect(again.getByRole('alert')).toContainText('Invalid email or password')
    await signIn()
    await expect(toastOf(page, `${code} is added`)).toBeVisible()
  })

  await test.step('in a dialog, canceled, nothing is lost and the next try asks again', async () => {
    await visit(page, '/admin/categories')
    await page.getByRole('button', { name: 'Add Category' }).click()
    const form = page.getByRole('dialog', { name: 'Add Category' })
    const value = `ended-${Date.now()}`
    const label = `Ended ${Date.now()}`
    await form.getByLabel('Value').fill(value)
    await form.getByLabel('Label').fill(label)
    await end()
    await form.getByRole('button', { name: 'Create Category' }).click()
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect(form.getByLabel('Label')).toHaveValue(label)
    await form.getByRole('button', { name: 'Create Category' }).click()
    await signIn()
    await expect(toastOf(page, 'Category created successfully')).toBeVisible()
    await boss.api.categories.remove({ params: { idOrValue: value }, query: {} })
  })

  await test.step('what was typed is offered again after a reload and a sign-in on the page for it', async () => {
    await visit(page, '/admin/promotions/new')
    await page.getByLabel('Code', { exact: true }).fill('HALF-ENDED')
    await end()
    await reload(page, 'HALF-ENDED')
    await expect(page).toHaveURL(/\/login\?from=/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await restore(page).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('HALF-ENDED')
  })

  await test.step('a read finds it: the message opens the form, and the page may do what it could', async () => {
    await visit(page, '/admin/users')
    await end()
    await page.getByRole('searchbox').fill('customer')
    await page.getByRole('searchbox').press('Enter')
    await expect(toastOf(page, 'Your session has ended. Please sign in again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Sign In' }).click()
    await signIn()
    await expect(page.getByRole('row').filter({ hasText: 'customer@reflute.test' }).first()).toBeVisible()
    await expect(toastOf(page, 'Your session has ended. Please sign in again.')).toHaveCount(0)
  })
  await context.close()
})
