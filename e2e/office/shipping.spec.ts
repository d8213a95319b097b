import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readPdf } from '#server/testing/read-pdf.ts'
import { open } from '../buyers.ts'
import { main } from '../page-regions.ts'
import { browserOf, expect, field, fillCustomer, submitButton, test, toastOf, visit } from '../story.ts'

test('X1, X2, X6 a super admin adds a zone with bands and moves it; overlapping ones are said at their band, and what was typed stays', async ({
  browser,
  shop,
}) => {
  const owner = await (await browserOf(browser, shop, await shop.demo('super@reflute.test'))).newPage()
  const name = `Iceland ${randomUUID().slice(0, 6)}`
  await visit(owner, '/admin/shipping')
  await owner.getByRole('button', { name: 'Add zone' }).click()
  const form = owner.getByRole('form', { name: 'Add zone' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Places').fill('IS')
  await form.getByLabel('To kg, band 1').fill('5')
  await form.getByLabel('USD, band 1', { exact: true }).fill('12')
  await form.getByRole('button', { name: 'Add weight band' }).click()
  await form.getByLabel('From kg, band 2').fill('4')
  await form.getByLabel('USD, band 2', { exact: true }).fill('20')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(form.getByText('The weight bands overlap at 4 kg.')).toBeVisible()
  await expect(form.getByLabel('From kg, band 2')).toBeFocused()
  await expect(form.getByLabel('USD, band 1', { exact: true })).toHaveValue('12')
  await form.getByLabel('From kg, band 2').fill('5')
  await form.getByRole('button', { name: 'Add zone' }).click()
  await expect(toastOf(owner, `${name} saved. It applies to carts right away.`)).toBeVisible()
  const zone = owner.getByRole('region', { name })
  await expect(zone).toContainText('Parcel, standard, below 5 kg: $12.00 / €12.00')
  await expect(zone).toContainText('from 5 kg: $20.00 / €20.00')

  await owner.getByRole('combobox', { name: 'Product' }).fill('Slit mat 900')
  await owner.getByRole('listbox', { name: 'Product' }).getByRole('option').first().click()
  await owner.getByRole('combobox', { name: 'Country' }).selectOption('IS')
  await owner.getByRole('button', { name: 'Find rates' }).click()
  await expect(owner.getByText(`${name}, parcel from 5 kg, 10 kg charged: $20.00`)).toBeVisible()

  const zones = main(owner).getByRole('heading', { level: 3 })
  const [before = 0] = (await zones.allTextContents()).flatMap((text, at) => (text === name ? [at] : []))
  await owner.getByRole('button', { name: `Move ${name} up` }).click()
  await expect(zones.nth(before - 1)).toHaveText(name)
  await expect(toastOf(owner, `${name} is now number ${before}.`)).toBeVisible()
  await owner.getByRole('button', { name: `Move ${name} down` }).click()
  await expect(zones.nth(before)).toHaveText(name)

  await owner.getByRole('button', { name: `Delete ${name}` }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(owner, `${name} deleted.`)).toBeVisible()
  await expect(zone).toHaveCount(0)
})

test('X3 a buyer in Japan reads that freight is by quote, and asks for one with the lines of the cart', async ({ browser, shop }) => {
  const buyer = await shop.customer()
  const machine = await buyer.api.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await buyer.api.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  await buyer.api.addresses.add({
    body: {
      firstName: 'Ann',
      lastName: 'Buyer',
      address: '1-1 Marunouchi',
      city: 'Tokyo',
      state: '',
      zipCode: '100-0001',
      country: 'JP',
      isDefault: true,
    },
  })
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, '/products/ecomat-1000')
  await expect(page.getByText('Freight to Japan is by quote.').first()).toBeInViewport()
  await visit(page, '/cart')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Freight to Japan is by quote.' }).first()).toBeInViewport()
  await expect(page.getByRole('term').filter({ hasText: 'Total without freight' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await page.getByRole('link', { name: 'Request quote' }).click()
  const form = page.getByRole('form', { name: 'Request a quote' })
  await expect(form).toContainText('EcoMat 1000')
  await expect(form.getByLabel('Country')).toHaveValue('JP')
  await expect(form.getByLabel('ZIP / Postal code')).toHaveValue('100-0001')
})

test('X6 a super admin closes a market, shows prices without tax in another and sells to businesses only in a third: visitors see it at once', async ({
  browser,
  shop,
}) => {
  const boss = await shop.demo('super@reflute.test')
  const { markets } = await boss.api.markets.list()
  const { account, context, page } = await open(browser, shop, { 'slit-mat-900x620-double': 1 })
  const oslo = { firstName: 'Nora', lastName: 'Nord', address: 'Karl Johans gate 1', city: 'Oslo', state: '', zipCode: '0154' }
  await account.api.addresses.add({ body: { ...oslo, country: 'NO', email: account.email, isDefault: true } })
  const visitorOf = async (market: string) => {
    const other = await browser.newContext()
    await other.addInitScript((chosen) => {
      localStorage.setItem('currency', 'EUR')
      if (localStorage.getItem('market') === null) localStorage.setItem('market', chosen)
    }, market)
    const visitor = await other.newPage()
    await visit(visitor, '/products/slit-mat-900x620-double')
    return visitor.getByRole('region', { name: 'Buy' })
  }
  await test.step('before, all three are open and prices are with tax', async () => {
    await expect((await visitorOf('DK consumer')).getByText('€46.13').first()).toBeVisible()
    await expect((await visitorOf('AT consumer')).getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
    await visit(page, '/cart')
    await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  })
  try {
    await test.step('a super admin changes the markets', async () => {
      const office = await (await browserOf(browser, shop, boss)).newPage()
      await visit(office, '/admin/shipping')
      await office.getByRole('button', { name: 'Edit markets' }).click()
      const form = office.getByRole('form', { name: 'Edit markets' })
      await form.getByRole('checkbox', { name: 'Norway is open' }).uncheck()
      await form.getByLabel('Prices that private persons in Denmark see').selectOption('Prices without tax')
      await form.getByRole('checkbox', { name: 'Private persons in Austria can buy' }).uncheck()
      await form.getByRole('button', { name: 'Save markets' }).click()
      await expect(toastOf(office, 'Markets saved. They apply to forms and carts right away.')).toBeVisible()
      const section = office.getByRole('region', { name: 'Markets' })
      await expect(section.getByRole('definition').filter({ hasText: /^Norway$/ })).toBeVisible()
      await expect(section.getByRole('definition').filter({ hasText: /^Austria$/ })).toBeVisible()
    })

    await test.step('Norway cannot be chosen, and a cart that was meant for it says so', async () => {
      const buy = await visitorOf('NO business')
      const visitor = buy.page()
      await expect(buy.getByText(/in the United States$/)).toBeVisible()
      await visitor
        .getByRole('banner')
        .getByRole('button', { name: /^Ship to US/ })
        .click()
      const countries = visitor.getByRole('dialog', { name: 'Ship to' }).getByLabel('Country')
      await expect(countries.getByRole('option', { name: 'Sweden' })).toHaveCount(1)
      await expect(countries.getByRole('option', { name: 'Norway' })).toHaveCount(0)
      await page.reload()
      await expect(main(page).getByText("We don't ship to Norway yet.").first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
    })

    await test.step('Denmark shows prices without tax, and Austria sells to businesses only', async () => {
      const denmark = await visitorOf('DK consumer')
      await expect(denmark.getByText('€36.90').first()).toBeVisible()
      await expect(denmark.getByText('€46.13')).toHaveCount(0)
      const austria = await visitorOf('AT consumer')
      await expect(austria.getByText("We don't sell to private buyers in Austria yet.")).toBeVisible()
      await expect(austria.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
      await expect((await visitorOf('AT business')).getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
    })
  } finally {
    await boss.api.markets.save({ body: { markets } })
  }
  await page.reload()
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  await context.close()
})

test('X4 a seller offers lift-gate delivery, a buyer adds it to the freight of a machine: the total changes, and order, seller and packing slip name it', async ({
  browser,
  shop,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const selling = await (await browserOf(browser, shop, seller)).newPage()
  await test.step('the seller prices freight and lift-gate', async () => {
    await visit(selling, '/business/shipping')
    await selling.getByRole('button', { name: 'Add zone' }).click()
    const form = selling.getByRole('form', { name: 'Add zone' })
    await form.getByLabel('Name').fill('Gate trucks')
    await form.getByLabel('Places').fill('US')
    await form.getByLabel('Ships as, band 1').selectOption('freight')
    await form.getByLabel('USD, band 1', { exact: true }).fill('200')
    await form.getByText('Limits, extras and carrier').click()
    await form.getByLabel('Lift-gate delivery in USD, band 1').fill('45')
    await form.getByRole('button', { name: 'Add zone' }).click()
    await expect(toastOf(selling, 'Gate trucks saved. It applies to carts right away.')).toBeVisible()
  })
  try {
    const { account, page } = await open(browser, shop, { 'ecomat-1000': 1 })
    await visit(page, '/cart')
    const totals = page.getByRole('region', { name: 'Order summary' })
    await expect(totals).toContainText('$13,700.00')
    const extra = main(page).getByRole('checkbox', { name: /^Lift-gate delivery/ })
    await expect(extra).not.toBeChecked()
    await extra.click() // it is ticked once the shop has answered
    await expect(totals).toContainText('$245.00')
    await expect(totals).toContainText('$13,745.00')
    await page.reload()
    await expect(extra).toBeChecked()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await fillCustomer(page)
    await field(page, 'phone').fill('+1 312 100')
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('$13,745.00')
    await submitButton(page).click()
    await expect.poll(async () => (await account.api.orders.listOwn()).total).toBe(1)
    const [placed] = (await account.api.orders.listOwn()).items
    await visit(page, `/account/orders/${placed?.number}`)
    await main(page).getByText('How this total is calculated').click()
    await expect(main(page).getByText('Lift-gate delivery', { exact: true })).toBeVisible()
    await expect(main(page)).toContainText('$13,745.00')

    await visit(selling, `/business/orders/${placed?.id}`)
    await expect(selling.getByRole('region', { name: 'Shipping and payment' })).toContainText('Standard, Lift-gate delivery')
    const packingSlip = selling.getByRole('button', { name: 'Packing slip (PDF)' })
    const [slip] = await Promise.all([selling.waitForEvent('download'), packingSlip.click()])
    expect(readPdf(await readFile(await slip.path())).text).toContain('Freight services: Lift-gate delivery')
  } finally {
    const zones = await seller.api.shipping.ownZones()
    for (const { id, name } of zones) if (name === 'Gate trucks') await seller.api.shipping.removeOwnZone({ params: { id } })
  }
})
