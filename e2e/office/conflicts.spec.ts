import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, gate, placeOrder, putInCart, type Shop, test, toastOf, visit } from '../story.ts'

/*
 * Two people edit one record at once, each in a browser: what only one of them has changed is kept, and only what both have changed is
 * asked about.
 */

/** A form of the back office, opened by both; `here` and `there` are labels of two of its fields. */
interface Form {
  open: (page: Page) => Promise<void>
  here: string
  there: string
  save: string
  saved: string
  /** Texts of both fields, at the first time and at the second. */
  values: (at: number) => [string, string]
  /** Reads what is stored in both fields. */
  stored: () => Promise<string[]>
}

async function saveBoth({ browser, shop }: { browser: Browser; shop: Shop }, other: string, form: Form) {
  const pages = await Promise.all(
    ['super@reflute.test', other].map(async (email) => (await browserOf(browser, shop, await shop.demo(email))).newPage()),
  )
  const [ann, sam] = pages
  if (!ann || !sam) throw new Error('two pages are needed')
  const save = (page: Page) => page.getByRole('button', { name: form.save, exact: true }).click()
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const [[here, there], [hereToo, thereToo]] = [form.values(0), form.values(1)]
  const notes = ann.getByRole('region', { name: 'Notifications' })

  for (const page of [ann, sam]) await form.open(page)
  await field(sam, form.there).fill(there)
  await save(sam)
  await expect(toastOf(sam, form.saved)).toBeVisible()
  await field(ann, form.here).fill(here)
  await save(ann)
  await expect(notes.getByText(/ changed this .+\. Both changes are kept\.$/)).toBeVisible()
  await expect(toastOf(ann, form.saved)).toBeVisible()
  expect(await form.stored()).toEqual([here, there])

  for (const page of [ann, sam]) await form.open(page)
  await field(sam, form.there).fill(thereToo)
  await save(sam)
  await expect(toastOf(sam, form.saved)).toBeVisible()
  await field(ann, form.here).fill(hereToo)
  await field(ann, form.there).fill('77')
  await save(ann)
  const asked = ann.getByRole('alert').filter({ hasText: 'changed this' })
  await expect(asked.getByRole('term')).toHaveCount(1)
  await expect(asked).toContainText('77')
  await expect(asked.locator('ins')).toHaveText(thereToo)
  expect(await faults(ann)).toEqual([])
  await asked.getByRole('button', { name: /^(?:Take theirs|Use the saved ones)$/ }).click()
  await expect(field(ann, form.there)).toHaveValue(thereToo)
  await expect(field(ann, form.here)).toHaveValue(hereToo)
  await save(ann)
  await expect(toastOf(ann, form.saved)).toBeVisible()
  expect(await form.stored()).toEqual([hereToo, thereToo])
  for (const page of pages) await page.context().close()
}

const newCode = () => randomUUID().slice(0, 6)

test('two people edit a category at once, in its dialog', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const code = newCode()
  const body = { value: `twice-${code}`, label: `Twice ${code}`, description: '', kind: 'machine' as const }
  const { id } = await boss.api.categories.create({ body })
  await saveBoth({ browser, shop }, 'staff@reflute.test', {
    open: async (page) => {
      await visit(page, '/admin/categories')
      await page.getByRole('button', { name: new RegExp(`^Edit .*${code}`) }).click()
    },
    here: 'Description (optional)',
    there: 'Label',
    save: 'Update Category',
    saved: 'Category updated successfully',
    values: (at) => [`Description ${at}`, `Label ${at} ${code}`],
    stored: async () => {
      const own = (await boss.api.categories.listForStaff()).items.find((category) => category.id === id)
      return [own?.description ?? '', own?.label ?? '']
    },
  })
})

/** Adds a promo code of 10 percent. */
function makePromo(boss: Account) {
  const code = `T${newCode().toUpperCase()}`
  const value = { type: 'percentage' as const, value: 10, valueEUR: null, minimumOrder: null, minimumOrderEUR: null }
  const limits = { startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null }
  const switches = { isActive: true, hinted: false, includesFreight: false }
  return boss.api.promotions.create({ body: { code, description: '', ...value, ...limits, ...switches } })
}

