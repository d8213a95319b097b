import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { faults, overflow } from '../sound.ts'
import { type Account, browserOf, expect, placeOrder, putInCart, test, toastOf, visit } from '../story.ts'

/* Forms and pages of single records in the back office: the way there and back, and nothing that was typed is lost. */

const COUNT = 11

/** Products of the demo seller under one name, more than a page of ten, in the order of their names. */
async function makeMany({ api }: Account, name: string) {
  const [owner] = (await api.applications.listAll({ query: { search: 'North Fold Works' } })).items
  const made = []
  for (let at = 0; at < COUNT; at++) {
    made.push(
      await api.productEdits.create({
        body: {
          name: `${name} ${String.fromCharCode(65 + at)}`,
          description: 'Made beside the screens.',
          category: 'mat',
          type: 'material',
          businessId: owner?.id ?? null,
          images: ['https://pictures.test/mat.jpg'],
          priceUSD: 12.5,
          priceEUR: 11,
          stock: 8,
        },
      }),
    )
  }
  return made
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('F7.3.1 F7.3.6 F7.3.7 F7.3.10 a product is opened from a list, named in the tab, saved and left for its neighbor and the same list; what is typed survives a reload, and a conflict is in sight with the focus', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const staff = await shop.demo('staff@reflute.test')
  const name = `Neighbor mat ${randomUUID().slice(0, 6)}`
  const made = await makeMany(staff, name)
  const [tenth, last] = made.slice(-2)
  if (!tenth || !last) throw new Error('two products are needed')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, `/admin/products?search=${encodeURIComponent(name)}&sort=name&limit=10`)
  await page.getByRole('link', { name: tenth.name, exact: true }).click()
  await expect(heading(page)).toHaveText(tenth.name)
  await expect(page).toHaveTitle(`${tenth.name} | Products`)
  await expect(page.getByRole('link', { name: 'Previous product' })).toBeInViewport()
  await page.getByRole('link', { name: 'Next product' }).click()
  await expect(heading(page)).toHaveText(last.name)
  await expect(page.getByRole('link', { name: 'Next product' })).toHaveCount(0)
  expect(await faults(page)).toEqual([])

  const short = page.getByLabel('Short description')
  await short.fill('Saved, and here still.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastOf(page, 'Product updated successfully!')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/admin/products/${last.slug}/edit$`))
  expect((await staff.api.productEdits.form({ params: { id: last.id } })).description).toBe('Saved, and here still.')

  await short.fill('Half a sen')
  await page.waitForFunction(() => Object.values(localStorage).some((stored: unknown) => String(stored).includes('Half a sen')))
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(short).toHaveValue('Half a sen')

  await staff.api.productEdits.update({ params: { id: last.id }, body: { priceUSD: 14, description: 'Theirs.' } })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(heading(page)).not.toBeInViewport()
  await page.getByRole('button', { name: 'Update Product' }).click()
  const conflict = page.getByRole('main').getByRole('alert').filter({ hasText: 'changed this' })
  await expect(conflict).toBeFocused()
  await expect(conflict).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/products\?search=.*page=2/)
  await expect(page.getByRole('row', { name: new RegExp(last.name) })).toBeVisible()
  expect((await staff.api.productEdits.form({ params: { id: last.id } })).description).toBe('Half a sen')

  await page.getByRole('link', { name: last.name, exact: true }).click()
  await expect(heading(page)).toHaveText(last.name)
  await expect(page.getByRole('button', { name: 'Restore draft' })).toHaveCount(0)
  await short.fill('Mine.')
  await staff.api.productEdits.update({ params: { id: last.id }, body: { priceUSD: 15, description: 'Theirs again.' } })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.getByRole('button', { name: 'Use the saved ones' }).click()
  await expect(page.getByRole('main').locator('form :focus')).toHaveCount(1)
  await expect(short).toHaveValue('Theirs again.')

  await visit(page, '/admin/promotions/new')
  await page.getByLabel('Code', { exact: true }).fill('HALF-A-CODE')
  await page.waitForFunction(() => Object.values(localStorage).some((stored: unknown) => String(stored).includes('HALF-A-CODE')))
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('HALF-A-CODE')
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('F7.3.11 the side bar shows where one is, one entry at a time opens to its screens and all of it fits, Sign Out is in sight on a low screen, and no link leads to a place that is closed to the role', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const context = await browserOf(browser, shop, boss)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 600 })
  await visit(page, '/admin/audit')
  const bar = page.getByRole('complementary', { name: 'Back office' })
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  const here = bar.locator('[aria-current="page"]')
  await expect(here).toHaveText('Audit log')
  await expect(here).toBeInViewport({ ratio: 0.9 })
  const opener = (title: string) => bar.getByRole('button', { name: `Screens of ${title}` })
  await opener('Products').click()
  await expect(bar.getByRole('link', { name: 'Categories' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await expect(bar.getByRole('link', { name: 'Audit log' })).toBeHidden()
  await expect(opener('Settings')).toHaveAttribute('aria-expanded', 'false')
  expect(await faults(page)).toEqual([])
  await bar.getByRole('link', { name: 'Finance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices and credit notes' })).toBeVisible()
  await expect(here).toHaveText('Invoices and credit notes')
  await expect(opener('Finance')).toHaveAttribute('aria-expanded', 'true')
  await page.setViewportSize({ width: 1440, height: 900 })
  const entries = await bar.getByRole('navigation').getByRole('button').all()
  expect(entries).toHaveLength(9)
  for (const entry of entries) {
    if ((await entry.getAttribute('aria-expanded')) === 'false') await entry.click()
    expect(await bar.getByRole('navigation').evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 600 })
  await visit(page, '/admin/orders')
  await expect(here).toHaveText(/^All orders/)
  await expect(here).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 390, height: 640 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  await context.close()
})

