import type { Page } from '@playwright/test'
import { SETTING_GROUPS } from '#contract/platform/settings.ts'
import { faults, listen } from '../sound.ts'
import { browserOf, expect, narrow, type Shop, test, toastOf, visit } from '../story.ts'

const BOSS = 'super@reflute.test'

/** Puts the settings of a group back as they were, whatever the story did to them. */
async function keepSettings(shop: Shop, work: () => Promise<void>) {
  const { api } = await shop.demo(BOSS)
  const before = await api.settings.read()
  try {
    await work()
  } finally {
    const body = Object.fromEntries(SETTING_GROUPS.map((name) => [name, { ...before[name], version: undefined }]))
    await api.settings.update({ body })
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('B22 B350 B344 D185 a super admin changes tax, shipping, company and switches; visitors and the cart see it at once', async ({
  browser,
  shop,
}) => {
  await keepSettings(shop, async () => {
    const context = await browserOf(browser, shop, await shop.demo(BOSS))
    const page = await context.newPage()
    const heard = listen(page)
    await visit(page, '/admin/settings/tax')
    const tax = section(page, 'Tax settings')
    await tax.getByLabel('Tax rate in percent').fill('101')
    await tax.getByRole('button', { name: 'Save tax settings' }).click()
    await expect(tax.getByLabel('Tax rate in percent')).toBeFocused()
    await expect(tax.getByText('Not saved yet')).toBeVisible()
    await tax.getByLabel('Tax rate in percent').fill('12.5')
    await tax.getByRole('button', { name: 'Save tax settings' }).click()
    await expect(toastOf(page, 'Settings saved')).toBeVisible()
    await expect(tax.getByText('Not saved yet')).toHaveCount(0)

    const open = async (name: string) => {
      await page.getByRole('link', { name: 'All settings' }).last().click()
      await page.getByRole('textbox', { name: 'Search settings' }).fill(name)
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
    }
    await open('Shipping charges')
    const shipping = section(page, 'Shipping charges')
    await shipping.getByLabel('Free from, USD').first().fill('80')
    await shipping.getByLabel('Free from, EUR').first().fill('')
    await shipping.getByRole('button', { name: 'Save shipping charges' }).click()
    await expect(shipping.getByLabel('Free from, EUR').first()).toBeFocused()
    await expect(shipping.getByText('Please enter an amount with at most two decimals')).toBeVisible()
    await shipping.getByLabel('Free from, EUR').first().fill('75')
    await shipping.getByRole('button', { name: 'Save shipping charges' }).click()
    await expect(shipping.getByText('Not saved yet')).toHaveCount(0)

    await open('Company')
    const company = section(page, 'Company')
    await company.getByLabel('Company name').fill('Box & Sons')
    await company.getByRole('button', { name: 'Save company' }).click()
    await expect(company.getByText('Not saved yet')).toHaveCount(0)
    await open('Review promise')
    await section(page, 'Review promise').getByLabel('Maximum days').fill('5')
    await section(page, 'Review promise').getByRole('button', { name: 'Save' }).click()
    await expect(section(page, 'Review promise').getByText('Not saved yet')).toHaveCount(0)
    await open('Stock levels')
    await section(page, 'Stock levels').getByLabel('Low under').fill('12')
    await section(page, 'Stock levels').getByLabel('Medium under').fill('5')
    await section(page, 'Stock levels').getByRole('button', { name: 'Save' }).click()
    await expect(section(page, 'Stock levels').getByText('Must not be less than the low level').first()).toBeVisible()
    expect(await faults(page)).toEqual([])

    const visitor = await context.newPage()
    await visit(visitor, '/business/register')
    await expect(visitor.getByRole('link', { name: 'Box & Sons, home' })).toBeVisible()
    await expect(visitor.getByText('Free standard shipping from $80 or €75')).toBeVisible()
    await expect(visitor.getByText('answers within 2-5 business days').first()).toBeVisible()
    await visit(visitor, '/faq#tax')
    await expect(visitor.getByText('The cart adds 12.5% tax').first()).toBeAttached()
    const customer = await shop.customer()
    const [product] = (await shop.visitor.products.list({ query: { inStock: 'true', limit: '1' } })).items
    const cart = await customer.api.cart.addItem({ body: { productId: product?.id ?? '', quantity: 1 } })
    expect(cart.taxRate).toBe(0.125)
    expect(
      heard.filter((line) => !line.includes('422')),
      'nothing but the two refused forms',
    ).toEqual([])
    await context.close()
  })
})

test('D185 the default currency is what a visitor without a choice sees, and a choice outlives it', async ({ browser, shop }) => {
  await keepSettings(shop, async () => {
    const { api } = await shop.demo(BOSS)
    await api.settings.update({ body: { currency: { default: 'EUR' } } })
    const context = await browser.newContext()
    const page = await context.newPage()
    const heard = listen(page)
    await visit(page, '/products')
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'EUR')
    const card = page.getByRole('article').first()
    await expect(card.getByText(/€[\d,]+/).first()).toBeVisible()
    await page
      .getByRole('button', { name: /USD/ })
      .or(page.getByRole('radio', { name: /USD/ }))
      .first()
      .click()
    await expect(card.getByText(/\$[\d,]+/).first()).toBeVisible()
    await visit(page, '/products')
    await expect(card.getByText(/\$[\d,]+/).first()).toBeVisible()
    expect(heard).toEqual([])
    await context.close()
  })
})

test('F7.3.19 D185 D297 the save bar of a changed part is in sight and its field marked; what somebody else saved meanwhile is shown field by field; leaving unsaved asks; other staff only read; permissions are listed', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  await keepSettings(shop, async () => {
    const boss = await shop.demo(BOSS)
    const context = await browserOf(browser, shop, boss)
    const page = await context.newPage()
    await visit(page, '/admin/settings#company')
    await expect(page).toHaveURL(/\/admin\/settings\/company$/)
    await expect(page).toHaveTitle(/^Company \|/)
    const company = section(page, 'Company')
    const name = company.getByLabel('Company name')
    const value = await name.inputValue()
    await page.setViewportSize({ width: 1280, height: 600 })
    await name.fill('Another name')
    await expect(company.getByRole('button', { name: 'Save company' })).toBeInViewport({ ratio: 1 })
    await expect(company.locator('[data-changed]')).toHaveCount(1)
    expect(await faults(page)).toEqual([])
    await name.fill(value)
    await expect(company.locator('[data-changed]')).toHaveCount(0)
    await visit(page, '/admin/settings/tax')
    const tax = section(page, 'Tax settings')
    await tax.getByLabel('Tax rate in percent').fill('9')
    await boss.api.settings.update({ body: { tax: { percent: 7 } } })
    await tax.getByRole('button', { name: 'Save tax settings' }).click()
    await expect(tax.getByRole('alert')).toContainText('You changed this in another window')
    await expect(tax.getByRole('alert').locator('ins')).toHaveText('7')
    await expect(tax.getByLabel('Tax rate in percent')).toHaveValue('9')
    await page.getByRole('link', { name: 'Marketing', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await tax.getByRole('button', { name: 'Keep mine' }).click()
    await expect(toastOf(page, 'Settings saved')).toBeVisible()
    expect((await boss.api.settings.read()).tax.percent).toBe(9)
    await visit(page, '/admin/settings/permissions')
    const matrix = section(page, 'Team and permissions')
    const row = matrix.getByRole('row').filter({ hasText: 'settings.edit' })
    await expect(row.getByRole('cell')).toHaveText(['Yes', 'No', 'No', 'No'])
    await context.close()

    const staff = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
    const other = await staff.newPage()
    await visit(other, '/admin/settings/tax')
    await expect(other.getByText('Only super admins can change them.')).toBeVisible()
    await expect(other.getByLabel('Tax rate in percent')).toBeDisabled()
    await expect(other.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    await other.goto('/admin/audit')
    await expect(other).toHaveURL('/')
    await staff.close()
  })
})

test('D82 staff add a promo code with its preview, copy it, change it and delete it; a buyer has it meanwhile', async ({
  browser,
  shop,
}) => {
  const code = `STORY-${Date.now()}`
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const heard = listen(page)
  await visit(page, '/admin/promotions')
  await page.getByRole('link', { name: 'Add code' }).click()
  await page.getByRole('button', { name: 'Add code' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('save10')
  await page.getByLabel('Percent off').fill('10')
  await page.getByRole('button', { name: 'Add code' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The promo code SAVE10 already exists.')
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await page.getByLabel('Minimum order, USD').fill('1')
  await page.getByLabel('Total uses').fill('50')
  await expect(page.getByLabel('Preview')).toContainText('10% off orders from $1 or €1, at most 50 times.')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add code' }).click()
  await expect(toastOf(page, `${code} is added`)).toBeVisible()
  await expect(page.getByText('0 of 50')).toBeVisible()

  const customer = await shop.customer()
  const [product] = (await shop.visitor.products.list({ query: { inStock: 'true', limit: '1' } })).items
  await customer.api.cart.addItem({ body: { productId: product?.id ?? '', quantity: 1 } })
  const before = await customer.api.cart.applyPromo({ body: { code } })
  await page.getByLabel('Percent off').fill('20')
  await page.getByRole('button', { name: 'Save code' }).click()
  await expect(toastOf(page, `${code} is saved`)).toBeVisible()
  expect((await customer.api.cart.list()).totals.discount).toBeCloseTo(2 * before.totals.discount, 1)

  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(`${code}-COPY`)
  await expect(page.getByLabel('Active')).not.toBeChecked()
  await page.getByRole('main').getByRole('link', { name: 'Promotions' }).click()
  await page.getByRole('searchbox').fill(code)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('20% off orders from $1 or €1')
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete code' }).click()
  await expect(toastOf(page, `${code} deleted`)).toBeVisible()
  await expect(page.getByText('No promo codes found')).toBeVisible()
  expect(await customer.api.cart.list()).toMatchObject({ notices: [`The code ${code} no longer exists.`], totals: { discount: 0 } })
  expect(heard.filter((line) => !line.includes('409'))).toEqual([])
  await context.close()
})

test('F7.3.12 D204 the mail log shows a mail without its key; the audit log says in sentences who changed what, before and after, its raw data on demand', async ({
  browser,
  shop,
}) => {
  await keepSettings(shop, async () => {
    const boss = await shop.demo(BOSS)
    const customer = await shop.customer('Mia Mail')
    await shop.visitor.auth.forgotPassword({ body: { email: customer.email } })
    await boss.api.settings.update({ body: { tax: { percent: 5 } } })
    const context = await browserOf(browser, shop, boss)
    const page = await context.newPage()
    await visit(page, '/admin/mails')
    await page.getByRole('searchbox', { name: 'Search by address' }).fill(customer.email.toUpperCase())
    await expect(page).toHaveURL(/[?&]search=/)
    await page.getByRole('link', { name: 'Reset your password' }).click()
    await expect(page.getByText('Someone asked to reset the password of your account.')).toBeVisible()
    await expect(page.getByText('?token=removed')).toBeVisible()
    await expect(page.getByText(/Can't be sent again:/)).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.getByRole('link', { name: 'Audit log' }).first().click()
    await narrow(page, 'Action', 'Changed the settings')
    const row = page.getByRole('row').filter({ hasText: 'percent' }).first()
    await expect(row.locator('ins')).toHaveText('5')
    await expect(row.getByText(`${boss.name} changed the settings`)).toBeVisible()
    await row.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${boss.name} changed the settings`)
    await expect(page).toHaveTitle(`${boss.name} changed the settings | Audit log`)
    await expect(page.getByText('"action": "settings.change"')).toBeHidden()
    await page.getByText('Raw data', { exact: true }).click()
    await expect(page.getByText('"action": "settings.change"')).toBeVisible()
    await expect(page.getByRole('row', { name: /percent 8 5/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'tax', exact: true })).toHaveAttribute('href', '/admin/settings/tax')
    expect(await faults(page)).toEqual([])
    await context.close()
  })
})

test('B23 B55 B341 the design tokens are for staff, with contrasts counted from the page itself; a toast shows at the top right', async ({
  browser,
  shop,
}) => {
  const guest = await browser.newPage()
  await guest.goto('/color-palette')
  await expect(guest).toHaveURL(/\/login/)
  await guest.close()
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await visit(page, '/color-palette')
  const colors = section(page, 'Colors')
  await expect(colors.getByText('#12173a').first()).toBeVisible()
  await expect(colors.getByText('#eef0fb').first()).toBeVisible()
  await expect(colors.getByText('Too low')).toHaveCount(0)
  await expect(colors.getByText('17.36 : 1')).toBeVisible()
  await section(page, 'Toasts').getByRole('button', { name: 'Success' }).click()
  const shown = toastOf(page, 'Your changes are saved')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box && box.y < 200 && box.x > width / 2).toBe(true)
  expect(await faults(page)).toEqual([])
  await context.close()
})