test('two people edit a promo code at once, on its page', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { id, code } = await makePromo(boss)
  await saveBoth({ browser, shop }, 'staff@reflute.test', {
    open: (page) => visit(page, `/admin/promotions/${id}`),
    here: 'Percent off',
    there: 'Total uses (optional)',
    save: 'Save code',
    saved: `${code} is saved`,
    values: (at) => [String(20 + at), String(30 + at)],
    stored: async () => {
      const stored = await boss.api.promotions.byId({ params: { id } })
      return [String(stored.value), String(stored.usageLimit)]
    },
  })
})

test('one person changes the settings of the company in two browsers at once', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { version: _version, ...before } = (await boss.api.settings.read()).company
  await saveBoth({ browser, shop }, 'super@reflute.test', {
    open: (page) => visit(page, '/admin/settings/company'),
    here: 'Phone',
    there: 'Street',
    save: 'Save company',
    saved: 'Settings saved',
    values: (at) => [`+1 555 010${at}`, `${at} Twice Street`],
    stored: async () => {
      const { phone, street } = (await boss.api.settings.read()).company
      return [phone, street]
    },
  })
  await boss.api.settings.update({ body: { company: before } })
})

test('an unchanged form shows what somebody else has saved, and keeps the focus with the caret where it is', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { version: _version, ...before } = (await boss.api.settings.read()).company
  await boss.api.settings.update({ body: { company: { ...before, phone: '+1 555 0100', street: '1 Old Street' } } })
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, '/admin/settings/company')
  const phone = page.getByLabel('Phone', { exact: true })
  await phone.focus()
  await phone.press('Home')
  await phone.press('ArrowRight')

  await boss.api.settings.update({ body: { company: { ...before, phone: '+1 555 0100', street: '2 New Street' } } })
  // as another tab does once it has saved something
  await page.evaluate(() => new BroadcastChannel('reflute-office').postMessage('changed'))
  await expect(page.getByLabel('Street', { exact: true })).toHaveValue('2 New Street')
  await expect(phone).toBeFocused()
  await page.keyboard.type('9')
  await expect(phone).toHaveValue('+91 555 0100')
  await context.close()
  await boss.api.settings.update({ body: { company: before } })
})