test('F7.3.13 on a phone an order reads status, address, payment, products, then history; the parts of a product form fold', async ({
  browser,
  shop,
}) => {
  const customer = await shop.customer('Nora Narrow')
  await putInCart(shop, customer, 'service-tool-kit')
  const order = await placeOrder(customer)
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/admin/orders/${order.id}`)
  await expect(page).toHaveTitle(`Order ${order.number} | Reflute`)
  const main = page.getByRole('main')
  const tops: number[] = []
  for (const part of [
    main.getByText('Pending', { exact: true }).first(),
    ...['Customer', 'Payment and delivery', 'Products', 'History'].map((name) => main.getByRole('heading', { name, exact: true })),
  ])
    tops.push((await part.boundingBox())?.y ?? 0)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(await overflow(page)).toBe(0)

  const { slug } = await shop.visitor.products.bySlug({ params: { slug: 'service-tool-kit' } })
  await visit(page, `/admin/products/${slug}/edit`)
  const extra = page.getByRole('region', { name: 'Sustainability' })
  await expect(extra.getByRole('heading', { name: 'Sustainability' })).toBeVisible() // what is not there yet is hidden, too
  await expect(extra.getByLabel('Carbon reduction')).toBeHidden()
  await extra.getByRole('heading', { name: 'Sustainability' }).click()
  await expect(extra.getByLabel('Carbon reduction')).toBeVisible()
  expect(await faults(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await context.close()
})

test('closing and leaving ask only while a form says something else than when it was opened', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('super@reflute.test'))
  const page = await context.newPage()
  const question = page.getByRole('dialog', { name: /(Close|Leave) without saving\?/ })
  /** Types into a field of a dialog, takes it back and closes; then types, closes and agrees to lose it. */
  const tryDialog = async (path: string, open: () => Promise<void>, field: (form: Locator) => Locator) => {
    await visit(page, path)
    await open()
    const form = page.getByRole('dialog').first()
    const before = await field(form).inputValue()
    await field(form).fill('Half of it')
    await field(form).fill(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), path).toHaveCount(0)
    await open()
    await field(form).fill('Half of it')
    await page.keyboard.press('Escape')
    await expect(question, path).toBeVisible()
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog'), path).toHaveCount(0)
  }
  const press = (name: string | RegExp) => () => page.getByRole('main').getByRole('button', { name }).first().click()
  await tryDialog('/admin/users', press('Add User'), (form) => form.getByLabel('Name', { exact: true }))
  await tryDialog('/admin/users', press(/^Edit /), (form) => form.getByLabel('Name', { exact: true }))
  await tryDialog('/admin/categories', press('Add Category'), (form) => form.getByLabel('Label'))
  await tryDialog('/admin/specifications', press('Add specification'), (form) => form.getByLabel('Label', { exact: true }))
  await tryDialog('/admin/tax', press('Add rate'), (form) => form.getByLabel('Postal code from'))

  await visit(page, '/admin/settings/company')
  const name = page.getByLabel('Company name')
  const before = await name.inputValue()
  await name.fill('Half a name')
  await name.fill(before)
  await page.getByRole('link', { name: 'All settings' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await context.close()

  const selling = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const own = await selling.newPage()
  await visit(own, '/business/profile')
  await own.getByRole('button', { name: 'Edit Profile' }).click()
  const field = own.getByRole('main').getByLabel('City')
  const city = await field.inputValue()
  await field.fill('Half a city')
  await field.fill(city)
  await own
    .getByRole('link', { name: /^Orders/ })
    .first()
    .click()
  await expect(own.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await selling.close()
})

test('the menu counts what waits, and Ctrl+K finds a screen by another word', async ({ browser, shop }) => {
  await shop.visitor.messages.contact({ body: { name: 'Wes', email: 'wes@story.test', message: 'Which blade?' } })
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/admin')
  const bar = page.getByRole('navigation', { name: 'Back office' })
  await expect(bar.getByRole('link', { name: /^Customers \d+ waiting$/ })).toBeVisible()
  await bar.getByRole('button', { name: 'Screens of Customers' }).click()
  await expect(bar.getByRole('link', { name: 'Customers', exact: true })).toBeVisible()
  await bar.getByRole('link', { name: /^Messages \d+ waiting$/ }).click()
  await expect(page).toHaveTitle(/^Messages \|/)
  await page.keyboard.press('Control+K')
  const search = page.getByRole('dialog', { name: 'Search the back office' })
  await search.getByRole('combobox').fill('coupon')
  await expect(search.getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveText(['Promotions'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/promotions$/)
  await context.close()

  const selling = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const own = await selling.newPage()
  await visit(own, '/business/dashboard')
  const entries = own.getByRole('navigation', { name: 'Back office' }).getByRole('listitem').locator('> div > a')
  await expect(entries).toHaveText([/^Home/, /^Orders/, /^Quotes/, /^Returns/, /^Products/, /^Earnings/, /^Settings/])
  await selling.close()
})

test('the question before a form is left stands outside of the form, and leaving sends nothing', async ({ browser, shop }) => {
  const sent: string[] = []
  const tryPage = async (page: Page, path: string, edit: (main: Locator) => Promise<void>) => {
    await visit(page, path)
    await edit(page.getByRole('main'))
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question, path).toBeVisible()
    expect(await question.evaluate((dialog) => dialog.closest('form') === null), path).toBe(true)
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(question, path).toHaveCount(0)
    await expect.poll(() => new URL(page.url()).pathname, path).not.toBe(new URL(path, page.url()).pathname)
    expect(sent, path).toEqual([])
  }
  const pageOf = async (who: string) => {
    const page = await (await browserOf(browser, shop, await shop.demo(`${who}@reflute.test`))).newPage()
    page.on('request', (request) => {
      if (/^P(UT|ATCH)$/.test(request.method())) sent.push(`${request.method()} ${request.url()}`)
    })
    return page
  }
  const staff = await pageOf('super')
  const fill = (label: string | RegExp, text: string, open?: string | RegExp) => async (main: Locator) => {
    if (open) await main.getByRole('button', { name: open }).first().click()
    await main.getByLabel(label, { exact: true }).first().fill(text)
  }
  await tryPage(staff, '/admin/shipping', fill('Name', 'Half a zone', /^Edit (?!markets)/))
  await tryPage(staff, '/admin/shipping', async (main) => {
    await main.getByRole('button', { name: 'Edit markets' }).click()
    await main.getByLabel('Germany is open').click()
  })
  await tryPage(staff, '/admin/promotions/new', fill('Code', 'HALF'))
  await tryPage(staff, '/admin/commissions', fill(/^Everything else/, '12'))
  await tryPage(staff, '/admin/settings/company', fill('Company name', 'Half a name'))
  const seller = await pageOf('seller')
  await tryPage(seller, '/business/earnings', fill('Account holder', 'Half a holder'))
  await tryPage(seller, '/business/shipping', (main) => main.getByLabel('Same as your business address').click())
  await tryPage(seller, '/business/profile', fill('City', 'Half a city', 'Edit Profile'))
  await staff.context().close()
  await seller.context().close()
})

test('with two forms on a page, leaving asks while either of them is unsaved', async ({ browser, shop }) => {
  const email = `${randomUUID().slice(0, 8)}@story.test`
  await shop.visitor.messages.contact({ body: { name: 'Nora', email, message: 'Do you have spare rollers for it?', topic: 'contact' } })
  const staff = await shop.demo('super@reflute.test')
  const [message] = (await staff.api.inbox.list({ query: { search: email } })).items
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  for (const label of ['Your reply', 'Note for the team']) {
    await visit(page, `/admin/messages/${message?.id}`)
    await page.getByLabel(label).fill('Half of it')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel(label)).toHaveValue('Half of it')
    await page.getByLabel(label).fill('')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect.poll(() => new URL(page.url()).pathname).not.toContain('/admin/messages/')
  }
  await context.close()
})