test('what is typed while a form is sent stays, and its next save is no conflict with the first', async ({ browser, shop }) => {
  const boss = await shop.demo('super@reflute.test')
  const { id, code } = await makePromo(boss)
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await visit(page, `/admin/promotions/${id}`)
  const answering = gate()
  await page.route(`**/api/admin/promo-codes/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const response = await route.fetch()
    await answering.held
    await route.fulfill({ response })
  })
  const save = page.getByRole('button', { name: /^(?:Save code|Saving...)$/ })
  await page.getByLabel('Percent off', { exact: true }).fill('20')
  await save.click()
  await expect(save).toHaveText('Saving...')
  await page.getByLabel('Total uses (optional)', { exact: true }).fill('30')
  answering.release()
  await expect(toastOf(page, `${code} is saved`)).toBeVisible()
  await expect(page.getByLabel('Total uses (optional)', { exact: true })).toHaveValue('30')

  await page.unroute(`**/api/admin/promo-codes/${id}`)
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save.click()
  expect((await answered).status()).toBe(200)
  const stored = await boss.api.promotions.byId({ params: { id } })
  expect([stored.value, stored.usageLimit]).toEqual([20, 30])
  await context.close()
})

/** A form that stays open once it is saved. */
interface Staying {
  email: string
  open: (page: Page, shop: Shop) => Promise<void>
  fill: (page: Page) => Promise<void>
  /** Label of a field, and what is typed there while the form is sent. */
  later: [label: string, text: string]
  save: string
}

const STAYING: Readonly<Record<string, Staying>> = {
  settings: {
    email: 'super@reflute.test',
    open: (page) => visit(page, '/admin/settings/company'),
    fill: (page) => page.getByLabel('Phone', { exact: true }).fill(`+1 555 ${Date.now() % 10_000}`),
    later: ['Street', '9 Later Street'],
    save: 'Save company',
  },
  'the note of a message': {
    email: 'staff@reflute.test',
    open: async (page, shop) => {
      const email = `later-${randomUUID().slice(0, 8)}@story.test`
      await shop.visitor.messages.contact({ body: { name: 'Lea Later', email, message: 'A question.' } })
      const staff = await shop.demo('staff@reflute.test')
      const [message] = (await staff.api.inbox.list({ query: { search: email } })).items
      await visit(page, `/admin/messages/${message?.id}`)
    },
    fill: (page) => page.getByLabel('Note for the team').fill('Called back.'),
    later: ['Note for the team', 'Called back. Wants a mat maker.'],
    save: 'Save note',
  },
  'the profile of a business': {
    email: 'seller@reflute.test',
    open: (page) => visit(page, '/business/profile?edit=1'),
    fill: (page) => page.getByLabel('City', { exact: true }).fill(`Town ${Date.now() % 10_000}`),
    later: ['Street address', '9 Later Street'],
    save: 'Save Profile',
  },
  'the payout account': {
    email: 'seller@reflute.test',
    open: (page) => visit(page, '/business/earnings'),
    fill: async (page) => {
      await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000')
      await page.getByLabel('Account holder').fill(`Holder ${Date.now() % 10_000}`)
      await page.getByLabel('Current password', { exact: true }).fill('reflute-demo')
    },
    later: ['Account holder', 'Holder as typed later'],
    save: 'Save payout account',
  },
  'the format of invoices': {
    email: 'customer@reflute.test',
    open: (page) => visit(page, '/account/tax'),
    fill: async (page) => {
      await page.getByLabel('Format', { exact: true }).selectOption('xrechnung')
      await page.getByLabel('Leitweg-ID').fill('04011000-1234512345-06')
    },
    later: ['Leitweg-ID', '991-33333TEST-33'],
    save: 'Save format',
  },
}

for (const [name, { email, open, fill, later, save }] of Object.entries(STAYING))
  test(`${name}: what is typed while the form is sent stays, is unsaved, and is saved next without a conflict`, async ({
    browser,
    shop,
  }) => {
    const context = await browserOf(browser, shop, await shop.demo(email))
    const page = await context.newPage()
    await open(page, shop)
    await fill(page)
    const answering = gate()
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      const response = await route.fetch()
      await answering.held
      await route.fulfill({ response })
    })
    const button = page.getByRole('button', { name: save, exact: true })
    await button.click()
    const [label, text] = later
    await page.getByLabel(label, { exact: true }).fill(text)
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
    answering.release()
    expect((await answered).status()).toBe(200)
    await expect(button).toBeVisible() // it says again what it does
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await page.unroute('**/api/**')
    if (save === 'Save payout account') await page.getByLabel('Current password', { exact: true }).fill('reflute-demo')
    const again = page.waitForResponse((response) => response.request().method() !== 'GET')
    await button.click()
    expect((await again).status()).toBe(200)
    await expect(page.getByText('changed this')).toHaveCount(0)
    await context.close()
  })

/** A dialog that closes once it is saved: how it is opened, the label of a field, and its button. */
const CLOSING: Readonly<Record<string, { open: (page: Page, shop: Shop) => Promise<void>; label: string; save: string }>> = {
  'a category': {
    open: async (page, shop) => {
      const boss = await shop.demo('super@reflute.test')
      const code = newCode()
      await boss.api.categories.create({ body: { value: `still-${code}`, label: `Still ${code}`, description: '', kind: 'machine' } })
      await visit(page, '/admin/categories')
      await page.getByRole('button', { name: new RegExp(`^Edit .*${code}`) }).click()
    },
    label: 'Description (optional)',
    save: 'Update Category',
  },
  'tags of an order': {
    open: async (page, shop) => {
      const buyer = await shop.customer()
      await putInCart(shop, buyer, 'curled-chips-box')
      const { id } = await placeOrder(buyer)
      await visit(page, `/admin/orders/${id}`)
      await page.getByRole('button', { name: 'Add tags', exact: true }).click()
    },
    label: 'Tags (optional)',
    save: 'Save tags',
  },
}

for (const [name, { open, label, save }] of Object.entries(CLOSING))
  test(`${name}: a dialog takes nothing more while it is sent, and goes on after a failure`, async ({ browser, shop }) => {
    const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
    const page = await context.newPage()
    await open(page, shop)
    const answering = gate()
    let answers = 0
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await answering.held
      answers += 1
      await (answers === 1 ? route.fulfill({ status: 500, body: '' }) : route.fallback())
    })
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(label, { exact: true })
    await field.fill('sent')
    await dialog.getByRole('button', { name: save, exact: true }).click()
    await field.focus()
    await page.keyboard.type('lost')
    await expect(field).toHaveValue('sent')
    answering.release()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await field.press('End')
    await page.keyboard.type(' again')
    await expect(field).toHaveValue('sent again')
    await dialog.getByRole('button', { name: save, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await context.close()
  })
